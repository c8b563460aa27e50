"""Combats as data, with the current roles of their units. They are tracked event by event."""

from __future__ import annotations

from collections.abc import Callable

from exports.shapes.game_json_types import CombatShape, ContactShape, PairShape
from exports.shapes.json_base_type import copy_shape
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.procedures.declared.combat_status import CombatStatus, Pairs, PhaseHistory
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Faces
from tracker.procedures.ruleset import Ruleset
from tracker.projection.history_tree import RecordedEvent
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId, Subject, format_handle

NameSubject = Callable[[Subject], str]


class CombatTracker:
    """A tracker of a state's combats. It applies events one by one within each phase."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self._ruleset, self.state = ruleset, state
        self._begin()

    def _begin(self) -> None:
        clock = self.state.clock
        self._phase = (clock.turn, clock.phase)
        self._began = self.state.fork_state()
        self._met: list[tuple[str, Subject, Subject]] = []

    def apply_event(self, line: RecordedEvent) -> None:
        """Apply an event to the state."""
        apply_event(self.state, line.event, line.version)
        clock = self.state.clock
        if (clock.turn, clock.phase) != self._phase:
            self._begin()
        elif isinstance(line.event, ev.Linked):
            self._met.append((line.event.relation, line.event.a, line.event.b))

    def build_combats_now(self, asked: Subject | None = None) -> tuple[CombatStatus, ...]:
        """Build the status of every combat. ``asked`` is the subject of the open question."""
        match, began = (Match(each, lambda _: None) for each in (self.state, self._began))
        return self._ruleset.combats(match, asked, PhaseHistory(began, tuple(self._met)))


def find_asked_subject(game: Game) -> Subject | None:
    """Return the open question's subject, which is the first of several rollers."""
    if game.pending is None:
        return None
    request = game.pending.request
    labels = request.labels if isinstance(request, Faces) else ()
    return request.subject or next((one.subject for one in labels), None)


def track_combats_until(
    ruleset: Ruleset, history: MatchHistory, version: ev.Version
) -> CombatTracker:
    """Build a tracker that has applied all events up to a version."""
    path = history.path[: history.count_events_until(version)]
    phase = history.get_state_at(version).clock.phase
    before = (n for n in reversed(range(len(path))) if _is_before(path[n].event, phase))
    at = next(before, -1) + 1
    numbers = CombatTracker(ruleset, history.get_state_at(path[at - 1].version if at else 0))
    for line in path[at:]:
        numbers.apply_event(line)
    return numbers


def _is_before(event: ev.AnyEvent, phase: str) -> bool:
    """Whether an event starts another phase, or a turn, so that ``phase`` began after it."""
    other = isinstance(event, ev.PhaseBegan) and event.phase != phase
    return other or isinstance(event, ev.TurnBegan)


def build_combat_shape(
    one: CombatStatus, name: NameSubject, side_name: Callable[[SideId], str]
) -> CombatShape:
    def pairs(those: Pairs) -> list[PairShape]:
        return [PairShape(unit=name(unit), target=name(target)) for unit, target in those]

    return copy_shape(
        CombatShape,
        one,
        combat=int(format_handle(one.combat)),
        units={side_name(side): [*map(name, units)] for side, units in one.units},
        strikers=pairs(one.strikers),
        struck=[*map(name, one.struck)],
        contact=[
            copy_shape(ContactShape, row, unit=name(unit), enemies=[*map(name, row.enemies)])
            for unit, rows in one.contact
            for row in rows
        ],
        idle=pairs(one.idle),
        wounds={side_name(side): n for side, n in one.wounds},
        leaving=[*map(name, one.leaving)],
        winner=None if one.winner is None else side_name(one.winner),
    )
