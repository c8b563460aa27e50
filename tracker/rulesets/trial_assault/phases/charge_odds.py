"""Forecasts the combats after a charge: wounds, winner, and units that break or are caught."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.match_endings import find_points_leader
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.requests import (
    LOSSES,
    Asking,
    call_pure_stage,
    call_stage,
    continue_with,
    note_assumption,
    report_result,
    run_stage_for_each,
)
from tracker.procedures.ruleset import Action
from tracker.rulesets.trial_assault.combat import (
    counted_fight_states,
    fight_simulation,
    initiative_steps,
    vehicle_combat,
)
from tracker.rulesets.trial_assault.combat.combat_contact import Units
from tracker.rulesets.trial_assault.combat.counted_fight_states import (
    FightingUnit,
    FightSnapshot,
    FightState,
    ModelGroup,
    Presence,
    UnitState,
    list_profiles,
    list_remaining_joined_units,
)
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import (
    fall_back_and_sweeping_advance,
    fight_phase,
    morale_checks,
    turn_sequence,
)
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.events import FiguresRemoved, Wounded
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

BEFORE: Final = ("movement", "shooting", "charge")
"""The phases of a side's turn before the fight."""
AFTER: Final[Mapping[str, Action[Any]]] = {
    one.id: one
    for one in (
        morale_checks.TEST,
        fall_back_and_sweeping_advance.FLEE,
        fall_back_and_sweeping_advance.SWEEPS,
    )
}
"""The actions that can be due for units after their combat, by id."""
MET: Final = ("not in contact", "in contact")
MORALE: Final = ("holds", "breaks off")
CAME: Final = ("won", "drawn", "lost")
MoraleCheck = tuple[UnitId, int, tuple[Modifier, ...]]
"""A unit's morale check, with its Leadership and penalties."""


class FightEnd(Struct, frozen=True):
    """The parts of a fight's result that still matter.

    ``gone`` are the models whose kinds of fall back and sweep have no model left. ``peril`` are the
    units whose psychic test was perilous.
    """

    winner: SideId | None
    gone: tuple[FigureId, ...]
    hurt: tuple[tuple[FigureId, int], ...]
    checks: tuple[MoraleCheck, ...]
    damaged: tuple[UnitId, ...]
    peril: tuple[UnitId, ...]


def report_whether_charge_made_contact(match: Match, charger: UnitId) -> Asking[None]:
    there = bool(state_queries.list_charge_targets(match, charger))
    yield from report_result("charge", MET[there], among=MET, subject=charger)


def forecast_charge_combats(match: Match, chargers: Units) -> Asking[None]:
    """Forecast the combats of charging units. By default, all models are in contact."""
    if match.phase in BEFORE and any(
        state_queries.list_charge_targets(match, unit) for unit in chargers
    ):
        yield from call_stage(turn_sequence.NEXT.stage, match.clock.side, NextParams())
        return continue_with(forecast_charge_combats, match, chargers)
    fight_phase.record_combats_if_any_missing(match)
    found = (COMBATS.find_combat(match, unit) for unit in chargers)
    combats = tuple(dict.fromkeys(one for one in found if one))
    return continue_with(run_stage_for_each, match, forecast_combat, combats)


def forecast_combat(match: Match, combat: Subject) -> Asking[None]:
    """Note the assumptions about a combat, then forecast it (TA-TURN-03)."""
    units = COMBATS.list_units(match, combat)
    for unit in units:
        if not match.has(unit, markers.TOLD):
            yield from note_assumption(f"all of {match.tag(unit)} in contact")
            several = len({*state_queries.list_locked_enemies(match, unit)} & {*units}) > 1
            if several and not unit_profiles.is_independent_or_monstrous(match, unit):
                yield from note_assumption(f"blows of {match.tag(unit)} shared evenly")
        for charger in state_queries.list_chargers(match, unit):
            if match.link(markers.COVERED, unit, charger) is None:
                text = f"{match.tag(unit)} not in cover from {match.tag(charger)}"
                yield from note_assumption(text)
    return continue_with(simulate_combat_and_aftermath, match, combat, units)


def simulate_combat_and_aftermath(match: Match, combat: Subject, units: Units) -> Asking[None]:
    """Simulate a combat and what follows, if possible with counts of models instead of models."""
    fight = counted_fight_states.take_fight_snapshot(match, combat)
    if fight is not None:
        return continue_with(simulate_fight_from_snapshot_and_forecast, match, combat, units, fight)
    yield from call_stage(fight_phase.fight_to_end, combat)
    yield from call_stage(report_combat_result, combat, units)
    return continue_with(perform_due_combat_actions, match, units)


def simulate_fight_from_snapshot_and_forecast(
    match: Match, combat: Subject, units: Units, fight: FightSnapshot
) -> Asking[None]:
    start, first = counted_fight_states.make_start_state(fight), initiative_steps.FIRST
    simulate = fight_simulation.simulate_fight
    end = yield from call_pure_stage({}, simulate, fight, start, first, report_fight_end)
    return continue_with(apply_fight_end_and_forecast, match, combat, units, end)


def apply_fight_end_and_forecast(
    match: Match, combat: Subject, units: Units, end: FightEnd
) -> Asking[None]:
    """Apply the parts of a fight's result that matter to the match, and forecast what follows."""
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
        fight_phase.release_nonfighting_vehicles(match, combat)
        fight_phase.mark_winner(match, combat, end.winner)
        yield from call_stage(morale_checks.mark_friends_of_destroyed_side_as_shaken, combat)
    return continue_with(forecast_morale_checks, match, units, end.checks)


def forecast_morale_checks(
    match: Match, units: Units, checks: tuple[MoraleCheck, ...]
) -> Asking[None]:
    """Roll the losers' morale checks, then simulate the pursuit (TA-MORALE-01)."""
    if not checks:
        return continue_with(roll_pursuit_for_odds, match, units)
    (unit, leadership, less), *rest = checks
    need = morale_checks.make_morale_need(match, leadership, *less)
    yield from call_stage(morale_checks.roll_and_apply_morale_check, unit, need)
    yield from report_morale_outcome(match, unit)
    return continue_with(forecast_morale_checks, match, units, tuple(rest))


def roll_pursuit_for_odds(match: Match, units: Units) -> Asking[None]:
    """Roll to see which units are caught. Only the ranks of the rolls matter (TA-SWEEP-02)."""
    broken = [
        unit
        for unit in fall_back_and_sweeping_advance.list_units_due_fall_back(match)
        if unit in units
    ]
    together = [morale_checks.list_units_testing_together(match, unit) for unit in broken]
    for body in together:
        markers.ROLLED.record_on(match, *body, value=0)
    winners = [one for one in units if fall_back_and_sweeping_advance.can_sweep(match, one)]
    dice = tuple(state_queries.count_fall_back_dice(match, unit) for unit in broken)
    pursuers = tuple(
        fall_back_and_sweeping_advance.make_pursuer(match, one, broken) for one in winners
    )
    falls, swept = yield from call_pure_stage(
        {}, fall_back_and_sweeping_advance.roll_pursuit_ranks, dice, pursuers
    )
    for body, speed in zip(together, falls, strict=True):
        markers.ROLLED.record_on(match, *body, value=speed)
    for winner, speed in zip(winners, swept, strict=True):
        markers.SWEPT.record_on(match, *state_queries.list_joined_units(match, winner), value=speed)
    for unit in broken[:1]:
        fall_back_and_sweeping_advance.resolve_pursuit_if_all_rolled(match, unit)


def report_morale_outcome(match: Match, unit: UnitId) -> Asking[None]:
    broke = match.has(unit, markers.BROKE)
    yield from report_result("morale", MORALE[broke], among=MORALE, subject=unit)


def report_combat_result(match: Match, combat: Subject, units: Units) -> Asking[None]:
    winner, score = COMBATS.find_winner(match, combat), COMBATS.get_scores(match, combat)
    sides = {unit: match.side_of(unit) for unit in units}
    yield from report_winner_and_wounds(match.clock.side, winner, score, sides)


def perform_due_combat_actions(match: Match, units: Units) -> Asking[None]:
    """Perform the due actions of the units in the combat, one after another (TA-G18)."""
    left = (
        *morale_checks.list_due_morale_checks(match),
        *fall_back_and_sweeping_advance.list_due_breaking_off_actions(match),
    )
    due = next((one for one in left if one.subject in units), None)
    if due is None:
        return None
    action = AFTER[due.action]
    params = action.params(due.subject)
    yield from call_stage(action.stage, due.side, params)
    if action is morale_checks.TEST:
        yield from report_morale_outcome(match, params.unit)
    return continue_with(perform_due_combat_actions, match, units)


def report_fight_end(fight: FightSnapshot, end: FightState) -> Asking[FightEnd]:
    """Report the result of a simulated fight, and return the parts that matter (TA-RES-01)."""
    units = [*zip(fight.fighters.values(), end, strict=True)]
    score = {
        side: sum(_count_wounds_suffered(*one) for one in units if one[0].side != side)
        for side in fight.sides
    }
    fighting = {fighter.side for fighter, _ in units if fighter.strikes}
    left = {
        fighter.side
        for fighter, state in units
        if any(state.models) and (fighter.strikes or fighter.side not in fighting)
    }
    if len(left) == len(fight.sides):
        winner = find_points_leader(score)
    else:
        winner = left.pop() if left else None
    sides = {fighter.unit: fighter.side for fighter in fight.fighters.values()}
    yield from report_winner_and_wounds(fight.active, winner, score, sides)
    for fighter, state in units:
        every = sum(len(group.figures) for group in fighter.groups)
        yield from report_result(LOSSES, every - sum(state.models), subject=fighter.unit)
    gone = tuple(one for each in units for one in _list_models_of_lost_kinds(*each))
    hurt = tuple(one for each in units for one in _list_wounded_models(*each) if one[0] not in gone)
    checks = tuple(_list_morale_checks(fight, end, winner))
    damaged = tuple(fighter.unit for fighter, state in units if state.damaged)
    peril = tuple(fighter.unit for fighter, state in units if state.tested > 1)
    return FightEnd(winner, gone, hurt, checks, damaged, peril)


def report_winner_and_wounds(
    active: SideId | None,
    winner: SideId | None,
    score: Mapping[SideId, int],
    sides: Mapping[UnitId, SideId],
) -> Asking[None]:
    """Report whether the ``active`` side won, and the wounds that each side dealt (TA-RES-01)."""
    came = CAME[1 if winner is None else 0 if winner == active else 2]
    own = next(unit for unit, side in sides.items() if side == active)
    enemy = next(unit for unit, side in sides.items() if side != active)
    yield from report_result("close combat", came, among=CAME, subject=own, target=enemy)
    for side, wounds in score.items():
        other = next(one for one in score if one != side)
        yield from report_result("wounds", wounds, subject=side, target=other)


def _count_wounds_suffered(fighter: FightingUnit, end: UnitState) -> int:
    return end.scored + sum(
        (len(group.figures) - models) * group.profile.w + hurt - group.hurt
        for group, models, hurt in zip(fighter.groups, end.models, end.hurt, strict=True)
    )


def _list_models_of_lost_kinds(fighter: FightingUnit, end: UnitState) -> Iterator[FigureId]:
    """Yield the models of each lost kind. Models of one kind fall back and sweep alike (TA-T7)."""

    def classify(group: ModelGroup) -> tuple[int, int, bool]:
        return group.profile.fall_back, group.profile.sweep, group.profile.must_sweep

    groups = zip(fighter.groups, end.models, strict=True)
    left = {classify(group) for group, models in groups if models}
    lost = (group for group in fighter.groups if classify(group) not in left)
    return (figure for group in lost for figure in group.figures)


def _list_wounded_models(fighter: FightingUnit, end: UnitState) -> Iterator[tuple[FigureId, int]]:
    for group, hurt in zip(fighter.groups, end.hurt, strict=True):
        if group.profile.w > 1:
            yield group.figures[-1], hurt


def _list_morale_checks(
    fight: FightSnapshot, end: FightState, winner: SideId | None
) -> Iterator[MoraleCheck]:
    """Yield the losers' morale checks. Joined units take one together (TA-MORALE-01, TA-RES-03)."""
    there = counted_fight_states.classify_group_presence(end)
    own_test = fight.options["character_morale"] == "own_test"
    lost = {
        one.unit: [one.unit] if own_test else list_remaining_joined_units(fight, there, one)
        for one in fight.fighters.values()
        if winner not in {None, one.side} and _must_check_morale(fight, there, one)
    }
    hosts = {
        unit if len(together) == 1 else fight.fighters[unit].host: together
        for unit, together in lost.items()
    }
    for unit, together in hosts.items():
        fighters = map(fight.fighters.__getitem__, together)
        leadership = max(one.ld for each in fighters for one in list_profiles(there, each))
        own = fight.fighters[unit]
        less = tuple(_list_morale_modifiers(fight, end, own, has_lost=unit in lost))
        yield unit, leadership, less


def _must_check_morale(fight: FightSnapshot, presence: Presence, fighter: FightingUnit) -> bool:
    """Whether a unit must check morale.

    Vehicles, fearless units with their characters, and units that only face vehicles need not
    check (TA-G68).
    """
    enemies = (fight.fighters[one] for one in fighter.enemies)
    left = [one.strikes for one in enemies if any(presence[one.place])]
    is_struck = not left or any(left)
    host, alone = fight.fighters[fighter.host], fight.options["character_morale"] == "own_test"
    tester = fighter if alone or not any(presence[host.place]) else host
    profiles = list_profiles(presence, tester)
    fearless = tester.vehicle is not None or any(one.fearless for one in profiles)
    return any(presence[fighter.place]) and is_struck and not fearless


def _list_morale_modifiers(
    fight: FightSnapshot, end: FightState, fighter: FightingUnit, *, has_lost: bool
) -> Iterator[Modifier]:
    models = sum(end[fighter.place].models)
    is_below_half = morale_checks.is_count_below_half_strength(models, fighter.started)
    if fight.options["half_strength"] and is_below_half:
        yield morale_checks.BELOW_HALF
    if has_lost:
        strengths = [0, 0]
        for one in fight.fighters.values():
            strengths[one.side != fighter.side] += _count_strength(fight, one, end[one.place])
        by_hand = fight.options["outnumber_count"] == "by_hand"
        counts = "off" if by_hand else str(fight.options["outnumbered"])
        yield from morale_checks.list_outnumbered_modifiers(strengths[0], strengths[1], counts)


def _count_strength(fight: FightSnapshot, fighter: FightingUnit, end: UnitState) -> int:
    """Count a unit's models, or under a house rule their wounds (TA-G04, TA-G68)."""
    if not fighter.strikes:
        return 0
    if fight.options["outnumber_count"] != "wounds":
        return sum(end.models)
    groups = zip(fighter.groups, end.models, strict=True)
    return sum(models * group.profile.w for group, models in groups) - sum(end.hurt)
