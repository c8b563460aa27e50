"""The messages of the dice prompt."""

from __future__ import annotations

from tracker.input_parsing.asked_dice_roll import AskedRoll


def format_dice_count(count: int) -> str:
    """Format a number of dice, as in ``1 die`` or ``8 dice``."""
    return f"{count} die" if count == 1 else f"{count} dice"


def describe_dice_to_roll(count: int) -> str:
    return f"{format_dice_count(count)} to roll"


def describe_too_many_dice(roll: AskedRoll, typed_count: int) -> str:
    over = typed_count - roll.dice_count
    drop = "drop one" if over == 1 else f"drop {over}"
    ten = " (`0` is a ten)" if roll.has_only_dice_with_sides(10) else ""
    ways = (
        f"{drop} or change the action"
        if roll.form == "faces"
        else f"{drop}, change the action, or add `d` if you rolled {typed_count}"
    )
    return f"{describe_dice_to_roll(roll.dice_count)}, {typed_count} typed{ten}: {ways}"


def describe_too_few_dice(roll: AskedRoll, typed_count: int) -> str:
    short = roll.dice_count - typed_count
    more = {
        "pool": "type the rest, add `.` if they failed, or add `r` to roll them",
        "score": "type the rest, type the total as `=15`, or add `r` to roll them",
        "faces": "type the rest, or add `r` to roll them",
    }[roll.form]
    ruling = "" if roll.form == "faces" else f"; add `d` if you rolled only {typed_count}"
    return (
        f"{describe_dice_to_roll(roll.dice_count)}, {typed_count} typed, "
        f"{short} missing: {more}{ruling}"
    )


def describe_wrong_reroll(asked_count: int, typed_count: int) -> str:
    number = abs(asked_count - typed_count)
    action = "type the other" if typed_count < asked_count else "drop the last"
    rerolled = "1 die is rerolled" if asked_count == 1 else f"{asked_count} dice are rerolled"
    was = "was" if typed_count == 1 else "were"
    return f"{rerolled}, {typed_count} {was} typed: {action} {'one' if number == 1 else number}"


def describe_empty_entry(roll: AskedRoll) -> str:
    how = {
        "pool": "type the faces, `=5` for five successes, or `r` to roll them",
        "score": "type the faces, `=15` for their total, or `r` to roll them",
        "faces": "type the faces in order, or `r` to roll them",
    }[roll.form]
    return f"{describe_dice_to_roll(roll.dice_count)}: {how}"


def describe_count_after_faces(roll: AskedRoll) -> str:
    return {
        "pool": "type either faces or a count",
        "score": "type either faces or their total",
        "faces": "each die has its own meaning here: type only faces",
    }[roll.form]


def describe_stray_word(roll: AskedRoll, word: str) -> str:
    if roll.dice_count == 1:
        return f'"{word}" is not a face: type 1 to {roll.get_sides_of_die(0)}'
    ways = {
        "pool": "faces such as `4516`, `3x6` for three sixes, or `=5` for a count",
        "score": "faces such as `4516`, or `=15` for their total",
        "faces": "the faces in order, such as `4516`",
    }[roll.form]
    return f'"{word}" is not dice: type {ways}'


def describe_bad_face(face: str, die_index: int, sides: int) -> str:
    hint = ", with spaces between the dice" if sides > 10 and len(face) > len(str(sides)) else ""
    return f"die {die_index + 1}: a D{sides} has no {face}; type 1 to {sides}{hint}"
