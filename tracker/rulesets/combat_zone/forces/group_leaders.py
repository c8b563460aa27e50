"""Leaders and Sub-leaders, who keep a group in coherency (CZ-INIT-01, CZ-G58)."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.vocabulary.names import FigureId, UnitId


def list_group_leaders(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    """The Leader and Sub-leader on the table; under a house rule only those without a reaction."""
    steady = match.option("anchor_state") == "steady_only"
    return tuple(
        figure
        for rank in markers.RANKS
        for figure in markers.list_figures_of_rank(match, unit, rank)
        if not (steady and markers.has_reaction(match, figure))
    )


def is_out_of_coherency(match: Match, unit: UnitId) -> bool:
    """Whether a group is out of coherency: as declared, or as it is now (CZ-G16)."""
    if match.has(unit, markers.SCATTERED):
        return True
    return match.option("coherency_check") == "live" and not list_group_leaders(match, unit)
