"""Resolves a unit's strikes in an Initiative step (TA-HIT-04, TA-HIT-05, TA-CHAR-04)."""

from __future__ import annotations

from collections import Counter

from tracker.procedures.match_view import Match, choose_last, group_equal_figures
from tracker.procedures.pieces.line_subject_fields import format_unit
from tracker.procedures.requests import (
    Asking,
    Number,
    Option,
    Pick,
    Share,
    Split,
    ask_owner,
    call_pure_stage,
    call_stage,
    continue_with,
    run_stage_for_each,
)
from tracker.rulesets.trial_assault.combat import (
    attack_pools,
    combat_contact,
    initiative_steps,
    vehicle_combat,
    wound_placement,
)
from tracker.rulesets.trial_assault.combat.attack_pools import NO_WOUNDS, AttackPool
from tracker.rulesets.trial_assault.combat.combat_contact import Models
from tracker.rulesets.trial_assault.combat.weapon_attacks import get_weapon_in_use
from tracker.rulesets.trial_assault.data import markers, unit_profiles
from tracker.vocabulary.subject_ids import UnitId


def resolve_strike(
    match: Match, unit: UnitId, target: UnitId, step: int, striker_count: int | None
) -> Asking[None]:
    """Resolve a unit's strikes at a target in the given Initiative step (TA-MULTI-02).

    Of the models that can choose their enemy, ``striker_count`` strike the target.
    """
    every = tuple(initiative_steps.list_remaining_unit_strikers(match, unit))
    must, may, usual = initiative_steps.classify_strikers_by_choice(every, target, step)
    reach = combat_contact.list_strikable_enemies(match, may[0]) if may else ()
    enemies = tuple(one for one in reach if combat_contact.list_living_targets(match, unit, one))
    shares = unit_profiles.is_independent_or_monstrous(match, unit)
    if enemies and shares and not any(vehicle_combat.is_vehicle(match, one) for one in enemies):
        match.record(markers.STRUCK.set(*may))
        kinds = group_equal_figures(
            may, lambda one: (unit_profiles.get_profile(match, one), get_weapon_in_use(match, one))
        )
        alike = tuple(figures for _, figures in kinds)
        return continue_with(
            run_stage_for_each, match, make_pools_and_split_attacks, alike, unit, step, enemies
        )
    chosen = yield from call_stage(
        choose_optional_strikers, unit, target, may, usual, striker_count
    )
    figures = (*must, *chosen)
    if not figures:
        return None
    match.record(markers.STRUCK.set(*figures))
    if vehicle_combat.is_vehicle(match, target):
        return continue_with(vehicle_combat.strike_vehicle, match, unit, target, figures)
    tough = yield from call_stage(choose_toughness, unit, target)
    return continue_with(roll_strikes, match, unit, target, figures, tough, step)


def choose_optional_strikers(
    match: Match,
    unit: UnitId,
    target: UnitId,
    optional_strikers: Models,
    default_strikers: Models,
    striker_count: int | None,
) -> Asking[Models]:
    """Choose which of the models with several enemies in reach strike the target (TA-MULTI-02).

    If the players have entered contacts but no number, ask them.
    """
    others = tuple(one for one in optional_strikers if one not in default_strikers)
    optional_strikers = (*others, *default_strikers)
    if striker_count is not None or not optional_strikers:
        return choose_last(optional_strikers, min(striker_count or 0, len(optional_strikers)))
    if not match.has(unit, markers.TOLD):
        return default_strikers or optional_strikers
    what = f"models that can also strike others: how many strike {match.tag(target)}"
    n, rule = len(optional_strikers), "TA-MULTI-02"
    asked = Number(id="divide", what=what, low=0, high=n, default=n, target=target, rule=rule)
    return choose_last(optional_strikers, (yield from ask_owner(match, unit, asked)))


def choose_toughness(match: Match, unit: UnitId, target: UnitId) -> Asking[int]:
    """Return the target's most common Toughness. Its owner decides a tie (TA-WND-04)."""
    counted = attack_pools.list_models_counted_for_majority(match, unit, target)
    values = Counter(unit_profiles.get_profile(match, one).t for one in counted)
    found = attack_pools.list_most_common_values(values)
    if len(found) < 2:
        return found[0]
    options = tuple(Option(str(one), f"T{one}") for one in found)
    asked = Pick(
        id="toughness", what="Toughness", options=options, default=options[0].id, rule="TA-WND-04"
    )
    return int((yield from ask_owner(match, target, asked)))


def roll_strikes(
    match: Match, unit: UnitId, target: UnitId, figures: Models, toughness: int, step: int
) -> Asking[None]:
    pools = attack_pools.make_attack_pools(match, figures, target, toughness, step)
    roles = {"attacker": (match.side_of(unit), unit, target)}
    wounds = yield from call_pure_stage(
        roles, attack_pools.roll_wounds_of_attack_pools, pools, NO_WOUNDS
    )
    return continue_with(wound_placement.resolve_wounds_with_saves, match, unit, target, wounds)


Pools = tuple[tuple[UnitId, AttackPool], ...]
"""A character's attacks on each enemy that he touches."""


def make_pools_and_split_attacks(
    match: Match, figures: Models, unit: UnitId, step: int, enemies: tuple[UnitId, ...]
) -> Asking[None]:
    """Make the attack pools of equal characters, and divide them among enemies (TA-CHAR-04)."""
    pools: Pools = ()
    for target in enemies:
        tough = yield from call_stage(choose_toughness, unit, target)
        made = attack_pools.make_attack_pools(match, figures, target, tough, step)
        pools += tuple((target, pool) for pool in made)
    return continue_with(split_attacks_over_enemies, match, unit, pools) if pools else None


def split_attacks_over_enemies(match: Match, unit: UnitId, pools: Pools) -> Asking[None]:
    """Divide a character's attacks, or his hits if he hits all enemies on the same number."""
    same = len({pool.hit.number for _, pool in pools}) == 1
    first = pools[0][1]
    roles = {"attacker": (match.side_of(unit), unit, pools[0][0])}
    if same and match.option("character_split") == "hits_when_equal":
        hits, sixes = yield from call_pure_stage(roles, attack_pools.roll_to_hit, first)
        return continue_with(split_hits_over_enemies, match, unit, pools, hits, sixes)
    attacks = yield from call_stage(_ask_shares_by_enemy, unit, pools, first.dice, "attacks")
    split = tuple(
        (enemy, (pool, n, None, 0)) for (enemy, pool), n in zip(pools, attacks, strict=True)
    )
    return continue_with(run_stage_for_each, match, resolve_split_attacks, split, unit)


def split_hits_over_enemies(
    match: Match, unit: UnitId, pools: Pools, hits: int, rending_hits: int
) -> Asking[None]:
    plain = yield from call_stage(_ask_shares_by_enemy, unit, pools, hits - rending_hits, "hits")
    rends = yield from call_stage(_ask_shares_by_enemy, unit, pools, rending_hits, "rending hits")
    split = tuple(
        (enemy, (pool, 0, n, m)) for (enemy, pool), n, m in zip(pools, plain, rends, strict=True)
    )
    return continue_with(run_stage_for_each, match, resolve_split_attacks, split, unit)


def _ask_shares_by_enemy(
    match: Match, unit: UnitId, pools: Pools, n: int, what: str
) -> Asking[tuple[int, ...]]:
    if not n:
        return (0,) * len(pools)
    shares = tuple(Share(enemy, format_unit(match, enemy), n) for enemy, _ in pools)
    asked = Split(id="share", what=f"{what} at", total=n, shares=shares, rule="TA-CHAR-04")
    chosen = dict((yield from ask_owner(match, unit, asked)))
    return tuple(chosen.get(enemy, 0) for enemy, _ in pools)


def resolve_split_attacks(
    match: Match, share: tuple[UnitId, tuple[AttackPool, int, int | None, int]], unit: UnitId
) -> Asking[None]:
    target, attack = share
    roles = {"attacker": (match.side_of(unit), unit, target)}
    wounds = yield from call_pure_stage(roles, attack_pools.roll_pool_wounds, *attack)
    return continue_with(wound_placement.resolve_wounds_with_saves, match, unit, target, wounds)
