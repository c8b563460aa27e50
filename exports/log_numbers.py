"""The log in numbers: the rolls of each of its lines, and what became of every unit in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from exports.roll_numbers import RollNumbers
from exports.shapes.game import LossShape
from exports.shapes.roll_shapes import RollShape
from tracker.application.log.group import LogLine
from tracker.application.match.game import Game
from tracker.procedures.view import Match
from tracker.projection.fold import apply
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import FigureId, UnitId, handle

CHANGING = (
    ev.FiguresRemoved,
    ev.FiguresReturned,
    ev.FiguresJoined,
    ev.UnitFormed,
    ev.Wounded,
    ev.MarkerSet,
    ev.MarkerCleared,
)
"""Facts that may change who stands."""
Standing = dict[FigureId, tuple[UnitId, int]]
"""Figures that are not lost, each with its unit and the wounds it carries."""


class LogNumbers:
    """The numbers of a game's book after a version: ``rolls`` by the version of each.

    ``typed`` names sides and figures as they are read and typed at the table, else by handles.
    """

    def __init__(self, game: Game, after: ev.Version = 0, *, typed: bool = True) -> None:
        self.rolls: dict[ev.Version, RollShape] = {}
        self._losses: dict[ev.Version, list[LossShape]] = {}
        self._ruleset, self._state = game.ruleset, game.story.state_at(after)
        story = game.story
        path = story.path[story.index_after(after) :]
        standing = self._standing()
        for entry, lines in groupby(path, lambda line: line.entry):
            changes = False
            for line in lines:
                if isinstance(line.event, ev.Rolled):
                    kind = game.ruleset.kind_of(line.event.key)
                    numbers = self._numbers(typed=typed)
                    number = story.number_of(entry)
                    self.rolls[line.version] = numbers.recorded(line.event, kind, number)
                changes = changes or isinstance(line.event, CHANGING)
                apply(self._state, line.event, line.version)
            if changes:
                before, standing = standing, self._standing()
                if found := _losses(before, standing):
                    self._losses[entry] = found

    def losses(self, lines: Sequence[LogLine]) -> list[list[LossShape]]:
        """What became of the units in each of these lines; a line within another counts there."""
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

    def _numbers(self, *, typed: bool) -> RollNumbers:
        match, words = Match(self._state, lambda _: None), self._state.info.words
        return RollNumbers(match, match.side_name, words.handle) if typed else RollNumbers(match)

    def _standing(self) -> Standing:
        match = Match(self._state, lambda _: None)
        return {
            figure: (unit, match.figure(figure).wounds)
            for unit in match.units()
            for figure in self._ruleset.standing(match, unit)
        }


def _losses(before: Standing, now: Standing) -> list[LossShape]:
    """What changed between two moments, unit by unit; who went to another unit is not lost."""
    fell = Counter(before[figure][0] for figure in before.keys() - now.keys())
    came = Counter(now[figure][0] for figure in now.keys() - before.keys())
    hurt = Counter[UnitId]()
    for figure in before.keys() & now.keys():
        hurt[now[figure][0]] += now[figure][1] - before[figure][1]
    left = Counter(unit for unit, _ in now.values())
    changed = {unit for counts in (fell, came, hurt) for unit, n in counts.items() if n}
    return [
        LossShape(
            unit=handle(unit), figures=fell[unit] - came[unit], left=left[unit], wounds=hurt[unit]
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
