"""Parses dice without faces: ``=5``, ``=9,3``, ``-2``, or the total of a sum."""

from __future__ import annotations

import re

from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.input_parsing.dice_prompt_messages import (
    describe_dice_to_roll,
    describe_too_many_dice,
    format_dice_count,
)
from tracker.input_parsing.dice_reading_results import DiceReading, UnreadableDice

_NUMBERS = r"([0-9]{1,6}(?:\s*,\s*[0-9]{1,6})*)"
_SPOKEN = rf"(?:[=s]\s*{_NUMBERS})?\s*(?:[-−f]\s*{_NUMBERS})?\s*(d)?"

_EXAMPLES = {
    "score": "`=15` for the total",
    "pool": "`=5` for successes or `-2` for failures",
    "faces": "the faces in order",
}
_SPEAKS = r"[=\-−]|[sf]\s*[0-9]"


def looks_like_count_or_total(text: str) -> bool:
    return re.match(_SPEAKS, text) is not None


def parse_count_or_total(text: str, roll: AskedRoll, *, allow_other_count: bool) -> DiceReading:
    """Parse a count or a total. Raises ``UnreadableDice``, which explains the mistake."""
    match = re.fullmatch(_SPOKEN, text)
    if match is None:
        raise UnreadableDice(
            "not_understood", f"type a count on its own, such as {_EXAMPLES[roll.form]}"
        )
    if roll.form == "faces":
        sentence = (
            "each die has its own meaning here: type the "
            f"{format_dice_count(roll.dice_count)} in order"
        )
        raise UnreadableDice("need_faces", sentence)
    allow_other_count = allow_other_count or match[3] is not None
    won, lost = _parse_numbers(match[1]), _parse_numbers(match[2])
    if roll.form == "score":
        if lost or len(won) != 1:
            raise UnreadableDice("not_understood", "type a total as one number, such as `=15`")
        low, high = roll.dice_count, sum(roll.dice)
        if not low <= won[0] <= high:
            sentence = (
                f"{format_dice_count(roll.dice_count)} total {low} to {high}, not {won[0]}: "
                f"type the faces, or change the action"
            )
            raise UnreadableDice("bad_count", sentence)
        return DiceReading((), (won[0] + roll.bonus,), "counted", roll.dice_count)
    return _compute_counts_per_band(won, lost, roll, allow_other_count=allow_other_count)


def _parse_numbers(text: str | None) -> list[int]:
    return [int(number) for number in text.split(",")] if text else []


def _compute_counts_per_band(
    won: list[int], lost: list[int], roll: AskedRoll, *, allow_other_count: bool
) -> DiceReading:
    """Compute the counts per band from typed numbers of successes, failures and special dice."""
    size, successes = _count_dice_and_successes(
        won, lost, roll, allow_other_count=allow_other_count
    )
    kinds = (won or lost)[1:] if not (won and lost) else won[1:] + lost[1:]
    counts = [0] * len(roll.bands)
    for index, number in zip(
        _find_bands_of_additional_numbers(kinds, roll, successes, size), kinds, strict=True
    ):
        counts[index] = number
    _assign_rest_to_plain_band(counts, roll, success=True, total=successes)
    _assign_rest_to_plain_band(counts, roll, success=False, total=size - successes)
    return DiceReading((), tuple(counts), "counted", size, size_changed=size != roll.dice_count)


def _count_dice_and_successes(
    won: list[int], lost: list[int], roll: AskedRoll, *, allow_other_count: bool
) -> tuple[int, int]:
    said = (won[0] if won else 0) + (lost[0] if lost else 0)
    both = bool(won and lost)
    if said > roll.dice_count and not both:
        sentence = (
            f"{describe_dice_to_roll(roll.dice_count)}, {said} counted: count again. If the table "
            "rolled more, type both counts, as in `=9 -3`"
        )
        raise UnreadableDice("bad_count", sentence, typed=said)
    if said > roll.dice_count and not allow_other_count:
        raise UnreadableDice("too_many", describe_too_many_dice(roll, said), typed=said)
    if both and said < roll.dice_count and not allow_other_count:
        asked = describe_dice_to_roll(roll.dice_count)
        sentence = f"{asked}, {said} counted: count again, or change the action"
        raise UnreadableDice("too_few", sentence, typed=said)
    if both:
        return said, won[0]
    return roll.dice_count, won[0] if won else roll.dice_count - lost[0]


def _find_bands_of_additional_numbers(
    kinds: list[int], roll: AskedRoll, successes: int, size: int
) -> tuple[int, ...]:
    """Return the band of each additional number.

    Raises ``UnreadableDice`` for too few or too many numbers.
    """
    every = roll.special_band_indices
    # If a group has no dice, its bands need no number.
    needed = roll.list_special_band_indices(success=True) if successes else ()
    needed += roll.list_special_band_indices(success=False) if size > successes else ()
    if len(kinds) == len(every):
        return every
    if len(kinds) == len(needed):
        return needed
    if len(kinds) > len(needed):
        names = ", ".join(roll.bands[index].name for index in every)
        advice = f"type `={successes}`, then {names}" if names else f"type `={successes}`"
        sentence = f"this roll has no other kind of die to count: {advice}"
        raise UnreadableDice("not_understood", sentence)
    raise make_missing_band_count_error(roll, needed[len(kinds)], successes, size - successes)


def make_missing_band_count_error(
    roll: AskedRoll,
    band_index: int,
    success_count: int,
    failure_count: int,
    faces: tuple[int, ...] = (),
) -> UnreadableDice:
    every = roll.special_band_indices
    whose = (
        f"{success_count} succeeded"
        if roll.bands[band_index].success
        else f"{failure_count} failed"
    )
    example = ",".join([f"={success_count}", *("1" for _ in every)])
    names = ", ".join(roll.bands[index].name for index in every)
    order = f" ({names})" if len(every) > 1 else ""
    sentence = (
        f"{whose}: of these, how many {roll.bands[band_index].name}? Type that number too, as "
        f"in `{example}`{order}"
    )
    return UnreadableDice("need_kind", sentence, faces=faces)


def _assign_rest_to_plain_band(
    counts: list[int], roll: AskedRoll, *, success: bool, total: int
) -> None:
    """Add the remaining successes or failures to their plain band, or raise ``UnreadableDice``."""
    bands = roll.list_band_indices(success=success)
    left = total - sum(counts[index] for index in bands)
    plain = roll.find_plain_band_index(success=success)
    word = "succeeded" if success else "failed"
    if left < 0:
        names = ", ".join(roll.bands[i].name for i in bands if i != plain)
        sentence = f"only {total} {word}, which is too few for so many {names}: count again"
        raise UnreadableDice("bad_count", sentence)
    if left and plain is None:
        verb = "succeed" if success else "fail"
        count = "=0" if success else "-0"
        sentence = f"no face of this die can {verb} here: type `{count}`, or change the action"
        raise UnreadableDice("bad_count", sentence)
    if plain is not None:
        counts[plain] = left
