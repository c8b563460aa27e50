"""Adjustable values as data: each with its current value and the text that changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tracker.input_parsing.line_syntax_tree import needs_no_quotes, quote_text
from tracker.procedures.declared.marker_values import YES
from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import MATCH, Subject

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
"""The name in a line for the match itself."""


class StateRow(Struct, frozen=True):
    """A value of a unit, a figure, a side or the match that players can correct.

    ``value`` is the current one; ``ways`` are the possible values in order, each with the part of a
    line that sets it ("" for the current one). ``column`` is its heading on the sheet of all units;
    without one it appears only on its subject's sheet. If ``counts`` is true, the values are
    numbers that a difference can change. If ``along`` is true, other values of the subject should
    change with it.
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
        """Return the part of a line that sets a value. Raises ``KeyError``."""
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
    """Make a row with one of several values. The current value needs no text."""
    lines = dict(ways)
    known = lines if value in lines else {value: "", **lines}
    found = tuple((each, "" if each == value else line) for each, line in known.items())
    return StateRow(subject, word, value, found, column, counts)


def make_number_row(
    subject: Subject, word: str, value: int, most: int, say: Callable[[int], str], column: str = ""
) -> StateRow:
    """Make a row with an amount from zero. ``say`` formats the part that sets a number."""
    ways = {str(n): say(n) for n in range(max(most, value) + 1)}
    return make_choice_row(subject, word, str(value), ways, column, counts=True)


def make_change_row(
    subject: Subject, word: str, value: int, reach: int, say: Callable[[str], str], column: str = ""
) -> StateRow:
    """Make a row with an amount that changes by a difference (``+2``), at most by ``reach``."""
    ways = {str(n): say(f"{n - value:+d}") for n in range(value - reach, value + reach + 1)}
    return make_choice_row(subject, word, str(value), ways, column, counts=True)


def format_subject(match: Match, subject: Subject) -> str:
    """Format a subject as in a line."""
    return GAME if subject == MATCH else match.handle(subject)


def format_fix_part(match: Match, subject: Subject, *words: str) -> str:
    """Format a part of a line that corrects something: ``fix b21 damage "major power"``."""
    return " ".join(("fix", format_subject(match, subject), *map(_written, words)))


@lru_cache(maxsize=4096)
def _written(word: str) -> str:
    """Format a word as in a line. It is cached, because forms have hundreds of words."""
    return word if needs_no_quotes(word) else quote_text(word)
