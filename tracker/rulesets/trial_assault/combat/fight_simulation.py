"""Simulates a combat in numbers, for odds: the dice of each step, and the models left (TA-FIGHT).

The dice are those of the table, stage by stage. Their effects are applied to counts of models.
"""

from __future__ import annotations

import operator
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from tracker.procedures.requests import (
    Asking,
    call_pure_stage,
    call_pure_stage_then_function,
    continue_with_pure,
)
from tracker.rulesets.trial_assault.combat import attack_pools, vehicle_combat, wound_placement
from tracker.rulesets.trial_assault.combat.attack_pools import NO_WOUNDS, AttackPool, Wounds
from tracker.rulesets.trial_assault.combat.fight_snapshot import (
    FightingUnit,
    FightSnapshot,
    ModelGroup,
)
from tracker.rulesets.trial_assault.combat.wound_placement import Armour, SavingGroup
from tracker.rulesets.trial_assault.data import rule_tables
from tracker.rulesets.trial_assault.data.rule_tables import Profile
from tracker.vocabulary.dice_needs import Need
from tracker.vocabulary.subject_ids import UnitId

Counts = tuple[int, ...]
"""A number for each group of a unit, or of a fight."""
Piles = tuple[tuple[int, ...], ...]
"""The groups in each pile of ``Armour``, in the order in which they fall."""


class UnitEffects(NamedTuple):
    """The effects on a unit. ``tested`` is 1 once it has used its psychic power (2 if perilous).
    ``scored`` corrects the wounds that count: up for machines, down for models slain by a test.
    """

    tested: int = 0
    damaged: bool = False
    scored: int = 0


class UnitState(NamedTuple):
    """The state of a unit, group by group: models at the start of the step, casualties in the step,
    the wounds of the next casualty, and a bit for each model that has struck. ``presence`` is 2
    with living models, 1 if all fell in this step, and 0 without models.
    """

    models: Counts
    fallen: Counts
    hurt: Counts
    struck: Counts
    presence: Counts
    effects: UnitEffects


class FightState(tuple[UnitState, ...]):
    """The states of all units in a fight. Its properties are the counts of all groups."""

    __slots__ = ()

    @property
    def models(self) -> Counts:
        return sum([unit.models for unit in self], ())

    @property
    def hurt(self) -> Counts:
        return sum([unit.hurt for unit in self], ())

    @property
    def alive(self) -> Counts:
        fallen: Counts = sum([unit.fallen for unit in self], ())
        return tuple(map(operator.sub, self.models, fallen))

    def with_unit(self, place: int, unit: UnitState) -> FightState:
        return FightState((*self[:place], unit, *self[place + 1 :]))


class FightSurvivors(NamedTuple):
    """The models left in each group at the end, the wounds of each group's next casualty, and the
    effects on each unit.
    """

    models: Counts
    hurt: Counts
    effects: tuple[UnitEffects, ...]


T = TypeVar("T")
AtEnd = Callable[[FightSnapshot, FightSurvivors], Any]


class PossibleStrike(NamedTuple):
    """Models of a group that may strike an enemy. ``first`` is the lowest index of these models."""

    first: int
    group: int
    model_bits: int
    target: UnitId
    step: int
    by_choice: bool


def make_start_state(fight: FightSnapshot) -> FightState:
    units = []
    for fighter in fight.fighters.values():
        groups = [fight.groups[at] for at in fighter.groups]
        models = tuple([len(group.figures) for group in groups])
        none = (0,) * len(groups)
        hurt, effects = tuple([one.hurt for one in groups]), UnitEffects(int(fighter.psychic))
        units.append(_make_unit_state(models, none, hurt, none, effects))
    return FightState(units)


def _make_unit_state(
    models: Counts, fallen: Counts, hurt: Counts, struck: Counts, effects: UnitEffects
) -> UnitState:
    there = tuple([(n > 0) + (n > less) for n, less in zip(models, fallen, strict=True)])
    return UnitState(models, fallen, hurt, struck, there, effects)


def simulate_fight(fight: FightSnapshot, state: FightState, step: int, at_end: AtEnd) -> Any:
    """Fight one pair after another. When all models of a step have struck, casualties are
    removed. When no unit is left to strike, continue with ``at_end``.
    """
    due = find_due_strike(fight, state)
    if due is None or due.step < step:
        state = remove_fallen(fight, state)
        due = find_due_strike(fight, state)
    if due is None:
        return continue_with_pure(at_end, fight, merge_alike_models(fight, state))
    blows, coming = find_next_attack(fight, state, due)
    return call_pure_stage_then_function(*blows, apply_attack_result, (fight, coming, at_end))


def apply_attack_result(
    fight: FightSnapshot, next_attack: NextAttack, at_end: AtEnd, result: Any
) -> Any:
    """Apply the result of an attack, and continue the fight."""
    target, tested = next_attack.suffer(result)
    after = next_attack.struck.with_unit(next_attack.place, target)
    if tested:
        own = after[next_attack.own]
        after = after.with_unit(
            next_attack.own, own._replace(effects=own.effects._replace(tested=tested))
        )
    if next_attack.is_last and is_step_over(fight, after, next_attack.step):
        after = remove_fallen(fight, after)
    return continue_with_pure(simulate_fight, fight, after, next_attack.step, at_end)


TargetFate = tuple[UnitState, int]
"""The target after an attack, and the attacker's ``tested`` (0 if there was no psychic test)."""


class NextAttack(NamedTuple):
    """The next attack. ``struck`` is the state after the attack, still without its casualties.
    ``own`` and ``place`` are the indices of attacker and target. ``suffer`` returns the target's
    fate for the attack's result, and remembers it. If ``is_last`` is true, no other unit strikes in
    this step, unless casualties make a unit turn to another enemy.
    """

    struck: FightState
    own: int
    place: int
    suffer: Callable[[Any], TargetFate]
    step: int
    is_last: bool


class AttackWounds(NamedTuple):
    """The unsaved wounds on each pile, with those of a force weapon separately in ``slaying``, and
    the result of a psychic test, if one is allowed.
    """

    others: Counts
    slaying: Counts = ()
    slays: bool | None = None
    perilous: bool = False


Strikers = tuple[tuple[int, int], ...]
"""Groups, each with the number of its models that strike."""
AttackCall = tuple[Callable[..., Asking[Any]], tuple[Any, ...]]
"""The dice of an attack, as a stage and its arguments."""


def find_next_attack(
    fight: FightSnapshot, state: FightState, due: DueStrike
) -> tuple[AttackCall, NextAttack]:
    there, places = _tell_who_is_there(state), [*fight.fighters]
    own = places.index(due.unit)
    strikers, target, has_struck = _remember(
        fight,
        (due, state[own].models, state[own].struck, there),
        lambda: _find_strikers(fight, state, state[own], due),
    )
    place = places.index(target)
    struck_at = state[place]
    blows, piles = make_attack_and_target_piles(fight, state, due.unit, target, strikers)
    struck = state.with_unit(own, state[own]._replace(struck=has_struck))
    alone, is_last = len(state) == 2, is_step_over(fight, struck, due.step)  # one unit a side
    more = _list_strikes(fight, struck, due.unit, struck[own], there)[1]
    counts_off = alone and (more is None or more.step < due.step)
    comes_off = alone and is_last
    if comes_off:
        struck = remove_fallen(fight, struck)

    def suffer(suffered: Any) -> TargetFate:
        if piles:
            after, tested = apply_unsaved_wounds(fight, target, struck_at, piles, suffered)
        else:
            after, tested = damage_machine(fight, struck_at, suffered), 0
        if comes_off:
            after = remove_fallen_of_unit(fight, target, after)
        elif counts_off:
            after = remove_fallen_of_unit_no_longer_struck(fight, target, after)
        return after, tested

    key = (target, struck_at, piles, comes_off, counts_off)
    suffers: Callable[[Any], TargetFate] = _remember(fight, key, lambda: cache(suffer))
    is_last = is_last and not alone
    return blows, NextAttack(struck, own, place, suffers, due.step, is_last)


def _remember(fight: FightSnapshot, key: Any, find: Callable[[], T]) -> T:
    """Return a cached value, or compute it."""
    found: T | None = fight.cache.get(key)
    if found is None:
        found = fight.cache[key] = find()
    return found


def is_step_over(fight: FightSnapshot, state: FightState, step: int) -> bool:
    due = find_due_strike(fight, state)
    return due is None or due.step < step


def remove_fallen(fight: FightSnapshot, state: FightState) -> FightState:
    """Remove the casualties of all units (TA-FIGHT-05)."""
    return FightState(map(remove_fallen_of_unit, repeat(fight), fight.fighters, state))


def remove_fallen_of_unit(fight: FightSnapshot, unit: UnitId, state: UnitState) -> UnitState:
    """Remove a unit's casualties. A group without models left counts as having struck."""
    if not any(state.fallen):
        return state
    left = tuple(map(operator.sub, state.models, state.fallen))
    own = zip(fight.fighters[unit].groups, left, state.struck, strict=True)
    struck = tuple([bits if n else fight.groups[at].all_model_bits for at, n, bits in own])
    return _make_unit_state(left, (0,) * len(left), state.hurt, struck, state.effects)


def remove_fallen_of_unit_no_longer_struck(
    fight: FightSnapshot, unit: UnitId, state: UnitState
) -> UnitState:
    """Remove a unit's casualties in a step in which no enemy strikes it any more. A group that has
    struck keeps only its living models, or if there are none, one casualty.
    """
    models, fallen = [*state.models], [*state.fallen]
    for n, at in enumerate(fight.fighters[unit].groups):
        if state.struck[n] == fight.groups[at].all_model_bits:
            fallen[n] = int(0 < models[n] == fallen[n])
            models[n] += fallen[n] - state.fallen[n]
    return _make_unit_state(tuple(models), tuple(fallen), state.hurt, state.struck, state.effects)


def merge_alike_models(fight: FightSnapshot, state: FightState) -> FightSurvivors:
    """Merge a unit's models that will fare equally from now on into one of their groups."""
    found = (
        _remember(fight, ("alike", *one), partial(_merge_alike_models_of_unit, fight, *one))
        for one in zip(fight.fighters, state, strict=True)
    )
    effects = tuple(unit.effects for unit in state)
    return FightSurvivors(sum(found, ()), state.hurt, effects)


def _merge_alike_models_of_unit(fight: FightSnapshot, unit: UnitId, end: UnitState) -> Counts:
    models = [*end.models]
    first: dict[Any, int] = {}
    for n, at in enumerate(fight.fighters[unit].groups):
        profile = fight.groups[at].profile
        like = profile.ld, profile.w, profile.fearless, get_fall_back_and_sweep_dice(profile)
        if first.setdefault(like, n) != n and not end.hurt[n]:
            models[first[like]] += models[n]
            models[n] = 0
    return tuple(models)


def get_fall_back_and_sweep_dice(profile: Profile) -> tuple[int, int, bool]:
    """Return a model's fall back and sweep dice, and whether it must sweep (TA-T7)."""
    return profile.fall_back, profile.sweep, profile.must_sweep


# ------------------------------------------------------------------------------ who strikes whom


class DueStrike(NamedTuple):
    unit: UnitId
    target: UnitId
    step: int


def find_due_strike(fight: FightSnapshot, state: FightState) -> DueStrike | None:
    """Return the first pair due in the highest step in which any model strikes (TA-FIGHT-04)."""
    found: DueStrike | None = None
    there = _tell_who_is_there(state)
    for unit, own in zip(fight.fighters, state, strict=True):
        due = _list_strikes(fight, state, unit, own, there)[1]
        if due is not None and (found is None or due.step > found.step):
            found = due
    return found


def _tell_who_is_there(now: FightState) -> tuple[Counts, ...]:
    return tuple([unit.presence for unit in now])


def _list_strikes(
    fight: FightSnapshot, now: FightState, unit: UnitId, own: UnitState, there: tuple[Counts, ...]
) -> tuple[list[PossibleStrike], DueStrike | None]:
    """Return the possible strikes of a unit's models, by index, and the strike that is due first
    (TA-FIGHT-06, TA-MULTI-02).
    """
    key = (unit, own.models, own.struck, there)
    return _remember(fight, key, lambda: _find_strikes(fight, now, unit, own))


def _find_strikes(
    fight: FightSnapshot, now: FightState, unit: UnitId, own: UnitState
) -> tuple[list[PossibleStrike], DueStrike | None]:
    fighter = fight.fighters[unit]
    if not fighter.strikes:
        return [], None
    alive = now.alive
    open_to = {
        enemy
        for enemy in fight.fighters
        if any(alive[at] for at in list_groups_in_kill_zone(fight, now, unit, enemy))
    }
    shares = not fighter.has_entered_contact and not is_independent_or_monstrous(fight, now, unit)
    plasma = frozenset(fight.groups[at].unit for at in fight.plasma if now.models[at])
    places = None
    found = []
    for at, models, struck in zip(fighter.groups, own.models, own.struck, strict=True):
        group, left = fight.groups[at], ((1 << models) - 1) & ~struck
        if not left:
            continue
        reach = [enemy for enemy in group.opponents if enemy in open_to]
        if len(reach) > 1 and places is None:
            places = _list_places(fight, now, fighter)
        for first, bits, turn in _list_bits(group, left, reach, places):
            for n, enemy in enumerate(reach):
                step = dict(group.steps)[enemy, plasma]
                found.append(PossibleStrike(first, at, bits, enemy, step, shares and n != turn))
    found.sort(key=lambda one: one.first)
    bound = [one for one in found if not one.by_choice]
    most = max(bound, key=lambda one: one.step, default=None)
    return found, None if most is None else DueStrike(unit, most.target, most.step)


def _list_places(fight: FightSnapshot, now: FightState, fighter: FightingUnit) -> dict[int, int]:
    """Map each remaining model's original index to its index among its unit's remaining models."""
    there = sorted(
        place for at in fighter.groups for place in fight.groups[at].places[: now.models[at]]
    )
    return {place: n for n, place in enumerate(there)}


def _list_bits(
    group: ModelGroup, left: int, reach: list[UnitId], places: dict[int, int] | None
) -> Iterator[tuple[int, int, int]]:
    """Yield models due to strike by their default enemy: first index, bits, index in ``reach``."""
    if len(reach) < 2 or places is None:
        yield group.places[(left & -left).bit_length() - 1], left, 0
        return
    turns: dict[int, tuple[int, int]] = {}
    for n, place in enumerate(group.places):
        if left >> n & 1:
            turn = places[place] % len(reach)
            first, bits = turns.get(turn, (place, 0))
            turns[turn] = first, bits | 1 << n
    for turn, (first, bits) in turns.items():
        yield first, bits, turn


def choose_strikes(
    fight: FightSnapshot, state: FightState, unit: UnitId, target: UnitId
) -> tuple[list[PossibleStrike], UnitId]:
    """Return the models of a unit that strike an enemy, and the enemy. A character makes all his
    attacks at the first enemy in reach. Of other models, those strike that do so by default.
    """
    own = state[[*fight.fighters].index(unit)]
    every, _ = _list_strikes(fight, state, unit, own, _tell_who_is_there(state))
    step = max(one.step for one in every if one.target == target)
    others = {one.group for one in every if one.target != target}
    those = [one for one in every if (one.target, one.step) == (target, step)]
    bound = [one for one in those if one.group not in others]
    may = [one for one in those if one.group in others]
    machines = any(
        fight.fighters[one.target].machine for one in every if may and one.group == may[0].group
    )
    if may and not machines and is_independent_or_monstrous(fight, state, unit):
        return may, next(one.target for one in every if one.group == may[0].group)
    usual = [one for one in may if not one.by_choice]
    chosen = may if fight.fighters[unit].has_entered_contact else usual or may
    return [*bound, *chosen], target


def _find_strikers(
    fight: FightSnapshot, now: FightState, own: UnitState, due: DueStrike
) -> tuple[Strikers, UnitId, Counts]:
    """Return the strikers, their target, and all models of the unit that have struck by then. If
    all the remaining models of a group have struck, the whole group counts as having struck.
    """
    those, target = choose_strikes(fight, now, due.unit, due.target)
    bits: Counter[int] = Counter()
    for one in those:
        bits[one.group] += one.model_bits
    struck = []
    for at, n, before in zip(fight.fighters[due.unit].groups, own.models, own.struck, strict=True):
        now_struck = before | bits[at]
        all_have = now_struck and not ((1 << n) - 1) & ~now_struck
        struck.append(fight.groups[at].all_model_bits if all_have else now_struck)
    strikers = tuple((one.group, one.model_bits.bit_count()) for one in those)
    return strikers, target, tuple(struck)


# ------------------------------------------------------------------------------------ who is struck


def is_independent_or_monstrous(fight: FightSnapshot, state: FightState, unit: UnitId) -> bool:
    profiles = (fight.groups[at].profile for at in fight.fighters[unit].groups if state.models[at])
    return any(one.independent or one.monstrous for one in profiles)


def list_groups_in_kill_zone(
    fight: FightSnapshot, state: FightState, attacker: UnitId, target: UnitId
) -> list[int]:
    """List the groups that an attacker can harm, in the order in which they fall (TA-FIGHT-02)."""
    reach = _list_reaching(fight, state, attacker, target)
    alone = is_independent_or_monstrous(fight, state, target)
    found = []
    for at in fight.fighters[target].groups:
        group = fight.groups[at]
        met = reach & {*group.touches} or (not alone and reach & {*group.supports})
        if state.models[at] and met:
            found.append(at)
    return found


def _list_reaching(
    fight: FightSnapshot, now: FightState, attacker: UnitId, target: UnitId
) -> set[UnitId]:
    """Return the attacker, or if it does not touch the target, the friends that it supports."""
    fighter = fight.fighters[attacker]
    own = (fight.groups[at] for at in fighter.groups if now.models[at])
    if any(target in group.touches for group in own):
        return {attacker}
    if fight.option("support_from") == "any_friend":
        return {one for one in fight.list_units(fighter.side) if count_models(fight, now, one)}
    return {*list_remaining_joined_units(fight, now, fighter)}


def list_remaining_joined_units(
    fight: FightSnapshot, state: FightState | FightSurvivors, fighter: FightingUnit
) -> list[UnitId]:
    """List a unit and its remaining joined units. A character without his unit is alone."""
    if not count_models(fight, state, fighter.host):
        return [fighter.unit]
    return [one for one in fighter.joined_units if count_models(fight, state, one)]


def count_models(fight: FightSnapshot, state: FightState | FightSurvivors, unit: UnitId) -> int:
    return sum([state.models[at] for at in fight.fighters[unit].groups])


def make_attack_and_target_piles(
    fight: FightSnapshot, state: FightState, unit: UnitId, target: UnitId, strikers: Strikers
) -> tuple[AttackCall, Piles]:
    """Return these models' attack, and the piles of models that it strikes (none of a machine)."""
    there, places = _tell_who_is_there(state), [*fight.fighters]
    effects, struck_at = state[places.index(unit)].effects, state[places.index(target)]
    if fight.fighters[target].machine is not None:
        blows = _remember(
            fight,
            (strikers, target, struck_at.effects),
            lambda: make_attack_on_machine(fight, struck_at, target, strikers),
        )
        return blows, ()
    pools = _remember(
        fight,
        (strikers, target, struck_at.models, there),
        lambda: make_attack_pools(fight, state, unit, target, strikers),
    )
    armour, piles, bears = _remember(
        fight,
        (unit, target, struck_at, there),
        lambda: list_armour_piles(fight, state, unit, target),
    )
    test = None
    if not effects.tested and any(pool.wound_kind == attack_pools.SLAYING for pool in pools):
        test = make_psychic_need(fight, state, unit, piles)
    return (roll_unsaved_wounds, (pools, armour, bears, test)), piles


def make_attack_on_machine(
    fight: FightSnapshot, struck_at: UnitState, target: UnitId, strikers: Strikers
) -> AttackCall:
    machine = fight.fighters[target].machine
    assert machine is not None
    machine = replace(machine, fixed=machine.fixed and not struck_at.effects.damaged)
    groups = [(fight.groups[at], models) for at, models in strikers]
    every = [(one.profile, one.weapon, one.attacks * models) for one, models in groups]
    pools = vehicle_combat.make_vehicle_attack_pools(every, machine)
    most = sys.maxsize if fight.option("vehicle_wounds") == "1_2" else 1
    return vehicle_combat.roll_machine_wounds, (machine.armour, pools, most)


def damage_machine(fight: FightSnapshot, state: UnitState, wounds: int) -> UnitState:
    if not wounds:
        return state
    counted = wounds if fight.option("vehicle_wounds") == "1_2" else 0
    scored = state.effects.scored + counted
    return state._replace(effects=state.effects._replace(damaged=True, scored=scored))


def make_psychic_need(
    fight: FightSnapshot, state: FightState, unit: UnitId, piles: Piles
) -> Need | None:
    """Make the need of a psychic test, or None if no model that is struck can survive a wound."""
    if all(fight.groups[at].profile.w == 1 for pile in piles for at in pile):
        return None
    psykers = [
        fight.groups[at].profile
        for at in fight.fighters[unit].groups
        if state.models[at] and fight.groups[at].profile.psyker
    ]
    leadership = max(one.ld for one in psykers)
    return wound_placement.make_psychic_need(leadership, fight.option("perils"))


def make_attack_pools(
    fight: FightSnapshot, state: FightState, unit: UnitId, target: UnitId, strikers: Strikers
) -> tuple[AttackPool, ...]:
    """Make the strikers' attack pools against the target's values (TA-T9)."""
    zone = list_groups_in_kill_zone(fight, state, unit, target)
    every = fight.fighters[target].groups
    counted = zone
    if fight.option("majority_basis") == "unit":
        counted = [at for at in every if state.models[at]]
    skills: Counter[int] = Counter()
    toughnesses: Counter[int] = Counter()
    for at in counted:
        profile = fight.groups[at].profile
        skills[profile.ws] += state.models[at]
        toughnesses[profile.t] += state.models[at]
    skill = attack_pools.find_majority_weapon_skill(skills)
    tough = attack_pools.list_most_common_values(toughnesses)[0]
    saves = [fight.groups[at].profile.sv for at in zone]
    dice: Counter[AttackPool] = Counter()
    for at, models in strikers:
        group = fight.groups[at]
        blow = attack_pools.make_attack_pool(group.profile, group.weapon, skill, tough, saves)
        dice[blow] += group.attacks * models
    return tuple(replace(blow, dice=n) for blow, n in dice.items() if n)


def list_armour_piles(
    fight: FightSnapshot, state: FightState, unit: UnitId, target: UnitId
) -> tuple[Armour, Piles, int]:
    """Return the piles of living models in reach, their groups, and the wounds that they can take.
    The most frequent save at the start is first. Equal saves form a pile (TA-SAVE-03, TA-G26,
    TA-G28).
    """
    models, alive, hurt = state.models, state.alive, state.hurt
    sizes: Counter[int] = Counter()
    piles: dict[int, dict[int, list[int]]] = {}
    for at in list_groups_in_kill_zone(fight, state, unit, target):
        profile = fight.groups[at].profile
        sizes[profile.sv] += models[at]
        if alive[at]:
            piles.setdefault(profile.sv, {}).setdefault(profile.inv, []).append(at)
    order = sorted(piles, key=lambda sv: (-sizes[sv], sv or rule_tables.NO_SAVE))
    every = [[(inv, piles[sv][inv]) for inv in sorted(piles[sv], reverse=True)] for sv in order]
    armour = tuple(
        tuple(
            SavingGroup(
                sv, inv, tuple(one for at in pile for one in fight.groups[at].figures[: alive[at]])
            )
            for inv, pile in here
        )
        for sv, here in zip(order, every, strict=True)
    )
    in_reach = tuple(tuple(pile) for here in every for _, pile in here)
    bears = (alive[at] * fight.groups[at].profile.w - hurt[at] for pile in in_reach for at in pile)
    return armour, in_reach, sum(bears)


# ------------------------------------------------------------------------------------- the dice


def roll_unsaved_wounds(
    pools: tuple[AttackPool, ...], armour: Armour, most: int, test: Need | None
) -> Asking[AttackWounds]:
    """Roll these attacks' unsaved wounds on each pile, with a maximum of ``most``, and a psychic
    test that may follow. If no test follows, its dice have no effect.
    """
    wounds = yield from call_pure_stage({}, attack_pools.roll_attack_pools, pools, NO_WOUNDS)
    return continue_with_pure(roll_saves_and_test, armour, wounds, most, test)


def roll_saves_and_test(
    armour: Armour, wounds: Wounds, most: int, test: Need | None
) -> Asking[AttackWounds]:
    save = wound_placement.allocate_and_save_wounds
    failed = yield from call_pure_stage({}, save, armour, wounds, False)
    others = tuple([min(n, most) for _, n in failed])
    slaying = tuple([min(n, most) for n, _ in failed])
    if test is None or not any(slaying):
        return AttackWounds(others, slaying if any(slaying) else ())
    return continue_with_pure(roll_psychic_test, others, slaying, test)


def roll_psychic_test(others: Counts, slaying: Counts, test: Need) -> Asking[AttackWounds]:
    slays, perilous = yield from call_pure_stage({}, wound_placement.roll_psychic_test, test)
    return AttackWounds(others, slaying, slays, perilous)


def apply_unsaved_wounds(
    fight: FightSnapshot, unit: UnitId, state: UnitState, piles: Piles, wounds: AttackWounds
) -> TargetFate:
    """Apply the unsaved wounds to each pile, then pass on excess wounds. Wounds of a force weapon
    are first and allow one psychic test (TA-CAS).
    """
    falling = _Falling(fight, unit, state)
    tested, over = 0, []
    slaying = wounds.slaying or (0,) * len(piles)
    for pile, first, more in zip(piles, slaying, wounds.others, strict=True):
        if first:
            falling.put_wounds(pile, first)
            victim = falling.find_hurt(pile)
            if victim is not None and wounds.slays is not None and not tested:
                tested = 1 + wounds.perilous
                if wounds.slays:
                    falling.slay_model(victim)
        over.append(falling.put_wounds(pile, more))
    for at, more in enumerate(over):
        if more:
            falling.pass_on(more, at, piles)
    fallen, hurt = tuple(falling.fallen.values()), tuple(falling.hurt.values())
    effects = state.effects._replace(scored=state.effects.scored - falling.spared)
    return _make_unit_state(state.models, fallen, hurt, state.struck, effects), tested


class _Falling:
    """Places wounds on one model after another, on the wounded model first (TA-CAS-04)."""

    def __init__(self, fight: FightSnapshot, unit: UnitId, now: UnitState) -> None:
        groups = fight.fighters[unit].groups
        self._fight, self._models = fight, dict(zip(groups, now.models, strict=True))
        self.fallen = dict(zip(groups, now.fallen, strict=True))
        self.hurt = dict(zip(groups, now.hurt, strict=True))
        self.spared = 0

    def slay_model(self, at: int) -> None:
        """Slay a model. Only the wounds that it suffered before count (TA-RES-01)."""
        self.spared += self._fight.groups[at].profile.w - self.hurt[at]
        self.hurt[at] = 0
        self.fallen[at] += 1

    def put_wounds(self, pile: tuple[int, ...], wounds: int) -> int:
        """Place wounds on a pile, and return the excess wounds."""
        while wounds and (at := self._find_next(pile)) is not None:
            each = self._fight.groups[at].profile.w
            bears = each - self.hurt[at]
            if wounds < bears:
                self.hurt[at] += wounds
                return 0
            wounds -= bears
            self.hurt[at] = 0
            self.fallen[at] += 1
        return wounds

    def pass_on(self, wounds: int, at: int, piles: Piles) -> None:
        """Pass excess wounds to the same armour, then to other armour unless lost (TA-G24)."""

        def save(pile: tuple[int, ...]) -> int:
            return self._fight.groups[pile[0]].profile.sv

        turned = (*piles[at + 1 :], *piles[:at])
        same = [one for one in turned if save(one) == save(piles[at])]
        others = [one for one in turned if save(one) != save(piles[at])]
        for pile in (*same, *(others if self._fight.option("lap_overflow") != "lost" else ())):
            wounds = self.put_wounds(pile, wounds)

    def _find_next(self, pile: tuple[int, ...]) -> int | None:
        """Return the group of the next casualty: the wounded model's, or else by casualty order."""
        hurt = self.find_hurt(pile)
        if hurt is not None:
            return hurt
        alive = self._list_alive(pile)
        return min(
            alive,
            key=lambda at: (self._fight.groups[at].casualty_order, -self._find_place(at)),
            default=None,
        )

    def find_hurt(self, pile: tuple[int, ...]) -> int | None:
        hurt = [at for at in self._list_alive(pile) if self.hurt[at]]
        return min(hurt, key=self._find_place, default=None)

    def _list_alive(self, pile: tuple[int, ...]) -> list[int]:
        return [at for at in pile if self._models[at] > self.fallen[at]]

    def _find_place(self, at: int) -> int:
        """Return the next casualty's index in its unit."""
        alive = self._models[at] - self.fallen[at]
        return self._fight.groups[at].places[alive - 1]
