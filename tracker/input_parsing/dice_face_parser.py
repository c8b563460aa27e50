"""Parses digits as faces, in packed, grouped, spaced and counted notations.

Each digit of a packed group is a die. On a ten-sided die, 0 means a ten. Percentile dice, typed as
00 and 07, are 100 and 7 on a die with 100 sides. A group ``10`` is a ten or two dice, depending on
the number of dice. In a longer group, ``10`` is always two dice, so an extra digit is noticed.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.input_parsing.dice_prompt_messages import (
    describe_bad_face,
    describe_too_few_dice,
    describe_too_many_dice,
)
from tracker.input_parsing.dice_reading_results import UnreadableDice
from tracker.vocabulary.typed_numbers import is_whole_number

MAX_DICE = 1000
"""The maximum number of dice in one entry. A larger number is probably a typing error."""

MAX_FACE_DIGITS = 3
"""The maximum number of digits in a face."""

Pieces = list[str]


class DigitRun(Struct, frozen=True):
    """Consecutive digits, which are either one face or several packed faces."""

    text: str


class CountedFace(Struct, frozen=True):
    """A repeated face, such as ``3x6`` for three sixes."""

    count: int
    face: str


ScannedItem = DigitRun | CountedFace


def parse_all_faces(items: list[ScannedItem], roll: AskedRoll) -> tuple[int, ...]:
    """Parse the faces of all dice. The number of dice decides how ``10`` is read.

    Raises ``UnreadableDice`` for a wrong number of dice, or for a face that the die does not have.
    """
    readings = _list_readings(items, roll)
    for faces in readings:
        if len(faces) == roll.dice_count:
            return faces
    if roll.has_only_dice_with_sides(10) and len(readings[-1]) < roll.dice_count < max(
        map(len, readings)
    ):
        return _resolve_mixed_tens(items, roll)
    raise _make_wrong_count_error(_choose_natural_reading(items, readings, roll), roll)


def parse_any_number_of_faces(
    items: list[ScannedItem], roll: AskedRoll, *, at_most: int | None
) -> tuple[int, ...]:
    """Parse the faces of any number of dice (at most ``at_most``, if given).

    Raises ``UnreadableDice`` for too many dice, for a face that the die does not have, and for a
    single ``10`` that may be one die or two.
    """
    readings = _list_readings(items, roll)
    natural = _choose_natural_reading(items, readings, roll)
    fitting = {faces for faces in readings if at_most is None or len(faces) <= at_most}
    if not fitting:
        raise _make_wrong_count_error(natural, roll)
    if natural not in fitting:
        natural = max(fitting, key=len)
    if len(fitting) > 1 and items == [DigitRun("10")]:
        raise _make_ambiguous_ten_error(natural)
    return natural


def parse_face(text: str, sides: int) -> int | None:
    """Parse a face of a die with ``sides`` sides. Return None if the text is not such a face."""
    if text == "0":
        return 10 if sides == 10 else None
    if sides == 100 and len(text) == 2:
        return int(text) or 100
    if not is_whole_number(text, MAX_FACE_DIGITS) or text.startswith("0"):
        return None
    return int(text) if int(text) <= sides else None


def _list_readings(items: list[ScannedItem], roll: AskedRoll) -> list[tuple[int, ...]]:
    """List all possible readings of the faces. Those that read ``10`` as two dice come first."""
    _refuse_too_many_dice(items, roll)
    pieces = [_split_pieces(items, style) for style in _list_digit_splitters(roll)]
    valid = [faces for one in pieces if (faces := _parse_values(one, roll)) is not None]
    if not valid:
        raise _make_bad_face_error(
            next((one for one in pieces if len(one) == roll.dice_count), pieces[0]), roll
        )
    return valid


def _list_digit_splitters(roll: AskedRoll) -> list[Callable[[str], Pieces]]:
    if any(sides > 10 for sides in roll.dice) or roll.get_sides_of_die(0) > 10:
        return [lambda text: [text]]
    return [list, lambda text: [text], lambda text: [text] if text == "10" else list(text)]


def _split_pieces(items: list[ScannedItem], style: Callable[[str], Pieces]) -> Pieces:
    found: Pieces = []
    for item in items:
        found += [item.face] * item.count if isinstance(item, CountedFace) else style(item.text)
    return found


def _parse_values(pieces: Pieces, roll: AskedRoll) -> tuple[int, ...] | None:
    values = [parse_face(piece, roll.get_sides_of_die(place)) for place, piece in enumerate(pieces)]
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(pieces) else None


def _choose_natural_reading(
    items: list[ScannedItem], readings: list[tuple[int, ...]], roll: AskedRoll
) -> tuple[int, ...]:
    """Return the default reading if the number of dice does not decide between ``readings``.

    If there are several items and all are valid faces, each is one die. Otherwise, each digit is
    one die.
    """
    spaced = _parse_values(_split_pieces(items, lambda text: [text]), roll)
    return spaced if spaced is not None and len(items) > 1 else readings[0]


def _resolve_mixed_tens(items: list[ScannedItem], roll: AskedRoll) -> tuple[int, ...]:
    """Read each ``10`` as one die or as two. Raises ``UnreadableDice`` if this is ambiguous."""
    if roll.form == "faces":
        raise _make_ambiguous_ten_error(
            _choose_natural_reading(items, _list_readings(items, roll), roll)
        )
    spare = len(_split_pieces(items, list)) - roll.dice_count
    found: Pieces = []
    for item in items:
        if isinstance(item, CountedFace):
            found += [item.face] * item.count
            continue
        ten = item.text == "10" and spare > 0
        found += ["10"] if ten else list(item.text)
        spare -= ten
    return _parse_values(found, roll) or ()


def _refuse_too_many_dice(items: list[ScannedItem], roll: AskedRoll) -> None:
    count = sum(item.count if isinstance(item, CountedFace) else len(item.text) for item in items)
    if count > max(MAX_DICE, 2 * roll.dice_count):
        sentence = f"{count} dice are too many for one roll: check the numbers you typed"
        raise UnreadableDice("too_many", sentence, typed=count)


def _make_bad_face_error(pieces: Pieces, roll: AskedRoll) -> UnreadableDice:
    values = [parse_face(piece, roll.get_sides_of_die(place)) for place, piece in enumerate(pieces)]
    place = values.index(None)
    good = tuple(value for value in values[:place] if value is not None)
    sentence = describe_bad_face(pieces[place], place, roll.get_sides_of_die(place))
    return UnreadableDice("bad_face", sentence, typed=len(pieces), faces=good)


def _make_wrong_count_error(faces: tuple[int, ...], roll: AskedRoll) -> UnreadableDice:
    count = len(faces)
    if count > roll.dice_count:
        return UnreadableDice(
            "too_many", describe_too_many_dice(roll, count), typed=count, faces=faces
        )
    return UnreadableDice("too_few", describe_too_few_dice(roll, count), typed=count, faces=faces)


def _make_ambiguous_ten_error(faces: tuple[int, ...]) -> UnreadableDice:
    sentence = "is 10 one die or two? Type `0` for a ten, or `1 0` for a one and a ten"
    return UnreadableDice("ambiguous", sentence, faces=faces)
