"""The log as data: the rolls of each line, and the changes of every unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import replace

from exports.combat_json_builder import (
    build_combat_shape,
    find_asked_subject,
    track_combats_until,
)
from exports.roll_json_builder import RollShapeBuilder
from exports.shapes.dice_roll_json_types import RollShape
from exports.shapes.game_json_types import CombatShape, LossShape
from tracker.application.log.logged_action_group import LogLine
from tracker.application.match.game import Game
from tracker.procedures.declared.combat_status import CombatStatus
from tracker.procedures.match_view import Match
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, UnitId, format_handle

CHANGING = (
    ev.FiguresRemoved,
    ev.FiguresReturned,
    ev.FiguresJoined,
    ev.UnitFormed,
    ev.Wounded,
    ev.MarkerSet,
    ev.MarkerCleared,
)
"""The kinds of events that may change which figures are left."""
FiguresLeft = dict[FigureId, tuple[UnitId, int]]
"""The figures that are not lost, each with its unit and its wounds."""


class LogShapeBuilder:
    """A builder of data about the lines of a game's log after a version.

    ``rolls`` are keyed by version. If ``typed`` is true, sides and figures are named as people type
    them, and otherwise by handle.
    """

    def __init__(
        self, game: Game, lines: Sequence[LogLine], after: ev.Version = 0, *, typed: bool = True
    ) -> None:
        self.rolls: dict[ev.Version, RollShape] = {}
        self._losses: dict[ev.Version, list[LossShape]] = {}
        self._combats: dict[ev.Version, list[CombatShape]] = {}
        combats = track_combats_until(game.ruleset, game.history, after)
        self._ruleset, self._state, self._typed = game.ruleset, combats.state, typed
        history, acts = game.history, [line for line in lines if line.kind == "action"]
        begin, ends = {line.version for line in acts}, {line.end: line for line in acts}
        before: dict[ev.Version, tuple[CombatStatus, ...]] = {}
        path = history.path[history.count_events_until(after) :]
        standing = self._standing()
        for entry, events in groupby(path, lambda line: line.entry):
            changes = False
            for line in events:
                if isinstance(line.event, ev.Rolled):
                    kind = game.ruleset.find_roll_kind(line.event.key)
                    number = history.get_line_number(entry)
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
        """List the combats that each line changed, in their state after that line."""
        return [self._combats.get(line.end, []) for line in lines]

    def list_losses(self, lines: Sequence[LogLine]) -> list[list[LossShape]]:
        """List the losses of units in each line. A nested line counts for both lines."""
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
    """List the combats that have changed, ignoring which one is next."""
    stood = [replace(one, is_next=False) for one in before]
    return [one for one in now if replace(one, is_next=False) not in stood]


def _losses(before: FiguresLeft, now: FiguresLeft) -> list[LossShape]:
    """Compare two states by unit. A figure that joined another unit is not lost."""
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
