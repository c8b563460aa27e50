"""Queries about markers and links, and the displayed names of figures and groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.engagement import list_engaged_enemies
from tracker.rulesets.combat_zone.data.markers import (
    ENGAGED,
    FIRED,
    OPPORTUNITY,
    SCATTERED,
    is_panicking_or_routing,
)
from tracker.rulesets.combat_zone.data.profile_types import Rank, Weapon
from tracker.rulesets.combat_zone.data.unit_profiles import get_profile
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId, is_figure

RANKS: Final[tuple[Rank, ...]] = ("leader", "sub-leader")


def is_on_table(match: Match, figure: FigureId) -> bool:
    return match.figure(figure).gone is None


def list_figures_on_table(match: Match, side: SideId | None = None) -> tuple[FigureId, ...]:
    return tuple(figure for unit in match.units(side) for figure in match.figures(unit))


def list_enemy_sides(match: Match, side: SideId) -> tuple[SideId, ...]:
    return tuple(other for other in match.sides if other != side)


def format_figure_for_die_label(match: Match, figure: FigureId) -> str:
    """Return a figure's handle and name in the form that stored die labels use."""
    name = match.figure(figure).name
    return f"{match.handle(figure)} {name}" if name else match.handle(figure)


def format_figure(match: Match, figure: FigureId) -> str:
    """Return a figure's handle and name in the form shown to players, such as ``R13 Ditch``."""
    tag, name = match.tag(figure), match.figure(figure).name
    return f"{tag} {name}" if name else tag


def format_group(match: Match, unit: UnitId) -> str:
    """Return the handle and name of a group, Hero or machine, such as ``R1 Jackals``."""
    tag, name = match.tag(unit), match.unit(unit).name
    return tag if name.upper() in {"", tag} else f"{tag} {name}"


def list_figures_with_due_marker(
    match: Match, due_marker: MarkerKind, done_marker: MarkerKind
) -> tuple[FigureId, ...]:
    figures = due_marker.list_carriers(match, list_figures_on_table(match))
    return tuple(figure for figure in figures if not match.has(figure, done_marker))


def list_figures_on_opportunity_fire(match: Match, sides: Iterable[SideId]) -> tuple[FigureId, ...]:
    return tuple(
        FigureId(figure)
        for side in sides
        for figure in match.marked(OPPORTUNITY)
        if is_figure(figure) and match.side_of(figure) == side
    )


def list_opponents(match: Match, figure: FigureId) -> tuple[FigureId, ...]:
    """List a figure's opponents in close combat, in the order in which contact was made."""
    return tuple(map(FigureId, list_engaged_enemies(match, ENGAGED, figure)))


def is_engaged(match: Match, figure: FigureId) -> bool:
    return bool(match.links(ENGAGED, figure))


def count_shots_fired_by_weapon(match: Match, figure: FigureId) -> dict[Weapon, int]:
    fired = str(match.mark(figure, FIRED) or "")
    pairs = (part.rsplit(" ", 1) for part in fired.split(", ") if part)
    return {weapon: int(count) for weapon, count in pairs}  # type: ignore[misc]


def make_shots_fired_fact(match: Match, figure: FigureId, weapon: Weapon, shots: int) -> AnyFact:
    """Return the fact that adds the given shots to those that a figure has fired (CZ-SHOOT-08)."""
    fired = count_shots_fired_by_weapon(match, figure)
    fired[weapon] = fired.get(weapon, 0) + shots
    value = ", ".join(f"{kind} {count}" for kind, count in sorted(fired.items()))
    return FIRED.set(figure, value=value)


def list_group_leaders(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    """List a group's Leader and Sub-leader on the table, by house rule only calm ones."""
    steady = match.option("anchor_state") == "steady_only"
    return tuple(
        figure
        for rank in RANKS
        for figure in match.figures(unit)
        if get_profile(match, figure).rank == rank
        and not (steady and is_panicking_or_routing(match, figure))
    )


def counts_as_out_of_coherency(match: Match, unit: UnitId) -> bool:
    """Whether a group was declared out of coherency, or by house rule has no leader (CZ-G16)."""
    if match.has(unit, SCATTERED):
        return True
    return match.option("coherency_check") == "live" and not list_group_leaders(match, unit)
