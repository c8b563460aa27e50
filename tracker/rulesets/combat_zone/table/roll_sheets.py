"""Many small rolls as sheets: reaction tests and initiative; and what a sum of dice comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Final

from tracker.procedures.declared.rollsheet import Come, RollSheet, Row, each
from tracker.procedures.requests import Faces, Score
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.phases import initiative, machines, reaction_tests
from tracker.vocabulary.names import FigureId, is_figure

OUTCOMES: Final[Mapping[tables.Outcome, str]] = {
    "casualty": "out of action",
    "rout": "ROUT",
    "panic": "PANIC",
    "nothing": "nothing",
}
RESULTS: Final[Mapping[reaction_tests.Result, str]] = {
    "steady": "recovers",
    "panic": "PANIC",
    "rout": "ROUT",
}


def reaction_sheet(match: Match, request: Faces) -> RollSheet:
    """CZ-T7: two dice a figure and what is added to them (CZ-T8)."""
    named = {markers.labelled(match, figure): figure for figure in match.all_figures()}
    labels = [label for label, _ in groupby(request.labels)]
    split = [label.rsplit(maxsplit=1) for label in labels]
    rows = tuple(
        Row(named.get(name), (_state(match, named.get(name)), bonus), 2, name=name)
        for name, bonus in split
    )

    def read(row: int, dice: tuple[int, ...]) -> Come:
        bonus = int(split[row][1])
        total = sum(dice) + bonus
        result = reaction_tests.result(total)
        worked = f"{dice[0]} + {dice[1]} {'+' if bonus >= 0 else '−'} {abs(bonus)} = {total}"
        return Come((worked,), RESULTS[result], bad=result == "rout")

    return RollSheet("reaction tests", ("now", "adds"), ("total",), rows, each(read))


def _state(match: Match, figure: FigureId | None) -> str:
    return "ROUT" if figure is not None and markers.is_routing(match, figure) else "PANIC"


def initiative_sheet(match: Match, request: Faces) -> RollSheet:
    """CZ-INIT-04: the dice of each side and its leaders; level sides roll again."""
    sides = {match.side_name(side): side for side in match.sides}
    whose = [label.partition(":")[0] for label in request.labels]
    pools = [(sides[name], len(list(dice))) for name, dice in groupby(whose)]
    bonus = [initiative.bonus(match, side) for side, _ in pools]
    rows = tuple(
        Row(side, (f"{more:+d}",), dice) for (side, dice), more in zip(pools, bonus, strict=True)
    )

    def read(rolled: tuple[tuple[int, ...], ...]) -> tuple[Come, ...]:
        totals = [sum(dice) + n for dice, n in zip(rolled, bonus, strict=True)]
        if not all(rolled):
            return tuple(
                Come((_added(dice, n),)) if dice else Come()
                for dice, n in zip(rolled, bonus, strict=True)
            )
        best = max(totals)
        word = "level" if totals.count(best) > 1 else "chooses"
        return tuple(
            Come((_added(dice, n),), word if total == best else "")
            for dice, n, total in zip(rolled, bonus, totals, strict=True)
        )

    return RollSheet("initiative", ("leaders",), ("total",), rows, read)


def _added(dice: tuple[int, ...], bonus: int) -> str:
    return f"{' + '.join(map(str, (*dice, bonus)))} = {sum(dice) + bonus}"


def wound_comes_to(match: Match, request: Score, total: int) -> str:
    """CZ-T15, CZ-T20; on a machine the level of the damage (CZ-T21)."""
    if request.target is None or not is_figure(request.target):
        return ""
    target = FigureId(request.target)
    toughness, frame = machines.toughness(match, target), machines.frame(match, target)
    if frame is not None:
        level = machines.level(frame, toughness, total) if total >= toughness else None
        return f"{level} damage" if level else "nothing"
    table = tables.shot_outcome if request.rule == SHOT else tables.melee_outcome
    return OUTCOMES[table(total, toughness)]


def test_comes_to(match: Match, request: Score, total: int) -> str:
    """CZ-T7."""
    del match, request
    return RESULTS[reaction_tests.result(total)]


SHOT: Final = "CZ-SHOOT-12"
ROLL_SHEETS: Final[Mapping[str, Callable[[Match, Faces], RollSheet]]] = {
    "reaction tests": reaction_sheet,
    "initiative": initiative_sheet,
}
TOTALS: Final[Mapping[str, Callable[[Match, Score, int], str]]] = {
    "wound": wound_comes_to,
    "reaction test": test_comes_to,
}
STEPS: Final = dict.fromkeys(("shoot", "aim"), ("to hit", "wound"))
WON: Final = {"to hit": ("hit", "hits")}
