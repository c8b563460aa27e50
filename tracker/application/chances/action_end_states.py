"""Reads the outcomes of an action: losses, changed markers and changed numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from tracker.procedures.declared.action_line_forms import ActorsAndTargets
from tracker.procedures.declared.marker_and_link_kinds import OddsImportance
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import LaterMarker, Ruleset
from tracker.procedures.runners.exact_and_sampled_odds import Outcome, make_read_only_match
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    is_figure,
    is_side,
    is_unit,
)

Key = tuple[str, str]
WOUNDS = "wounds"
FIRST = "acts first"


class ActionEndState(NamedTuple):
    """One possible end of an action, with its losses, markers and numbers. Equal ends are merged.

    ``lost`` counts losses by unit or, in games where figures act individually, by figure.
    """

    lost: tuple[tuple[Subject, int], ...]
    on: frozenset[tuple[str, str, str]]
    off: frozenset[Key]
    kept: frozenset[Key]
    numbers: tuple[tuple[Key, int], ...]
    out: frozenset[str]
    first: SideId | None
    later: tuple[LaterMarker, ...]
    aftermaths: tuple[str, ...]


class ActionEndReader:
    """Finds what has changed in a match after an action.

    ``acts`` contains the actors and targets of the action. Units that an outcome does not change
    are read only once.
    """

    def __init__(self, ruleset: Ruleset, before: State, acts: ActorsAndTargets) -> None:
        self.ruleset, self.acts = ruleset, acts
        self.before = before
        self.match = make_read_only_match(before)
        self.by_figure = before.info.words.by_figure
        self.kinds = {m.id: m for m in ruleset.markers if m.worth is not OddsImportance.BOOKKEEPING}
        self.counting = {m.id for m in self.kinds.values() if m.shown in ("value", "times")}
        self.standing = self._map_standing_figures(self.match, self.match.all_units())
        self.up = frozenset[str]().union(*self.standing.values())
        self.marks, self.numbers = self._find_markers_and_numbers(
            self.match, before.markers, self.standing.values(), self.up
        )
        self.keys = self._group_keys_by_unit()
        self.carriers = {subject for subject, _ in self.numbers}
        nerve = {m.id for m in self.kinds.values() if m.worth is OddsImportance.NERVE}
        self.shaken = frozenset(key for key in self.marks if key[1] in nerve)
        self.later = frozenset(ruleset.later(self.match))

    def read_end_state(self, outcome: Outcome) -> ActionEndState:
        match = make_read_only_match(self.before.make_overlay(outcome.changes))
        units = self.before.find_changed_units(outcome.changes)
        standing = self._map_standing_figures(match, units)
        up = self.up.difference(*(self.standing.get(unit, ()) for unit in units))
        up = up.union(*standing.values())
        lost = tuple(self._list_losses(up))
        keys = self.before.find_changed_markers(outcome.changes)
        keys = keys.union(*(self.keys[unit] for unit in units))
        marks, numbers = self._find_markers_and_numbers(match, keys, standing.values(), up)
        were = {(key, n) for key, n in self.numbers.items() if key in keys}
        changed = {key for key, _ in numbers.items() ^ were}
        now = tuple(sorted((key, numbers.get(key, 0)) for key in changed))
        on = frozenset(self._list_new_markers(match, marks))
        every = self.marks - keys | marks
        first = match.clock.order[:1]
        return ActionEndState(
            lost,
            on,
            self._find_lost_markers(every, up),
            self.shaken & every,
            now,
            self._find_subjects_out_of_play(up) if now or lost else frozenset(),
            first[0] if first and first != self.match.clock.order[:1] else None,
            tuple(self.ruleset.later(match)),
            outcome.aftermaths,
        )

    def _map_standing_figures(
        self, match: Match, units: Iterable[UnitId]
    ) -> dict[UnitId, frozenset[FigureId]]:
        return {unit: frozenset(self.ruleset.standing(match, unit)) for unit in units}

    def _group_keys_by_unit(self) -> defaultdict[Subject, set[Key]]:
        found: defaultdict[Subject, set[Key]] = defaultdict(set)
        for subject, marker in (*self.before.markers, *self.numbers):
            figure = self.before.figures.get(FigureId(subject))
            found[subject if figure is None else figure.unit].add((subject, marker))
        return found

    def _list_losses(self, up: frozenset[str]) -> Iterator[tuple[Subject, int]]:
        for unit, was in self.standing.items():
            gone = was - up
            if self.by_figure:
                yield from ((FigureId(figure), 1) for figure in sorted(gone))
            elif gone:
                yield unit, len(gone)

    def _find_subjects_out_of_play(self, up: frozenset[str]) -> frozenset[str]:
        """Return the subjects that are now out of play: units without figures, and individual
        figures.

        A figure is included only if figures act individually, or if it had a marker with a number.
        """
        units = {unit for unit, was in self.standing.items() if was and not was & up}
        gone = self.up - up
        return frozenset(units | (gone if self.by_figure else gone & self.carriers))

    def _find_markers_and_numbers(
        self,
        match: Match,
        keys: Iterable[Key],
        standing: Iterable[Iterable[FigureId]],
        up: frozenset[str],
    ) -> tuple[frozenset[Key], dict[Key, int]]:
        marks: set[Key] = set()
        numbers: dict[Key, int] = {}
        for subject, marker in keys:
            value = match.mark(subject, marker) if marker in self.kinds else None
            if value is None or not self._is_in_play(match, subject, up):
                continue
            if marker in self.counting and type(value) is int:
                numbers[subject, marker] = value
            else:
                marks.add((subject, marker))
        for name in chain.from_iterable(standing):
            figure = match.figure(name)
            if figure.wounds:
                key = (name if self.by_figure else figure.unit, WOUNDS)
                numbers[key] = numbers.get(key, 0) + figure.wounds
        return frozenset(marks), numbers

    def _is_in_play(self, match: Match, subject: str, up: frozenset[str]) -> bool:
        if is_figure(subject):
            return subject in up
        if is_unit(subject):
            return not up.isdisjoint(match.figures(UnitId(subject)))
        return is_side(subject)

    def _list_new_markers(
        self, match: Match, marks: frozenset[Key]
    ) -> Iterator[tuple[str, str, str]]:
        """Yield each new marker with its word, and each marker with a new value with the words for
        the change.
        """
        for subject, marker in marks:
            kind = self.kinds[marker]
            if kind.news is not None:
                had, has = (str(m.mark(subject, marker) or "") for m in (self.match, match))
                if had != has:
                    yield from ((subject, marker, word) for word in kind.news(had, has))
            elif (subject, marker) not in self.marks:
                yield subject, marker, kind.word

    def _find_lost_markers(self, marks: frozenset[Key], up: frozenset[str]) -> frozenset[Key]:
        """Return the markers that subjects still in play have lost.

        A marker of lost nerve is left out if another such marker has replaced it.
        """
        return frozenset(
            (subject, marker)
            for subject, marker in self.marks - marks
            if not is_unit(subject) or self.standing[UnitId(subject)] & up
            if not is_figure(subject) or subject in up
            if not any(
                (subject, other) in marks for other in self._list_other_nerve_markers(marker)
            )
        )

    def _list_other_nerve_markers(self, marker: str) -> Iterator[str]:
        family = self.kinds[marker].family
        for other, kind in self.kinds.items():
            if family is not None and kind.family == family and kind.nerve and other != marker:
                yield other
