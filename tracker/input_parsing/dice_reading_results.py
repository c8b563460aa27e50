"""The results of the dice reader: a reading, or a refusal with the typed text."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.input_parsing.asked_dice_roll import (
    AskedRoll,
    list_bands_by_success,
    list_special_bands,
)
from tracker.vocabulary.dice import count_by_band, count_successes

Source = Literal["typed", "counted", "app", "mixed"]
Why = Literal[
    "empty",
    "too_many",
    "too_few",
    "bad_face",
    "bad_count",
    "need_kind",
    "need_faces",
    "ambiguous",
    "no_such_die",
    "not_understood",
]
Way = Literal["drop", "edit", "size"]


class DiceReading(Struct, frozen=True):
    """Dice as they were read.

    ``faces`` are in the order typed; the app rolled the last ``by_app`` of them. ``result`` is
    counts per band for a pool, the sum with its bonus for a score, the faces in their places for
    faces; while ``to_roll`` dice are left to the app, it covers only the others. ``size`` is the
    number of dice in the reading, ``size_changed`` if it differs from the question. For a reroll,
    ``first`` has all faces before it and ``again`` the places of the rerolled dice.
    """

    faces: tuple[int, ...]
    result: tuple[int, ...]
    source: Source
    size: int
    to_roll: int = 0
    by_app: int = 0
    size_changed: bool = False
    first: tuple[int, ...] = ()
    again: tuple[int, ...] = ()

    @property
    def unread_count(self) -> int:
        """The number of dice of which only the band or the sum is known."""
        return self.size - len(self.faces) - self.to_roll


class DiceRefusal(Struct, frozen=True):
    """Why a text is no answer, in one sentence that says what to do.

    ``text`` is the typed text, unchanged; ``faces`` are the readable ones, for display; ``typed``
    and ``asked`` are numbers of dice. ``ways`` are the ways on if the number of dice is wrong: drop
    dice, edit the action, or accept the table's number.
    """

    kind: Why
    sentence: str
    text: str
    typed: int
    asked: int
    faces: tuple[int, ...] = ()

    @property
    def remedies(self) -> tuple[Way, ...]:
        if self.kind == "too_many":
            return ("drop", "edit", "size")
        return ("edit", "size") if self.kind == "too_few" else ()


class UnreadableDice(Exception):
    """Carries a refusal out of the reader's inner functions; the reader never lets it escape."""

    def __init__(
        self, kind: Why, sentence: str, *, typed: int = 0, faces: tuple[int, ...] = ()
    ) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.typed = typed
        self.faces = faces

    def make_refusal(self, text: str, asked: int) -> DiceRefusal:
        """A refusal with the typed text and the number of dice needed."""
        return DiceRefusal(self.kind, self.sentence, text, self.typed, asked, self.faces)


def format_dice_reading(reading: DiceReading, asked: AskedRoll) -> str:
    """A text that reads to this, except for the app's dice."""
    ruling = " d" if reading.size_changed else ""
    if reading.again:
        return _rolled_again(reading, asked) + ruling
    if not reading.faces and not reading.to_roll and (reading.unread_count or reading.size_changed):
        return _spoken(reading, asked) + ruling
    rest = _rest(reading, asked)
    packed = not rest and not ruling and all(sides <= 10 for sides in asked.dice)
    gap = "" if packed else " "
    return gap.join([*_faces(reading, asked), *rest]) + ruling


def _faces(reading: DiceReading, asked: AskedRoll) -> list[str]:
    return [
        "0" if face == 10 and asked.get_sides_at(place) == 10 else str(face)
        for place, face in enumerate(reading.faces)
    ]


def _rest(reading: DiceReading, asked: AskedRoll) -> list[str]:
    if reading.to_roll:
        return ["r"]
    if not reading.unread_count:
        return []
    seen = count_successes(count_by_band(reading.faces, asked.bands), asked.bands)
    return ["+" if count_successes(reading.result, asked.bands) > seen else "."]


def _rolled_again(reading: DiceReading, asked: AskedRoll) -> str:
    first = " ".join(map(str, reading.first))
    which = ",".join(str(place + 1) for place in reading.again)
    stayed = len(reading.first) - len(reading.again)
    if len(reading.faces) > stayed:
        new = " ".join(str(reading.faces[place]) for place in reading.again)
        return f"{first} *p{which} {new}"
    kept = [face for at, face in enumerate(reading.first) if at not in reading.again]
    if asked.form == "score":
        return f"{first} *p{which} ={reading.result[0] - sum(kept) - asked.bonus}"
    counts = tuple(
        a - b for a, b in zip(reading.result, count_by_band(kept, asked.bands), strict=True)
    )
    size = len(reading.again)
    return f"{first} *p{which} {_spoken(DiceReading((), counts, 'counted', size), asked)}"


def _spoken(reading: DiceReading, asked: AskedRoll) -> str:
    if asked.form == "score":
        return f"={reading.result[0] - asked.bonus}"
    won = count_successes(reading.result, asked.bands)
    kinds = [reading.result[index] for index in list_special_bands(asked)]
    text = "=" + ",".join(map(str, [won, *kinds]))
    lost = sum(reading.result[index] for index in list_bands_by_success(asked, success=False))
    return f"{text} -{lost}" if reading.size_changed else text
