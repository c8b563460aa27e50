"""Sentences of the dice prompt, each built in one place."""

from __future__ import annotations

from tracker.input_parsing.dice_prompt import AskedRoll


def count_dice(count: int) -> str:
    """``1 die``, ``8 dice``."""
    return f"{count} die" if count == 1 else f"{count} dice"


def describe_asked(count: int) -> str:
    """``1 die is asked``, ``8 dice are asked``."""
    return f"{count_dice(count)} to roll"


def describe_typed(count: int) -> str:
    """``1 was typed``, ``9 were typed``."""
    return f"{count} typed"


def describe_too_many(asked: AskedRoll, count: int) -> str:
    over = count - asked.size
    drop = "drop one" if over == 1 else f"drop {over}"
    return (
        f"{describe_asked(asked.size)}, {describe_typed(count)}: {drop}, {asked.change}, or "
        f"add d if the table rolled {count}"
    )


def describe_too_few(asked: AskedRoll, count: int) -> str:
    short = asked.size - count
    more = {
        "pool": "type the rest, add . if they failed, or r to roll them",
        "score": "type the rest, give the total as =15, or add r to roll them",
        "faces": "type the rest, or add r to roll them",
    }[asked.form]
    return (
        f"{describe_asked(asked.size)}, {describe_typed(count)}, {short} missing: {more}; "
        f"add d if the table rolled only {count}"
    )


def describe_empty(asked: AskedRoll) -> str:
    how = {
        "pool": "type the faces, =5 for five successes, or r to roll them",
        "score": "type the faces, =15 for their total, or r to roll them",
        "faces": "type the faces in order, or r to roll them",
    }[asked.form]
    return f"{describe_asked(asked.size)}: {how}"


def describe_bad_face(face: str, place: int, sides: int) -> str:
    hint = ", with spaces between the dice" if sides > 10 and len(face) > 2 else ""
    return f"die {place + 1}: a D{sides} has no {face}; type 1 to {sides}{hint}"
