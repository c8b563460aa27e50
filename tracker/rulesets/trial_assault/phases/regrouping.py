"""The tests by which units that fall back can regroup (TA-REGROUP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_flag_slots
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import list_wrong_phase_half_objections
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import Action, BlockingReason, Objection
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.phases import morale_checks
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.events import FiguresRemoved
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, UnitId

REGROUP: Final = RollKind("regroup", "regroup", rule="TA-REGROUP-01", stakes=markers.FLEES)
REGROUPING_PHASE: Final = "movement"


class RegroupTest(Struct, frozen=True, omit_defaults=True):
    """The command for a unit to test to regroup.

    ``near`` means that an enemy is near, ``unseen`` that no enemy is in sight, and ``scattered``
    that the unit is out of coherency.
    """

    unit: UnitId
    near: bool = False
    scattered: bool = False
    unseen: bool = False


def resolve_regroup_test(match: Match, _: SideId | None, params: RegroupTest) -> Asking[None]:
    """Roll a unit's test to regroup: 2D6 against its Leadership (TA-REGROUP-01, TA-G06)."""
    unit = params.unit
    bonus = params.unseen and match.option("regroup_in_sight_bonus")
    more = (Modifier("no enemy in sight", 1, "TA-G06"),) if bonus else ()
    needed = morale_checks.find_morale_need(match, unit, *more)
    stops = yield from call_stage(roll_test_and_regroup, unit, needed)
    if not stops:
        match.record(markers.FAILED.set(unit))


def roll_test_and_regroup(match: Match, unit: UnitId, needed: Need) -> Asking[bool]:
    stops = yield from morale_checks.roll_leadership_test(match, unit, REGROUP, needed)
    if stops:
        body = morale_checks.list_units_testing_together(match, unit)
        together = markers.FLEES.list_carriers(match, body)
        match.record(markers.FLEES.cleared(*together))
        match.record(markers.REGROUPED.set(*together), markers.MOVED.set(*together))
    return stops


def test_whether_fleeing_target_stays(match: Match, unit: UnitId, target: UnitId) -> Asking[bool]:
    """Return whether a charged unit stays, by a regroup test if it flees (TA-CHG-16)."""
    if not match.has(target, markers.FLEES):
        return match.exists(target)
    lead = morale_checks.find_leadership(match, target)
    if (yield from call_stage(roll_test_and_regroup, target, Need(lead, less=True))):
        return True
    loser = match.side_of(target)
    for one in morale_checks.list_units_testing_together(match, target):
        match.record(FiguresRemoved(figures=match.figures(one), how="scattered", by=unit))
    if match.option("charge_destroyed") == "full_wipe_out":
        units, victor = match.units(loser), match.side_of(unit)
        friends = tuple(one for one in units if morale_checks.can_be_shaken(match, one, victor))
        yield from call_stage(morale_checks.mark_units_near_victors_as_shaken, friends)
    return False


def list_active_units_falling_back(match: Match) -> tuple[UnitId, ...]:
    return tuple(
        unit
        for unit in match.units(match.clock.side)
        if match.has(unit, markers.FLEES)
        and not match.has(unit, markers.MOVED)
        and state_queries.find_joined_unit_or_self(match, unit) == unit
    )


def list_regroup_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if not match.has(unit, markers.FLEES):
        yield BlockingReason("does-not-flee", "TA-REGROUP-01", "is not falling back")
    elif match.has(unit, markers.FAILED):
        yield BlockingReason("has-failed", "TA-REGROUP-01", "has already failed to regroup")
    elif match.has(unit, markers.MOVED):
        yield BlockingReason("has-moved", "TA-REGROUP-01", "has already fallen back this turn")


def _list_too_few_objections(match: Match, unit: UnitId) -> Iterator[Objection]:
    if morale_checks.is_unit_below_half_strength(match, unit):
        text = f"{match.tag(unit)} has fewer than half of its models"
        yield Objection("below-half", "TA-REGROUP-01", text)


def list_regroup_objections(
    match: Match, _: SideId | None, params: RegroupTest
) -> Iterator[Objection]:
    unit, who = params.unit, match.tag(params.unit)
    if match.phase != REGROUPING_PHASE:
        text = "units regroup only at the start of their Movement phase"
        yield Objection("not-movement", "TA-REGROUP-01", text)
    yield from list_wrong_phase_half_objections(match, unit, "TA-REGROUP-01")
    yield from _list_too_few_objections(match, unit)
    if params.near:
        yield Objection("enemy-near", "TA-REGROUP-01", f"{who} has an enemy within 6 inches")
    if params.scattered:
        yield Objection("scattered", "TA-REGROUP-01", f"{who} is not in coherency")


def list_regroup_candidates(match: Match) -> Iterator[tuple[SideId | None, RegroupTest]]:
    if match.phase == REGROUPING_PHASE:
        for unit in list_active_units_falling_back(match):
            bars = list_regroup_blocking_reasons(match, unit)
            if not any((*bars, *_list_too_few_objections(match, unit))):
                yield match.side_of(unit), RegroupTest(unit)


REGROUPS: Final = Action(
    id="regroup",
    word="regroups",
    ahead="to regroup",
    params=RegroupTest,
    stage=resolve_regroup_test,
    phases=(REGROUPING_PHASE,),
    bars=list_regroup_blocking_reasons,
    objections=list_regroup_objections,
    expected="must regroup or fall back",
    must=True,
    candidates=list_regroup_candidates,
    rolls=(REGROUP,),
    form=Form(
        "regroups",
        make_unit_field(),
        how=make_flag_slots("near", "scattered", "unseen"),
        key=KeyVerb("g", text="regroups"),
    ),
)
