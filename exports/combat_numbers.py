"""Combats in numbers: as they stand, and what becomes of them as a book is read."""

from __future__ import annotations

from collections.abc import Callable

from exports.shapes.game import CombatShape, ContactShape, PairShape
from exports.shapes.shape import copy_shape
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.procedures.declared.combat_now import CombatNow, Pairs, PhaseSoFar
from tracker.procedures.requests import Faces
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.view import Match
from tracker.projection.fold import apply
from tracker.projection.history import RecordedEvent
from tracker.projection.state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import SideId, Subject, handle

Named = Callable[[Subject], str]


class CombatNumbers:
    """The combats of a state that is read on, event by event, with what its phase began with."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self._ruleset, self.state = ruleset, state
        self._begin()

    def _begin(self) -> None:
        clock = self.state.clock
        self._phase = (clock.turn, clock.phase)
        self._began = self.state.fork()
        self._met: list[tuple[str, Subject, Subject]] = []

    def read(self, line: RecordedEvent) -> None:
        """Apply an event to the state."""
        apply(self.state, line.event, line.version)
        clock = self.state.clock
        if (clock.turn, clock.phase) != self._phase:
            self._begin()
        elif isinstance(line.event, ev.Linked):
            self._met.append((line.event.relation, line.event.a, line.event.b))

    def now(self, asked: Subject | None = None) -> tuple[CombatNow, ...]:
        """Each as it stands; ``asked``: whom the open question is about."""
        match, began = (Match(each, lambda _: None) for each in (self.state, self._began))
        return self._ruleset.combats(match, asked, PhaseSoFar(began, tuple(self._met)))


def find_asked_subject(game: Game) -> Subject | None:
    """Whom the open question is about: the first of those who roll where it is about several."""
    if game.pending is None:
        return None
    request = game.pending.request
    labels = request.labels if isinstance(request, Faces) else ()
    return request.subject or next((one.subject for one in labels), None)


def read_until(ruleset: Ruleset, story: MatchHistory, version: ev.Version) -> CombatNumbers:
    """The combats as a book has them after a version, to be read on."""
    path = story.path[: story.index_after(version)]
    phase = story.state_at(version).clock.phase
    before = (n for n in reversed(range(len(path))) if _is_before(path[n].event, phase))
    at = next(before, -1) + 1
    numbers = CombatNumbers(ruleset, story.state_at(path[at - 1].version if at else 0))
    for line in path[at:]:
        numbers.read(line)
    return numbers


def _is_before(event: ev.AnyEvent, phase: str) -> bool:
    """Whether the present phase began after this: another phase did here, or a turn."""
    other = isinstance(event, ev.PhaseBegan) and event.phase != phase
    return other or isinstance(event, ev.TurnBegan)


def build_combat_shape(
    one: CombatNow, name: Named, side_name: Callable[[SideId], str]
) -> CombatShape:
    """A combat with its sides and units by their names."""

    def pairs(those: Pairs) -> list[PairShape]:
        return [PairShape(unit=name(unit), target=name(target)) for unit, target in those]

    return copy_shape(
        CombatShape,
        one,
        combat=int(handle(one.combat)),
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
