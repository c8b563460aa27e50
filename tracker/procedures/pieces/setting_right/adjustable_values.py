"""What can be set right, as data: how each thing stands, and what is said to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tracker.input_parsing.line_syntax_tree import needs_no_quotes, quote_text
from tracker.procedures.declared.values import YES
from tracker.procedures.view import Match
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
"""What the match itself is called in a line."""


class StateRow(Struct, frozen=True):
    """Something of a unit, a figure, a side or the match that people can set right.

    ``value`` is how it stands; ``ways`` are the values it can take, in order, each with the part
    of a line that brings it there (nothing for the one it has). ``column`` is its heading on the
    sheet of all units; without one it stands only on the sheet of its own subject. ``counts``:
    its values are numbers that people say as a change (one more), too. ``along``: other things of
    the same subject change with it, and shall.
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
        """The part of a line that sets it to a value. Raises ``KeyError``."""
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
    """One of several; the value it has needs no words."""
    lines = dict(ways)
    known = lines if value in lines else {value: "", **lines}
    found = tuple((each, "" if each == value else line) for each, line in known.items())
    return StateRow(subject, word, value, found, column, counts)


def make_number_row(
    subject: Subject, word: str, value: int, most: int, say: Callable[[int], str], column: str = ""
) -> StateRow:
    """An amount from zero; ``say`` says a number to set it to."""
    ways = {str(n): say(n) for n in range(max(most, value) + 1)}
    return make_choice_row(subject, word, str(value), ways, column, counts=True)


def make_change_row(
    subject: Subject, word: str, value: int, reach: int, say: Callable[[str], str], column: str = ""
) -> StateRow:
    """An amount that is said by its change, such as ``+2``: up to ``reach`` more or fewer."""
    ways = {str(n): say(f"{n - value:+d}") for n in range(value - reach, value + reach + 1)}
    return make_choice_row(subject, word, str(value), ways, column, counts=True)


def format_subject(match: Match, subject: Subject) -> str:
    """Somebody as a line names him."""
    return GAME if subject == MATCH else match.handle(subject)


def format_fix_part(match: Match, subject: Subject, *words: str) -> str:
    """A part that sets something right: ``fix b21 damage "major power"``."""
    return " ".join(("fix", format_subject(match, subject), *map(_written, words)))


@lru_cache(maxsize=4096)
def _written(word: str) -> str:
    """A word as it stands in a line; a form has some hundred, thousands of times."""
    return word if needs_no_quotes(word) else quote_text(word)
