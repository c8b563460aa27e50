"""Simulates a combat to compute odds (TA-FIGHT).

It rolls the same dice as a real combat, stage by stage, but applies their effects to counts of
models.
"""

from __future__ import annotations

import operator
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.requests import (
    Asking,
    call_pure_stage,
    call_pure_stage_then_function,
    continue_with_pure,
)
from tracker.rulesets.trial_assault.combat import attack_pools, vehicle_combat, wound_placement
from tracker.rulesets.trial_assault.combat.attack_pools import NO_WOUNDS, AttackPool, Wounds
from tracker.rulesets.trial_assault.combat.counted_fight_states import (
    Counts,
    FightingUnit,
    FightSnapshot,
    FightState,
    Presence,
    Struck,
    UnitState,
    classify_group_presence,
    is_independent_or_monstrous,
    list_groups_in_kill_zone,
    list_profiles,
)
from tracker.rulesets.trial_assault.combat.initiative_steps import (
    Striker,
    classify_strikers_by_choice,
    list_model_strikes,
)
from tracker.rulesets.trial_assault.combat.wound_placement import Armour, SavingGroup
from tracker.rulesets.trial_assault.data import rule_tables
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import UnitId

T = TypeVar("T")
P = ParamSpec("P")
Piles = tuple[tuple[int, ...], ...]
"""The indices of the groups in each pile of ``Armour``, in the order of casualties."""
AtEnd = Callable[[FightSnapshot, FightState], Any]


def cache_in_fight(
    compute: Callable[Concatenate[FightSnapshot, P], T],
) -> Callable[Concatenate[FightSnapshot, P], T]:
    """Cache a function's results in the fight, which must be its first argument."""

    def look_up(fight: FightSnapshot, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (compute, *args)
        if key not in fight.cache:
            fight.cache[key] = compute(fight, *args, **kwargs)
        found: T = fight.cache[key]
        return found

    return look_up


def simulate_fight(fight: FightSnapshot, state: FightState, step: int, at_end: AtEnd) -> Any:
    """Fight one pair of units after another, in Initiative order. Then run the stage ``at_end``."""
    presence = classify_group_presence(state)
    due = find_due_strike(fight, state, presence)
    if due is None or due.step < step:
        state = tuple(map(remove_fallen, fight.fighters.values(), state))
        presence = classify_group_presence(state)
        due = find_due_strike(fight, state, presence)
    if due is None:
        state = tuple(map(merge_groups_alike_after_fight, fight.fighters.values(), state))
        return continue_with_pure(at_end, fight, state)
    place = fight.fighters[due.unit].place
    models, struck = state[place].models, state[place].struck
    strikers, target, struck = find_strikers_and_target(fight, presence, due, models, struck)
    due = replace(due, target=target)
    stage, args, piles = make_attack_call(fight, state, presence, due, strikers)
    more = find_due_strike_of_unit(fight, presence, due.unit, models, struck)
    is_last = len(state) == 2 and (more is None or more.step < due.step)
    state = replace_unit_state(state, place, replace(state[place], struck=struck))
    attack = (fight, state, due, piles, is_last, at_end)
    return call_pure_stage_then_function(stage, args, apply_attack_result, attack)


def apply_attack_result(
    fight: FightSnapshot,
    state: FightState,
    due: DueStrike,
    piles: Piles,
    is_last: bool,
    at_end: AtEnd,
    result: Any,
) -> Any:
    """Apply the result of an attack, and continue the fight.

    ``piles`` are the target's piles (empty for a vehicle). If ``is_last`` is true, no enemy strikes
    the target again in this step.
    """
    own, place = (fight.fighters[one].place for one in (due.unit, due.target))
    unit, tested = state[place], 0
    if piles:
        unit, tested = apply_wounds_and_psychic_test(
            fight, due.target, unit, piles, is_last, result
        )
    elif result:
        counted = result if fight.options["vehicle_wounds"] == "1_2" else 0
        unit = replace(unit, damaged=True, scored=unit.scored + counted)
    state = replace_unit_state(state, place, unit)
    if tested:
        state = replace_unit_state(state, own, replace(state[own], tested=tested))
    return continue_with_pure(simulate_fight, fight, state, due.step, at_end)


def replace_unit_state(state: FightState, place: int, unit: UnitState) -> FightState:
    return (*state[:place], unit, *state[place + 1 :])


def remove_fallen(fighter: FightingUnit, unit: UnitState) -> UnitState:
    """Remove the casualties from a unit's state (TA-FIGHT-05)."""
    if not any(unit.fallen):
        return unit
    left = tuple(map(operator.sub, unit.models, unit.fallen))
    struck = mark_whole_groups_as_struck(fighter, left, unit.struck)
    return replace(unit, models=left, fallen=(0,) * len(left), struck=struck)


def mark_whole_groups_as_struck(fighter: FightingUnit, models: Counts, struck: Struck) -> Struck:
    """Add all models of a group to ``struck`` once all that remain have struck."""
    groups = zip(fighter.groups, models, strict=True)
    done = (group.figures for group, n in groups if struck.issuperset(group.figures[:n]))
    return struck.union(*done)


def simplify_unit_after_last_strike(fighter: FightingUnit, unit: UnitState) -> UnitState:
    """Simplify the state of a unit that no enemy will strike again in this step.

    This lets equal states merge. A group that has struck keeps its living models, or one casualty
    if no model is alive.
    """
    models, fallen = [*unit.models], [*unit.fallen]
    for n, group in enumerate(fighter.groups):
        if unit.struck.issuperset(group.figures):
            fallen[n] = int(0 < models[n] == fallen[n])
            models[n] += fallen[n] - unit.fallen[n]
    return replace(unit, models=tuple(models), fallen=tuple(fallen))


def merge_groups_alike_after_fight(fighter: FightingUnit, unit: UnitState) -> UnitState:
    """Move models that no longer differ after the fight into one group, so that results merge."""
    models, first = [*unit.models], dict[object, int]()
    for n, group in enumerate(fighter.groups):
        one = group.profile
        alike = one.ld, one.w, one.fearless, one.fall_back, one.sweep, one.must_sweep
        if first.setdefault(alike, n) != n and not unit.hurt[n]:
            models[first[alike]] += models[n]
            models[n] = 0
    return replace(unit, models=tuple(models), struck=frozenset())


# -------------------------------------------------------------------------- strikers and targets


class DueStrike(Struct, frozen=True):
    unit: UnitId
    target: UnitId
    step: int


def find_due_strike(
    fight: FightSnapshot, state: FightState, presence: Presence
) -> DueStrike | None:
    """Return the strike that is due next, in the highest step left (TA-FIGHT-04), or None."""
    each = [
        find_due_strike_of_unit(fight, presence, unit, own.models, own.struck)
        for unit, own in zip(fight.fighters, state, strict=True)
    ]
    return max(filter(None, each), key=operator.attrgetter("step"), default=None)


@cache_in_fight
def find_due_strike_of_unit(
    fight: FightSnapshot, presence: Presence, unit: UnitId, models: Counts, struck: Struck
) -> DueStrike | None:
    every = list_remaining_unit_strikers(fight, presence, unit, models, struck)
    first = max((one for one in every if not one.by_choice), key=lambda one: one.step, default=None)
    return None if first is None else DueStrike(unit, first.target, first.step)


def list_remaining_unit_strikers(
    fight: FightSnapshot, presence: Presence, unit: UnitId, models: Counts, struck: Struck
) -> list[Striker]:
    """List the models of a unit that have yet to strike, with each target that they can strike."""
    fighter = fight.fighters[unit]
    if not fighter.strikes:
        return []
    open_to = {
        enemy
        for enemy, other in fight.fighters.items()
        if any(
            presence[other.place][n] > 1
            for n in list_groups_in_kill_zone(fight, presence, unit, enemy)
        )
    }
    shares = not fighter.has_entered_contact and not is_independent_or_monstrous(presence, fighter)
    steps = [
        {enemy: step for enemy, step in group.steps if enemy in open_to} for group in fighter.groups
    ]
    standing = sorted(
        (group.places[n], at, n)
        for at, group in enumerate(fighter.groups)
        for n in range(models[at])
    )
    return [
        striker
        for place, (_, at, n) in enumerate(standing)
        if (figure := fighter.groups[at].figures[n]) not in struck
        for striker in list_model_strikes(figure, place, steps[at], shares)
    ]


Strikers = tuple[tuple[int, int], ...]
"""The groups that strike. Each has its index and its number of striking models."""


@cache_in_fight
def find_strikers_and_target(
    fight: FightSnapshot, presence: Presence, due: DueStrike, models: Counts, struck: Struck
) -> tuple[Strikers, UnitId, Struck]:
    """Return the strikers, their target, and all models of the unit that will then have struck.

    A character makes all his attacks against the first enemy in reach.
    """
    fighter = fight.fighters[due.unit]
    every = list_remaining_unit_strikers(fight, presence, due.unit, models, struck)
    step = max(one.step for one in every if one.target == due.target)
    must, may, usual = classify_strikers_by_choice(every, due.target, step)
    target, figures = due.target, (*must, *(usual or may))
    reach = [one.target for one in every if one.figure in may[:1]]
    vehicles = any(fight.fighters[one].vehicle for one in reach)
    if may and not vehicles and is_independent_or_monstrous(presence, fighter):
        target, figures = reach[0], may
    elif fighter.has_entered_contact:
        figures = (*must, *may)
    counts = [len({*figures} & {*group.figures}) for group in fighter.groups]
    strikers = tuple((at, n) for at, n in enumerate(counts) if n)
    return (strikers, target, mark_whole_groups_as_struck(fighter, models, struck.union(figures)))


AttackCall = tuple[Callable[..., Asking[Any]], tuple[Any, ...], Piles]
"""A stage that rolls an attack, the stage's arguments, and the piles of models that it strikes."""


def make_attack_call(
    fight: FightSnapshot, state: FightState, presence: Presence, due: DueStrike, strikers: Strikers
) -> AttackCall:
    unit, target = due.unit, due.target
    own, struck_at = (state[fight.fighters[one].place] for one in (unit, target))
    if fight.fighters[target].vehicle is not None:
        return make_vehicle_attack_call(fight, unit, target, strikers)
    pools = make_attack_pools(fight, presence, unit, target, strikers, struck_at.models)
    armour, piles, bears = list_armour_piles_and_capacity(fight, presence, unit, target, struck_at)
    test = None
    if not own.tested and any(pool.wound_kind == attack_pools.SLAYING for pool in pools):
        test = find_psychic_test_need(fight, presence, unit, target, piles)
    return roll_unsaved_wounds, (pools, armour, bears, test), piles


@cache_in_fight
def make_vehicle_attack_call(
    fight: FightSnapshot, unit: UnitId, target: UnitId, strikers: Strikers
) -> AttackCall:
    vehicle = fight.fighters[target].vehicle
    assert vehicle is not None
    groups = fight.fighters[unit].groups
    every = [(groups[at].profile, groups[at].weapon, groups[at].attacks * n) for at, n in strikers]
    pools = vehicle_combat.make_vehicle_attack_pools(every, vehicle)
    most = sys.maxsize if fight.options["vehicle_wounds"] == "1_2" else 1
    return vehicle_combat.roll_vehicle_wounds, (vehicle.armour, pools, most), ()


def find_psychic_test_need(
    fight: FightSnapshot, presence: Presence, unit: UnitId, target: UnitId, piles: Piles
) -> Need | None:
    """Return a psychic test's needed number, or None if all models struck have only one wound."""
    groups = fight.fighters[target].groups
    if all(groups[at].profile.w == 1 for pile in piles for at in pile):
        return None
    own = list_profiles(presence, fight.fighters[unit])
    leadership = max(one.ld for one in own if one.psyker)
    return wound_placement.make_psychic_need(leadership, fight.options["perils"])


@cache_in_fight
def make_attack_pools(
    fight: FightSnapshot,
    presence: Presence,
    unit: UnitId,
    target: UnitId,
    strikers: Strikers,
    target_models: Counts,
) -> tuple[AttackPool, ...]:
    """Make the strikers' attack pools against the target's values (TA-T9)."""
    groups = fight.fighters[target].groups
    zone = list_groups_in_kill_zone(fight, presence, unit, target)
    skills: Counter[int] = Counter()
    toughnesses: Counter[int] = Counter()
    for at in range(len(groups)) if fight.options["majority_basis"] == "unit" else zone:
        if target_models[at]:
            skills[groups[at].profile.ws] += target_models[at]
            toughnesses[groups[at].profile.t] += target_models[at]
    skill = attack_pools.find_majority_weapon_skill(skills)
    tough = attack_pools.list_most_common_values(toughnesses)[0]
    saves = [groups[at].profile.sv for at in zone]
    dice: Counter[AttackPool] = Counter()
    for at, models in strikers:
        group = fight.fighters[unit].groups[at]
        blow = attack_pools.make_empty_attack_pool(group.profile, group.weapon, skill, tough, saves)
        dice[blow] += group.attacks * models
    return tuple(replace(blow, dice=n) for blow, n in dice.items() if n)


@cache_in_fight
def list_armour_piles_and_capacity(
    fight: FightSnapshot, presence: Presence, unit: UnitId, target: UnitId, state: UnitState
) -> tuple[Armour, Piles, int]:
    """Return the piles of living models in reach, their groups, and the wounds that they can take.

    Models with equal saves form a pile. The save that was most common at the start comes first
    (TA-SAVE-03, TA-G26, TA-G28).
    """
    groups = fight.fighters[target].groups
    alive = tuple(map(operator.sub, state.models, state.fallen))
    sizes: Counter[int] = Counter()
    piles: dict[int, dict[int, list[int]]] = {}
    bears = 0
    for at in list_groups_in_kill_zone(fight, presence, unit, target):
        profile = groups[at].profile
        sizes[profile.sv] += state.models[at]
        if alive[at]:
            piles.setdefault(profile.sv, {}).setdefault(profile.inv, []).append(at)
            bears += alive[at] * profile.w - state.hurt[at]
    armour, in_reach = [], []
    for sv in sorted(piles, key=lambda sv: (-sizes[sv], sv or rule_tables.NO_SAVE)):
        by_save = sorted(piles[sv].items(), reverse=True)
        in_reach += [tuple(pile) for _, pile in by_save]
        armour.append(
            tuple(
                SavingGroup(
                    sv, inv, tuple(one for at in pile for one in groups[at].figures[: alive[at]])
                )
                for inv, pile in by_save
            )
        )
    return tuple(armour), tuple(in_reach), bears


# ------------------------------------------------------------------------------------- the dice


class AttackWounds(Struct, frozen=True):
    """The unsaved wounds on each pile, and the result of the psychic test.

    ``slaying`` are the wounds by a force weapon, and ``others`` are all other wounds.
    """

    others: Counts
    slaying: Counts = ()
    slays: bool | None = None
    perilous: bool = False


def roll_unsaved_wounds(
    pools: tuple[AttackPool, ...], armour: Armour, wound_limit: int, psychic_need: Need | None
) -> Asking[AttackWounds]:
    """Roll attacks and saves. If ``psychic_need`` is given, force weapon wounds cause a test."""
    dealt = yield from call_pure_stage(
        {}, attack_pools.roll_wounds_of_attack_pools, pools, NO_WOUNDS
    )
    return continue_with_pure(roll_saves_and_psychic_test, armour, dealt, wound_limit, psychic_need)


def roll_saves_and_psychic_test(
    armour: Armour, wounds: Wounds, wound_limit: int, psychic_need: Need | None
) -> Asking[AttackWounds]:
    save = wound_placement.allocate_and_save_wounds
    failed = yield from call_pure_stage({}, save, armour, wounds, False)
    others = tuple([min(n, wound_limit) for _, n in failed])
    slaying = tuple([min(n, wound_limit) for n, _ in failed])
    slays, perilous = None, False
    if psychic_need is not None and any(slaying):
        test = wound_placement.roll_psychic_test
        slays, perilous = yield from call_pure_stage({}, test, psychic_need)
    return AttackWounds(others, slaying if any(slaying) else (), slays, perilous)


@cache_in_fight
def apply_wounds_and_psychic_test(
    fight: FightSnapshot,
    unit: UnitId,
    state: UnitState,
    piles: Piles,
    is_last: bool,
    wounds: AttackWounds,
) -> tuple[UnitState, int]:
    """Apply unsaved wounds to the piles, and pass on excess wounds (TA-CAS).

    Wounds by a force weapon come first. Return the new state, and the value of ``tested`` for the
    attacker.
    """
    fighter = fight.fighters[unit]
    falling = _WoundPlacer(fighter, state)
    tested, over = 0, []
    slaying = wounds.slaying or (0,) * len(piles)
    for pile, first, more in zip(piles, slaying, wounds.others, strict=True):
        excess = 0
        if first:
            excess = falling.place_wounds_on_piles(first, pile)
            victim = falling.find_next_casualty_group(pile)
            if victim is not None and falling.hurt[victim] and not tested:
                tested = 0 if wounds.slays is None else 1 + wounds.perilous
                if wounds.slays:
                    falling.slay_model(victim)
        over.append(excess + falling.place_wounds_on_piles(more, pile))
    saves = [fighter.groups[pile[0]].profile.sv for pile in piles]
    lost = fight.options["lap_overflow"] == "lost"
    for at, excess in enumerate(over):
        order = wound_placement.list_piles_for_excess_wounds(saves, at, lost=lost)
        falling.place_wounds_on_piles(excess, *(piles[n] for n in order))
    fallen, hurt, scored = tuple(falling.fallen), tuple(falling.hurt), state.scored - falling.spared
    after = replace(state, fallen=fallen, hurt=hurt, scored=scored)
    return simplify_unit_after_last_strike(fighter, after) if is_last else after, tested


class _WoundPlacer:
    """The placement of wounds on one model after another, a wounded model first (TA-CAS-04)."""

    def __init__(self, fighter: FightingUnit, state: UnitState) -> None:
        self._groups, self._models = fighter.groups, state.models
        self.fallen, self.hurt = [*state.fallen], [*state.hurt]
        self.spared = 0

    def slay_model(self, group_index: int) -> None:
        """Slay a model. Only wounds that it had already suffered are scored (TA-RES-01)."""
        self.spared += self._groups[group_index].profile.w - self.hurt[group_index]
        self.hurt[group_index] = 0
        self.fallen[group_index] += 1

    def place_wounds_on_piles(self, wounds: int, *piles: Sequence[int]) -> int:
        """Place wounds on one pile after another, and return the excess wounds."""
        for pile in piles:
            while wounds and (at := self.find_next_casualty_group(pile)) is not None:
                bears = self._groups[at].profile.w - self.hurt[at]
                taken = min(wounds, bears)
                wounds -= taken
                self.hurt[at] += taken
                if taken == bears:
                    self.hurt[at] = 0
                    self.fallen[at] += 1
        return wounds

    def find_next_casualty_group(self, pile: Sequence[int]) -> int | None:
        """Return the group of the next casualty, which is a wounded model if there is one."""

        def get_sort_key(at: int) -> tuple[bool, int, int]:
            place = self._groups[at].places[self._models[at] - self.fallen[at] - 1]
            if self.hurt[at]:
                return False, 0, place
            return True, self._groups[at].casualty_order, -place

        alive = (at for at in pile if self._models[at] > self.fallen[at])
        return min(alive, key=get_sort_key, default=None)
