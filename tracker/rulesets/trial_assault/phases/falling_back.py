"""Falling back: the distance, and regrouping (TA-FALL, TA-REGROUP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.declared.slots import switch
from tracker.procedures.pieces.acting import list_wrong_half_objections
from tracker.procedures.pieces.engagement import parting
from tracker.procedures.pieces.people import one_unit
from tracker.procedures.pieces.tests import passes
from tracker.procedures.requests import Asking, Score, ask, do, sub
from tracker.procedures.ruleset import Action, Bar, Objection
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import combat_contact
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.rule_tables import HALF_INCH, INCH
from tracker.rulesets.trial_assault.phases import morale_checks
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.names import SideId, UnitId
from tracker.vocabulary.needs import Need

REGROUP: Final = RollKind("regroup", "regroup", rule="TA-REGROUP-01", stakes=markers.FLEES)
PHASE: Final = "movement"


class RegroupTest(Struct, frozen=True, omit_defaults=True):
    """A unit falling back tests to regroup. ``near``: an enemy is within 6 inches; ``scattered``:
    it is not in coherency; ``unseen``: no enemy is in sight.
    """

    unit: UnitId
    near: bool = False
    scattered: bool = False
    unseen: bool = False


# ------------------------------------------------------------------------------------- the way back


def roll_dice_sum(kind: RollKind, dice: int) -> Asking[int]:
    return (yield from ask(Score(kind=kind, dice=(6,) * dice, role="owner")))


def find_fall_back_distance(match: Match, unit: UnitId) -> int:
    """TA-FALL-03, TA-G49: halved by difficult terrain; half inches are kept, or rounded by house
    rule.
    """
    total = markers.ROLLED.number(match, unit) * HALF_INCH
    if "rough" not in markers.list_fall_back_hindrances(match, unit):
        return total
    half = total // 2
    match match.option("halving"):
        case "up":
            return -(-half // INCH) * INCH
        case "down":
            return half // INCH * INCH
        case _:
            return half


def fall_back(match: Match, unit: UnitId) -> None:
    """The move: out of the fight, towards its base line; a trapped unit is destroyed
    (TA-FALL-05).
    """
    far, how = find_fall_back_distance(match, unit), markers.list_fall_back_hindrances(match, unit)
    for one in morale_checks.list_units_testing_together(match, unit):
        match.record(*parting(match, markers.LOCKED, one))
        combat_contact.clear_contact(match, one)
        clear_break_markers(match, one)
        if "trapped" in how:
            match.record(FiguresRemoved(figures=match.figures(one), how="destroyed"))
            continue
        match.record(Moved(unit=one, length=far, how="fell back"))
        if "off" in how:
            match.record(FiguresRemoved(figures=match.figures(one), how="fled"))
        else:
            match.record(markers.FLEES.set(one), markers.MOVED.set(one))


def clear_break_markers(match: Match, unit: UnitId) -> None:
    """Remove the markers of the break."""
    for marker in (markers.BROKE, markers.ROLLED, markers.HINDERED):
        if match.has(unit, marker):
            match.record(marker.cleared(unit))


# --------------------------------------------------------------------------------------- regrouping


def resolve_regroup_test(match: Match, _: SideId | None, params: RegroupTest) -> Asking[None]:
    """TA-REGROUP-01, TA-G06: 2D6 on Leadership."""
    unit = params.unit
    bonus = params.unseen and match.option("regroup_in_sight_bonus")
    more = (Modifier("no enemy in sight", 1, "TA-G06"),) if bonus else ()
    needed = morale_checks.find_morale_need(match, unit, *more)
    stops = yield from do(roll_regrouping_test, unit, needed)
    if not stops:
        match.record(markers.FAILED.set(unit))


def roll_regrouping_test(match: Match, unit: UnitId, needed: Need) -> Asking[bool]:
    roles = {"owner": (match.side_of(unit), unit, None)}
    stops = yield from sub(roles, _passes, needed)
    if stops:
        together = tuple(
            one
            for one in morale_checks.list_units_testing_together(match, unit)
            if match.has(one, markers.FLEES)
        )
        match.record(markers.FLEES.cleared(*together))
        match.record(markers.REGROUPED.set(*together), markers.MOVED.set(*together))
    return stops


def _passes(needed: Need) -> Asking[bool]:
    return (yield from passes(REGROUP, needed, role="owner"))


def list_units_falling_back(match: Match) -> tuple[UnitId, ...]:
    """The units of the side on turn that are falling back and have neither regrouped nor moved."""
    return tuple(
        unit
        for unit in match.units(match.clock.side)
        if match.has(unit, markers.FLEES)
        and not match.has(unit, markers.MOVED)
        and markers.find_host_unit(match, unit) == unit
    )


def can_regroup(match: Match, unit: UnitId) -> bool:
    return not any(list_blocking_reasons(match, unit)) and not any(_too_few(match, unit))


def list_blocking_reasons(match: Match, unit: UnitId) -> Iterator[Bar]:
    if not match.has(unit, markers.FLEES):
        yield Bar("does-not-flee", "TA-REGROUP-01", "is not falling back")
    elif match.has(unit, markers.FAILED):
        yield Bar("has-failed", "TA-REGROUP-01", "has already failed to regroup")
    elif match.has(unit, markers.MOVED):
        yield Bar("has-moved", "TA-REGROUP-01", "has already fallen back this turn")


def _too_few(match: Match, unit: UnitId) -> Iterator[Objection]:
    if morale_checks.is_below_half(match, unit):
        text = f"{match.tag(unit)} has less than half of its models"
        yield Objection("below-half", "TA-REGROUP-01", text)


def list_objections(match: Match, _: SideId | None, params: RegroupTest) -> Iterator[Objection]:
    unit, who = params.unit, match.tag(params.unit)
    if match.phase != PHASE:
        yield Objection(
            "not-movement", "TA-REGROUP-01", "units regroup at the start of their Movement phase"
        )
    yield from list_wrong_half_objections(match, unit, "TA-REGROUP-01")
    yield from _too_few(match, unit)
    if params.near:
        yield Objection("enemy-near", "TA-REGROUP-01", f"{who} has an enemy within 6 inches")
    if params.scattered:
        yield Objection("scattered", "TA-REGROUP-01", f"{who} is not in coherency")


def list_candidates(match: Match) -> Iterator[tuple[SideId | None, RegroupTest]]:
    if match.phase == PHASE:
        for unit in list_units_falling_back(match):
            if can_regroup(match, unit):
                yield match.side_of(unit), RegroupTest(unit)


REGROUPS: Final = Action(
    id="regroup",
    word="regroups",
    ahead="to regroup",
    params=RegroupTest,
    stage=resolve_regroup_test,
    phases=(PHASE,),
    bars=list_blocking_reasons,
    objections=list_objections,
    candidates=list_candidates,
    rolls=(REGROUP,),
    form=Form(
        "regroups",
        one_unit("unit", "name one unit in each part, and put | between parts"),
        how=(switch("near"), switch("scattered"), switch("unseen")),
        key=KeyVerb("g", text="regroups"),
    ),
)
