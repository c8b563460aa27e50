"""The order of the phases in a turn, and what begins and ends them (CZ-TURN, CZ-T1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.deployment import (
    are_forces_mustered,
    list_due_deployments,
    make_deploy_action,
    mark_units_deployed,
)
from tracker.procedures.pieces.phase_flow import NextParams, PhaseFlow, TurnStep, make_next_action
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import Command, DueAction, Phase
from tracker.rulesets.combat_zone.data import markers, state_queries
from tracker.rulesets.combat_zone.phases import (
    activation,
    activation_slots,
    compulsory_phase,
    initiative,
    match_end_and_winner,
    reaction_tests,
)
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.subject_ids import SideId

SETUP: Final = "setup"


DEPLOY: Final = make_deploy_action(SETUP, "CZ-G02", "figures")


def choose_automatic_setup_command(match: Match) -> Command | None:
    """Return the command that begins or ends deployment, or None while the sides are not ready."""
    waits = (
        list_due_deployments(match, match.sides) if match.phase else not are_forces_mustered(match)
    )
    return None if waits else Command("next", None, {})


BEFORE: Final = (Phase(SETUP, "set-up", opening=True, leave=mark_units_deployed),)
TURN: Final = (
    Phase("compulsory", "compulsory", short="compul."),
    Phase("reaction", "reaction tests", short="react"),
    Phase("initiative", "initiative", short="init"),
    Phase("actions", "actions", order="alternate"),
)


def list_phase_sides(match: Match, phase: Phase) -> tuple[SideId | None, ...]:
    """Return the side whose slot it is in the Actions phase, or None for both sides together."""
    if phase.id == activation_slots.PHASE:
        return (activation_slots.find_side_to_act(match),)
    return (None,)


def is_step_empty(match: Match, step: TurnStep) -> bool:
    match step.phase:
        case "compulsory":
            return not (
                compulsory_phase.list_figures_due_rout_move(match)
                or compulsory_phase.list_machines_due_malfunction(match)
            )
        case "reaction":
            return not reaction_tests.list_figures_due_reaction_test(match)
        case _:
            return False


def list_due_actions_in_step(match: Match) -> tuple[DueAction, ...]:
    """List the actions that are still due in the current phase (CZ-TURN-01)."""
    if match.ended is not None:
        return ()
    match match.phase:
        case "setup":
            return list_due_deployments(match, match.sides)
        case "compulsory":
            return compulsory_phase.list_due_compulsory_actions(match)
        case "reaction":
            return reaction_tests.list_due_reaction_tests(match)
        case "initiative":
            return initiative.list_due_initiative_actions(match)
        case "actions":
            return _list_due_activations(match)
        case _:
            return ()


def _list_due_activations(match: Match) -> tuple[DueAction, ...]:
    if activation_slots.find_active_unit(match) is not None:
        figures = activation_slots.list_active_figures(match)
        able = [f for f in figures if activation_slots.explain_cannot_act(match, f) is None]
        # Figures that have not acted come first, because the others may be finished.
        able.sort(key=lambda figure: match.has(figure, markers.SPENT))
        acts = ((f, "again" if state_queries.is_engaged(match, f) else "move") for f in able)
        return tuple(
            DueAction(
                act, match.side_of(f), f, f"{state_queries.format_figure(match, f)} has points left"
            )
            for f, act in acts
        )
    why = "has not been activated"
    return tuple(
        DueAction("activate", side, unit, f"{state_queries.format_group(match, unit)} {why}", True)
        for side in match.clock.order or match.sides
        for unit in activation_slots.list_units_to_activate(match, side)
    )


def choose_automatic_command(match: Match) -> Command | None:
    """Return the next automatic command, or None while the players may enter something."""
    if match.ended is not None:
        return None
    over = match_end_and_winner.choose_automatic_match_end(match)
    if over is not None:
        return over
    steps: dict[str, Callable[[Match], Command | None]] = {
        "": choose_automatic_setup_command,
        "setup": choose_automatic_setup_command,
        "compulsory": compulsory_phase.choose_automatic_compulsory_command,
        "reaction": reaction_tests.choose_automatic_reaction_command,
        "initiative": initiative.choose_automatic_initiative_command,
        "actions": activation.choose_automatic_activation_command,
    }
    return steps[match.phase](match) if match.phase in steps else None


FLOW: Final = PhaseFlow(
    before=BEFORE,
    turn=TURN,
    empty=is_step_empty,
    finish=match_end_and_winner.end_match_after_last_turn,
    sides=list_phase_sides,
)
_GO_ON: Final = make_next_action(FLOW, list_due_actions_in_step)


def end_activation_or_phase(match: Match, side: SideId | None, params: NextParams) -> Asking[None]:
    """End the current activation and let the next side act. If no unit is active, end the phase."""
    if activation_slots.find_active_unit(match) is not None:
        side_to_act = activation_slots.find_side_to_act(match) or match.clock.side
        match.record(PhaseBegan(phase=activation_slots.PHASE, side=side_to_act))
    else:
        yield from call_stage(_GO_ON.stage, side, params)


NEXT: Final = replace(_GO_ON, stage=end_activation_or_phase)
