"""The end of the Melee phase: retreats, surrenders and follow-ups (XF-RETR, XF-FOLL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import (
    make_count_slot,
    make_flag_slot,
    make_length_slot,
)
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, choose_last, group_equal_figures
from tracker.procedures.pieces.acting_units import make_unit_candidates
from tracker.procedures.pieces.casualties import choose_fallen_figures
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import Asking, continue_with, roll_check, run_stage_for_each
from tracker.procedures.ruleset import Action, BlockingReason, DueAction, Objection, Objections
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE, INCH
from tracker.rulesets.xenocide.phases import broken_unit_tests, melee_phase, movement
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

PHASE: Final = melee_phase.PHASE
TOWARDS: Final = "towards"
DIRECTION: Final = RollKind("direction", "which way it retreats", rule="XF-G60")
WHERE: Final = {
    "as_failed": "to the nearest edge that brings it no nearer to an enemy",
    "as_passed": "to cover, no nearer to an enemy",
    "test": "to the edge or to cover, as its test says",
}
"""The text for the direction of a retreat under each house rule (XF-G60)."""
SURRENDER: Final = RollKind("surrender", "surrender", "stays", "stay", "XF-RETR-02")


class Retreat(Struct, frozen=True, omit_defaults=True):
    """The command for a unit to retreat.

    ``near`` is the number of figures within 4 inches of an enemy. ``off`` means off the table.
    """

    unit: UnitId
    length: int | None = None
    near: int = 0
    off: bool = False


class FollowUp(Struct, frozen=True, omit_defaults=True):
    """The command for a unit to follow up. ``towards`` means towards a visible enemy."""

    unit: UnitId
    length: int | None = None
    towards: bool = False


def resolve_retreat(match: Match, _: SideId | None, params: Retreat) -> Asking[None]:
    """Move a retreating unit, and end its contact without blows (XF-RETR-01, XF-G60)."""
    unit = params.unit
    if match.option("retreat_direction") == "test":
        number = broken_unit_tests.find_morale_test_number(match, unit)
        need = Need(number, less=True, die=DIE, hit="to cover", miss="to the edge")
        yield from roll_check(DIRECTION, 1, need, side=match.side_of(unit), subject=unit)
    markers.RETREATS.record_cleared(match, unit)
    match.record(*make_disengagement_facts(match, markers.ENGAGED, unit), markers.STANDS.set(unit))
    match.record(Moved(unit=unit, length=params.length, how="retreated"))
    if params.off:
        match.record(FiguresRemoved(figures=match.figures(unit), how="fled"))
    elif params.near:
        return continue_with(choose_and_test_cornered_figures, match, unit, params.near)
    return None


def choose_and_test_cornered_figures(match: Match, unit: UnitId, count: int) -> Asking[None]:
    """Test ``count`` figures that retreated too near to an enemy (XF-RETR-02).

    If the unit's figures differ, its side chooses them.
    """
    figures = match.figures(unit)
    groups = group_equal_figures(figures, lambda figure: match.figure(figure).profile)
    if len(groups) > 1 and count < len(figures):
        what, rule = "within 4 inches of an enemy", "XF-RETR-02"
        near = yield from choose_fallen_figures(
            match, unit, groups, count, question_id="near", what=what, rule=rule, spatial=True
        )
    else:
        near = choose_last(figures, min(count, len(figures)))
    alike = group_equal_figures(near, lambda one: unit_profiles.get_profile(match, one).morale)
    return continue_with(run_stage_for_each, match, roll_surrender_tests, alike, unit)


def roll_surrender_tests(
    match: Match, morale_and_figures: tuple[int, tuple[FigureId, ...]], unit: UnitId
) -> Asking[None]:
    """Test figures with equal Morale, and capture those that fail (XF-RETR-02, XF-G61)."""
    own, figures = morale_and_figures
    number = broken_unit_tests.find_morale_test_number(match, unit, own)
    need = Need(number, less=True, die=DIE, hit="stays", miss="captive")
    side, many = match.side_of(unit), len(figures)
    stay = yield from roll_check(SURRENDER, many, need, side=side, subject=unit)
    if stay < many:
        match.record(FiguresRemoved(figures=choose_last(figures, many - stay), how="captured"))


def list_unfought_melee_representatives(match: Match) -> tuple[UnitId, ...]:
    firsts = (together[0] for together in state_queries.list_melees(match))
    return tuple(
        unit for unit in firsts if not any(melee_phase.list_melee_blocking_reasons(match, unit))
    )


def list_units_forced_to_retreat(match: Match) -> tuple[UnitId, ...]:
    return markers.RETREATS.list_carriers(match, match.units())


def list_due_melee_phase_actions(match: Match) -> tuple[DueAction, ...]:
    """List the due actions: first melees, then compulsory retreats, then follow-ups."""
    following = tuple(
        unit for unit in match.units() if not any(list_follow_blocking_reasons(match, unit))
    )
    every = (
        (melee_phase.FIGHT, list_unfought_melee_representatives(match), True),
        (RETREAT, list_units_forced_to_retreat(match), True),
        (FOLLOW, following, match.option("follow_up_required") == "forced"),
    )
    found = next((one for one in every if one[1]), None)
    if found is None:
        return ()
    action, units, must = found
    why = action.expected
    if action is RETREAT:
        why += f" {WHERE[str(match.option('retreat_direction'))]}"
    return tuple(
        DueAction(action.id, match.side_of(u), u, f"{match.unit(u).name} {why}", must)
        for u in units
    )


def can_any_unit_leave_or_join_melee(match: Match) -> bool:
    """Whether a unit can leave a melee, or make contact after a follow-up (XF-RES-06, XF-FOLL-01).

    The players can make these choices until they end the phase.
    """
    nearer = [unit for unit in match.units() if match.mark(unit, markers.STANDS) == TOWARDS]
    return any(not state_queries.is_engaged(match, unit) for unit in nearer) or any(
        not any(list_retreat_blocking_reasons(match, unit)) for unit in match.units()
    )


def _list_after_melee_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if unit_profiles.is_vehicle(match, unit) or state_queries.find_carrier(match, unit) is not None:
        yield BlockingReason("vehicle", "XF-G83", "is a vehicle, or aboard one")
    elif not match.has(unit, markers.FOUGHT):
        yield BlockingReason("has-not-fought", "XF-RETR-01", "has not fought yet")
    elif match.has(unit, markers.STANDS):
        yield BlockingReason("has-moved", "XF-RETR-01", "has already moved after its melee")
    elif list_unfought_melee_representatives(match):
        yield BlockingReason("melees", "XF-RETR-01", "must wait until all melees are fought")


def list_retreat_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    yield from _list_after_melee_reasons(match, unit)
    if not state_queries.is_engaged(match, unit) and not match.has(unit, markers.RETREATS):
        yield BlockingReason("not-in-melee", "XF-RES-06", "is not in melee")


def list_follow_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a unit cannot follow up, such as contact or a due retreat (XF-G62)."""
    yield from _list_after_melee_reasons(match, unit)
    if state_queries.is_engaged(match, unit):
        yield BlockingReason("in-melee", "XF-G62", "is still in melee")
    elif list_units_forced_to_retreat(match):
        yield BlockingReason("retreats", "XF-FOLL-01", "must wait for the retreats")


def _list_too_far_objections(
    match: Match, unit: UnitId, length: int | None, most: int
) -> Objections:
    if length is not None and length > most:
        text = f"{match.tag(unit)} moves at most {movement.format_inches(most)}"
        yield Objection("too-far", "XF-T11", text)


def list_retreat_objections(match: Match, _: SideId | None, params: Retreat) -> Objections:
    unit, there = params.unit, len(match.figures(params.unit))
    most = rule_tables.RETREAT * INCH * movement.find_slowest_movement(match, unit)
    yield from _list_too_far_objections(match, unit, params.length, most)
    if list_units_forced_to_retreat(match) and not match.has(unit, markers.RETREATS):
        yield Objection("forced-first", "XF-G60", "units that must retreat have to do so first")
    if params.near > there:
        text = f"{match.tag(unit)} has only {format_count(there, 'figure')}"
        yield Objection("so-many", "XF-RETR-02", text)


def list_follow_objections(match: Match, _: SideId | None, params: FollowUp) -> Objections:
    unit, many = params.unit, markers.SUPPRESSED.number(match, params.unit)
    lost = rule_tables.find_suppression_slowdown(
        many, moves_toward_enemy=params.towards, running=False
    )
    most = max(rule_tables.FOLLOW_UP * INCH * movement.find_slowest_movement(match, unit) - lost, 0)
    yield from _list_too_far_objections(match, unit, params.length, most)
    if params.towards and match.has(unit, markers.BROKEN):
        text = f"{match.tag(unit)} is broken and cannot move nearer to the enemy"
        yield Objection("broken", "XF-G94", text)


def list_retreat_candidates(match: Match, unit: UnitId) -> Iterator[Retreat]:
    if match.has(unit, markers.RETREATS) or not list_units_forced_to_retreat(match):
        yield from (Retreat(unit), Retreat(unit, near=1), Retreat(unit, off=True))


RETREAT: Final = Action(
    id="retreat",
    word="retreated",
    ahead="to retreat",
    rolls=(DIRECTION, SURRENDER),
    params=Retreat,
    stage=resolve_retreat,
    phases=(PHASE,),
    objections=list_retreat_objections,
    bars=list_retreat_blocking_reasons,
    expected="must retreat",
    candidates=make_unit_candidates(PHASE, list_retreat_blocking_reasons, list_retreat_candidates),
    form=Form(
        "retreats",
        make_unit_field(),
        how=(
            make_length_slot("length", "in"),
            make_count_slot("near", write_zero=False),
            make_flag_slot("off"),
        ),
        key=KeyVerb("b", text="retreats", amount="in"),
    ),
)
FOLLOW: Final = Action(
    id="follow",
    word="followed up",
    ahead="to follow up",
    params=FollowUp,
    stage=lambda match, _, params: match.record(
        markers.STANDS.set(params.unit, value=TOWARDS if params.towards else True),
        Moved(unit=params.unit, length=params.length, how="followed up"),
    ),
    phases=(PHASE,),
    objections=list_follow_objections,
    bars=list_follow_blocking_reasons,
    expected="may follow up",
    candidates=make_unit_candidates(
        PHASE,
        list_follow_blocking_reasons,
        lambda _, unit: (FollowUp(unit), FollowUp(unit, towards=True)),
    ),
    form=Form(
        "follows",
        make_unit_field(),
        how=(make_length_slot("length", "in"), make_flag_slot("towards")),
        key=KeyVerb("w", text="follows up", amount="in", before_target=TOWARDS),
    ),
)
