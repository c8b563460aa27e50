"""The order of the phases in a turn, and what begins and ends them (XF-GEN-05, XF-GEN-06)."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.deployment import are_forces_mustered, list_undeployed_units
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.pieces.phase_flow import NextParams, PhaseFlow, TurnStep, make_next_action
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import Command, DueAction, Phase
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution, delayed_losses
from tracker.rulesets.xenocide.data import markers, state_queries, unit_profiles
from tracker.rulesets.xenocide.phases import (
    broken_unit_tests,
    initiative,
    match_end_and_winner,
    movement,
    order_counters,
    retreats_and_follow_ups,
    setup_phase,
    shooting_and_opportunity_fire,
    suppression_recovery,
    vehicle_movement_and_boarding,
)
from tracker.vocabulary.subject_ids import UnitId


def apply_all_delayed_losses(_: Match) -> Asking[None]:
    """Apply all delayed losses at the end of a phase (XF-SHOOT-02)."""
    yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses, True)


BEFORE = (Phase(setup_phase.PHASE, "set-up", enter=setup_phase.apply_roster_setup, opening=True),)
TURN = (
    Phase("orders", "orders", leave=order_counters.reveal_and_apply_orders),
    Phase("shooting", "shooting", leave=apply_all_delayed_losses, short="shoot"),
    Phase("initiative", "initiative", short="init"),
    Phase("movement", "movement", order="sides", short="move"),
    Phase("opportunity", "opportunity fire", leave=apply_all_delayed_losses, short="opp."),
    Phase("melee", "melee"),
    Phase("recovery", "recovery", short="recover"),
)


def is_step_empty(match: Match, step: TurnStep) -> bool:
    """Whether no unit can do anything in a step, so that it is skipped (XF-GEN-05)."""
    match step.phase:
        case "shooting" | "opportunity":
            units = match.units()
            return not any(delayed_losses.can_fire(match, unit, step.phase) for unit in units)
        case "movement":
            return step.side is not None and not match.units(step.side)
        case "melee":
            return not any(state_queries.list_melees(match))
        case "recovery":
            return not any(markers.SUPPRESSED.number(match, unit) for unit in match.units())
        case _:
            return False


def list_due_actions_in_step(match: Match) -> tuple[DueAction, ...]:
    if match.ended is not None:
        return ()
    if not match.turn:
        return setup_phase.list_due_setup_steps(match)
    if match.phase == "initiative" and (
        waiting := broken_unit_tests.list_due_broken_unit_tests(match)
    ):
        return waiting
    if match.phase == "initiative" and not match.clock.order:
        return (
            DueAction("initiative", None, None, "initiative has not been rolled", compulsory=True),
        )
    if match.phase == order_counters.PHASE:
        return order_counters.list_due_orders(match)
    if match.phase == "melee":
        return retreats_and_follow_ups.list_due_melee_phase_actions(match)
    return _list_remaining_actions(match)


def _list_remaining_actions(match: Match) -> tuple[DueAction, ...]:
    """List the actions of units that can still act. In Movement, compulsory moves come first."""
    found = LEFT.list_due_actions(match)
    if match.phase != "movement":
        return found
    told = [(one, _explain_must_move(match, UnitId(one.subject or ""))) for one in found]
    have_to = [replace(one, why=why, compulsory=True) for one, why in told if why]
    return (*have_to, *(one for one, why in told if not why))


def _explain_must_move(match: Match, unit: UnitId) -> str:
    """Explain why a unit must move, or return "" if it need not (XF-BRK-02, XF-MOVE-03, XF-VEH-01).

    Return "" as well if the reason would reveal the unit's counter (XF-G41).
    """
    name = match.unit(unit).name
    if match.has(unit, markers.FLEEING):
        handle = match.handle(unit)
        keys = f"{handle[1:]}m4"
        return f"{name} flees: {keys}, or {keys}z off the table (in words: {handle} flees 4in off)"
    if unit_profiles.is_vehicle(match, unit):
        least, _ = vehicle_movement_and_boarding.find_vehicle_travel_limits(match, unit)
        why = f"at speed {markers.SPEED.number(match, unit)}"
    elif state_queries.is_order_hidden(match, unit):
        return ""
    else:
        least, _ = movement.find_move_limits(match, movement.Move(unit))
        why = "on Run orders"
    return f"{name} must move at least {movement.format_inches(least)} {why}" if least else ""


def _explain_vehicle_cannot_move(match: Match, unit: UnitId) -> str | None:
    if match.phase != movement.PHASE or not unit_profiles.is_vehicle(match, unit):
        return None
    reason = vehicle_movement_and_boarding.DRIVE.find_blocking_reason(match, unit)
    return reason.why if reason is not None else None


LEFT = acting_units.RemainingActions(
    (shooting_and_opportunity_fire.FIRE, movement.MOVE, vehicle_movement_and_boarding.DRIVE),
    done=_explain_vehicle_cannot_move,
)


def choose_automatic_command(match: Match) -> Command | None:
    """Return the next automatic command, or None while players may still act."""
    if match.ended is not None:
        return None
    go = NEXT.make_command(match.clock.side, NextParams())
    if not match.turn:
        ready = not list_undeployed_units(match) if match.phase else are_forces_mustered(match)
        return go if ready else None
    match match.phase:
        case "initiative" if broken_unit_tests.list_units_due_broken_test(match):
            return broken_unit_tests.TEST.make_command(None, broken_unit_tests.BrokenUnitTests())
        case "initiative" if not match.clock.order:
            return initiative.INITIATIVE.make_command(None, FirstSideRoll())
        case "recovery" if suppression_recovery.list_units_due_recovery(match):
            params = suppression_recovery.SuppressionRecovery()
            return suppression_recovery.RECOVER.make_command(None, params)
        case "melee" if retreats_and_follow_ups.can_any_unit_leave_or_join_melee(match):
            return None
        case "movement":
            return None
        case _:
            return None if list_due_actions_in_step(match) else go


FLOW = PhaseFlow(
    before=BEFORE, turn=TURN, empty=is_step_empty, check_end=match_end_and_winner.end_match_if_over
)
NEXT = make_next_action(FLOW, list_due_actions_in_step)
ORDERS = order_counters.make_orders_action(NEXT)
