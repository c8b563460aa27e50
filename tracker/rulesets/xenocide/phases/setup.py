"""Before the first turn: what was agreed, who is aboard, who stands where (XF-SETUP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct

from tracker.procedures.declared.words import WordForm, side, text, unit, word
from tracker.procedures.pieces.acting import object_to_foreign
from tracker.procedures.pieces.deployment import list_to_deploy, list_undeployed, stand
from tracker.procedures.ruleset import Action, Due, Objection
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers, troops
from tracker.rulesets.xenocide.data.vehicles import FLYER
from tracker.vocabulary.counts import count_of
from tracker.vocabulary.names import SideId, UnitId

PHASE: Final = "setup"
AIRBORNE_SPEED: Final = 1  # flyers begin with it (XF-G67)


class ForceDeployment(Struct, frozen=True):
    """``area``: where the side begins, in the players' words; broken units go back there."""

    area: str = ""


class DefaultOrder(Struct, frozen=True):
    order: str


class StartAboard(Struct, frozen=True):
    """A unit that starts in a vehicle."""

    unit: UnitId
    vehicle: UnitId


def apply_roster_setup(match: Match) -> None:
    """XF-SETUP-02: what rosters say: default orders, who is aboard; flyers are in the air."""
    for one in match.sides:
        if (order := _declared(match, one)) != markers.STANDARD:
            match.record(markers.DEFAULT_ORDER.set(one, value=order))
    for carrier in troops.list_vehicles(match):
        vehicle = troops.get_vehicle(match, carrier)
        assert vehicle is not None
        if vehicle.propulsion == FLYER:
            match.record(markers.SPEED.set(carrier, value=AIRBORNE_SPEED))
        for name in vehicle.aboard:
            for squad in _of_name(match, match.side_of(carrier), name):
                match.record(markers.ABOARD.link_between(squad, carrier))


def _declared(match: Match, one: SideId) -> str:
    """XF-ORD-02: the order that most units of a force have without a counter."""
    found = [troops.rank_and_file(match, each).order for each in troops.list_infantry(match, one)]
    return max(found, key=found.count, default=markers.STANDARD)


def _of_name(match: Match, one: SideId, name: str) -> tuple[UnitId, ...]:
    """The first unit of a name, if it is there and aboard nothing yet."""
    found = (squad for squad in troops.list_infantry(match, one) if match.unit(squad).name == name)
    return tuple(squad for squad in found if markers.find_carrier(match, squad) is None)[:1]


def deploy(match: Match, one: SideId | None, params: ForceDeployment) -> None:
    """XF-G87: all that is recorded is that everybody stands, and in which area."""
    if one is not None and params.area:
        match.record(markers.AREA.set(one, value=params.area))
    stand(match, one)


def deploy_objections(match: Match, one: SideId | None, _: ForceDeployment) -> Iterable[Objection]:
    if not list_undeployed(match, one):
        yield Objection("deployed", "XF-G87", "all units are already on the table")


def list_deploys(match: Match) -> Iterable[tuple[SideId | None, ForceDeployment]]:
    return ((item.side, ForceDeployment()) for item in list_due(match))


def list_due(match: Match) -> tuple[Due, ...]:
    """Where nobody has set up, to place counters says that everybody has."""
    waiting = list_to_deploy(match, match.sides) if match.phase == PHASE else ()
    if len(waiting) < len(match.sides):
        return waiting
    return tuple(msgspec.structs.replace(one, action="orders") for one in waiting)


def set_default_order(match: Match, one: SideId | None, params: DefaultOrder) -> None:
    """XF-ORD-02: declared before the game, in the place of what the roster says."""
    assert one is not None
    match.record(markers.DEFAULT_ORDER.set(one, value=params.order))


def object_to_default(_: Match, one: SideId | None, __: DefaultOrder) -> Iterator[Objection]:
    if one is None:
        yield Objection(
            "no-side", "XF-ORD-02", "name the side and its default order, as in default red run"
        )


def start_aboard(match: Match, _: SideId | None, params: StartAboard) -> None:
    """XF-SETUP-02: as if it had got on; who was aboard another vehicle is so no more."""
    old = markers.find_carrier(match, params.unit)
    if old is not None:
        match.record(markers.ABOARD.unlink_between(params.unit, old))
    match.record(markers.ABOARD.link_between(params.unit, params.vehicle))


def object_to_start(match: Match, one: SideId | None, params: StartAboard) -> Iterator[Objection]:
    for each in (params.unit, params.vehicle):
        yield from object_to_foreign(match, one, each, "XF-SETUP-02", match.tag(each))
    vehicle = troops.get_vehicle(match, params.vehicle)
    if vehicle is None or troops.is_vehicle(match, params.unit):
        yield Objection("no-vehicle", "XF-FORCE-16", "only a squad can get aboard a vehicle")
        return
    inside = {*markers.list_aboard(match, params.vehicle), params.unit}
    figures = sum(len(match.figures(squad)) for squad in inside)
    if figures > vehicle.passengers:
        who = match.tag(params.vehicle)
        text = (
            f"{who} carries {count_of(vehicle.passengers, 'passenger')}, but {figures} would be "
            "aboard"
        )
        yield Objection("full", "XF-FORCE-16", text)


ACTIONS: Final = (
    Action(
        id="deploy",
        word="sets up",
        ahead="to set up",
        params=ForceDeployment,
        stage=deploy,
        phases=(PHASE,),
        objections=deploy_objections,
        candidates=list_deploys,
        form=WordForm("deploy", (side(), text("area"))),
    ),
    Action(
        id="default_order",
        word="has a default order",
        params=DefaultOrder,
        stage=set_default_order,
        phases=(PHASE,),
        objections=object_to_default,
        form=WordForm(
            "default",
            (side(), word("order", tuple(markers.ORDERS.values()), "order")),
            lacks="name the side and its default order, as in default red run",
            least=2,
        ),
    ),
    Action(
        id="start_aboard",
        word="starts aboard",
        params=StartAboard,
        stage=start_aboard,
        phases=(PHASE,),
        objections=object_to_start,
        form=WordForm(
            "aboard",
            (unit("unit"), unit("vehicle")),
            lacks="name the squad and then its vehicle, as in aboard r1 r5",
            least=2,
            acts=("unit",),
            at=("vehicle",),
        ),
    ),
)
