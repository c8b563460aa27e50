"""The log as JSON: the rolls of each line, the losses of units, and changed combats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from exports.combat_json_builder import (
    build_combat_shape,
    build_combat_tracker_at_version,
    find_subject_of_open_question,
)
from exports.roll_json_builder import RollShapeBuilder
from exports.shapes.game_command_json_types import CombatShape, LossShape, RollShape
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.procedures.declared.combat_status import CombatStatus
from tracker.procedures.match_view import Match
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, UnitId, format_handle

FIGURE_EVENTS = (
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
"""The figures that are not lost, with the unit and the wounds of each."""


class LogShapeBuilder:
    """A builder of JSON about a game's log lines after ``after_version``.

    ``rolls`` maps versions to rolls. If ``uses_typed_names`` is true, sides and figures have the
    names that people type; otherwise, they have handles.
    """

    def __init__(
        self,
        game: Game,
        lines: Sequence[LogLine],
        after_version: ev.Version = 0,
        *,
        uses_typed_names: bool = True,
    ) -> None:
        self.rolls: dict[ev.Version, RollShape] = {}
        self._losses: dict[ev.Version, list[LossShape]] = {}
        self._combats: dict[ev.Version, list[CombatShape]] = {}
        combats = build_combat_tracker_at_version(game.ruleset, game.history, after_version)
        self._ruleset, self._state, self._typed = game.ruleset, combats.state, uses_typed_names
        history, actions = game.history, [line for line in lines if line.kind == "action"]
        starts, ends = {line.version for line in actions}, {line.end: line for line in actions}
        before: dict[ev.Version, tuple[CombatStatus, ...]] = {}
        path = history.path[history.count_path_events_up_to(after_version) :]
        figures_left = self._find_figures_left()
        for entry, events in groupby(path, lambda line: line.entry):
            has_changes = False
            for line in events:
                if isinstance(line.event, ev.Rolled):
                    kind = game.ruleset.find_roll_kind(line.event.key)
                    number = history.get_line_number(entry)
                    self.rolls[line.version] = self._make_roll_builder().build_roll_shape(
                        line.event, kind, number
                    )
                has_changes = has_changes or isinstance(line.event, FIGURE_EVENTS)
                if line.version in starts:
                    before[line.version] = combats.compute_combat_statuses()
                combats.apply_event(line)
                if line.version in ends:
                    action = ends[line.version]
                    combats_now = combats.compute_combat_statuses(
                        find_subject_of_open_question(game) if action.open else None
                    )
                    changed = _list_changed_combats(before.get(action.version, ()), combats_now)
                    self._combats[line.version] = self._build_combat_shapes(changed)
            if has_changes:
                earlier, figures_left = figures_left, self._find_figures_left()
                if losses := _compute_losses(earlier, figures_left):
                    self._losses[entry] = losses

    def list_loss_and_combat_fields(self, lines: Sequence[LogLine]) -> list[dict[str, Any]]:
        """List the fields ``line``, ``losses`` and ``combats`` of each line.

        ``combats`` holds the combats that the line changed, in their state after it.
        """
        losses = self._list_losses_by_line(lines)
        return [
            {"line": line.number, "losses": lost, "combats": self._combats.get(line.end, [])}
            for line, lost in zip(lines, losses, strict=True)
        ]

    def _list_losses_by_line(self, lines: Sequence[LogLine]) -> list[list[LossShape]]:
        """List each line's losses. Losses in a nested line are not repeated in the outer line."""
        owner: dict[ev.Version, int] = {}
        widest = sorted(enumerate(lines), key=lambda item: item[1].version - item[1].end)
        for index, line in widest:
            owner |= {v: index for v in range(line.version, line.end + 1) if v in self._losses}
        losses: list[dict[str, LossShape]] = [{} for _ in lines]
        for entry in sorted(owner):
            of_line = losses[owner[entry]]
            for loss in self._losses[entry]:
                of_line[loss.unit] = _add_losses(of_line.get(loss.unit), loss)
        return [[*by_unit.values()] for by_unit in losses]

    def _make_roll_builder(self) -> RollShapeBuilder:
        match, words = Match(self._state, lambda _: None), self._state.info.words
        if self._typed:
            return RollShapeBuilder(match, match.side_name, words.format_handle)
        return RollShapeBuilder(match)

    def _build_combat_shapes(self, combats: Iterable[CombatStatus]) -> list[CombatShape]:
        names = self._make_roll_builder()
        return [
            build_combat_shape(combat, names.format_subject, names.format_side)
            for combat in combats
        ]

    def _find_figures_left(self) -> FiguresLeft:
        """Return the figures that are not lost, with the unit and the wounds of each."""
        match = Match(self._state, lambda _: None)
        return {
            figure: (unit, match.figure(figure).wounds)
            for unit in match.units()
            for figure in self._ruleset.standing(match, unit)
        }


def _list_changed_combats(
    before: Iterable[CombatStatus], after: Iterable[CombatStatus]
) -> list[CombatStatus]:
    """List the combats of ``after`` that differ from those of ``before``, ignoring ``is_next``."""
    earlier = [replace(combat, is_next=False) for combat in before]
    return [combat for combat in after if replace(combat, is_next=False) not in earlier]


def _compute_losses(before: FiguresLeft, after: FiguresLeft) -> list[LossShape]:
    """Return each unit's losses between two states. Joining another unit is not a loss."""
    removed = Counter(before[figure][0] for figure in before.keys() - after.keys())
    added = Counter(after[figure][0] for figure in after.keys() - before.keys())
    wounds = Counter[UnitId]()
    for figure in before.keys() & after.keys():
        wounds[after[figure][0]] += after[figure][1] - before[figure][1]
    left = Counter(unit for unit, _ in after.values())
    changed = {unit for counts in (removed, added, wounds) for unit, n in counts.items() if n}
    return [
        LossShape(
            unit=format_handle(unit),
            figures=removed[unit] - added[unit],
            left=left[unit],
            wounds=wounds[unit],
        )
        for unit in sorted(changed)
    ]


def _add_losses(first: LossShape | None, second: LossShape) -> LossShape:
    if first is None:
        return second
    return LossShape(
        unit=second.unit,
        figures=first.figures + second.figures,
        left=second.left,
        wounds=first.wounds + second.wounds,
    )
