"""Dice rolled again by the table's own rule: ``123546 *1 4`` rolled the only one once more.

Behind the star stands which dice: ``1`` the ones (any face: those that show it), ``f`` those that
failed, ``2x1`` two of the ones, ``p3`` the third die; then the new dice, in any spelling. Both
faces are kept, the later one counts.
"""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from tracker.input_parsing.dice_prompt import AskedRoll
from tracker.input_parsing.digits import read_face
from tracker.input_parsing.readings import DiceReading, UnreadableDice
from tracker.vocabulary.dice import count, find_band

STAR = "*"
_WHICH = re.compile(
    r"\s*(?P<which>f|p[0-9]{1,4}(?:,p?[0-9]{1,4})*|(?:[0-9]{1,4}x)?[0-9]{1,3})(?=[\s,]|$)"
)
_HOW = (
    "after *, type which dice are rolled again (1 for the ones, f for the failed dice), then "
    "the new dice"
)


class RolledAgain(Struct, frozen=True):
    """Dice of a roll that are rolled again: their places, and the question the new ones answer."""

    first: tuple[int, ...]
    places: tuple[int, ...]
    asked: AskedRoll
    rest: str


def parse_rerolled(text: str, asked: AskedRoll, first: tuple[int, ...]) -> RolledAgain:
    """The dice rolled again, where ``first`` is how all of them fell. Raises ``Refused``.

    ``text`` is what stands behind the star.
    """
    match = _WHICH.match(text)
    if match is None:
        raise UnreadableDice("not_understood", _HOW, typed=len(first), faces=first)
    if STAR in text:
        sentence = "a die is rolled again only once: type only one * in a roll"
        raise UnreadableDice("not_understood", sentence, typed=len(first), faces=first)
    places = _places(match["which"], asked, first)
    if not places:
        sentence = f"there is no such die among {' '.join(map(str, first))}: {_HOW}"
        raise UnreadableDice("no_such_die", sentence, typed=len(first), faces=first)
    sizes = tuple(asked.get_sides_at(place) for place in places)
    bonus = sum(face for at, face in enumerate(first) if at not in places) + asked.bonus
    labels = tuple(asked.labels[at] for at in places) if asked.labels else ()
    new = replace(asked, dice=sizes, bonus=bonus, labels=labels)
    return RolledAgain(first, places, new, text[match.end() :])


def combine_rerolled(again: RolledAgain, new: DiceReading, asked: AskedRoll) -> DiceReading:
    """The whole roll: dice that stayed, and the new ones in the places of the old."""
    kept = {at: face for at, face in enumerate(again.first) if at not in again.places}
    faces = {**kept, **dict(zip(again.places, new.faces, strict=False))}
    if asked.form == "pool":
        stayed = count(tuple(kept.values()), asked.bands)
        result = tuple(a + b for a, b in zip(stayed, new.result, strict=True))
    elif asked.form == "score":
        result = new.result
    else:
        result = tuple(faces[at] for at in sorted(faces))
    return DiceReading(
        tuple(faces[at] for at in sorted(faces)),
        result,
        new.source,
        len(again.first),
        by_app=new.by_app,
        size_changed=len(again.first) != asked.size,
        first=again.first,
        again=again.places,
    )


def _places(which: str, asked: AskedRoll, first: tuple[int, ...]) -> tuple[int, ...]:
    if which == "f":
        if asked.form != "pool":
            sentence = (
                "* f works only for dice that succeed or fail: type the face to roll again instead"
            )
            raise UnreadableDice("need_faces", sentence, typed=len(first), faces=first)
        lost = (at for at, face in enumerate(first) if not _success(face, asked))
        return tuple(lost)
    if which.startswith("p"):
        named = {int(each.removeprefix("p")) - 1 for each in which.split(",")}
        return tuple(sorted(named)) if all(0 <= at < len(first) for at in named) else ()
    times, _, face = which.rpartition("x")
    shown = [at for at, one in enumerate(first) if read_face(face, asked.get_sides_at(at)) == one]
    if times and len(shown) < int(times):
        return ()
    return tuple(shown[: int(times)] if times else shown)


def _success(face: int, asked: AskedRoll) -> bool:
    return asked.bands[find_band(face, asked.bands)].success
