"""All manual adjustments of a game, as lines and as rows of a form."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.input_parsing.line_syntax_tree import Word
from tracker.procedures.declared.line_part_meanings import ManualAdjustment
from tracker.procedures.declared.line_reader import reject_extra_arguments
from tracker.procedures.declared.marker_and_link_kinds import Carrier
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.common_line_phrases import MAX_POINTS
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    AdjustableProperty,
    AdjustmentRow,
    find_subject,
    make_difference_row,
)
from tracker.procedures.pieces.manual_adjustments.clock_adjustment import WORDS, ClockAdjustment
from tracker.procedures.pieces.manual_adjustments.figure_adjustments import (
    BEGAN,
    explain_starting_number_is_fixed,
)
from tracker.procedures.pieces.manual_adjustments.late_figure_additions import (
    StandsAlone,
    make_figure_addition_adjustments,
)
from tracker.procedures.pieces.manual_adjustments.name_adjustments import NAME_ADJUSTMENTS
from tracker.procedures.pieces.subject_lookup import (
    list_all_members,
    look_up_word,
    suggest_quoting_unit_name,
)
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.subject_ids import MATCH, SideId, Subject, UnitId, format_handle
from tracker.vocabulary.typed_numbers import is_whole_number

POINTS: Final = "points"
OFF: Final = "off"
NEAREST: Final = 0.8
"""The least similarity for which an unknown word is treated as misspelt, not as a new marker."""


class AdjustableState(Struct, frozen=True):
    """The properties of a game that players can correct.

    ``stands_alone`` returns whether a figure cannot share a unit.
    """

    properties: tuple[AdjustableProperty, ...] = ()
    clock: ClockAdjustment | None = None
    points: str = ""
    such_as: str = "fix r1 figures -1"
    stands_alone: StandsAlone = lambda _: False

    @property
    def figure_addition_properties(self) -> tuple[AdjustableProperty, ...]:
        return make_figure_addition_adjustments(self.stands_alone)

    @property
    def common_properties(self) -> tuple[AdjustableProperty, ...]:
        """The properties that every game has."""
        return (*self.figure_addition_properties, *NAME_ADJUSTMENTS)

    # ------------------------------------------------------------------------------------ lines

    def interpret_fix(self, match: Match, word: Word) -> ManualAdjustment:
        """Interpret a line that begins with ``fix``.

        Raises ``UnknownName`` with the possible words.
        """
        if len(word.arguments) < 2:
            examples = self.such_as.replace(", ", "`, `")
            raise UnknownName(f"name what to fix, as in `{examples}`")
        name, what, *more = word.arguments
        if name in WORDS and self.clock is not None:
            if name != "phase":
                reject_extra_arguments(word, 2)
            return ManualAdjustment(*self.clock.interpret_clock_fix(match, name, (what, *more)))
        if self.points and what.lower() in {POINTS, "vp", self.points.lower()}:
            raise UnknownName(f"to add or subtract points, type `vp {name} +1` or `vp {name} -1`")
        if self.points and name.lower() in {POINTS, "vp"}:
            raise UnknownName(f"to add or subtract points, type `vp {what} +1` or `vp {what} -1`")
        if is_whole_number(what.lstrip("+-")):
            raise UnknownName(f"name what to fix, as in `fix {name} figures {what}`")
        if more == [OFF]:
            what, more = self._expand_list_item_removal(match, name, what)
        every = (*self.properties, *self.common_properties)
        known = tuple(
            dict.fromkeys(property_word for thing in every for property_word in thing.words)
        )
        if what.lower() not in known and (
            meant := suggest_quoting_unit_name(match, f"{name} {what}")
        ):
            raise UnknownName(meant)
        if what.lower() in BEGAN.words and what.lower() not in known:
            subject = find_subject(match, name, BEGAN.on)
            raise UnknownName(explain_starting_number_is_fixed(match, subject, *more[:1] or [""]))
        if (
            not more
            and what.lower() not in known
            and any(thing.list_words for thing in self.properties)
        ):
            near = find_closest_word(what.lower(), known, NEAREST)
            hint = f"did you mean {near}?" if near else f"for a marker, type `{name} +{what}`"
            raise UnknownName(f"no property is called {what}; {hint}")
        is_side = name.lower() in {match.side_name(side).lower() for side in match.sides}
        if self.points and is_side and what.lower() not in known:
            raise UnknownName(f"a side has nothing called {what}; for points, type `vp {name} +1`")
        property_word = look_up_word(what, known, "property")
        thing, subject = self._find_property_and_subject(match, name, property_word)
        reject_extra_arguments(word, 2 + thing.most_words)
        facts = thing.make_facts(match, subject, property_word, tuple(more))
        return ManualAdjustment(
            facts, tuple(thing.list_actions_left_to_players(match, subject, facts))
        )

    def _expand_list_item_removal(
        self, match: Match, name: str, word: str
    ) -> tuple[str, list[str]]:
        """Return a property's word and its arguments that remove ``word`` from the property's list.

        An example is ``also``, with the arguments ``stunned off``. If no list contains ``word``, it
        is returned as a property's word.
        """
        for thing in self.properties:
            if thing.list_words is None:
                continue
            with suppress(UnknownName):
                if word.lower() in thing.list_words(match, find_subject(match, name, thing.on)):
                    return thing.words[0], [word.lower(), OFF]
        return word, [OFF]

    def _find_property_and_subject(
        self, match: Match, name: str, word: str
    ) -> tuple[AdjustableProperty, Subject]:
        unknown: UnknownName | None = None
        for thing in (*self.properties, *self.common_properties):
            if word in thing.words:
                try:
                    return thing, find_subject(match, name, thing.on)
                except UnknownName as error:
                    unknown = unknown or error
        assert unknown is not None
        raise unknown

    # ------------------------------------------------------------------------------------- form

    def list_rows(self, match: Match) -> tuple[AdjustmentRow, ...]:
        """List all rows of the form for corrections.

        Units and their figures come first (by side), then points, then the clock.
        """
        return tuple(self._iterate_rows(match))

    def _iterate_rows(self, match: Match) -> Iterator[AdjustmentRow]:
        for side in match.sides:
            for unit in match.all_units(side):
                yield from self._list_subject_rows(
                    match, unit, "unit", gone=not match.figures(unit)
                )
                yield from self._list_figure_rows(match, unit)
                yield from self._list_subject_rows(
                    match, unit, "unit", self.figure_addition_properties
                )
        for side in match.sides:
            if self.points:
                yield self._get_points_row(match, side)
            yield from self._list_subject_rows(match, side, "side")
            yield from self._list_subject_rows(match, side, "side", self.figure_addition_properties)
        if self.clock is not None:
            yield from self.clock.list_rows(match)
        yield from self._list_subject_rows(match, MATCH, "match")

    def _list_subject_rows(
        self,
        match: Match,
        subject: Subject,
        carrier_kind: Carrier,
        things: tuple[AdjustableProperty, ...] = (),
        *,
        gone: bool = False,
    ) -> Iterator[AdjustmentRow]:
        for thing in things or self.properties:
            if thing.on == carrier_kind and (thing.applies_when_gone or not gone):
                yield from thing.list_rows(match, subject)

    def _list_figure_rows(self, match: Match, unit: UnitId) -> Iterator[AdjustmentRow]:
        """Yield the rows of single figures.

        In games where units act, the only figure of a unit shares the unit's rows. All other
        figures have rows only for values of single figures.
        """
        if match.by_figure:
            for figure in list_all_members(match, unit):
                gone = match.figure(figure).gone is not None
                yield from self._list_subject_rows(match, figure, "figure", gone=gone)
            return
        figures = match.figures(unit)
        for figure in figures:
            for row in self._list_subject_rows(match, figure, "figure"):
                if len(figures) == 1:
                    yield replace(row, subject=unit)
                elif row.value != row.values[0]:
                    word = f"{row.word}, {match.handle(figure)}"
                    yield replace(row, subject=unit, word=word, column="")

    def _get_points_row(self, match: Match, side: SideId) -> AdjustmentRow:
        return _make_points_row(side, self.points, match.points(side))


@lru_cache(maxsize=64)
def _make_points_row(side: SideId, word: str, points: int) -> AdjustmentRow:
    """Make the row for a side's points. The row has many values, so it is cached."""

    def format_change(change: str) -> str:
        return f"vp {format_handle(side)} {change}"

    return make_difference_row(side, word, points, MAX_POINTS, format_change, "figs")
