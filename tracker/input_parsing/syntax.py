"""The parts of a line, as plain values that know no ruleset."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Scope = Literal["named", "all", "rest"]
Said = Literal["first", "second", "yes", "no"]


class Who(Struct, frozen=True):
    """Those who act or are acted on: handles and names as typed, or all, or all that are left."""

    names: tuple[str, ...] = ()
    scope: Scope = "named"


class Flag(Struct, frozen=True):
    """A word that stands alone: ``soft``."""

    name: str


class Measure(Struct, frozen=True):
    """``18cm``, ``7.5in``, ``2ap``: an amount in hundredths of its unit."""

    hundredths: int
    unit: str


class Option(Struct, frozen=True):
    """A word with its argument: ``with heavy-repeater``, ``shots 2``."""

    name: str
    value: str


class Setting(Struct, frozen=True):
    """``key=value``."""

    key: str
    value: str


class Outcome(Struct, frozen=True):
    """``!-1``: what came of it, the dice not seen."""

    text: str


class Term(Struct, frozen=True):
    """A number, word or dice with a sign, where a game has such: ``-3``, ``+pinned``, ``12d6``,
    ``4+``; a ``/`` between two of them.
    """

    text: str


How = Flag | Measure | Option | Setting | Outcome | Term


class Typed(Struct, frozen=True):
    """An answer kept as text, for the dice reader or for the choice that is asked."""

    text: str


class Falls(Struct, frozen=True):
    """``falls r1.3``: who is taken off."""

    who: Who


class Within(Struct, frozen=True):
    """``in 3``: how many were in reach."""

    number: int


class Says(Struct, frozen=True):
    """A choice of one word: ``first``, ``second``, ``yes``, ``no``."""

    word: Said


Answer = Typed | Falls | Within | Says
Answers = tuple[Answer, ...]


class Deed(Struct, frozen=True):
    """Somebody does something; without a verb, what the phase is about."""

    who: Who
    verb: str = ""
    whom: Who | None = None
    how: tuple[How, ...] = ()
    answers: Answers = ()


class Word(Struct, frozen=True):
    """A word with its arguments: ``vp red 3``. Commas between arguments are as good as spaces."""

    word: str
    arguments: tuple[str, ...] = ()
    answers: Answers = ()


Part = Deed | Word


class Line(Struct, frozen=True):
    """What was written down in one go, and the note behind it; without parts, only a note."""

    parts: tuple[Part, ...] = ()
    note: str = ""


class Misread(Struct, frozen=True):
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
