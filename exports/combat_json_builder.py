"""Combats as JSON, with the current role of each unit."""

from __future__ import annotations

from collections.abc import Callable

from exports.shapes.game_command_json_types import CombatShape, ContactShape, StrikePairShape
from exports.shapes.json_base_type import make_shape
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.procedures.declared.combat_status import CombatStatus, Pairs, PhaseHistory
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Faces
from tracker.procedures.ruleset import Ruleset
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId, Subject, format_handle


class CombatTracker:
    """A tracker of a match's combats, to which the match's events are applied one by one."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self._ruleset, self.state = ruleset, state
        self._begin_phase()

    def _begin_phase(self) -> None:
        clock = self.state.clock
        self._phase = (clock.turn, clock.phase)
        self._state_at_phase_start = self.state.fork_state()
        self._links: list[tuple[str, Subject, Subject]] = []

    def apply_event(self, recorded_event: RecordedEvent) -> None:
        apply_event(self.state, recorded_event.event, recorded_event.version)
        clock = self.state.clock
        if (clock.turn, clock.phase) != self._phase:
            self._begin_phase()
        elif isinstance(recorded_event.event, ev.Linked):
            self._links.append(
                (recorded_event.event.relation, recorded_event.event.a, recorded_event.event.b)
            )

    def compute_combat_statuses(
        self, subject_of_open_question: Subject | None = None
    ) -> tuple[CombatStatus, ...]:
        """Return the status of every combat.

        The combat of ``subject_of_open_question`` counts as under way.
        """
        match, start = (
            Match(state, lambda _: None) for state in (self.state, self._state_at_phase_start)
        )
        return self._ruleset.combats(
            match, subject_of_open_question, PhaseHistory(start, tuple(self._links))
        )


def find_subject_of_open_question(game: Game) -> Subject | None:
    """Return the subject of the open question, or else of its first labelled die, or else None."""
    if game.pending is None:
        return None
    request = game.pending.request
    labels = request.labels if isinstance(request, Faces) else ()
    return request.subject or next((label.subject for label in labels), None)


def build_combat_tracker_at_version(
    ruleset: Ruleset, history: MatchHistory, version: ev.Version
) -> CombatTracker:
    """Build a tracker of the combats as they were at a given version."""
    path = history.path[: history.count_path_events_up_to(version)]
    phase = history.get_state_at(version).clock.phase
    starts = (
        n for n in reversed(range(len(path))) if _begins_turn_or_other_phase(path[n].event, phase)
    )
    start = next(starts, -1) + 1
    tracker = CombatTracker(ruleset, history.get_state_at(path[start - 1].version if start else 0))
    for line in path[start:]:
        tracker.apply_event(line)
    return tracker


def _begins_turn_or_other_phase(event: ev.AnyEvent, phase: str) -> bool:
    """Return whether an event begins a turn or a phase other than ``phase``."""
    other = isinstance(event, ev.PhaseBegan) and event.phase != phase
    return other or isinstance(event, ev.TurnBegan)


def build_combat_shape(
    combat: CombatStatus, name_subject: Callable[[Subject], str], name_side: Callable[[SideId], str]
) -> CombatShape:
    def build_pairs(pairs: Pairs) -> list[StrikePairShape]:
        return [
            StrikePairShape(unit=name_subject(unit), target=name_subject(target))
            for unit, target in pairs
        ]

    return make_shape(
        CombatShape,
        combat,
        combat=int(format_handle(combat.combat)),
        units={name_side(side): [*map(name_subject, units)] for side, units in combat.units},
        strikers=build_pairs(combat.strikers),
        struck=[*map(name_subject, combat.struck)],
        contact=[
            make_shape(
                ContactShape,
                row,
                unit=name_subject(unit),
                enemies=[*map(name_subject, row.enemies)],
            )
            for unit, rows in combat.contact
            for row in rows
        ],
        idle=build_pairs(combat.idle),
        wounds={name_side(side): n for side, n in combat.wounds},
        leaving=[*map(name_subject, combat.leaving)],
        winner=None if combat.winner is None else name_side(combat.winner),
    )
