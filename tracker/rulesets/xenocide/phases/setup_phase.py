"""Setup before the first turn: agreements, passengers and deployment areas (XF-SETUP)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    WordForm,
    make_choice_argument,
    make_side_argument,
    make_text_argument,
    make_unit_argument,
)
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import list_wrong_side_objections
from tracker.procedures.pieces.deployment import (
    list_due_deployments,
    list_undeployed_units,
    mark_units_deployed,
)
from tracker.procedures.ruleset import Action, DueAction, Objection, Objections
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = "setup"
AIRBORNE_SPEED: Final = 1  # the speed at which flyers begin (XF-G67)


class ForceDeployment(Struct, frozen=True):
    """The command to deploy a side. ``area`` describes its deployment area, in any words."""

    area: str = ""


class DefaultOrder(Struct, frozen=True):
    order: str


class StartAboard(Struct, frozen=True):
    unit: UnitId
    vehicle: UnitId


def apply_roster_setup(match: Match) -> None:
    """Record the default orders and passengers in rosters.

    Flyers start in the air (XF-SETUP-02).
    """
    for one in match.sides:
        infantry = unit_profiles.list_infantry(match, one)
        orders = [unit_profiles.find_majority_profile(match, each).order for each in infantry]
        most = max(orders, key=orders.count, default=markers.STANDARD)  # XF-ORD-02
        if most != markers.STANDARD:
            match.record(markers.DEFAULT_ORDER.set(one, value=most))
    for carrier in unit_profiles.list_vehicles(match):
        vehicle = unit_profiles.get_vehicle(match, carrier)
        assert vehicle is not None
        if vehicle.propulsion == rule_tables.FLYER:
            match.record(markers.SPEED.set(carrier, value=AIRBORNE_SPEED))
        for name in vehicle.aboard:
            squads = unit_profiles.list_infantry(match, match.side_of(carrier))
            free = (one for one in squads if state_queries.find_carrier(match, one) is None)
            squad = next((one for one in free if match.unit(one).name == name), None)
            if squad is not None:
                match.record(markers.ABOARD.make_link_fact(squad, carrier))


def deploy_force(match: Match, side: SideId | None, params: ForceDeployment) -> None:
    """Record that a force is deployed, and in which area (XF-G87)."""
    if side is not None and params.area:
        match.record(markers.AREA.set(side, value=params.area))
    mark_units_deployed(match, side)


def list_deploy_objections(match: Match, side: SideId | None, _: ForceDeployment) -> Objections:
    if not list_undeployed_units(match, side):
        yield Objection("deployed", "XF-G87", "all units are already on the table")


def list_due_setup_steps(match: Match) -> tuple[DueAction, ...]:
    """List the due deployments, or the counters (``orders``) due until a side has deployed."""
    waiting = list_due_deployments(match, match.sides) if match.phase == PHASE else ()
    if len(waiting) < len(match.sides):
        return waiting
    return tuple(msgspec.structs.replace(one, action="orders") for one in waiting)


def set_default_order(match: Match, side: SideId | None, params: DefaultOrder) -> None:
    """Set a side's default order before the game. It replaces the one in the roster (XF-ORD-02)."""
    assert side is not None
    match.record(markers.DEFAULT_ORDER.set(side, value=params.order))


def list_default_order_objections(_: Match, side: SideId | None, __: DefaultOrder) -> Objections:
    if side is None:
        text = "name the side and its default order, as in `default red run`"
        yield Objection("no-side", "XF-ORD-02", text)


def place_unit_aboard(match: Match, _: SideId | None, params: StartAboard) -> None:
    """Put a unit aboard a vehicle before the game. It leaves any other vehicle (XF-SETUP-02)."""
    old = state_queries.find_carrier(match, params.unit)
    if old is not None:
        match.record(markers.ABOARD.make_unlink_fact(params.unit, old))
    match.record(markers.ABOARD.make_link_fact(params.unit, params.vehicle))


def list_start_aboard_objections(
    match: Match, side: SideId | None, params: StartAboard
) -> Objections:
    for each in (params.unit, params.vehicle):
        yield from list_wrong_side_objections(match, side, each, "XF-SETUP-02", match.tag(each))
    vehicle = unit_profiles.get_vehicle(match, params.vehicle)
    if vehicle is None or unit_profiles.is_vehicle(match, params.unit):
        yield Objection("no-vehicle", "XF-FORCE-16", "only a squad can get aboard a vehicle")
        return
    inside = {*state_queries.list_passengers(match, params.vehicle), params.unit}
    figures = sum(len(match.figures(squad)) for squad in inside)
    if figures > vehicle.passengers:
        seats = format_count(vehicle.passengers, "passenger")
        text = f"{match.tag(params.vehicle)} carries {seats}, but {figures} would be aboard"
        yield Objection("full", "XF-FORCE-16", text)


ACTIONS: Final = (
    Action(
        id="deploy",
        word="sets up",
        ahead="to set up",
        params=ForceDeployment,
        stage=deploy_force,
        phases=(PHASE,),
        objections=list_deploy_objections,
        candidates=lambda match: (
            (item.side, ForceDeployment()) for item in list_due_setup_steps(match)
        ),
        form=WordForm("deploy", (make_side_argument(), make_text_argument("area"))),
    ),
    Action(
        id="default_order",
        word="has a default order",
        params=DefaultOrder,
        stage=set_default_order,
        phases=(PHASE,),
        objections=list_default_order_objections,
        form=WordForm(
            "default",
            (
                make_side_argument(),
                make_choice_argument("order", tuple(markers.ORDERS.values()), "order"),
            ),
            lacks="name the side and its default order, as in `default red run`",
            least=2,
        ),
    ),
    Action(
        id="start_aboard",
        word="starts aboard",
        params=StartAboard,
        stage=place_unit_aboard,
        phases=(PHASE,),
        objections=list_start_aboard_objections,
        form=WordForm(
            "aboard",
            (make_unit_argument("unit"), make_unit_argument("vehicle")),
            lacks="name the squad and then its vehicle, as in `aboard r1 r5`",
            least=2,
            acts=("unit",),
            at=("vehicle",),
        ),
    ),
)
