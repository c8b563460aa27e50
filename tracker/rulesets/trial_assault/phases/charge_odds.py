"""Forecasts a charge's combats for the odds: who wins, and which units break or are caught."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.requests import (
    Asking,
    call_pure_stage,
    call_stage,
    continue_with,
    note_assumption,
    report_result,
    run_stage_for_each,
)
from tracker.procedures.ruleset import Action
from tracker.rulesets.trial_assault.combat import fight_snapshot, vehicle_combat
from tracker.rulesets.trial_assault.combat.combat_contact import Units
from tracker.rulesets.trial_assault.combat.fight_snapshot import FightSnapshot
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import (
    breaking_off,
    fight_phase,
    morale_checks,
    simulated_fight_result,
    turn_sequence,
)
from tracker.rulesets.trial_assault.phases.simulated_fight_result import FightEnd, MoraleCheck
from tracker.vocabulary.events import FiguresRemoved, Wounded
from tracker.vocabulary.subject_ids import Subject, UnitId

BEFORE: Final = ("movement", "shooting", "charge")
"""The phases of a side's turn before the fight."""
AFTER: Final[Mapping[str, Action[Any]]] = {
    one.id: one for one in (morale_checks.TEST, breaking_off.FLEE, breaking_off.SWEEPS)
}
"""The actions that can be due after a combat, by id. A unit of the combat takes each."""
MET: Final = ("not in contact", "in contact")
MORALE: Final = ("holds", "breaks off")


def report_whether_charge_made_contact(match: Match, charger: UnitId) -> Asking[None]:
    there = bool(markers.list_charge_targets(match, charger))
    yield from report_result("charge", MET[there], among=MET, subject=charger)


def forecast_charge_combats(match: Match, chargers: Units) -> Asking[None]:
    """Forecast the combats of chargers that made contact, by default with all models in contact."""
    if match.phase in BEFORE and any(markers.list_charge_targets(match, unit) for unit in chargers):
        yield from call_stage(turn_sequence.NEXT.stage, match.clock.side, NextParams())
        return continue_with(forecast_charge_combats, match, chargers)
    found = (COMBATS.find_combat(match, unit) for unit in chargers)
    combats = tuple(dict.fromkeys(one for one in found if one))
    return continue_with(run_stage_for_each, match, forecast_combat, combats)


def forecast_combat(match: Match, combat: Subject) -> Asking[None]:
    """Note the assumptions about a combat, then forecast it (TA-TURN-03)."""
    units = COMBATS.list_units(match, combat)
    for unit in units:
        if not match.has(unit, markers.TOLD):
            yield from note_assumption(f"all of {match.tag(unit)} in contact")
            if len(
                markers.list_locked_enemies(match, unit)
            ) > 1 and not markers.is_independent_or_monstrous(match, unit):
                yield from note_assumption(f"blows of {match.tag(unit)} shared evenly")
        for charger in markers.list_chargers(match, unit):
            if match.link(markers.COVERED, unit, charger) is None:
                text = f"{match.tag(unit)} not in cover from {match.tag(charger)}"
                yield from note_assumption(text)
    return continue_with(simulate_combat, match, combat, units)


def simulate_combat(match: Match, combat: Subject, units: Units) -> Asking[None]:
    """Simulate a combat with counts of models, or if they cannot be counted, model by model."""
    fight = fight_snapshot.take_fight_snapshot(match, combat)
    if fight is not None:
        return continue_with(simulate_counted_combat, match, combat, units, fight)
    yield from call_stage(fight_phase.fight_to_end, combat)
    yield from call_stage(report_combat_result, combat, units)
    return continue_with(perform_due_actions, match, units)


def simulate_counted_combat(
    match: Match, combat: Subject, units: Units, fight: FightSnapshot
) -> Asking[None]:
    end = yield from call_pure_stage({}, simulated_fight_result.simulate_fight_to_end, fight)
    return continue_with(apply_fight_end_and_forecast, match, combat, units, end)


def apply_fight_end_and_forecast(
    match: Match, combat: Subject, units: Units, end: FightEnd
) -> Asking[None]:
    """Change the match to its state after a fight, then forecast the consequences. Losses have been
    reported, so only models that affect the consequences are removed.
    """
    if end.gone:
        match.record(FiguresRemoved(figures=end.gone))
    for figure, wounds in end.hurt:
        match.record(Wounded(subjects=(figure,), wounds=wounds))
    for unit in end.damaged:
        match.record(markers.DAMAGED.set(unit, value=vehicle_combat.RESULTS[0]))
    for unit in end.peril:
        match.record(markers.PERILS.set(unit))
    there = COMBATS.list_units(match, combat)
    if there:
        match.record(markers.FOUGHT.set(*there))
        fight_phase.mark_winner(match, combat, end.winner)
        yield from call_stage(morale_checks.shake_nearby_friends, combat)
    return continue_with(forecast_morale_checks, match, units, end.checks)


def forecast_morale_checks(
    match: Match, units: Units, checks: tuple[MoraleCheck, ...]
) -> Asking[None]:
    """Roll the losers' morale checks, then forecast the pursuit (TA-MORALE-01)."""
    if not checks:
        return continue_with(forecast_pursuit, match, units)
    (unit, leadership, less), *rest = checks
    need = morale_checks.make_morale_need(match, leadership, *less)
    yield from call_stage(morale_checks.roll_and_apply_morale_check, unit, need)
    yield from report_morale_outcome(match, unit)
    return continue_with(forecast_morale_checks, match, units, tuple(rest))


def forecast_pursuit(match: Match, units: Units) -> Asking[None]:
    """Roll for which units are caught. Only the ranks of the rolls matter (TA-SWEEP-02)."""
    broken = [unit for unit in breaking_off.list_units_due_fall_back(match) if unit in units]
    together = [morale_checks.list_units_testing_together(match, unit) for unit in broken]
    for body in together:
        markers.ROLLED.record_on(match, *body, value=0)
    winners = [one for one in units if breaking_off.can_sweep(match, one)]
    dice = tuple(markers.count_fall_back_dice(match, unit) for unit in broken)
    pursuers = tuple(breaking_off.make_pursuer(match, one, broken) for one in winners)
    falls, swept = yield from call_pure_stage({}, breaking_off.roll_pursuit_ranks, dice, pursuers)
    for body, speed in zip(together, falls, strict=True):
        markers.ROLLED.record_on(match, *body, value=speed)
    for winner, speed in zip(winners, swept, strict=True):
        markers.SWEPT.record_on(match, *markers.list_joined_units(match, winner), value=speed)
    for unit in broken[:1]:
        breaking_off.resolve_pursuit_if_all_rolled(match, unit)


def report_morale_outcome(match: Match, unit: UnitId) -> Asking[None]:
    broke = match.has(unit, markers.BROKE)
    yield from report_result("morale", MORALE[broke], among=MORALE, subject=unit)


def report_combat_result(match: Match, combat: Subject, units: Units) -> Asking[None]:
    winner, score = COMBATS.find_winner(match, combat), COMBATS.get_scores(match, combat)
    sides = {unit: match.side_of(unit) for unit in units}
    yield from simulated_fight_result.report_winner_and_wounds(
        match.clock.side, winner, score, sides
    )


def perform_due_actions(match: Match, units: Units) -> Asking[None]:
    """Perform the due actions of the units in the combat, one after another (TA-G18)."""
    left = (
        *morale_checks.list_due_morale_checks(match),
        *breaking_off.list_due_breaking_off_actions(match),
    )
    due = next((one for one in left if one.subject in units), None)
    if due is None:
        return None
    action = AFTER[due.action]
    params = action.params(due.subject)
    yield from call_stage(action.stage, due.side, params)
    if action is morale_checks.TEST:
        yield from report_morale_outcome(match, params.unit)
    return continue_with(perform_due_actions, match, units)
