"""The log as data: the rolls of each line, and what happened to every unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from exports.roll_json_builder import RollShapeBuilder
from exports.shapes.dice_roll_json_types import RollShape
from exports.shapes.game_json_types import CombatShape, ContactShape, LossShape, PairShape
from exports.shapes.json_base_type import copy_shape
from tracker.application.log.logged_action_group import LogLine
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
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId, format_handle

Named = Callable[[Subject], str]


class CombatTracker:
    """Follows the combats of a state event by event, and remembers how its phase began."""

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
        """Every combat now; ``asked`` is the subject of the open question."""
        match, began = (Match(each, lambda _: None) for each in (self.state, self._began))
        return self._ruleset.combats(match, asked, PhaseHistory(began, tuple(self._met)))


def find_asked_subject(game: Game) -> Subject | None:
    """The subject of the open question; the first of several rollers."""
    if game.pending is None:
        return None
    request = game.pending.request
    labels = request.labels if isinstance(request, Faces) else ()
    return request.subject or next((one.subject for one in labels), None)


def track_combats_until(
    ruleset: Ruleset, story: MatchHistory, version: ev.Version
) -> CombatTracker:
    """Track the combats up to a version, ready to continue."""
    path = story.path[: story.count_events_until(version)]
    phase = story.get_state_at(version).clock.phase
    before = (n for n in reversed(range(len(path))) if _is_before(path[n].event, phase))
    at = next(before, -1) + 1
    numbers = CombatTracker(ruleset, story.get_state_at(path[at - 1].version if at else 0))
    for line in path[at:]:
        numbers.apply_event(line)
    return numbers


def _is_before(event: ev.AnyEvent, phase: str) -> bool:
    """Whether the current phase began after this event: it starts another phase or a turn."""
    other = isinstance(event, ev.PhaseBegan) and event.phase != phase
    return other or isinstance(event, ev.TurnBegan)


def build_combat_shape(
    one: CombatStatus, name: Named, side_name: Callable[[SideId], str]
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


CHANGING = (
    ev.FiguresRemoved,
    ev.FiguresReturned,
    ev.FiguresJoined,
    ev.UnitFormed,
    ev.Wounded,
    ev.MarkerSet,
    ev.MarkerCleared,
)
"""Events that may change which figures are left."""
FiguresLeft = dict[FigureId, tuple[UnitId, int]]
"""The figures that are not lost, each with its unit and its wounds."""


class LogShapeBuilder:
    """The data of a game after a version, for these lines of its log: ``rolls`` by the version of
    each.

    ``typed`` names sides and figures as people read and type them, else by handle.
    """

    def __init__(
        self, game: Game, lines: Sequence[LogLine], after: ev.Version = 0, *, typed: bool = True
    ) -> None:
        self.rolls: dict[ev.Version, RollShape] = {}
        self._losses: dict[ev.Version, list[LossShape]] = {}
        self._combats: dict[ev.Version, list[CombatShape]] = {}
        combats = track_combats_until(game.ruleset, game.history, after)
        self._ruleset, self._state, self._typed = game.ruleset, combats.state, typed
        story, acts = game.history, [line for line in lines if line.kind == "action"]
        begin, ends = {line.version for line in acts}, {line.end: line for line in acts}
        before: dict[ev.Version, tuple[CombatStatus, ...]] = {}
        path = story.path[story.count_events_until(after) :]
        standing = self._standing()
        for entry, events in groupby(path, lambda line: line.entry):
            changes = False
            for line in events:
                if isinstance(line.event, ev.Rolled):
                    kind = game.ruleset.find_roll_kind(line.event.key)
                    number = story.get_line_number(entry)
                    self.rolls[line.version] = self._numbers().build_roll_shape(
                        line.event, kind, number
                    )
                changes = changes or isinstance(line.event, CHANGING)
                if line.version in begin:
                    before[line.version] = combats.build_combats_now()
                combats.apply_event(line)
                if line.version in ends:
                    act = ends[line.version]
                    now = combats.build_combats_now(find_asked_subject(game) if act.open else None)
                    changed = _changed(before.get(act.version, ()), now)
                    self._combats[line.version] = self._shapes(changed)
            if changes:
                stood, standing = standing, self._standing()
                if found := _losses(stood, standing):
                    self._losses[entry] = found

    def list_changed_combats(self, lines: Sequence[LogLine]) -> list[list[CombatShape]]:
        """The combats that each of these lines changed, as they were after it."""
        return [self._combats.get(line.end, []) for line in lines]

    def list_losses(self, lines: Sequence[LogLine]) -> list[list[LossShape]]:
        """What happened to the units in each of these lines; a nested line counts for both."""
        owner: dict[ev.Version, int] = {}
        widest = sorted(enumerate(lines), key=lambda one: one[1].version - one[1].end)
        for at, line in widest:
            owner |= {v: at for v in range(line.version, line.end + 1) if v in self._losses}
        found: list[dict[str, LossShape]] = [{} for _ in lines]
        for entry in sorted(owner):
            of_line = found[owner[entry]]
            for loss in self._losses[entry]:
                of_line[loss.unit] = _and(of_line.get(loss.unit), loss)
        return [[*by_unit.values()] for by_unit in found]

    def _numbers(self) -> RollShapeBuilder:
        match, words = Match(self._state, lambda _: None), self._state.info.words
        if self._typed:
            return RollShapeBuilder(match, match.side_name, words.format_handle)
        return RollShapeBuilder(match)

    def _shapes(self, combats: Iterable[CombatStatus]) -> list[CombatShape]:
        match, words = Match(self._state, lambda _: None), self._state.info.words
        name, side = (
            (words.format_handle, match.side_name)
            if self._typed
            else (format_handle, format_handle)
        )
        return [build_combat_shape(one, name, side) for one in combats]

    def _standing(self) -> FiguresLeft:
        match = Match(self._state, lambda _: None)
        return {
            figure: (unit, match.figure(figure).wounds)
            for unit in match.units()
            for figure in self._ruleset.standing(match, unit)
        }


def _changed(before: Iterable[CombatStatus], now: Iterable[CombatStatus]) -> list[CombatStatus]:
    """The combats that have changed, ignoring which one is next."""
    stood = [replace(one, is_next=False) for one in before]
    return [one for one in now if replace(one, is_next=False) not in stood]


def _losses(before: FiguresLeft, now: FiguresLeft) -> list[LossShape]:
    """The changes between two states by unit; a figure that joined another unit is not lost."""
    fell = Counter(before[figure][0] for figure in before.keys() - now.keys())
    came = Counter(now[figure][0] for figure in now.keys() - before.keys())
    hurt = Counter[UnitId]()
    for figure in before.keys() & now.keys():
        hurt[now[figure][0]] += now[figure][1] - before[figure][1]
    left = Counter(unit for unit, _ in now.values())
    changed = {unit for counts in (fell, came, hurt) for unit, n in counts.items() if n}
    return [
        LossShape(
            unit=format_handle(unit),
            figures=fell[unit] - came[unit],
            left=left[unit],
            wounds=hurt[unit],
        )
        for unit in sorted(changed)
    ]


def _and(first: LossShape | None, then: LossShape) -> LossShape:
    if first is None:
        return then
    return LossShape(
        unit=then.unit,
        figures=first.figures + then.figures,
        left=then.left,
        wounds=first.wounds + then.wounds,
    )
