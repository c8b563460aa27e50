"""Parses typed dice in all the notations that people use.

The prompt accepts packed faces ``45162346``, spaced faces, and counted faces ``5x6 4x5``. It also
accepts counts ``=5`` and ``-2``. ``.``, ``+`` and ``r`` are for all remaining dice: they failed,
they succeeded, or the app rolls them. ``4>3`` changes a die, ``v`` separates the dice of two
players, and ``d`` accepts a different number of dice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from tracker.input_parsing import dice_prompt_messages
from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.input_parsing.dice_face_parser import (
    CountedFace,
    DigitRun,
    ScannedItem,
    parse_all_faces,
    parse_any_number_of_faces,
    parse_face,
)
from tracker.input_parsing.dice_reading_results import (
    DiceReading,
    DiceRefusal,
    Source,
    UnreadableDice,
)
from tracker.input_parsing.success_count_and_total_parser import (
    looks_like_count_or_total,
    make_missing_band_count_error,
    parse_count_or_total,
)
from tracker.vocabulary.dice_bands import count_by_band, count_successes, find_band

STAR = "*"
_WHICH = r"\s*(?P<which>f|p[0-9]{1,4}(?:,p?[0-9]{1,4})*|(?:[0-9]{1,4}x)?[0-9]{1,3})(?=[\s,]|$)"
_HOW = (
    "after `*`, type which dice are rolled again (`1` for the ones, `f` for the failed dice), then "
    "the new dice"
)


class ParsedReroll(Struct, frozen=True):
    """A parsed reroll.

    ``first`` are the faces before the reroll, ``places`` are the indices of the rerolled dice, and
    ``roll`` is the new roll. ``rest`` is the text with the new faces.
    """

    first: tuple[int, ...]
    places: tuple[int, ...]
    roll: AskedRoll
    rest: str


def parse_reroll(
    text_after_star: str, roll: AskedRoll, first_faces: tuple[int, ...]
) -> ParsedReroll:
    """Parse the text after the star of a reroll of ``first_faces``.

    Raises ``UnreadableDice`` if the text is not a valid reroll.
    """
    match = re.match(_WHICH, text_after_star)
    if match is None:
        raise UnreadableDice("not_understood", _HOW, faces=first_faces)
    if STAR in text_after_star:
        sentence = "a die is rolled again only once: type only one `*` in a roll"
        raise UnreadableDice("not_understood", sentence, faces=first_faces)
    places = _find_rerolled_indices(match["which"], roll, first_faces)
    if not places:
        sentence = f"there is no such die among {' '.join(map(str, first_faces))}: {_HOW}"
        raise UnreadableDice("no_such_die", sentence, faces=first_faces)
    sizes = tuple(roll.get_sides_of_die(place) for place in places)
    bonus = sum(face for at, face in enumerate(first_faces) if at not in places) + roll.bonus
    labels = tuple(roll.labels[at] for at in places) if roll.labels else ()
    new = replace(roll, dice=sizes, bonus=bonus, labels=labels)
    return ParsedReroll(first_faces, places, new, text_after_star[match.end() :])


def combine_reroll(reroll: ParsedReroll, new_reading: DiceReading, roll: AskedRoll) -> DiceReading:
    """Combine the kept faces with the new faces into a reading of the whole roll."""
    kept = {at: face for at, face in enumerate(reroll.first) if at not in reroll.places}
    faces = {**kept, **dict(zip(reroll.places, new_reading.faces, strict=False))}
    if roll.form == "pool":
        stayed = count_by_band(tuple(kept.values()), roll.bands)
        result = tuple(a + b for a, b in zip(stayed, new_reading.result, strict=True))
    elif roll.form == "score":
        result = new_reading.result
    else:
        result = tuple(faces[at] for at in sorted(faces))
    return DiceReading(
        tuple(faces[at] for at in sorted(faces)),
        result,
        new_reading.source,
        len(reroll.first),
        by_app=new_reading.by_app,
        size_changed=len(reroll.first) != roll.dice_count,
        first=reroll.first,
        again=reroll.places,
    )


def _find_rerolled_indices(which: str, roll: AskedRoll, first: tuple[int, ...]) -> tuple[int, ...]:
    if which == "f":
        if roll.form != "pool":
            sentence = (
                "`* f` works only for dice that succeed or fail: type the face to roll again "
                "instead"
            )
            raise UnreadableDice("need_faces", sentence, faces=first)
        bands = roll.bands
        return tuple(
            at for at, face in enumerate(first) if not bands[find_band(face, bands)].success
        )
    if which.startswith("p"):
        named = {int(each.removeprefix("p")) - 1 for each in which.split(",")}
        return tuple(sorted(named)) if all(0 <= at < len(first) for at in named) else ()
    times, _, face = which.rpartition("x")
    shown = [
        at for at, one in enumerate(first) if parse_face(face, roll.get_sides_of_die(at)) == one
    ]
    if times and len(shown) < int(times):
        return ()
    return tuple(shown[: int(times)] if times else shown)


_TOKEN = (
    r"(?P<old>[0-9]+)>(?P<new>[0-9]+)(?![0-9x×>])"
    r"|(?P<times>[0-9]{1,6})[x×](?P<face>[0-9]+)(?![0-9x×>])"
    r"|(?P<digits>[0-9]+)(?![0-9x×>])"
    r"|(?P<mark>[.+rd])"
    r"|(?P<apart>[\s,;v]+)"
)


@lru_cache(maxsize=8)  # one key press parses the same text seven times
def parse_dice(
    text: str, roll: AskedRoll, *, allow_other_count: bool = False
) -> DiceReading | DiceRefusal:
    """Parse typed text as the answer to a roll.

    If ``allow_other_count`` is true or the text contains ``d``, a different number of dice is
    accepted. For an invalid text, a refusal with the unchanged text is returned.
    """
    plain = text.strip().lower()
    try:
        if STAR in plain:
            found = _parse_reroll_notation(plain, roll, allow_other_count=allow_other_count)
            return combine_reroll(found, _parse_new_faces(found.rest, found.roll), roll)
        if looks_like_count_or_total(plain):
            return parse_count_or_total(plain, roll, allow_other_count=allow_other_count)
        return _read_faces(_scan_dice_entry(plain, roll), roll, allow_other_count=allow_other_count)
    except UnreadableDice as refused:
        return refused.make_refusal(text, roll)


def find_reroll(text: str, roll: AskedRoll) -> ParsedReroll | None:
    """Parse the reroll in a text, or return None if the text has no valid reroll."""
    if STAR in text:
        with suppress(UnreadableDice):
            return _parse_reroll_notation(text.strip().lower(), roll, allow_other_count=False)
    return None


def _parse_reroll_notation(plain: str, roll: AskedRoll, *, allow_other_count: bool) -> ParsedReroll:
    head, _, rest = plain.partition(STAR)
    if looks_like_count_or_total(head):
        sentence = "type the faces of all the dice before `*`, or the final result without `*`"
        raise UnreadableDice("need_faces", sentence)
    first = _read_faces(_scan_dice_entry(head, roll), roll, allow_other_count=allow_other_count)
    if len(first.faces) < first.size:
        raise UnreadableDice(
            "too_few",
            dice_prompt_messages.describe_too_few_dice(roll, len(first.faces)),
            faces=first.faces,
        )
    return parse_reroll(rest, roll, first.faces)


def _parse_new_faces(text: str, roll: AskedRoll) -> DiceReading:
    plain = text.strip()
    if looks_like_count_or_total(plain):
        return parse_count_or_total(plain, roll, allow_other_count=False)
    scanned = _scan_dice_entry(plain, roll)
    if "d" in scanned.marks:
        sentence = (
            "the number of dice after `*` must match: put `d` before `*` if you rolled a different "
            "number"
        )
        raise UnreadableDice("not_understood", sentence)
    try:
        reading = _read_faces(scanned, roll, allow_other_count=False)
    except UnreadableDice as refused:
        if refused.kind not in ("too_many", "too_few"):
            raise
        sentence = dice_prompt_messages.describe_wrong_reroll(roll.dice_count, refused.typed)
        raise UnreadableDice("not_understood", sentence) from refused
    if reading.to_roll:
        raise UnreadableDice("not_understood", "`r` cannot be used after `*`: type the new dice")
    return reading


def reinterpret_faces(faces: Sequence[int], changed_roll: AskedRoll) -> DiceReading | DiceRefusal:
    """Apply known faces to a changed question with other bands, another bonus, or other dice.

    If fewer dice are needed, only the first faces are used. If more are needed, the result is a
    refusal of the kind "too_few" that contains the faces.
    """
    kept = tuple(faces[: changed_roll.dice_count])
    text = " ".join(map(str, faces))
    for place, face in enumerate(kept):
        if not 1 <= face <= changed_roll.get_sides_of_die(place):
            sentence = dice_prompt_messages.describe_bad_face(
                str(face), place, changed_roll.get_sides_of_die(place)
            )
            return DiceRefusal(
                "bad_face", sentence, text, len(faces), changed_roll.dice_count, kept[:place]
            )
    if len(kept) < changed_roll.dice_count:
        sentence = dice_prompt_messages.describe_too_few_dice(changed_roll, len(kept))
        return DiceRefusal(
            "too_few", sentence, text, len(kept), changed_roll.dice_count, kept, changed_roll.form
        )
    return DiceReading(kept, _compute_result(kept, changed_roll), "typed", changed_roll.dice_count)


def list_sides_of_missing_dice(reading: DiceReading, roll: AskedRoll) -> tuple[int, ...]:
    first = len(reading.faces)
    return tuple(map(roll.get_sides_of_die, range(first, first + reading.to_roll)))


def add_app_dice(reading: DiceReading, app_faces: Sequence[int], roll: AskedRoll) -> DiceReading:
    """Add the dice that the app rolled. Raises ``ValueError`` unless each missing die has one valid
    face.
    """
    sizes = list_sides_of_missing_dice(reading, roll)
    fits = (1 <= face <= sides for face, sides in zip(app_faces, sizes, strict=False))
    if len(app_faces) != len(sizes) or not all(fits):
        raise ValueError(f"{list(app_faces)} do not fit the dice still to roll: {list(sizes)}")
    every = reading.faces + tuple(app_faces)
    return replace(
        reading,
        faces=every,
        result=_compute_result(every, roll),
        source=_get_source(len(every), len(app_faces)),
        to_roll=0,
        by_app=len(app_faces),
    )


def split_text_by_player(text: str) -> tuple[str, ...]:
    """Split a text at each ``v``, which separates the dice of two players."""
    return tuple(part.strip() for part in re.split("[vV]", text))


class _Scanned(Struct):
    """The parts of a scanned dice entry: items, changed faces, and marks."""

    items: list[ScannedItem] = field(default_factory=list)
    face_changes: list[tuple[str, str]] = field(default_factory=list)
    marks: str = ""


def _scan_dice_entry(text: str, roll: AskedRoll) -> _Scanned:
    found, at = _Scanned(), 0
    while at < len(text):
        token = re.compile(_TOKEN).match(text, at)
        if token is None:
            word = _get_word_at(text, at)
            if word.startswith("=") and at > 0:
                message = dice_prompt_messages.describe_count_after_faces(roll)
            else:
                message = dice_prompt_messages.describe_stray_word(roll, word)
            raise UnreadableDice("not_understood", message)
        if token["old"]:
            new, next_dice = _split_off_changed_face(token["new"], roll)
            found.face_changes.append((token["old"], new))
            if next_dice:
                found.items.append(DigitRun(next_dice))
        elif token["times"]:
            found.items.append(CountedFace(int(token["times"]), token["face"]))
        elif token["digits"]:
            found.items.append(DigitRun(token["digits"]))
        elif token["mark"]:
            found.marks += token["mark"]
        at = token.end()
    return found


def _split_off_changed_face(digits: str, roll: AskedRoll) -> tuple[str, str]:
    if any(sides > 10 for sides in roll.dice) or roll.get_sides_of_die(0) > 10:
        return digits, ""
    length = 2 if digits.startswith("10") and roll.has_only_dice_with_sides(10) else 1
    return digits[:length], digits[length:]


def _get_word_at(text: str, at: int) -> str:
    """Return the whole word around a position, such as ``rifle`` for the position of its ``r``."""
    letters = re.search(r"[^\W\d_]*$", text[:at])
    begin = at if letters is None else letters.start()
    return text[begin:].split(maxsplit=1)[0]


def _read_faces(scanned: _Scanned, roll: AskedRoll, *, allow_other_count: bool) -> DiceReading:
    allow_other_count = allow_other_count or "d" in scanned.marks
    rest = scanned.marks.replace("d", "")
    if len(rest) > 1:
        sentence = (
            "type one mark for the remaining dice: `.` failed, `+` succeeded, or `r` to roll them"
        )
        raise UnreadableDice("not_understood", sentence)
    if not scanned.items and not rest and roll.dice_count:
        raise UnreadableDice("empty", dice_prompt_messages.describe_empty_entry(roll))
    seen = _parse_faces(scanned.items, rest, roll, allow_other_count=allow_other_count)
    for old, new in scanned.face_changes:
        seen = _replace_first_face(seen, old, new, roll)
    if rest in (".", "+"):
        return _combine_with_unread_dice(seen, roll, success=rest == "+")
    left = max(0, roll.dice_count - len(seen)) if rest else 0
    size = len(seen) + left
    source = _get_source(size, left)
    changed = size != roll.dice_count
    return DiceReading(seen, _compute_result(seen, roll), source, size, left, size_changed=changed)


def _parse_faces(
    items: list[ScannedItem], rest: str, roll: AskedRoll, *, allow_other_count: bool
) -> tuple[int, ...]:
    if rest:
        return parse_any_number_of_faces(
            items, roll, at_most=None if allow_other_count else roll.dice_count
        )
    try:
        return parse_all_faces(items, roll)
    except UnreadableDice as refused:
        if not allow_other_count or refused.kind not in ("too_many", "too_few", "ambiguous"):
            raise
        return parse_any_number_of_faces(items, roll, at_most=None)


def _replace_first_face(
    faces: tuple[int, ...], old: str, new: str, roll: AskedRoll
) -> tuple[int, ...]:
    places = [
        i for i, face in enumerate(faces) if parse_face(old, roll.get_sides_of_die(i)) == face
    ]
    if not places:
        sentence = f"there is no {old} to change among the dice {' '.join(map(str, faces))}"
        raise UnreadableDice("no_such_die", sentence, faces=faces)
    place = places[0]
    value = parse_face(new, roll.get_sides_of_die(place))
    if value is None:
        sentence = dice_prompt_messages.describe_bad_face(new, place, roll.get_sides_of_die(place))
        raise UnreadableDice("bad_face", sentence, faces=faces)
    return (*faces[:place], value, *faces[place + 1 :])


def _combine_with_unread_dice(
    seen: tuple[int, ...], roll: AskedRoll, *, success: bool
) -> DiceReading:
    """Combine known faces with dice that are known only to have failed or succeeded."""
    if roll.form != "pool":
        sentence = (
            "a sum needs every die: type the remaining faces, or the total as `=15`"
            if roll.form == "score"
            else "each die has its own meaning: type the remaining faces too"
        )
        raise UnreadableDice("need_faces", sentence, faces=seen)
    size = max(roll.dice_count, len(seen))
    left = size - len(seen)
    counts = list(count_by_band(seen, roll.bands))
    if left:
        counts[_find_rest_band(seen, left, roll, success=success)] += left
    source: Source = "counted" if left else "typed"
    return DiceReading(seen, tuple(counts), source, size, size_changed=size != roll.dice_count)


def _find_rest_band(
    seen: tuple[int, ...], remaining: int, roll: AskedRoll, *, success: bool
) -> int:
    """Return the only possible band of the remaining dice, or raise ``UnreadableDice``."""
    special = roll.list_special_band_indices(success=success)
    if special:
        won = count_successes(count_by_band(seen, roll.bands), roll.bands) + (
            remaining if success else 0
        )
        raise make_missing_band_count_error(
            roll, special[0], won, len(seen) + remaining - won, seen
        )
    plain = roll.find_plain_band_index(success=success)
    if plain is None:
        verb = "succeed" if success else "fail"
        sentence = f"no face of this die can {verb} here: type the faces that were rolled"
        raise UnreadableDice("bad_count", sentence, faces=seen)
    return plain


def _compute_result(faces: tuple[int, ...], roll: AskedRoll) -> tuple[int, ...]:
    if roll.form == "pool":
        return count_by_band(faces, roll.bands)
    return (sum(faces) + roll.bonus,) if roll.form == "score" else faces


def _get_source(size: int, by_app: int) -> Source:
    if not by_app:
        return "typed"
    return "app" if by_app == size else "mixed"
