"""How far each side is: what the table sees of the objectives while the match is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import objectives
from tracker.rulesets.deathzap2.phases.objectives import InPlay
from tracker.vocabulary.names import SideId


def standing(match: Match) -> tuple[tuple[str, str], ...]:
    """A label and a sentence for each objective; in a basic game, who is still calm."""
    if match.option("game") == "basic":
        return (("Calm units", _each(match, match.sides, _calm)),)
    return tuple((o.label, _said(match, o)) for o in objectives.in_play(match))


def _said(match: Match, objective: InPlay) -> str:
    sides = match.sides if objective.side is None else (objective.side,)
    tell = _TOLD.get(objective.kind)
    if tell is not None:
        return _each(match, sides, tell)
    if objective.counters:
        return f"counted at the end; counters at {'; '.join(objective.counters)}"
    if objective.kind == objectives.OWN:
        return f"{objective.points} VP, awarded by hand"
    return "counted at the end"


def _each(match: Match, sides: tuple[SideId, ...], tell: Callable[[Match, SideId], str]) -> str:
    return " · ".join(f"{match.side_name(side)} {tell(match, side)}" for side in sides)


def _calm(match: Match, side: SideId) -> str:
    units = match.units(side)
    calm = sum(not markers.is_panicked(match, unit) for unit in units)
    return f"{calm} of {len(units)}"


def _hunt(match: Match, side: SideId) -> str:
    if match.has(side, markers.ASSASSINATED):
        return "has scored"
    for figure in match.all_figures(match.other(side)):
        value = match.figure(figure)
        if match.has(figure, markers.TARGET) and value.gone is None:
            return f"hunts {match.unit(value.unit).name}: {value.name or value.profile}"
    return "has nobody to hunt"


def _half(match: Match, side: SideId) -> str:
    if match.has(side, markers.FIRST_TO_HALF):
        return "was first"
    enemy = match.other(side)
    whole = objectives.weight(match, match.all_figures(enemy))
    taken = objectives.weight(match, objectives.losses(match, enemy))
    return f"has taken {taken} of {(whole + 1) // 2}"


def _kills(match: Match, side: SideId) -> str:
    lost = objectives.losses(match, match.other(side))
    big = sum(objectives.is_big(match, figure) for figure in lost)
    small = len(lost) - big
    ahead = objectives.CASUALTIES * (small // objectives.CASUALTIES + 1)
    also = f" and {big} big" if big else ""
    kills = "kill" if small == 1 else "kills"
    return f"{small} {kills}{also}: {objectives.extermination(match, side)} VP, next at {ahead}"


_TOLD: Final[dict[str, Callable[[Match, SideId], str]]] = {
    objectives.ASSASSINATE: _hunt,
    objectives.HARD_HITTERS: _half,
    objectives.EXTERMINATION: _kills,
}
