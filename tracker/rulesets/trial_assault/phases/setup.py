"""Before the first turn, and who comes later: sides, edges, reserves, characters (TA-SETUP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.actions import Nothing
from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.words import WordForm, asking, side, text, unit
from tracker.procedures.pieces.deployment import (
    list_offered,
    list_to_deploy,
    list_undeployed,
    stand,
)
from tracker.procedures.pieces.engagement import parting
from tracker.procedures.pieces.people import one_unit, units
from tracker.procedures.pieces.roll_offs import RollOff, make_pools, winner
from tracker.procedures.pieces.turn_order import Begins, begins
from tracker.procedures.requests import Asking, Option, Pick, ask
from tracker.procedures.ruleset import Action, Bar, Due, Objection
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import SideId, UnitId

PHASE: Final = "setup"
OFF: Final = RollOff(
    "first_turn",
    "first",
    "TA-SETUP-01",
    make_pools,
    need="the higher chooses who has the first turn",
)


class ReserveDeclaration(Struct, frozen=True):
    """Units that are not on the table yet."""

    units: tuple[UnitId, ...]


class ReserveArrival(Struct, frozen=True, omit_defaults=True):
    """A unit comes onto the table, over an ``edge`` in the players' words."""

    unit: UnitId
    edge: str = ""


class CharacterAttachment(Struct, frozen=True):
    """An independent character joins a unit."""

    unit: UnitId
    other: UnitId


class CharacterDetachment(Struct, frozen=True):
    """An independent character leaves his unit."""

    unit: UnitId


def begin(match: Match) -> None:
    """TA-SETUP-02, TA-FORCE-05: what a side's roster says: edges, and who begins with whom."""
    for one in match.units(match.clock.side):
        profile = markers.get_profile(match, match.figures(one)[0])
        if profile.edge:
            match.record(markers.EDGE.set(one, value=profile.edge))
        for host in _of_name(match, match.side_of(one), profile.joins):
            match.record(markers.JOINED.link_between(one, host))


def _of_name(match: Match, one: SideId, name: str) -> tuple[UnitId, ...]:
    found = (each for each in match.units(one) if name and match.unit(each).name == name)
    return tuple(found)[:1]


# ------------------------------------------------------------------------------------ on the table


def deploy(match: Match, one: SideId | None, _: Nothing) -> None:
    """TA-SETUP-03: all that is recorded is that they stand."""
    stand(match, one)


def deploy_objections(match: Match, one: SideId | None, _: Nothing) -> Iterable[Objection]:
    if not list_undeployed(match, one):
        yield Objection("deployed", "TA-SETUP-03", "all units are already on the table")


def list_deploys(match: Match) -> Iterable[tuple[SideId | None, Nothing]]:
    return ((one, Nothing()) for one in list_offered(match) if match.phase == PHASE)


def list_due(match: Match) -> tuple[Due, ...]:
    if match.phase != PHASE:
        return ()
    if waiting := list_to_deploy(match, match.sides):
        return waiting
    if any(match.has(one, markers.FIRST) for one in match.sides):
        return ()
    return (Due("first", None, None, "the first turn has not been decided", compulsory=True),)


def hold(match: Match, _: SideId | None, params: ReserveDeclaration) -> None:
    match.record(markers.AWAY.set(*params.units))


def arrive_unit(match: Match, _: SideId | None, params: ReserveArrival) -> None:
    """TA-SETUP-02: where it comes on it falls back to; it may charge at once (TA-SETUP-03)."""
    if match.has(params.unit, markers.AWAY):
        match.record(markers.AWAY.cleared(params.unit))
    if params.edge:
        match.record(markers.EDGE.set(params.unit, value=params.edge))


def list_arrive_bars(match: Match, one: UnitId) -> Iterator[Bar]:
    if not match.has(one, markers.AWAY):
        yield Bar("there", "TA-SETUP-03", "is on the table")


def list_arrivals(match: Match) -> Iterator[tuple[SideId | None, ReserveArrival]]:
    if match.phase == "movement":
        for one in match.units(match.clock.side):
            if match.has(one, markers.AWAY):
                yield match.side_of(one), ReserveArrival(one)


# -------------------------------------------------------------------------------------- characters


def join(match: Match, _: SideId | None, params: CharacterAttachment) -> None:
    """TA-FORCE-05: he is with one unit at most."""
    match.record(*_alone(match, params.unit))
    match.record(markers.JOINED.link_between(params.unit, params.other))


def leave(match: Match, _: SideId | None, params: CharacterDetachment) -> None:
    match.record(*_alone(match, params.unit))


def _alone(match: Match, one: UnitId) -> Iterable[AnyFact]:
    return parting(match, markers.JOINED, one)


def join_bars(match: Match, one: UnitId) -> Iterator[Bar]:
    if not any(each.independent for each in markers.list_profiles(match, one)):
        yield Bar("no-character", "TA-FORCE-05", "is not an independent character")
    elif markers.is_locked(match, one):
        yield Bar("locked", "TA-FORCE-05", "is in close combat")


def join_objections(
    match: Match, _: SideId | None, params: CharacterAttachment
) -> Iterator[Objection]:
    other, who = params.other, match.tag(params.other)
    if any(one.monstrous or one.vehicle for one in markers.list_profiles(match, other)):
        yield Objection("stands-alone", "TA-CHAR-07", f"{who} cannot be joined")
    if markers.is_locked(match, other):
        yield Objection("other-locked", "TA-FORCE-05", f"{who} is in close combat")
    if match.side_of(other) != match.side_of(params.unit):
        yield Objection("other-side", "TA-FORCE-05", f"{who} is on another side")


# ----------------------------------------------------------------------------------- the first turn


def choose_first(match: Match, _: SideId | None, params: Begins) -> Asking[None]:
    """TA-SETUP-01: agreed, or the higher die chooses."""
    one = params.agreed
    if one is None:
        won = yield from winner(match, OFF)
        chosen = yield from ask(
            Pick(
                id="who_begins",
                what="who has the first turn",
                options=tuple(Option(each, match.side_name(each)) for each in match.sides),
                default=won,
                side=won,
                subject=won,
                rule="TA-SETUP-01",
            )
        )
        one = SideId(chosen)
    others = tuple(each for each in match.sides if match.has(each, markers.FIRST))
    if others:
        match.record(markers.FIRST.cleared(*others))
    match.record(markers.FIRST.set(one))


def order(match: Match) -> tuple[SideId, ...]:
    return tuple(sorted(match.sides, key=lambda one: not match.has(one, markers.FIRST)))


ONE_UNIT: Final = one_unit("unit", "name one unit in each part, and put | between parts")
ACTIONS: Final = (
    Action(
        id="deploy",
        word="sets up",
        ahead="to set up",
        params=Nothing,
        stage=deploy,
        phases=(PHASE,),
        objections=deploy_objections,
        candidates=list_deploys,
        form=WordForm("deploy", (side(),)),
    ),
    Action(
        id="first",
        word="settled the first turn",
        ahead="to settle who has the first turn",
        params=Begins,
        stage=choose_first,
        phases=(PHASE,),
        candidates=lambda match: (
            ((None, Begins()),) if any(one.action == "first" for one in list_due(match)) else ()
        ),
        rolls=(OFF.kind,),
        form=begins("first", asking(OFF.kind.id, "who_begins")),
    ),
    Action(
        id="hold",
        word="stays off the table",
        params=ReserveDeclaration,
        stage=hold,
        phases=(PHASE,),
        form=Form("waits", units()),
    ),
    Action(
        id="arrive",
        word="arrives",
        params=ReserveArrival,
        stage=arrive_unit,
        phases=("movement",),
        bars=list_arrive_bars,
        candidates=list_arrivals,
        form=WordForm(
            "arrives",
            (unit("unit"), text("edge")),
            lacks="name the unit that arrives, as in arrives r3 east",
            acts=("unit",),
        ),
    ),
    Action(
        id="join",
        word="joins",
        params=CharacterAttachment,
        stage=join,
        phases=(PHASE, "movement"),
        bars=join_bars,
        objections=join_objections,
        form=Form(
            "joins",
            ONE_UNIT,
            one_unit("other", "name one unit to join"),
            key=KeyVerb("j", whom="own", text="joins"),
        ),
    ),
    Action(
        id="leave",
        word="goes alone",
        params=CharacterDetachment,
        stage=leave,
        phases=(PHASE, "movement"),
        bars=join_bars,
        form=Form("leaves", ONE_UNIT),
    ),
)
