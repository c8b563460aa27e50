"""The results of parsing dice: a reading, or a refusal with the typed text."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.input_parsing.asked_dice_roll import AskedRoll, Form
from tracker.vocabulary.dice_bands import count_by_band, count_successes

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


class DiceReading(Struct, frozen=True):
    """Dice as they were parsed.

    ``faces`` are in typed order, and the app rolled the last ``by_app`` of them. ``result``
    contains the counts per band of a pool, the sum of a score with its bonus, or the faces of
    single dice. It excludes the ``to_roll`` dice that the app still has to roll. ``size`` is the
    number of dice in the reading. ``size_changed`` is true if this is not the requested number. For
    a reroll, ``first`` are the original faces, and ``again`` are the indices of rerolled dice.
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
    def unknown_face_count(self) -> int:
        """The number of dice whose faces are unknown, because a count or a sum was entered."""
        return self.size - len(self.faces) - self.to_roll


class DiceRefusal(Struct, frozen=True):
    """The reason why a text is not valid. ``sentence`` states it, and says what to do.

    ``text`` is the typed text, unchanged. ``faces`` are its valid faces, for display. ``typed`` and
    ``asked`` are the numbers of dice that were typed and requested. ``remedies`` lists what players
    can do about a wrong number of dice: drop some, edit the action, or accept the number. If
    ``form`` is "faces", the number of dice cannot change, because each die has its own meaning.
    """

    kind: Why
    sentence: str
    text: str
    typed: int
    asked: int
    faces: tuple[int, ...] = ()
    form: Form = "pool"

    @property
    def remedies(self) -> tuple[Literal["drop", "edit", "size"], ...]:
        if self.kind not in ("too_many", "too_few"):
            return ()
        fixes: tuple[Literal["edit", "size"], ...] = (
            ("edit",) if self.form == "faces" else ("edit", "size")
        )
        return ("drop", *fixes) if self.kind == "too_many" else fixes


class UnreadableDice(Exception):
    """The parser's internal error. ``parse_dice`` converts it to a ``DiceRefusal``."""

    def __init__(
        self, kind: Why, sentence: str, *, typed: int | None = None, faces: tuple[int, ...] = ()
    ) -> None:
        """Create the error.

        ``typed`` is the number of typed dice (by default, of ``faces``).
        """
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.typed = len(faces) if typed is None else typed
        self.faces = faces

    def make_refusal(self, text: str, roll: AskedRoll) -> DiceRefusal:
        return DiceRefusal(
            self.kind, self.sentence, text, self.typed, roll.dice_count, self.faces, roll.form
        )


def format_dice_reading(reading: DiceReading, roll: AskedRoll) -> str:
    """Format a reading as text. Except for the app's dice, the text parses to the same reading."""
    ruling = " d" if reading.size_changed else ""
    if reading.again:
        return _format_reroll(reading, roll) + ruling
    if (
        not reading.faces
        and not reading.to_roll
        and (reading.unknown_face_count or reading.size_changed)
    ):
        return _format_count(reading, roll) + ruling
    rest = _format_rest_mark(reading, roll)
    packed = not rest and not ruling and all(sides <= 10 for sides in roll.dice)
    gap = "" if packed else " "
    return gap.join([*_format_faces(reading, roll), *rest]) + ruling


def _format_faces(reading: DiceReading, roll: AskedRoll) -> list[str]:
    return [
        "0" if face == 10 and roll.get_sides_of_die(place) == 10 else str(face)
        for place, face in enumerate(reading.faces)
    ]


def _format_rest_mark(reading: DiceReading, roll: AskedRoll) -> list[str]:
    if reading.to_roll:
        return ["r"]
    if not reading.unknown_face_count:
        return []
    seen = count_successes(count_by_band(reading.faces, roll.bands), roll.bands)
    return ["+" if count_successes(reading.result, roll.bands) > seen else "."]


def _format_reroll(reading: DiceReading, roll: AskedRoll) -> str:
    first = " ".join(map(str, reading.first))
    which = ",".join(str(place + 1) for place in reading.again)
    stayed = len(reading.first) - len(reading.again)
    if len(reading.faces) > stayed:
        new = " ".join(str(reading.faces[place]) for place in reading.again)
        return f"{first} *p{which} {new}"
    kept = [face for at, face in enumerate(reading.first) if at not in reading.again]
    if roll.form == "score":
        return f"{first} *p{which} ={reading.result[0] - sum(kept) - roll.bonus}"
    counts = tuple(
        a - b for a, b in zip(reading.result, count_by_band(kept, roll.bands), strict=True)
    )
    size = len(reading.again)
    return f"{first} *p{which} {_format_count(DiceReading((), counts, 'counted', size), roll)}"


def _format_count(reading: DiceReading, roll: AskedRoll) -> str:
    if roll.form == "score":
        return f"={reading.result[0] - roll.bonus}"
    won = count_successes(reading.result, roll.bands)
    kinds = [reading.result[index] for index in roll.special_band_indices]
    text = "=" + ",".join(map(str, [won, *kinds]))
    lost = sum(reading.result[index] for index in roll.list_band_indices(success=False))
    return f"{text} -{lost}" if reading.size_changed else text
