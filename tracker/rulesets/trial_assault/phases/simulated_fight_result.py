"""Reports a simulated fight's losses and winner to the odds, with the morale checks (TA-RES)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from tracker.procedures.pieces.match_endings import find_points_leader
from tracker.procedures.requests import LOSSES, Asking, continue_with_pure, report_result
from tracker.rulesets.trial_assault.combat import fight_simulation
from tracker.rulesets.trial_assault.combat.fight_simulation import (
    FightSurvivors,
    count_models,
    get_fall_back_and_sweep_dice,
    list_remaining_joined_units,
)
from tracker.rulesets.trial_assault.combat.fight_snapshot import (
    FightingUnit,
    FightSnapshot,
    ModelGroup,
)
from tracker.rulesets.trial_assault.combat.initiative_steps import FIRST
from tracker.rulesets.trial_assault.data.rule_tables import Profile
from tracker.rulesets.trial_assault.phases import morale_checks
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

CAME: Final = ("won", "drawn", "lost")
MoraleCheck = tuple[UnitId, int, tuple[Modifier, ...]]
"""A unit's morale check, with its Leadership and penalties."""


class FightEnd(Struct, frozen=True):
    """The parts of a fight's result that still matter. ``gone`` are models whose kinds of fall back
    and sweep are destroyed, ``hurt`` are the wounds of models with several, ``damaged`` are the
    damaged machines, and ``peril`` are the units whose psychic test was perilous.
    """

    winner: SideId | None
    gone: tuple[FigureId, ...]
    hurt: tuple[tuple[FigureId, int], ...]
    checks: tuple[MoraleCheck, ...]
    damaged: tuple[UnitId, ...]
    peril: tuple[UnitId, ...]


def simulate_to_end(fight: FightSnapshot) -> Asking[FightEnd]:
    yield from ()
    start = fight_simulation.make_start_state(fight)
    end: FightEnd = continue_with_pure(
        fight_simulation.simulate_fight, fight, start, FIRST, report_fight_end
    )
    return end


def report_fight_end(fight: FightSnapshot, end: FightSurvivors) -> Asking[FightEnd]:
    """Report the result of a simulated fight (TA-RES-01)."""
    score = {side: _count_inflicted(fight, end, side) for side in fight.sides}
    winner = _find_winner(fight, end, score)
    own, enemy = (
        next(one.unit for one in fight.fighters.values() if (one.side == fight.active) is is_own)
        for is_own in (True, False)
    )
    yield from report_winner(fight.active, winner, own, enemy)
    yield from report_wounds_inflicted(score)
    for unit, fighter in fight.fighters.items():
        every = sum(len(fight.groups[at].figures) for at in fighter.groups)
        yield from report_result(LOSSES, every - count_models(fight, end, unit), subject=unit)
    gone = tuple(one for each in fight.fighters.values() for one in _list_gone(fight, end, each))
    hurt = tuple(one for one in _list_hurt(fight, end) if one[0] not in gone)
    checks = tuple(_list_checks(fight, end, winner))
    units = [*zip(fight.fighters, end.effects, strict=True)]
    damaged = tuple(unit for unit, effects in units if effects.damaged)
    peril = tuple(unit for unit, effects in units if effects.tested > 1)
    return FightEnd(winner, gone, hurt, checks, damaged, peril)


def report_winner(
    active: SideId | None, winner: SideId | None, own: UnitId, enemy: UnitId
) -> Asking[None]:
    """Report whether the side on turn has won, drawn or lost."""
    came = CAME[1 if winner is None else 0 if winner == active else 2]
    yield from report_result("close combat", came, among=CAME, subject=own, target=enemy)


def report_wounds_inflicted(score: Mapping[SideId, int]) -> Asking[None]:
    for side, wounds in score.items():
        other = next(one for one in score if one != side)
        yield from report_result("wounds", wounds, subject=side, target=other)


def _count_inflicted(fight: FightSnapshot, end: FightSurvivors, side: SideId) -> int:
    """Count the wounds that a side's enemies suffered in the fight."""
    enemies = [one for one in fight.fighters.values() if one.side != side]
    scored = [
        effects.scored
        for one, effects in zip(fight.fighters.values(), end.effects, strict=True)
        if one.side != side
    ]
    return sum(scored) + sum(
        (len(group.figures) - end.models[at]) * group.profile.w + end.hurt[at] - group.hurt
        for one in enemies
        for at, group in _list_groups(fight, one)
    )


def _list_groups(fight: FightSnapshot, fighter: FightingUnit) -> Iterator[tuple[int, ModelGroup]]:
    return ((at, fight.groups[at]) for at in fighter.groups)


def _find_winner(
    fight: FightSnapshot, end: FightSurvivors, score: Mapping[SideId, int]
) -> SideId | None:
    """Return the only side left, or else the side that inflicted more wounds."""
    left = {one.side for one in fight.fighters.values() if count_models(fight, end, one.unit)}
    if len(left) < len(fight.sides):
        return left.pop() if left else None
    return find_points_leader(score)


def _list_gone(
    fight: FightSnapshot, end: FightSurvivors, fighter: FightingUnit
) -> Iterator[FigureId]:
    every = [*_list_groups(fight, fighter)]
    there = {get_fall_back_and_sweep_dice(group.profile) for at, group in every if end.models[at]}
    for _, group in every:
        if get_fall_back_and_sweep_dice(group.profile) not in there:
            yield from group.figures


def _list_hurt(fight: FightSnapshot, end: FightSurvivors) -> Iterator[tuple[FigureId, int]]:
    for at, group in enumerate(fight.groups):
        if group.profile.w > 1:
            yield group.figures[-1], end.hurt[at]


# --------------------------------------------------------------------------------------- morale


def _list_checks(
    fight: FightSnapshot, end: FightSurvivors, winner: SideId | None
) -> Iterator[MoraleCheck]:
    """Yield the losers' morale checks, once for joined units (TA-MORALE-01, TA-RES-03)."""
    lost = [
        unit
        for unit, one in fight.fighters.items()
        if winner not in {None, one.side} and _has_to_check(fight, end, one)
    ]
    for unit in dict.fromkeys(_find_checking(fight, end, one) for one in lost):
        fighter = fight.fighters[unit]
        profiles = [
            one
            for each in _list_companions(fight, end, fighter)
            for one in _list_profiles(fight, end, each)
        ]
        less = tuple(_list_less(fight, end, fighter, has_lost=unit in lost))
        yield unit, max(one.ld for one in profiles), less


def _has_to_check(fight: FightSnapshot, end: FightSurvivors, fighter: FightingUnit) -> bool:
    """Whether a unit must check (TA-MORALE-06, TA-G68).

    Machines, and units that face only vehicles, need not check.
    """
    profiles = _list_profiles(fight, end, fighter.unit)
    strikers = [one for one in fighter.enemies if fight.fighters[one].strikes]
    enemies = any(count_models(fight, end, one) for one in strikers)
    fearless = fighter.machine is not None or any(one.fearless for one in profiles)
    return bool(profiles) and enemies and not fearless


def _list_profiles(fight: FightSnapshot, end: FightSurvivors, unit: UnitId) -> list[Profile]:
    """Return the profiles of all groups of a unit that have models left."""
    groups = _list_groups(fight, fight.fighters[unit])
    return [group.profile for at, group in groups if end.models[at]]


def _list_companions(
    fight: FightSnapshot, end: FightSurvivors, fighter: FightingUnit
) -> list[UnitId]:
    """List the units that pass or fail morale checks together with a unit (TA-CHAR-08)."""
    if fight.option("character_morale") == "own_test":
        return [fighter.unit]
    return list_remaining_joined_units(fight, end, fighter)


def _find_checking(fight: FightSnapshot, end: FightSurvivors, unit: UnitId) -> UnitId:
    """Return the unit that tests in place of this unit: itself, or the unit that it has joined."""
    fighter = fight.fighters[unit]
    together = _list_companions(fight, end, fighter)
    return unit if len(together) == 1 else fighter.host


def _list_less(
    fight: FightSnapshot, end: FightSurvivors, fighter: FightingUnit, *, has_lost: bool
) -> Iterator[Modifier]:
    """Yield the modifiers of a unit's morale check (TA-T11)."""
    models = count_models(fight, end, fighter.unit)
    if fight.option("half_strength") and morale_checks.is_count_below_half_strength(
        models, fighter.started
    ):
        yield morale_checks.BELOW_HALF
    if has_lost:
        own, enemies = (
            sum(
                _count_strength(fight, end, one)
                for one in fight.fighters.values()
                if (one.side == fighter.side) is is_own
            )
            for is_own in (True, False)
        )
        by_hand = fight.option("outnumber_count") == "by_hand"
        counts = "off" if by_hand else str(fight.option("outnumbered"))
        yield from morale_checks.list_outnumbered_modifiers(own, enemies, counts)


def _count_strength(fight: FightSnapshot, end: FightSurvivors, fighter: FightingUnit) -> int:
    """Count a unit's models, or under a house rule their wounds (TA-G04)."""
    if fight.option("outnumber_count") != "wounds":
        return count_models(fight, end, fighter.unit)
    groups = _list_groups(fight, fighter)
    return sum(end.models[at] * group.profile.w - end.hurt[at] for at, group in groups)
