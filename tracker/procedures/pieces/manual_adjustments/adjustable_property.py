"""The properties that players can adjust, their subjects, and their values as rows of a form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tracker.input_parsing.line_syntax_tree import needs_no_quotes, quote_text
from tracker.procedures.declared.marker_and_link_kinds import Carrier
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.line_subject_fields import explain_missing_unit
from tracker.procedures.pieces.subject_lookup import (
    find_figure,
    find_side,
    find_subject_by_handle_unless_name,
    find_unit,
    list_all_members,
)
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import MATCH, FigureId, Subject, UnitId, format_handle

NOTHING: Final = "–"
GAME: Final = "game"
"""The name that lines use for the match itself."""


class AdjustmentRow(Struct, frozen=True):
    """A value of a unit, a figure, a side or the match that players can correct.

    ``value`` is the current value. ``ways`` are the possible values in order. Each has the part of
    a line that sets it ("" for the current value). ``column`` is the heading on the sheet of all
    units. A row without a column appears only on its subject's sheet. If ``counts`` is true, the
    values are numbers that a difference can change. If ``needs_other_changes`` is true, players
    should change other values of the subject too.
    """

    subject: Subject
    word: str
    value: str
    ways: tuple[tuple[str, str], ...]
    column: str = ""
    counts: bool = False
    needs_other_changes: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(value for value, _ in self.ways)

    def get_line_part(self, value: str) -> str:
        """Return the part of a line that sets a value. Raises ``KeyError`` for an unknown value."""
        return dict(self.ways)[value]


class AdjustableProperty(Struct, frozen=True):
    """A property of subjects (``on``) that players can correct manually.

    In a line, one of ``words`` follows the subject's name, and at most ``most_words`` more words
    follow it. ``make_facts`` converts these words into facts, or raises ``UnknownName``.
    ``list_rows`` returns rows with the current value. The first value of a row is the neutral
    value. If ``applies_when_gone`` is true, subjects that have left the table have the property
    too. ``list_actions_left_to_players`` describes what the players must still do at the table. If
    the value is a list of free words, ``list_words`` returns them. A line such as ``stunned off``
    then removes one word.
    """

    on: Carrier
    words: tuple[str, ...]
    make_facts: Callable[[Match, Subject, str, tuple[str, ...]], tuple[AnyFact, ...]]
    list_rows: Callable[[Match, Subject], Iterable[AdjustmentRow]] = lambda *_: ()
    most_words: int = 1
    applies_when_gone: bool = False
    list_actions_left_to_players: Callable[[Match, Subject, tuple[AnyFact, ...]], Iterable[str]] = (
        lambda *_: ()
    )
    list_words: Callable[[Match, Subject], Iterable[str]] | None = None


def make_choice_row(
    subject: Subject,
    word: str,
    value: str,
    line_parts: Mapping[str, str] | Iterable[tuple[str, str]],
    column: str = "",
    *,
    counts: bool = False,
) -> AdjustmentRow:
    """Make a row for a value that is chosen from a list. The current value needs no line."""
    lines = dict(line_parts)
    known = lines if value in lines else {value: "", **lines}
    found = tuple((each, "" if each == value else line) for each, line in known.items())
    return AdjustmentRow(subject, word, value, found, column, counts)


def make_number_row(
    subject: Subject,
    word: str,
    value: int,
    highest: int,
    format_line_part: Callable[[int], str],
    column: str = "",
) -> AdjustmentRow:
    """Make a row for a count from zero.

    ``format_line_part`` formats the part of a line that sets the count.
    """
    ways = {str(n): format_line_part(n) for n in range(max(highest, value) + 1)}
    return make_choice_row(subject, word, str(value), ways, column, counts=True)


def make_difference_row(
    subject: Subject,
    word: str,
    value: int,
    largest_change: int,
    format_line_part: Callable[[str], str],
    column: str = "",
) -> AdjustmentRow:
    """Make a row for an amount that players can change by up to ``largest_change``,
    as in ``+2``.
    """
    ways = {
        str(n): format_line_part(f"{n - value:+d}")
        for n in range(value - largest_change, value + largest_change + 1)
    }
    return make_choice_row(subject, word, str(value), ways, column, counts=True)


def format_subject(match: Match, subject: Subject) -> str:
    return GAME if subject == MATCH else match.handle(subject)


def format_fix_part(match: Match, subject: Subject, *words: str) -> str:
    """Format a part of a line that corrects a value, such as ``fix b21 damage "major power"``."""
    return " ".join(("fix", format_subject(match, subject), *map(_quote_if_needed, words)))


@lru_cache(maxsize=4096)
def _quote_if_needed(word: str) -> str:
    """Format a word for a line. The results are cached, because a form has hundreds of words."""
    return word if needs_no_quotes(word) else quote_text(word)


def find_subject(match: Match, name: str, carrier_kind: Carrier) -> Subject:
    """Find the ``carrier_kind`` (such as a unit) with this name, or raise ``UnknownName``."""
    match carrier_kind:
        case "figure":
            return _find_figure(match, name)
        case "unit":
            return _find_unit(match, name)
        case "side":
            return find_side(match, name)
    if name.lower() == GAME:
        return MATCH
    raise UnknownName(f"that belongs to the whole game, so type `fix {GAME}`")


def _find_figure(match: Match, name: str) -> FigureId:
    units = {format_handle(unit): unit for unit in match.all_units()}
    unit = find_subject_by_handle_unless_name(match, name, units)
    if unit is not None:
        return _get_only_figure(match, name, unit)
    try:
        return find_figure(match, name)
    except UnknownName as unknown:
        try:
            return _get_only_figure(match, name, find_unit(match, name))
        except UnknownName:
            raise unknown from None


def _get_only_figure(match: Match, name: str, unit: UnitId) -> FigureId:
    figures = match.figures(unit) or list_all_members(match, unit)
    if len(figures) == 1:
        return figures[0]
    if not figures:
        raise UnknownName(explain_missing_unit(match, unit))
    raise UnknownName(f"{name} has several figures: name one, such as {match.handle(figures[0])}")


def _find_unit(match: Match, name: str) -> UnitId:
    try:
        return find_unit(match, name)
    except UnknownName as unknown:
        try:
            unit = match.figure(find_figure(match, name)).unit
        except UnknownName:
            raise unknown from None
        if len(list_all_members(match, unit)) > 1:
            raise
        return unit
