"""The parts of a line, as plain values that know no ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scope = Literal["named", "all", "rest"]
Said = Literal["first", "second", "yes", "no"]


@dataclass(frozen=True, slots=True)
class Who:
    """Those who act or are acted on: handles and names as typed, or all, or all that are left."""

    names: tuple[str, ...] = ()
    scope: Scope = "named"


@dataclass(frozen=True, slots=True)
class Flag:
    """A word that stands alone: ``soft``."""

    name: str


@dataclass(frozen=True, slots=True)
class Measure:
    """``18cm``, ``7.5in``, ``2ap``: an amount in hundredths of its unit."""

    hundredths: int
    unit: str


@dataclass(frozen=True, slots=True)
class Option:
    """A word with its argument: ``with heavy-repeater``, ``shots 2``."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Setting:
    """``key=value``."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """``!-1``: what came of it, the dice not seen."""

    text: str


How = Flag | Measure | Option | Setting | Outcome


@dataclass(frozen=True, slots=True)
class Typed:
    """An answer kept as text, for the dice reader or for the choice that is asked."""

    text: str


@dataclass(frozen=True, slots=True)
class Falls:
    """``falls r1.3``: who is taken off."""

    who: Who


@dataclass(frozen=True, slots=True)
class Within:
    """``in 3``: how many were in reach."""

    number: int


@dataclass(frozen=True, slots=True)
class Says:
    """A choice of one word: ``first``, ``second``, ``yes``, ``no``."""

    word: Said


Answer = Typed | Falls | Within | Says
Answers = tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """Somebody does something; without a verb, what the phase is about."""

    who: Who
    verb: str = ""
    whom: Who | None = None
    how: tuple[How, ...] = ()
    answers: Answers = ()


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its arguments: ``vp red 3``. Commas between arguments are as good as spaces."""

    word: str
    arguments: tuple[str, ...] = ()
    answers: Answers = ()


Part = Deed | Word


@dataclass(frozen=True, slots=True)
class Line:
    """What was written down in one go, and the note behind it; without parts, only a note."""

    parts: tuple[Part, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Misread:
    """Why a text is no line: one sentence, and the column (from 1) where the reader stopped."""

    sentence: str
    column: int
    text: str

    def __str__(self) -> str:
        return f"column {self.column}: {self.sentence}"


class Misreading(Exception):
    """Carries a sentence and a column (from 0) out of the parser; never leaves it."""

    def __init__(self, sentence: str, at: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.at = at
