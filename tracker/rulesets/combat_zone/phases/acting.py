"""Who may act now, and what the rules have against it (CZ-ACT-03, CZ-INIT-06, CZ-MELEE-02)."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.ruleset import Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import points, slots
from tracker.vocabulary.names import FigureId, SideId


def objections(
    match: Match, figure: FigureId, cost: int, *, fighting: bool = False
) -> Iterator[Objection]:
    """What holds against a figure spending ``cost``; ``fighting``: on more of its close combat."""
    name = markers.called(match, figure)
    if not markers.on_table(match, figure):
        yield Objection("gone", "CZ-ACT-03", f"{name} is not on the table")
        return
    if figure not in slots.active_figures(match):
        yield Objection("not-its-go", "CZ-INIT-06", f"it is not the go of {name} and its group")
    elif slots.has_finished(match, figure):
        yield Objection("finished", "CZ-G20", f"{name} has finished: another figure acted after it")
    if markers.is_routing(match, figure):
        yield Objection("routing", "CZ-MORALE-08", f"{name} is routing and does nothing else")
    elif cost > points.left(match, figure):
        left = points.left(match, figure)
        text = f"{name} has {left} of the {cost} action points left"
        yield Objection("no-points", "CZ-ACT-03", text)
    if not fighting and markers.is_engaged(match, figure):
        yield Objection("engaged", "CZ-MELEE-02", f"{name} is in close combat")


def able(match: Match) -> tuple[tuple[SideId, FigureId], ...]:
    """The figures that may spend points now, each with its side, the one whose go it is first."""
    found = [f for f in slots.active_figures(match) if slots.cannot(match, f) is None]
    found.sort(key=lambda figure: not match.has(figure, markers.ACTING))
    return tuple((match.side_of(figure), figure) for figure in found)
