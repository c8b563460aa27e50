"""Reports the losses and winner of a simulated fight, and its morale checks (TA-RES)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from tracker.procedures.pieces.match_endings import find_points_leader
from tracker.procedures.requests import LOSSES, Asking, continue_with_pure, report_result
from tracker.rulesets.trial_assault.combat import fight_simulation
from tracker.rulesets.trial_assault.combat.fight_simulation import (
    FightState,
    Presence,
    UnitState,
    classify_group_presence,
    list_profiles,
    list_remaining_joined_units,
)
from tracker.rulesets.trial_assault.combat.fight_snapshot import FightingUnit, FightSnapshot
from tracker.rulesets.trial_assault.combat.initiative_steps import FIRST
from tracker.rulesets.trial_assault.data.rule_tables import Profile
from tracker.rulesets.trial_assault.phases import morale_checks
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

CAME: Final = ("won", "drawn", "lost")
MoraleCheck = tuple[UnitId, int, tuple[Modifier, ...]]
"""A unit's morale check, with its Leadership and penalties."""


class FightEnd(Struct, frozen=True):
    """The parts of a fight's result that still matter. ``gone`` holds models whose kinds of fall
    back and sweep are destroyed, ``hurt`` the wounds of models with several, ``damaged`` the
    damaged vehicles, and ``peril`` the units whose psychic test was perilous.
    """

    winner: SideId | None
    gone: tuple[FigureId, ...]
    hurt: tuple[tuple[FigureId, int], ...]
    checks: tuple[MoraleCheck, ...]
    damaged: tuple[UnitId, ...]
    peril: tuple[UnitId, ...]


def simulate_fight_to_end(fight: FightSnapshot) -> Asking[FightEnd]:
    yield from ()
    start = fight_simulation.make_start_state(fight)
    end: FightEnd = continue_with_pure(
        fight_simulation.simulate_fight, fight, start, FIRST, report_fight_end
    )
    return end


def report_fight_end(fight: FightSnapshot, end: FightState) -> Asking[FightEnd]:
    """Report the result of a simulated fight, and return the parts that matter (TA-RES-01)."""
    units = [*zip(fight.fighters.values(), end, strict=True)]
    score = {
        side: sum(_count_suffered(*one) for one in units if one[0].side != side)
        for side in fight.sides
    }
    left = {fighter.side for fighter, state in units if any(state.models)}
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
    """Report whether the ``active`` side has won, drawn or lost, and the wounds that each side has
    inflicted (TA-RES-01). ``sides`` maps each unit in the combat to its side.
    """
    came = CAME[1 if winner is None else 0 if winner == active else 2]
    own = next(unit for unit, side in sides.items() if side == active)
    enemy = next(unit for unit, side in sides.items() if side != active)
    yield from report_result("close combat", came, among=CAME, subject=own, target=enemy)
    for side, wounds in score.items():
        other = next(one for one in score if one != side)
        yield from report_result("wounds", wounds, subject=side, target=other)


def _count_suffered(fighter: FightingUnit, end: UnitState) -> int:
    """Count the wounds that a unit suffered in the fight and that count for its enemies."""
    return end.scored + sum(
        (len(group.figures) - models) * group.profile.w + hurt - group.hurt
        for group, models, hurt in zip(fighter.groups, end.models, end.hurt, strict=True)
    )


def _list_models_of_lost_kinds(fighter: FightingUnit, end: UnitState) -> Iterator[FigureId]:
    every = [(get_fall_back_and_sweep_dice(group.profile), group) for group in fighter.groups]
    there = {dice for (dice, _), models in zip(every, end.models, strict=True) if models}
    return (figure for dice, group in every if dice not in there for figure in group.figures)


def get_fall_back_and_sweep_dice(profile: Profile) -> tuple[int, int, bool]:
    """Return a model's fall back and sweep dice, and whether it must sweep (TA-T7)."""
    return profile.fall_back, profile.sweep, profile.must_sweep


def _list_wounded_models(fighter: FightingUnit, end: UnitState) -> Iterator[tuple[FigureId, int]]:
    for group, hurt in zip(fighter.groups, end.hurt, strict=True):
        if group.profile.w > 1:
            yield group.figures[-1], hurt


# --------------------------------------------------------------------------------------- morale


def _list_morale_checks(
    fight: FightSnapshot, end: FightState, winner: SideId | None
) -> Iterator[MoraleCheck]:
    """Yield the losers' morale checks, one for joined units (TA-MORALE-01, TA-RES-03)."""
    there = classify_group_presence(end)
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


def _must_check_morale(fight: FightSnapshot, there: Presence, fighter: FightingUnit) -> bool:
    """Whether a unit must check (TA-MORALE-06, TA-G68). Vehicles, and units that face only
    vehicles, need not check.
    """
    profiles = list_profiles(there, fighter)
    enemies = [fight.fighters[one] for one in fighter.enemies]
    is_struck = any(one.strikes and any(there[one.place]) for one in enemies)
    fearless = fighter.vehicle is not None or any(one.fearless for one in profiles)
    return bool(profiles) and is_struck and not fearless


def _list_morale_modifiers(
    fight: FightSnapshot, end: FightState, fighter: FightingUnit, *, has_lost: bool
) -> Iterator[Modifier]:
    """Yield the modifiers of a unit's morale check (TA-T11)."""
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
    """Count a unit's models, or under a house rule their wounds (TA-G04)."""
    if fight.options["outnumber_count"] != "wounds":
        return sum(end.models)
    groups = zip(fighter.groups, end.models, strict=True)
    return sum(models * group.profile.w for group, models in groups) - sum(end.hurt)
