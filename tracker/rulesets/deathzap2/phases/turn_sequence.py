"""The order of the phases in a turn, and what begins and ends them (DZ-TURN, DZ-T1)."""

from __future__ import annotations

from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.deployment import are_forces_mustered
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.pieces.phase_flow import (
    NextParams,
    PhaseFlow,
    TurnStep,
    list_step_sides,
    make_next_action,
)
from tracker.procedures.ruleset import Command, DueAction, Phase
from tracker.rulesets.deathzap2.data import markers, state_queries
from tracker.rulesets.deathzap2.phases import (
    impetus_and_order_dice,
    match_end_and_winner,
    movement,
    phase_end_losses_and_panic,
    rally_and_flight,
    setup_phase,
    unit_join_and_split,
)
from tracker.rulesets.deathzap2.phases.shooting_phase import LEFT, explain_cannot_act
from tracker.vocabulary.subject_ids import SideId

BEFORE = (Phase("setup", "set-up", opening=True),)
TURN = (
    Phase("impetus", "impetus"),
    Phase("orders", "orders", order="sides"),
    Phase("move", "move", order="sides", noun="movement"),
    Phase(
        "shoot",
        "shoot",
        order="sides",
        leave=phase_end_losses_and_panic.resolve_phase_end,
        noun="shooting",
    ),
    Phase("melee", "melee", order="sides", leave=phase_end_losses_and_panic.resolve_phase_end),
    Phase("morale", "morale", enter=rally_and_flight.roll_rallies_and_flights),
)


def list_phase_sides(match: Match, phase: Phase) -> tuple[SideId | None, ...]:
    """List the sides that act in a phase, in order. None means both sides at once (DZ-G40)."""
    if phase.id == "melee" and match.option("melee_order") != "a_then_b":
        return (None,)
    return list_step_sides(match, phase)


def is_step_empty(match: Match, step: TurnStep) -> bool:
    """Whether nothing can happen in a step, which is then skipped (DZ-TURN-02)."""
    acting = match.sides if step.side is None else (step.side,)
    own = [unit for side in acting for unit in match.units(side)]
    match step.phase:
        case "orders":
            return not any(
                impetus_and_order_dice.has_order_dice_to_roll(match, side) for side in acting
            )
        case "move":
            return all(any(movement.list_immobility_reasons(match, unit)) for unit in own)
        case "shoot" | "melee" as phase:
            return LEFT.is_every_unit_blocked(match, phase, step.side)
        case "morale":
            return not rally_and_flight.list_single_figures_due_panic(match) and not any(
                match.has(unit, markers.PANICKED) for unit in own
            )
        case _:
            return False


def list_due_actions_in_step(match: Match) -> tuple[DueAction, ...]:
    if match.ended is not None:
        return ()
    if not match.turn:
        return setup_phase.list_due_setup_steps(match)
    match match.phase:
        case "impetus" if not match.clock.order:
            return (
                DueAction("impetus", None, None, "impetus has not been rolled", compulsory=True),
            )
        case "orders":
            return tuple(
                DueAction(
                    "orders", side, side, f"{match.side_name(side)} has not rolled its orders"
                )
                for side in acting_units.list_acting_sides(match)
                if impetus_and_order_dice.has_order_dice_to_roll(match, side)
            )
        case "morale":
            # Units may still join others at the end of a flight (DZ-MORALE-03).
            return tuple(
                DueAction(
                    "join", match.side_of(unit), unit, f"{match.unit(unit).name} may join friends"
                )
                for unit in state_queries.list_units_by_side_order(match)
                if match.has(unit, markers.FLED)
                and not match.has(unit, markers.HELD)
                and unit_join_and_split.list_joinable_units(match, unit)
            )
        case _:
            return LEFT.list_due_actions(match)


def choose_automatic_command(match: Match) -> Command | None:
    """Return the next automatic command, or None while the players may enter something."""
    if match.ended is not None:
        return None
    go = NEXT.make_command(match.clock.side, NextParams())
    if not match.turn:
        is_ready = setup_phase.is_setup_complete if match.phase else are_forces_mustered
        return go if is_ready(match) else setup_phase.choose_automatic_setup_command(match)
    side = match.clock.side
    if match.phase == "impetus" and not match.clock.order:
        return impetus_and_order_dice.IMPETUS.make_command(None, FirstSideRoll())
    if (
        match.phase == "orders"
        and side is not None
        and impetus_and_order_dice.has_order_dice_to_roll(match, side)
    ):
        return impetus_and_order_dice.ORDERS.make_command(
            side, impetus_and_order_dice.OrderDiceRoll()
        )
    return None if must_wait_for_players(match) else go


def must_wait_for_players(match: Match) -> bool:
    match match.phase:
        case "orders":
            # Dice that both sides have rolled can still be swapped (DZ-G03).
            together = match.option("orders_sequence") == "all_roll_then_assign"
            return together and FLOW.find_next_step_of_phase(match) is None
        case "move":
            # Moves are never compulsory, and a unit that has moved may still make contact.
            return any(
                match.has(unit, markers.MOVED) or explain_cannot_act(match, unit) is None
                for unit in acting_units.list_acting_units(match)
            )
        case "shoot" | "melee" | "morale":
            return bool(list_due_actions_in_step(match))
        case _:
            return False


FLOW = PhaseFlow(
    before=BEFORE,
    turn=TURN,
    empty=is_step_empty,
    sides=list_phase_sides,
    check_end=match_end_and_winner.end_match_if_over,
)
NEXT = make_next_action(FLOW, list_due_actions_in_step)
