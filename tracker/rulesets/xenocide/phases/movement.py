"""Moves of infantry and their limits (XF-MOVE, XF-BRK, XF-G40, XF-G93)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form, applies_in_every_phase
from tracker.procedures.declared.line_form_slots import (
    make_count_slot,
    make_flag_slot,
    make_flag_slots,
    make_keyed_length_slot,
    make_length_slot,
)
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import (
    list_wrong_phase_half_objections,
    list_wrong_side_objections,
    make_unit_candidates,
)
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import Asking, call_stage, continue_with
from tracker.procedures.ruleset import Action, BlockingReason, Interruptible, Objection, Objections
from tracker.rulesets.xenocide.attacks import melee_strikes
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import INCH
from tracker.rulesets.xenocide.phases import shooting_and_opportunity_fire
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = "movement"


class Move(Interruptible, frozen=True, omit_defaults=True):
    """The command to move a unit. All lengths are in hundredths of an inch.

    ``rough`` and ``very_rough`` are the parts of ``length`` on rough and very rough ground.
    ``towards`` means towards a visible enemy. A unit ``flies`` and ``lands`` with flight packs, and
    ``leaps`` with grav packs. ``attackers`` is the number of enemies that strike it as it leaves
    its melee (by default, all).
    """

    unit: UnitId
    length: int | None = None
    towards: bool = False
    rough: int = 0
    very_rough: int = 0
    flies: bool = False
    lands: bool = False
    leaps: bool = False
    off: bool = False
    attackers: int | None = None


def resolve_move(match: Match, _: SideId | None, params: Move) -> Asking[None]:
    """Let opponents strike, move the unit, then offer snap shots at it (XF-MOVE-08, XF-SNAP-02)."""
    unit = params.unit
    yield from call_stage(leave_any_melee_under_blows, unit, params.attackers)
    if not match.exists(unit):
        return None
    markers.APART.record_cleared(match, unit)
    if (params.flies and not params.lands) or params.leaps:
        match.record(markers.AIRBORNE.set(unit))
    else:
        markers.AIRBORNE.record_cleared(match, unit)
    how = "run" if _is_running(match, unit) else "move"
    how = "fled" if match.has(unit, markers.FLEEING) else how
    match.record(markers.MOVED.set(unit), Moved(unit=unit, length=params.length, how=how))
    record_rooted_figures_stay(match, unit)
    return continue_with(offer_snap_shots_then_finish, match, unit, params.off, params.leaps)


def record_rooted_figures_stay(match: Match, unit: UnitId) -> None:
    """Record that the rooted figures of a moving unit stay in place (XF-G93)."""
    if them := markers.ROOTED.list_carriers(match, match.figures(unit)):
        value = markers.STAY if len(them) > 1 else markers.STAYS
        match.record(markers.ROOTED.set(*them, value=value))


def leave_any_melee_under_blows(match: Match, unit: UnitId, attackers: int | None) -> Asking[None]:
    """If a unit is in melee, let its opponents strike once, then end its contact."""
    if state_queries.is_engaged(match, unit):
        yield from call_stage(melee_strikes.leave_melee_under_blows, unit, attackers)


ATTACKERS: Final = make_count_slot("attackers")


def list_attacker_count_objections(match: Match, unit: UnitId, attackers: int | None) -> Objections:
    """Yield an objection if more ``attackers`` strike than are in the melee (XF-MOVE-08)."""
    there = sum(len(match.figures(enemy)) for enemy in state_queries.list_opponents(match, unit))
    if attackers is not None and attackers > there:
        enemies = format_count(there, "enemy figure")
        text = f"only {enemies} can strike at {match.tag(unit)}, not {attackers}"
        yield Objection("so-many", "XF-MOVE-08", text)


def offer_snap_shots_then_finish(
    match: Match, unit: UnitId, leaves_table: bool, leaps: bool
) -> Asking[None]:
    """Offer snap shots at the end of a move. Only then does a leaping unit land (XF-SPEC-03)."""
    yield from call_stage(shooting_and_opportunity_fire.offer_snap_shots, unit)
    if not match.exists(unit):
        return
    if leaps:
        match.record(markers.AIRBORNE.cleared(unit))
    if leaves_table:
        match.record(FiguresRemoved(figures=match.figures(unit), how="fled"))


def _is_running(match: Match, unit: UnitId) -> bool:
    return state_queries.get_order(match, unit) == markers.RUN


# -------------------------------------------------------------------------------- limits of a move


def find_slowest_movement(match: Match, unit: UnitId) -> int:
    """Return the Movement of a unit's slowest figure, in inches (XF-FORCE-02)."""
    profiles = (unit_profiles.get_profile(match, one) for one in match.figures(unit))
    return min((profile.movement for profile in profiles), default=0)


def find_move_limits(match: Match, params: Move) -> tuple[int, int]:
    """Return how far a unit must and may move, in hundredths of an inch (XF-T11, XF-T13)."""
    unit, order = params.unit, state_queries.get_order(match, params.unit)
    inches = find_slowest_movement(match, unit)
    many = markers.SUPPRESSED.number(match, unit)
    runs = order == markers.RUN
    lost = rule_tables.find_suppression_slowdown(
        many, moves_toward_enemy=params.towards, running=runs
    )
    airborne = params.flies or match.has(unit, markers.AIRBORNE)
    if not params.leaps and not airborne:  # XF-MOVE-05, XF-MOVE-06, XF-G45
        by_two = match.option("rough_rounding") == "complete_two"
        lost += rule_tables.find_ground_loss("very-rough", params.very_rough)
        lost += rule_tables.find_ground_loss("rough", params.rough, per_complete_two_inches=by_two)
    if airborne:  # in the air, any move without ``flies`` is a landing
        short = params.lands or not (params.flies and match.has(unit, markers.AIRBORNE))
        times = rule_tables.TAKING_OFF if short else rule_tables.FLYING
        return 0, max(times * inches * INCH - lost, 0)
    least, most = rule_tables.find_move_length_limits(order, inches, lost)
    if match.has(unit, markers.FLEEING) and match.option("flee_move") == "double":
        most = max(2 * inches * INCH - lost, 0)
    shaken = match.has(unit, markers.FLEEING) or match.has(unit, markers.BROKEN)  # XF-BRK-05
    free = shaken or state_queries.is_engaged(match, unit)  # XF-G95
    return (0 if free else least), most


def list_infantry_move_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why an infantry unit cannot move (XF-MOVE-10)."""
    if unit_profiles.is_vehicle(match, unit):
        yield BlockingReason("drives", "XF-VEH-32", "drives")
    elif state_queries.find_carrier(match, unit) is not None:
        yield BlockingReason("aboard", "XF-VEH-19", "is aboard")
    elif all(match.has(figure, markers.ROOTED) for figure in match.figures(unit)):
        yield BlockingReason("rooted", "XF-MOVE-10", "stays with the guns it fired")
    elif match.has(unit, markers.MOVED):
        yield BlockingReason("has-moved", "XF-MOVE-02", "has moved")


def list_out_of_turn_objections(match: Match, side: SideId | None, unit: UnitId) -> Objections:
    """Yield objections to a move in the wrong phase, or during the other side's moves."""
    if match.phase != PHASE:
        yield Objection("not-movement", "XF-GEN-05", "units move only in the Movement phase")
    yield from list_wrong_side_objections(match, side, unit, "XF-MOVE-01", match.tag(unit))
    yield from list_wrong_phase_half_objections(match, unit, "XF-MOVE-01")


def list_infantry_move_objections(match: Match, side: SideId | None, params: Move) -> Objections:
    unit, who = params.unit, match.tag(params.unit)
    yield from list_out_of_turn_objections(match, side, unit)
    least, most = find_move_limits(match, params)
    if params.length is not None and params.length > most:
        text = f"{who} moves {_describe_longest_move(match, params)}"
        yield Objection("too-far", "XF-MOVE-02", text)
    elif params.length is not None and params.length < least and not params.towards:
        unless = "towards an enemy, it may stop at contact"
        text = f"on Run orders, {who} must move at least {format_inches(least)} ({unless})"
        yield Objection("too-short", "XF-MOVE-03", text)
    flies = params.flies or match.has(unit, markers.AIRBORNE)
    yield from list_pack_objections(match, unit, flies=flies, leaps=params.leaps)
    yield from list_attacker_count_objections(match, unit, params.attackers)
    go = (figure for figure in match.figures(unit) if not match.has(figure, markers.ROOTED))
    profiles = [unit_profiles.get_profile(match, figure) for figure in go]
    strengths = [one.strength for one in profiles]
    two = match.option("heavy_weapon_move") == "two_and_strength"
    sizes = {gun.size for one in profiles for gun in one.guns if gun.size >= one.capacity + 2}
    if not all(rule_tables.can_move_weapon(s, strengths, needs_two_figures=two) for s in sizes):
        text = f"{who} has too few or too weak figures to move its heaviest weapon"
        yield Objection("too-heavy", "XF-WPN-12", text)
    if params.towards and (match.has(unit, markers.BROKEN) or match.has(unit, markers.FLEEING)):
        text = f"{who} is broken and cannot move nearer to the enemy"
        yield Objection("broken", "XF-BRK-05", text)


def _describe_longest_move(match: Match, params: Move) -> str:
    """Describe the longest move, as in ``at most 6"``, and any lower limit towards an enemy."""
    _, most = find_move_limits(match, params)
    text = f"at most {format_inches(most)}"
    stays_away = match.has(params.unit, markers.FLEEING) or match.has(params.unit, markers.BROKEN)
    suppressed = markers.SUPPRESSED.number(match, params.unit)
    if suppressed and not params.towards and not stays_away:  # XF-MOVE-09, XF-BRK-05
        _, nearer = find_move_limits(match, replace(params, towards=True))
        text = f"{text}, {format_inches(nearer)} of it towards a visible enemy"
    return text


def describe_move_limit(match: Match, params: Move) -> str:
    """Describe the limits of a move: ``at most 6"``, or for Run ``at least 8", at most 12"``."""
    least, _ = find_move_limits(match, params)
    most = _describe_longest_move(match, params)
    return f"at least {format_inches(least)}, {most}" if least else most


def list_pack_objections(match: Match, unit: UnitId, *, flies: bool, leaps: bool) -> Objections:
    """Yield objections to missing packs, and to flying without Run orders (XF-SPEC-01, 04)."""
    who = match.tag(unit)
    if leaps and not unit_profiles.do_all_figures_have_pack(match, unit, "grav"):
        yield Objection("no-grav-pack", "XF-SPEC-01", f"not all figures of {who} have grav packs")
    if flies and not unit_profiles.do_all_figures_have_pack(match, unit, "flight"):
        text = f"not all figures of {who} have flight packs"
        yield Objection("no-flight-pack", "XF-SPEC-04", text)
    if flies and not rule_tables.ORDERS[state_queries.get_order(match, unit)].special:
        yield Objection("needs-run", "XF-SPEC-04", f"{who} can fly only on Run orders")


def find_verb_of_fleeing_unit(match: Match, unit: UnitId) -> str:
    return "flees" if match.has(unit, markers.FLEEING) else ""


def format_inches(hundredths: int) -> str:
    """Format hundredths of an inch. For example, 250 becomes ``2.5"``."""
    return f'{hundredths / INCH:g}"'


def list_unit_infantry_move_candidates(match: Match, unit: UnitId) -> Iterator[Move]:
    yield Move(unit)
    if unit_profiles.do_all_figures_have_pack(match, unit, "grav"):
        yield Move(unit, leaps=True)
    if _is_running(match, unit) and unit_profiles.do_all_figures_have_pack(match, unit, "flight"):
        yield Move(unit, flies=True)
        yield Move(unit, flies=True, lands=True)
    if match.has(unit, markers.FLEEING):
        yield Move(unit, off=True)


MOVE: Final = Action(
    id="move",
    word="moved",
    ahead="to move",
    params=Move,
    stage=resolve_move,
    phases=(PHASE,),
    objections=list_infantry_move_objections,
    bars=list_infantry_move_blocking_reasons,
    expected="has not moved",
    candidates=make_unit_candidates(
        PHASE, list_infantry_move_blocking_reasons, list_unit_infantry_move_candidates
    ),
    limit=describe_move_limit,
    form=Form(
        "moves",
        make_unit_field(),
        how=(
            make_length_slot("length", "in"),
            make_flag_slot("towards"),
            make_keyed_length_slot("rough", "in"),
            make_keyed_length_slot("very_rough", "in"),
            *make_flag_slots("flies", "lands", "leaps", "off"),
            ATTACKERS,
        ),
        also={"runs": applies_in_every_phase, "flees": applies_in_every_phase},
        key=KeyVerb("m", text="moves", amount="in", find_other_verb=find_verb_of_fleeing_unit),
    ),
)
