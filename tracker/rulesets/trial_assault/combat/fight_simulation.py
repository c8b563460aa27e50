"""Simulates a combat in numbers, for odds: the dice of each step, the models left (TA-FIGHT).

The dice are those of the table, stage by stage; their effects are applied to counts of models.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from tracker.procedures.requests import Asking, sub, then_pure
from tracker.rulesets.trial_assault.combat import attack_pools, wound_placement
from tracker.rulesets.trial_assault.combat.attack_pools import AttackPool, WoundCounts
from tracker.rulesets.trial_assault.combat.fight_snapshot import (
    FightingUnit,
    FightSnapshot,
    ModelGroup,
)
from tracker.rulesets.trial_assault.combat.wound_placement import PendingSaves, SavingGroup, Unsaved
from tracker.rulesets.trial_assault.data import rule_tables
from tracker.rulesets.trial_assault.data.rule_tables import Profile
from tracker.vocabulary.names import FigureId, UnitId

Counts = tuple[int, ...]
"""A number for each group of a fight."""
Armour = tuple[tuple[SavingGroup, ...], ...]
"""The piles of each armour group, in the order in which they take wounds."""
Piles = tuple[tuple[int, ...], ...]
"""The groups in each of those piles, those that fall first in front."""


ALONE = 2
"""With this many units nobody turns to another enemy after a casualty."""


class FightState(NamedTuple):
    """The state of a fight: models at the start of the step, casualties in it, the wounds of the
    next casualty, a bit for each model that has struck.
    """

    fight: FightSnapshot
    models: Counts
    fallen: Counts
    hurt: Counts
    struck: Counts

    def count_alive(self, at: int) -> int:
        return self.models[at] - self.fallen[at]

    def list_groups(self, unit: UnitId) -> list[tuple[int, ModelGroup]]:
        """The groups of a unit that have models on the table, by their places."""
        groups = self.fight.groups
        return [(at, groups[at]) for at in self.fight.fighters[unit].groups if self.models[at]]

    def count_models(self, unit: UnitId) -> int:
        return sum(self.models[at] for at in self.fight.fighters[unit].groups)


T = TypeVar("T")
AtEnd = Callable[[FightState], Any]


class PossibleStrike(NamedTuple):
    """Models of a group that may strike an enemy; ``first`` is the index of the first of them."""

    first: int
    unit: UnitId
    group: int
    bits: int
    target: UnitId
    step: int
    by_choice: bool


def make_start_state(fight: FightSnapshot) -> FightState:
    groups = fight.groups
    none = (0,) * len(groups)
    models = tuple(len(group.figures) for group in groups)
    return FightState(fight, models, none, tuple(group.hurt for group in groups), none)


def simulate_fight(now: FightState, step: int, at_end: AtEnd) -> Asking[Any]:
    """Pair after pair, step after step; casualties are removed when all of a step have struck.
    Continues with ``at_end`` when nobody is left to strike.
    """
    coming = _remember(now.fight, (now, step), lambda: find_next_attack(now, step))
    if coming.blows is None:
        return then_pure(at_end, merge_alike_models(coming.struck))
    failed = yield from sub({}, roll_unsaved_wounds, *coming.blows)
    after = apply_failed_saves(coming.struck, coming.piles, failed)
    alone = len(now.fight.fighters) == ALONE
    if coming.is_last and (alone or is_step_over(after, coming.step)):
        after = remove_fallen(after)
    return then_pure(simulate_fight, after, coming.step, at_end)


class NextAttack(NamedTuple):
    """The next attacks of a fight, the target, and its maximum wounds; None at the end. ``struck``
    is the state after these attacks, without their casualties; ``is_last``: nobody else strikes in
    this step.
    """

    struck: FightState
    blows: tuple[tuple[AttackPool, ...], Armour, int] | None = None
    piles: Piles = ()
    step: int = 0
    is_last: bool = False


def find_next_attack(now: FightState, step: int) -> NextAttack:
    if is_step_over(now, step):
        now = remove_fallen(now)
    due = find_due_strike(now)
    if due is None:
        return NextAttack(now)
    those, target = choose_strikes(now, due.unit, due.target)
    part = _find_part(now, target)
    models, fallen, there = now.models[part], now.fallen[part], _tell_who_is_there(now)
    strikers = tuple([(one.group, one.bits.bit_count()) for one in those])
    pools = _remember(
        now.fight,
        ("pools", strikers, target, models, there),
        lambda: make_attack_pools(now, due.unit, target, those),
    )
    armour, piles = _remember(
        now.fight,
        ("armour", due.unit, target, models, fallen, there),
        lambda: list_armour_piles(now, due.unit, target),
    )
    bears = sum([_count_bearable(now, at) for pile in piles for at in pile])
    struck = now._replace(struck=_add_struck(now, those))
    is_last = is_step_over(struck, due.step)
    return NextAttack(struck, (pools, armour, bears), piles, due.step, is_last)


def _find_part(now: FightState, unit: UnitId) -> slice:
    """The slice of a unit's groups."""
    own = now.fight.fighters[unit].groups
    return slice(own[0], own[-1] + 1)


def _remember(fight: FightSnapshot, key: Any, find: Callable[[], T]) -> T:
    """Look up a cached value, or compute it."""
    found: T | None = fight.cache.get(key)
    if found is None:
        found = fight.cache[key] = find()
    return found


def is_step_over(now: FightState, step: int) -> bool:
    due = find_due_strike(now)
    return due is None or due.step < step


def remove_fallen(now: FightState) -> FightState:
    """TA-FIGHT-05; a unit without models strikes no more."""
    if not any(now.fallen):
        return now
    left = tuple(map(operator.sub, now.models, now.fallen))
    struck = zip(now.fight.groups, left, now.struck, strict=True)
    return FightState(
        now.fight,
        left,
        (0,) * len(left),
        now.hurt,
        tuple([bits if n else group.all_bits for group, n, bits in struck]),
    )


def merge_alike_models(end: FightState) -> FightState:
    """Models of a unit that will fare equally from now on, merged into one of their groups."""
    models = list(end.models)
    first: dict[Any, int] = {}
    for at, group in enumerate(end.fight.groups):
        profile = group.profile
        like = (group.unit, profile.ld, profile.w, profile.fearless, get_retreat_stats(profile))
        if first.setdefault(like, at) != at and not end.hurt[at]:
            models[first[like]] += models[at]
            models[at] = 0
    none = (0,) * len(models)
    return FightState(end.fight, tuple(models), none, end.hurt, none)


def get_retreat_stats(profile: Profile) -> tuple[int, int, bool]:
    """The dice with which a model falls back and sweeps (TA-T7)."""
    return profile.fall_back, profile.sweep, profile.must_sweep


# ------------------------------------------------------------------------------ who strikes whom


def find_due_strike(now: FightState) -> PossibleStrike | None:
    """The first to strike at the highest step at which anybody does (TA-FIGHT-04)."""
    due = (_list_strikes(now, unit)[1] for unit in now.fight.fighters)
    return max((one for one in due if one is not None), key=lambda one: one.step, default=None)


def _tell_who_is_there(now: FightState) -> Counts:
    """For each group, whether any are on the table, and whether any have not fallen."""
    return tuple([(n > 0) + (n > less) for n, less in zip(now.models, now.fallen, strict=True)])


def _list_strikes(
    now: FightState, unit: UnitId
) -> tuple[list[PossibleStrike], PossibleStrike | None]:
    """Who of a unit has somebody left to strike, by their places, and which of these strikes is due
    first (TA-FIGHT-06, TA-MULTI-02).
    """
    part = _find_part(now, unit)
    key = (unit, now.models[part], now.struck[part], _tell_who_is_there(now))
    return _remember(now.fight, key, lambda: _find_strikes(now, unit))


def _find_strikes(
    now: FightState, unit: UnitId
) -> tuple[list[PossibleStrike], PossibleStrike | None]:
    fighter = now.fight.fighters[unit]
    open_to = {
        enemy
        for enemy in now.fight.fighters
        if any(now.count_alive(at) for at in list_kill_zone(now, unit, enemy))
    }
    shares = not fighter.told and not is_independent_or_monstrous(now, unit)
    places = None
    found = []
    for at in fighter.groups:
        group, left = now.fight.groups[at], _count_left(now, at)
        if not left:
            continue
        reach = [enemy for enemy in group.opponents if enemy in open_to]
        if len(reach) > 1 and places is None:
            places = _list_places(now, fighter)
        for first, bits, turn in _list_bits(group, left, reach, places):
            for n, enemy in enumerate(reach):
                step, by_choice = dict(group.steps)[enemy], shares and n != turn
                found.append(PossibleStrike(first, unit, at, bits, enemy, step, by_choice))
    found.sort(key=lambda one: one.first)
    bound = (one for one in found if not one.by_choice)
    return found, max(bound, key=lambda one: one.step, default=None)


def _count_left(now: FightState, at: int) -> int:
    """The models of a group that have not struck, as bits."""
    return ((1 << now.models[at]) - 1) & ~now.struck[at]


def _list_places(now: FightState, fighter: FightingUnit) -> dict[int, int]:
    """The index of each model in what is left of its unit, by its index in the whole unit."""
    there = sorted(
        place for at in fighter.groups for place in now.fight.groups[at].places[: now.models[at]]
    )
    return {place: n for n, place in enumerate(there)}


def _list_bits(
    group: ModelGroup, left: int, reach: list[UnitId], places: dict[int, int] | None
) -> Iterator[tuple[int, int, int]]:
    """Models whose turn it is to strike the same: the first place, their bits, which enemy."""
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
    now: FightState, unit: UnitId, target: UnitId
) -> tuple[list[PossibleStrike], UnitId]:
    """The models of a unit that strike an enemy. A character attacks the first enemy in reach with
    all he has; of others, those strike that do so by default.
    """
    every, _ = _list_strikes(now, unit)
    step = max(one.step for one in every if one.target == target)
    others = {one.group for one in every if one.target != target}
    those = [one for one in every if (one.target, one.step) == (target, step)]
    bound = [one for one in those if one.group not in others]
    may = [one for one in those if one.group in others]
    if may and is_independent_or_monstrous(now, unit):
        return may, next(one.target for one in every if one.group == may[0].group)
    usual = [one for one in may if not one.by_choice]
    chosen = may if now.fight.fighters[unit].told else usual or may
    return [*bound, *chosen], target


def _add_struck(now: FightState, those: Iterable[PossibleStrike]) -> Counts:
    """The models that have struck, including these; if all that are left of a group have, the whole
    group has.
    """
    struck = list(now.struck)
    for one in those:
        struck[one.group] |= one.bits
    return tuple(
        group.all_bits if bits and not ((1 << n) - 1) & ~bits else bits
        for group, bits, n in zip(now.fight.groups, struck, now.models, strict=True)
    )


# ------------------------------------------------------------------------------------ who is struck


def is_independent_or_monstrous(now: FightState, unit: UnitId) -> bool:
    profiles = (group.profile for _, group in now.list_groups(unit))
    return any(one.independent or one.monstrous for one in profiles)


def list_kill_zone(now: FightState, attacker: UnitId, target: UnitId) -> list[int]:
    """TA-FIGHT-02: the groups that an attacker can harm, those that fall first in front."""
    reach = _list_reaching(now, attacker, target)
    alone = is_independent_or_monstrous(now, target)
    return [
        at
        for at, group in now.list_groups(target)
        if reach & {*group.touches} or (not alone and reach & {*group.supports})
    ]


def _list_reaching(now: FightState, attacker: UnitId, target: UnitId) -> set[UnitId]:
    """The attacker; if none of it touches the target, the friends that it supports."""
    if any(target in group.touches for _, group in now.list_groups(attacker)):
        return {attacker}
    fight, fighter = now.fight, now.fight.fighters[attacker]
    friends = fight.list_units(fighter.side) if fight.rules.any_friend else fighter.body
    return {one for one in friends if now.count_models(one)}


def make_attack_pools(
    now: FightState, unit: UnitId, target: UnitId, those: Iterable[PossibleStrike]
) -> tuple[AttackPool, ...]:
    """The pools of those that strike, against the target's values (TA-T9)."""
    zone = list_kill_zone(now, unit, target)
    skills: Counter[int] = Counter()
    toughnesses: Counter[int] = Counter()
    for at, group in now.list_groups(target):
        if at in zone or not now.fight.rules.by_zone:
            skills[group.profile.ws] += now.models[at]
            toughnesses[group.profile.t] += now.models[at]
    skill = attack_pools.choose_weapon_skill(skills)
    tough = attack_pools.find_majority_values(toughnesses)[0]
    saves = [now.fight.groups[at].profile.sv for at in zone]
    dice: Counter[AttackPool] = Counter()
    for one in those:
        group = now.fight.groups[one.group]
        blow = attack_pools.make_attack_pool(group.profile, group.weapon, skill, tough, saves)
        dice[blow] += group.attacks * one.bits.bit_count()
    return tuple(replace(blow, dice=n) for blow, n in dice.items() if n)


def list_armour_piles(now: FightState, unit: UnitId, target: UnitId) -> tuple[Armour, Piles]:
    """The piles of the living models in reach: the most frequent save at the start of the step
    first; models with equal saves form one (TA-SAVE-03, TA-G26, TA-G28).
    """
    sizes: Counter[int] = Counter()
    piles: dict[int, dict[int, list[int]]] = {}
    for at in list_kill_zone(now, unit, target):
        profile = now.fight.groups[at].profile
        sizes[profile.sv] += now.models[at]
        if now.count_alive(at):
            piles.setdefault(profile.sv, {}).setdefault(profile.inv, []).append(at)
    order = sorted(piles, key=lambda sv: (-sizes[sv], sv or rule_tables.NO_SAVE))
    every = [[(inv, piles[sv][inv]) for inv in sorted(piles[sv], reverse=True)] for sv in order]
    armour = tuple(
        tuple(SavingGroup(sv, inv, _list_alive(now, pile)) for inv, pile in here)
        for sv, here in zip(order, every, strict=True)
    )
    return armour, tuple(tuple(pile) for here in every for _, pile in here)


def _list_alive(now: FightState, pile: list[int]) -> tuple[FigureId, ...]:
    return tuple(
        figure for at in pile for figure in now.fight.groups[at].figures[: now.count_alive(at)]
    )


# ------------------------------------------------------------------------------------- the dice


def roll_unsaved_wounds(pools: tuple[AttackPool, ...], armour: Armour, most: int) -> Asking[Counts]:
    """The unsaved wounds of these attacks on each pile; all together can suffer ``most``."""
    wounds = yield from sub({}, attack_pools.roll_attack_pools, pools, WoundCounts())
    return then_pure(allocate_and_save_wounds, armour, wounds, most)


def allocate_and_save_wounds(armour: Armour, wounds: WoundCounts, most: int) -> Asking[Counts]:
    """TA-SAVE-03 to 07: the wounds that each pile has to save."""
    rows = wound_placement.allocate_wounds(
        wounds, [sum(len(pile.figures) for pile in one) for one in armour]
    )
    dealt: list[Counts] = []
    for piles, row in zip(armour, rows, strict=True):
        if len(piles) > 1:
            laps = -(-sum(row) // sum(len(pile.figures) for pile in piles))
            dealt += yield from sub(
                {}, wound_placement.split_wounds_over_piles, piles, row, laps, 0
            )
        else:
            dealt.append(row)
    every = tuple(pile for piles in armour for pile in piles)
    rolls = wound_placement.list_saves_to_roll(every, tuple(dealt), ("",) * len(every))
    return then_pure(roll_failed_saves, rolls, len(every), most)


def roll_failed_saves(rolls: tuple[PendingSaves, ...], piles: int, most: int) -> Asking[Counts]:
    empty: Unsaved = ((0, 0),) * piles
    failed = yield from sub({}, wound_placement.roll_failed_saves, rolls, empty)
    return tuple(min(others, most) for _, others in failed)


def _count_bearable(now: FightState, at: int) -> int:
    """The number of wounds that a group can still suffer."""
    return now.count_alive(at) * now.fight.groups[at].profile.w - now.hurt[at]


def apply_failed_saves(now: FightState, piles: Piles, failed: Counts) -> FightState:
    """TA-CAS: each pile suffers its unsaved wounds; excess ones pass on."""
    groups, fallen, hurt = now.fight.groups, list(now.fallen), list(now.hurt)

    def find_place(at: int) -> int:
        return groups[at].places[now.models[at] - fallen[at] - 1]

    def put_wounds(pile: Counts, wounds: int) -> int:
        """On one model after the other (TA-CAS-04): who is hurt, then who falls next; what the pile
        cannot suffer is given back.
        """
        while wounds and (there := [at for at in pile if now.models[at] > fallen[at]]):
            at = min((one for one in there if hurt[one]), key=find_place, default=there[0])
            bears = groups[at].profile.w - hurt[at]
            if wounds < bears:
                hurt[at] += wounds
                return 0
            wounds -= bears
            hurt[at] = 0
            fallen[at] += 1
        return wounds

    saves = [groups[pile[0]].profile.sv for pile in piles]
    over = [put_wounds(pile, n) for pile, n in zip(piles, failed, strict=True)]
    for at, left in enumerate(over):
        more = left
        for one in wound_placement.order_next_piles(saves, at, lost=not now.fight.rules.overflow):
            more = put_wounds(piles[one], more)
    return now._replace(fallen=tuple(fallen), hurt=tuple(hurt))
