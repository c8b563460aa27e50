"""Deployment: the roll for it, base edges, and a force that stands in its zone (DZ-SETUP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.pieces.deploying import list_undeployed, stand
from tracker.procedures.pieces.roll_offs import RollOff, make_pools, winner
from tracker.procedures.requests import Asking, Option, Pick, ask, then
from tracker.procedures.ruleset import Objection
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers, tables
from tracker.rulesets.deathzap2.data.options import find_scale
from tracker.rulesets.deathzap2.data.tables import can_be_one_unit
from tracker.vocabulary.names import SideId, UnitId

ZONE: Final = 4 * tables.INCH


class Deploy(Struct, frozen=True):
    """``depth``: how far the farthest figure stands from its edge, where people want it checked."""

    depth: int | None = None


ROLL_OFF: Final = RollOff(
    "deployment_dice",
    "deployment",
    "DZ-SETUP-04",
    make_pools,
    need="the higher sets up first, on any edge",
)


def roll_deployment(match: Match) -> Asking[None]:
    """DZ-SETUP-04: high wins; a tie is written down and rolled again (DZ-G05)."""
    return then(choose_edges, match, (yield from winner(match, ROLL_OFF)))


def choose_edges(match: Match, winner: SideId) -> Asking[None]:
    """The winner takes any edge, the opponent the one that faces it."""
    loser = match.side_name(match.other(winner))
    edge = yield from ask(
        Pick(
            id="edges",
            what=f"base edge of {match.side_name(winner)}; {loser} takes the one facing it",
            options=tuple(Option(name, name) for name in tables.EDGES),
            default=tables.EDGES[0],
            side=winner,
            subject=winner,
            rule="DZ-SETUP-04",
        )
    )
    facing = tables.EDGES[(tables.EDGES.index(edge) + 2) % 4]
    match.record(
        markers.EDGE.set(winner, value=edge),
        markers.EDGE.set(match.other(winner), value=facing),
        markers.SETS_UP_FIRST.set(winner),
    )


def find_deployment_order(match: Match) -> tuple[SideId, ...]:
    """The winner of the roll, then the other side; nobody before the roll."""
    first = next((side for side in match.sides if match.has(side, markers.SETS_UP_FIRST)), None)
    return () if first is None else (first, match.other(first))


def deploy(match: Match, side: SideId | None, _: Deploy) -> None:
    """DZ-SETUP-05, DZ-SETUP-06: a whole force stands in its zone, unit by unit."""
    stand(match, side)


def find_zone_depth(match: Match) -> int:
    """DZ-SETUP-05: depth of the deployment zones in hundredths of an inch (DZ-G18)."""
    return ZONE * find_scale(match, "other")


def deploy_objections(match: Match, side: SideId | None, params: Deploy) -> Iterator[Objection]:
    if side is None:
        return
    name = match.side_name(side)
    order = find_deployment_order(match)
    if not order:
        yield Objection("no-roll", "DZ-SETUP-03", "the deployment roll comes before deployment")
    elif side == order[1] and list_undeployed(match, order[0]):
        first = match.side_name(order[0])
        yield Objection("not-first", "DZ-SETUP-04", f"{first} must set up its whole force first")
    depth = find_zone_depth(match)
    if params.depth is not None and params.depth > depth:
        text = f'figures of {name} stand outside the zone of {depth // tables.INCH}"'
        yield Objection("outside", "DZ-SETUP-05", text)
    units = match.units(side)
    yield from _mixed(match, units)
    alone = units and all(markers.is_lone(match, unit) for unit in units)
    if alone and match.option("game") == "basic":
        text = f"{name} has only lone figures: all panic, and the game is lost at once"
        yield Objection("lone-only", "DZ-WIN-01", text)


def _mixed(match: Match, units: tuple[UnitId, ...]) -> Iterator[Objection]:
    for unit in units:
        types = [markers.get_profile(match, figure).type for figure in match.figures(unit)]
        if not can_be_one_unit(match, types):
            text = f"{match.unit(unit).name} has figures that cannot form one unit"
            yield Objection("mixed-unit", "DZ-UNIT-01", text)
