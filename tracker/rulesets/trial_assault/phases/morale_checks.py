"""Morale checks: after a lost combat, the destruction of friends, and fire (TA-MORALE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.nearby_figures import ask_which_units
from tracker.procedures.pieces.needed_numbers import Limits, compute_need
from tracker.procedures.requests import (
    Asking,
    Number,
    Score,
    Tally,
    ask_owner,
    call_stage,
    continue_with,
)
from tracker.procedures.ruleset import Action, BlockingReason, DueAction, Objection, OneUnitParams
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId

MORALE: Final = RollKind("morale", "morale", rule="TA-MORALE-04", stakes=markers.BROKE)
HIGHEST: Final = 12
BELOW_HALF: Final = Modifier("below half strength", -1, "TA-T11")
RATIOS: Final = (1, 2, 3, 4)
"""The ratios of enemy to own models, which are also the penalties (TA-T11)."""


def find_leadership(match: Match, unit: UnitId) -> int:
    """Return the best Leadership of a unit's living models, including its characters (TA-G05)."""
    those = list_units_testing_together(match, unit)
    return max(
        (one.ld for each in those for one in unit_profiles.list_profiles(match, each)), default=0
    )


def is_unit_below_half_strength(match: Match, unit: UnitId) -> bool:
    return is_count_below_half_strength(len(match.figures(unit)), match.unit(unit).started)


def is_count_below_half_strength(model_count: int, starting_count: int) -> bool:
    """Whether a number of models is below half strength. Exactly half is not (TA-MORALE-05)."""
    return 2 * model_count < starting_count


def find_morale_need(match: Match, unit: UnitId, *modifiers: Modifier) -> Need:
    """Return the number a morale check needs: Leadership with modifiers (TA-MORALE-04, TA-G03)."""
    return make_morale_need(match, find_leadership(match, unit), *modifiers)


def make_morale_need(match: Match, leadership: int, *modifiers: Modifier) -> Need:
    low = 2 if match.option("two_always_passes") else -HIGHEST
    limits = Limits(low, HIGHEST, "a 2 always passes", "no more than 12", "TA-G03")
    lead = Modifier("Leadership", leadership, "TA-G05")
    return compute_need(lead, *modifiers, limits=limits, less=True, hit="holds", miss="breaks")


def list_outnumbered_modifiers(
    own_count: int, enemy_count: int, house_rule: str
) -> tuple[Modifier, ...]:
    """Return the modifier for a side that is outnumbered (TA-T11, TA-G04)."""
    if house_rule == "off" or enemy_count <= own_count:
        return ()
    ratio = max((one for one in RATIOS if enemy_count >= one * own_count), default=1)
    if house_rule == "flat":
        return (Modifier("outnumbered", -1, "TA-G04"),)
    text = "outnumbered" if ratio == 1 else f"outnumbered {ratio}:1"
    return (Modifier(text, -ratio, "TA-T11"),)


def count_own_and_enemy_strength(match: Match, combat: Subject, side: SideId) -> tuple[int, int]:
    """Count the models (by house rule, the wounds) of a side and its enemy in a combat (TA-G04)."""
    by_wounds = match.option("outnumber_count") == "wounds"
    strengths = [0, 0]
    for unit in COMBATS.list_units(match, combat):
        models = match.figures(unit)
        here = state_queries.count_wounds_left(match, *models) if by_wounds else len(models)
        strengths[match.side_of(unit) != side] += here
    return strengths[0], strengths[1]


def resolve_morale_check(match: Match, _: SideId | None, params: OneUnitParams) -> Asking[None]:
    """Check morale. Outnumbering counts only after a lost combat (TA-MORALE-01 to 03)."""
    unit = params.unit
    halved = match.option("half_strength") and is_unit_below_half_strength(match, unit)
    less: tuple[Modifier, ...] = (BELOW_HALF,) if halved else ()
    if match.has(unit, markers.LOST):
        less += yield from call_stage(ask_outnumbered_modifiers, unit)
    need = find_morale_need(match, unit, *less)
    return continue_with(roll_and_apply_morale_check, match, unit, need)


def ask_outnumbered_modifiers(match: Match, unit: UnitId) -> Asking[tuple[Modifier, ...]]:
    combat = COMBATS.find_combat(match, unit)
    counts = str(match.option("outnumbered"))
    if combat is None or counts == "off":
        return ()
    if match.option("outnumber_count") == "by_hand":
        what, most = "off its Leadership, as it is outnumbered", RATIOS[-1]
        asked = Number(id="outnumbered", what=what, low=0, high=most, rule="TA-G04")
        off = yield from ask_owner(match, unit, asked)
        return (Modifier("outnumbered", -off, "TA-G04"),) if off else ()
    strengths = count_own_and_enemy_strength(match, combat, match.side_of(unit))
    return list_outnumbered_modifiers(*strengths, counts)


def roll_and_apply_morale_check(match: Match, unit: UnitId, needed: Need) -> Asking[None]:
    holds = yield from roll_leadership_test(match, unit, MORALE, needed)
    together = list_units_testing_together(match, unit)
    for marker in (markers.LOST, markers.SHAKEN):
        marker.record_cleared(match, *together)
    if not holds:
        match.record(markers.BROKE.set(*together))


def roll_leadership_test(match: Match, unit: UnitId, kind: RollKind, needed: Need) -> Asking[bool]:
    score = Score(kind=kind, dice=(6, 6), needs=needed)
    return score.bands[(yield from ask_owner(match, unit, score))].success


def list_units_testing_together(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List the units that pass or fail together. This includes characters who do not test alone."""
    own = match.option("character_morale") == "own_test"
    return (unit,) if own else state_queries.list_joined_units(match, unit)


# ---------------------------------------------------------------------------- units that must check


def is_subject_to_morale(match: Match, unit: UnitId) -> bool:
    """Whether a unit (or the unit that tests for it) takes morale checks (TA-MORALE-06, TA-G68)."""
    profiles = unit_profiles.list_profiles(match, find_unit_that_tests_for(match, unit))
    return not any(one.fearless or one.vehicle for one in profiles)


def mark_friends_of_destroyed_side_as_shaken(match: Match, combat: Subject) -> Asking[None]:
    """Mark a destroyed side's friends near the victors as shaken (TA-RES-05)."""
    sides = COMBATS.get_scores(match, combat)
    left = tuple(side for side in sides if COMBATS.list_units(match, combat, side))
    members = map(UnitId, match.links(markers.FIGHTS, combat))
    fighters = (one for one in members if not unit_profiles.is_non_walker_vehicle(match, one))
    if len(left) != 1 or len({match.side_of(one) for one in fighters}) < 2:
        return
    units = tuple(unit for unit in match.units() if can_be_shaken(match, unit, left[0]))
    yield from call_stage(mark_units_near_victors_as_shaken, units)


def can_be_shaken(match: Match, unit: UnitId, victor: SideId) -> bool:
    """Whether a unit can be shaken by a ``victor`` nearby.

    Under a house rule, this happens only once a phase (TA-RES-05, TA-G50).
    """
    away = match.has(unit, markers.AWAY) or state_queries.is_locked(match, unit)
    if match.side_of(unit) == victor or away:
        return False
    once = match.option("wipe_out_tests") == "once_per_unit_and_phase"
    if once and match.has(unit, markers.WAS_SHAKEN):
        return False
    leads = unit == find_unit_that_tests_for(match, unit)
    return leads and not match.has(unit, markers.FLEES) and is_subject_to_morale(match, unit)


def mark_units_near_victors_as_shaken(match: Match, units: tuple[UnitId, ...]) -> Asking[None]:
    if not units:
        return
    asks = Tally(id="within", what="within 6 inches of the victors", rule="TA-RES-05", shares=())
    found = yield from call_stage(ask_which_units, asks, units)
    for marker in (markers.SHAKEN, markers.WAS_SHAKEN):
        marker.record_on(match, *found)


def record_starting_strengths(match: Match) -> None:
    """Record each unit's number of models at the start of Shooting (TA-MORALE-07)."""
    for unit in match.units():
        match.record(markers.STARTED.set(unit, value=len(match.figures(unit))))


def has_lost_quarter_to_fire(match: Match, unit: UnitId) -> bool:
    """Whether a unit must test for a quarter of its models lost to fire (TA-MORALE-07, TA-G08)."""
    if not match.option("shooting_morale") or not is_subject_to_morale(match, unit):
        return False
    if state_queries.is_locked(match, unit) or match.has(unit, markers.FLEES):
        return False
    before, there = markers.STARTED.number(match, unit), len(match.figures(unit))
    return 4 * (before - there) >= before > 0


def shake_last_survivors(match: Match) -> None:
    """Under a house rule, mark units reduced to one model as having to test (TA-G09)."""
    if match.option("last_survivor") != "test_each_own_turn":
        return
    alone = (
        unit
        for unit in match.units(match.clock.side)
        if len(match.figures(unit)) == 1 < match.unit(unit).started
        and is_subject_to_morale(match, unit)
        and not any(match.has(unit, one) for one in (markers.FLEES, markers.AWAY))
        and not state_queries.is_locked(match, unit)
    )
    markers.SHAKEN.record_on(match, *alone)


def list_units_due_morale_check(match: Match) -> tuple[UnitId, ...]:
    """List the units that must check morale. A unit also represents its characters."""
    due = (markers.LOST, markers.SHAKEN)
    units = (unit for unit in match.units() if any(match.has(unit, one) for one in due))
    return tuple(dict.fromkeys(find_unit_that_tests_for(match, unit) for unit in units))


def find_unit_that_tests_for(match: Match, unit: UnitId) -> UnitId:
    """Return the unit that tests for a given unit: itself, or the unit that it has joined."""
    together = list_units_testing_together(match, unit)
    return (
        together[0] if len(together) == 1 else state_queries.find_joined_unit_or_self(match, unit)
    )


def list_morale_check_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if unit not in list_units_due_morale_check(match):
        yield BlockingReason("no-test", "TA-MORALE-01", "has no reason to test")


def list_morale_check_objections(
    match: Match, _: SideId | None, params: OneUnitParams
) -> Iterator[Objection]:
    if not is_subject_to_morale(match, params.unit):
        text = f"{match.tag(params.unit)} takes no morale checks"
        yield Objection("never-tests", "TA-MORALE-06", text)


def list_due_morale_checks(match: Match) -> tuple[DueAction, ...]:
    """List the due morale checks. Checks after fire are due when the phase ends (TA-MORALE-07)."""
    due = (TEST.make_due_action(match, unit) for unit in list_units_due_morale_check(match))
    if match.phase != "shooting":
        return tuple(due)
    return tuple(
        replace(one, why=f"{one.why} at the end of this phase", at_phase_end=True) for one in due
    )


TEST: Final = Action(
    id="test",
    word="tests",
    ahead="to test",
    params=OneUnitParams,
    stage=resolve_morale_check,
    bars=list_morale_check_blocking_reasons,
    objections=list_morale_check_objections,
    expected="must test",
    must=True,
    candidates=lambda match: (
        (match.side_of(unit), OneUnitParams(unit)) for unit in list_units_due_morale_check(match)
    ),
    rolls=(MORALE,),
    form=Form("tests", make_unit_field(), key=KeyVerb("t", text="tests its morale")),
)
