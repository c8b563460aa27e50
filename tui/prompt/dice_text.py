"""Dice at the prompt taken apart into their places, and put together again as text.

A place whose die is not known yet is a gap, ``_``: where every die counts in its own place they
need not be typed in order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.input_parsing.counted_dice import is_count
from tracker.input_parsing.dice_reader import AskedRoll, DiceReading, read
from tracker.input_parsing.digits import read_face

GAP = "_"
ENDINGS = (".", "+")


@dataclass(frozen=True)
class Placed:
    """The faces typed so far, None for a gap, and a mark for the rest behind them."""

    faces: tuple[int | None, ...]
    ending: str = ""

    def missing(self, asked: AskedRoll) -> tuple[int, ...]:
        """The places that lack their die."""
        gaps = [place for place, face in enumerate(self.faces) if face is None]
        return (*gaps, *range(len(self.faces), asked.size))

    def put(self, place: int, face: int | None) -> Placed:
        """With another face in a place; places before it that lack a die stay gaps."""
        faces = [*self.faces, *[None] * (place + 1 - len(self.faces))]
        faces[place] = face
        while faces and faces[-1] is None:
            faces.pop()
        return replace(self, faces=tuple(faces))

    def drop(self, place: int) -> Placed:
        """Without the die in a place; those behind it move up."""
        return replace(self, faces=self.faces[:place] + self.faces[place + 1 :])


def take_apart(text: str, asked: AskedRoll) -> Placed | None:
    """The dice of a text, or None where it speaks of dice without their faces."""
    plain = text.strip().lower()
    ending = plain[-1:] if plain.endswith(ENDINGS) else ""
    body = plain.removesuffix(ending).strip()
    if not body:
        return Placed((), ending)
    if GAP in body:
        return _with_gaps(body, asked, ending)
    if is_count(body) or "r" in body or "d" in body:
        return None
    found = read(body, asked, allow_size=True)
    if isinstance(found, DiceReading):
        return Placed(found.faces, ending) if len(found.faces) == found.size else None
    return Placed(found.faces, ending) if found.kind == "ambiguous" else None


def _with_gaps(body: str, asked: AskedRoll, ending: str) -> Placed | None:
    pieces = body.split() if _wide(asked) else [*body.replace(" ", "")]
    faces: list[int | None] = []
    for place, piece in enumerate(pieces):
        face = None if piece == GAP else read_face(piece, asked.get_sides_at(place))
        if face is None and piece != GAP:
            return None
        faces.append(face)
    return Placed(tuple(faces), ending)


def put_together(dice: Placed, asked: AskedRoll) -> str:
    """Text that is taken apart into these dice."""
    keys = [key_of(face, asked.get_sides_at(place)) for place, face in enumerate(dice.faces)]
    between = " " if _wide(asked) else ""
    ending = f" {dice.ending}" if dice.ending else ""
    return between.join(keys) + ending


def key_of(face: int | None, sides: int) -> str:
    """The key of a face: 0 is the ten of a ten-sided die."""
    if face is None:
        return GAP
    return "0" if (face, sides) == (10, 10) else str(face)


def _wide(asked: AskedRoll) -> bool:
    """Whether a die may show more than one key can say."""
    return any(sides > 10 for sides in asked.dice) or asked.get_sides_at(0) > 10
