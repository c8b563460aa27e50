"""Player turns: movement, shooting, and the steps of the assault (TA-TURN-01, TA-TURN-02)."""

from __future__ import annotations

from functools import partial

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.deployment import are_forces_mustered
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.procedures.pieces.phase_flow import NextParams, PhaseFlow, make_next_action
from tracker.procedures.ruleset import Command, DueAction, OneUnitParams, Phase
from tracker.rulesets.trial_assault.data import markers, unit_profiles
from tracker.rulesets.trial_assault.phases import (
    fall_back_and_sweeping_advance,
    fight_phase,
    match_end_and_winner,
    morale_checks,
    pile_in_and_consolidation,
    setup_phase,
)
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.vocabulary.subject_ids import UnitId


def disengage_units_from_nonfighting_vehicles(match: Match) -> None:
    """Disengage all units from vehicles that do not fight (TA-G68)."""
    for unit in match.units():
        if unit_profiles.is_non_walker_vehicle(match, unit):
            match.record(*make_disengagement_facts(match, markers.LOCKED, unit))


BEFORE = (Phase(setup_phase.PHASE, "set-up", enter=setup_phase.apply_roster_setup, opening=True),)
_active_phase = partial(Phase, order="active")
TURN = (
    _active_phase("movement", "movement", enter=morale_checks.shake_last_survivors, short="move"),
    _active_phase(
        "shooting", "shooting", enter=morale_checks.record_starting_strengths, short="shoot"
    ),
    _active_phase("charge", "charges"),
    _active_phase("fight", "close combat", short="fight"),
    _active_phase("pile", "pile in", leave=disengage_units_from_nonfighting_vehicles),
)


def list_due_actions_in_step(match: Match) -> tuple[DueAction, ...]:
    """List the due actions of this phase. Each combat ends before the next (TA-G18)."""
    if match.ended is not None:
        return ()
    if not match.turn:
        return setup_phase.list_due_setup_steps(match)
    return (
        *morale_checks.list_due_morale_checks(match),
        *pile_in_and_consolidation.list_due_pile_ins(match),
        *fall_back_and_sweeping_advance.list_due_breaking_off_actions(match),
        *fight_phase.list_due_strike_actions(match),
        *pile_in_and_consolidation.list_due_consolidations(match),
    )


def choose_automatic_command(match: Match) -> Command | None:
    """Return the next automatic command, or None while the players may enter something."""
    if match.ended is not None:
        return None
    go = NEXT.make_command(match.clock.side, NextParams())
    if not match.turn:
        ready = not list_due_actions_in_step(match) if match.phase else are_forces_mustered(match)
        return go if ready else None
    if match.phase not in ("fight", "pile"):
        return None
    if (unit := fight_phase.find_unit_whose_combat_is_over(match)) is not None:
        return fight_phase.FIGHT.make_command(match.side_of(unit), StrikeDeclaration(unit))
    waits = list_due_actions_in_step(match)
    if not waits:
        return None if any(pile_in_and_consolidation.list_consolidation_candidates(match)) else go
    asked = (one for one in ASKED if (one.id, match.phase) == (waits[0].action, "fight"))
    unit = UnitId(waits[0].subject or "")
    return next((one.make_command(waits[0].side, OneUnitParams(unit)) for one in asked), None)


ASKED = (morale_checks.TEST, fall_back_and_sweeping_advance.SWEEPS)
"""The actions that begin automatically once nothing else is left to do for a unit.

These are a loser's test, and the question whether a winner sweeps (TA-MORALE-01, TA-SWEEP-01).
"""


FLOW = PhaseFlow(
    before=BEFORE,
    turn=TURN,
    empty=lambda match, step: step.phase in ("fight", "pile") and not match.pairs(markers.LOCKED),
    sides=lambda match, _: match.clock.order or setup_phase.list_sides_by_first_turn(match),
    check_end=match_end_and_winner.end_match_if_over,
)
NEXT = make_next_action(FLOW, list_due_actions_in_step)
