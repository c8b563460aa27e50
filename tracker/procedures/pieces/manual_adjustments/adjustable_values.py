"""Adjustable values as data: the current value of each, and the text that changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tracker.input_parsing.line_syntax_tree import needs_no_quotes, quote_text
from tracker.procedures.declared.marker_values import YES
from tracker.procedures.match_view import Match
from tracker.vocabulary.names import MATCH, Subject

__all__ = [
    "GAME",
    "NOTHING",
    "YES",
    "StateRow",
    "format_fix_part",
    "format_subject",
    "make_change_row",
    "make_number_row",
]

NOTHING: Final = "–"
GAME: Final = "game"
"""The name of the match itself in a line."""


class StateRow(Struct, frozen=True):
    """A value of a unit, a figure, a side or the match that people can set right.

    ``value`` is the current one; ``ways`` are the possible values in order, each with the part of a
    line that sets it ("" for the current one). ``column`` is its heading on the sheet of all units;
    without one it appears only on its subject's sheet. ``counts``: its values are numbers that can
    be changed by a difference. ``along``: other values of the subject are meant to change with it.
    """

    subject: Subject
    word: str
    value: str
    ways: tuple[tuple[str, str], ...]
    column: str = ""
    counts: bool = False
    along: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(value for value, _ in self.ways)

    def find_line_part(self, value: str) -> str:
        """The part of a line that sets a value. Raises ``KeyError``."""
        return dict(self.ways)[value]


def make_choice_row(
    subject: Subject,
    word: str,
    value: str,
    ways: Mapping[str, str] | Iterable[tuple[str, str]],
    column: str = "",
    *,
    counts: bool = False,
) -> StateRow:
    """One of several values; the current one needs no text."""
    lines = dict(ways)
    known = lines if value in lines else {value: "", **lines}
    found = tuple((each, "" if each == value else line) for each, line in known.items())
    return StateRow(subject, word, value, found, column, counts)


def make_number_row(
    subject: Subject, word: str, value: int, most: int, say: Callable[[int], str], column: str = ""
) -> StateRow:
    """An amount from zero; ``say`` formats the number to set."""
    ways = {str(n): say(n) for n in range(max(most, value) + 1)}
    return make_choice_row(subject, word, str(value), ways, column, counts=True)


def make_change_row(
    subject: Subject, word: str, value: int, reach: int, say: Callable[[str], str], column: str = ""
) -> StateRow:
    """An amount that is changed by a difference, such as ``+2``: up to ``reach`` more or fewer."""
    ways = {str(n): say(f"{n - value:+d}") for n in range(value - reach, value + reach + 1)}
    return make_choice_row(subject, word, str(value), ways, column, counts=True)


def format_subject(match: Match, subject: Subject) -> str:
    """A subject in the notation of a line."""
    return GAME if subject == MATCH else match.handle(subject)


def format_fix_part(match: Match, subject: Subject, *words: str) -> str:
    """A part that sets something right: ``fix b21 damage "major power"``."""
    return " ".join(("fix", format_subject(match, subject), *map(_written, words)))


@lru_cache(maxsize=4096)
def _written(word: str) -> str:
    """A word in the notation of a line; a form has some hundred, thousands of times."""
    return word if needs_no_quotes(word) else quote_text(word)
