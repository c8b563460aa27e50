"""Who may act now, and what the rules have against it (CZ-ACT-03, CZ-INIT-06, CZ-MELEE-02)."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.ruleset import Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone import markers, points
from tracker.vocabulary.names import FigureId, SideId


def is_active(match: Match, figure: FigureId) -> bool:
    """Whether it is the go of its group, or of the group it acts with (CZ-INIT-06, CZ-G61)."""
    unit = markers.unit_of(match, figure)
    subject = match.clock.subject
    return subject is not None and subject in (unit, match.mark(unit, markers.WITH))


def objections(
    match: Match, figure: FigureId, cost: int, *, fighting: bool = False
) -> Iterator[Objection]:
    """What holds against a figure spending ``cost``; ``fighting``: on more of its close combat."""
    name = markers.called(match, figure)
    if not markers.on_table(match, figure):
        yield Objection("gone", "CZ-ACT-03", f"{name} is not on the table")
        return
    if not is_active(match, figure):
        yield Objection("not-its-go", "CZ-INIT-06", f"it is not the go of {name} and its group")
    elif match.has(figure, markers.FINISHED) and match.option("figure_order") == "one_at_a_time":
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
    subject = match.clock.subject
    if match.phase != "actions" or subject is None:
        return ()
    found = [
        figure
        for figure in markers.figures(match, match.side_of(subject))
        if is_active(match, figure)
        and points.left(match, figure)
        and not match.has(figure, markers.FINISHED)
        and not match.has(figure, markers.HOLDS)
    ]
    found.sort(key=lambda figure: not match.has(figure, markers.ACTING))
    return tuple((match.side_of(figure), figure) for figure in found)
