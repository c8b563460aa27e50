"""Attacks on vehicles and walkers: rolls to hit and to penetrate, and damage (TA-VEH, TA-T13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    Asking,
    Option,
    Pick,
    Score,
    ask,
    ask_owner,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
)
from tracker.rulesets.trial_assault.combat import attack_pools, weapon_attacks
from tracker.rulesets.trial_assault.combat.attack_pools import AttackPool
from tracker.rulesets.trial_assault.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.data.profile_types import Armour, Profile, Weapon
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, UnitId

PENETRATION: Final = RollKind("penetration", "penetration", rule="TA-T13")
RENDS: Final = RollKind("rends", "rends on", rule="TA-SPEC-08")
FACINGS: Final = ("rear", "side", "front")
FACING: Final = Pick(
    id="facing",
    what="facing that is struck",
    options=tuple(Option(one, one) for one in FACINGS),
    default=FACINGS[0],
    spatial=True,
    rule="TA-VEH-01",
)
WEAPON_DESTROYED: Final = "weapon destroyed"
RESULTS: Final = ("shaken", "stunned", WEAPON_DESTROYED, "immobilised", "destroyed", "nothing")
DAMAGE: Final = Pick(
    id="damage",
    options=tuple(Option(one, one) for one in RESULTS),
    default=RESULTS[0],
    rule="TA-G15",
)
FIXED: Final = ("immobilised", "destroyed")
WOUNDS: Final = {"": 0, "glancing": 1, "penetrating": 2}
"""The number of wounds that a hit counts as under a house rule (TA-G64)."""


class PenetrationRoll(Struct, frozen=True):
    """A hit's roll to penetrate: ``dice`` plus ``strength``. If it ``rends``, a 6 adds a die."""

    dice: int
    strength: int
    rends: bool = False


class StruckVehicle(Struct, frozen=True):
    """The values of a vehicle that is struck. A ``fixed`` vehicle can no longer move or fight."""

    armour: Armour
    ws: int
    fixed: bool
    moved: bool
    fast: bool


StrikerValues = tuple[Profile, Weapon, int]
"""A striking model: its profile, its weapon, and its number of attacks."""
Pools = tuple[tuple[AttackPool, PenetrationRoll], ...]


def is_vehicle(match: Match, unit: UnitId) -> bool:
    return any(one.vehicle is not None for one in unit_profiles.list_profiles(match, unit))


def strike_vehicle(
    match: Match, unit: UnitId, target: UnitId, figures: tuple[FigureId, ...]
) -> Asking[None]:
    facing = yield from ask_owner(match, unit, replace(FACING, target=target))
    vehicle = get_struck_vehicle(match, target)
    armour = int(getattr(vehicle.armour, facing))
    pools = _make_pools_of_figures(match, vehicle, figures)
    return continue_with(resolve_vehicle_attacks, match, unit, target, armour, pools, None)


def can_harm_vehicle(match: Match, unit: UnitId, target: UnitId) -> bool:
    """Whether a unit's best attack could equal a vehicle's weakest armour (TA-T13)."""
    vehicle = get_struck_vehicle(match, target)
    weakest = min(int(getattr(vehicle.armour, one)) for one in FACINGS)
    pools = _make_pools_of_figures(match, vehicle, match.figures(unit))
    best = (hit.strength + rule_tables.DIE * (hit.dice + hit.rends) for _, hit in pools)
    return any(most >= weakest for most in best)


def _make_pools_of_figures(
    match: Match, vehicle: StruckVehicle, figures: tuple[FigureId, ...]
) -> Pools:
    strikers = (
        (
            unit_profiles.get_profile(match, one),
            weapon_attacks.get_weapon_in_use(match, one),
            weapon_attacks.count_attacks(match, one),
        )
        for one in figures
    )
    return make_vehicle_attack_pools(strikers, vehicle)


def make_vehicle_attack_pools(strikers: Iterable[StrikerValues], vehicle: StruckVehicle) -> Pools:
    """Group attacks that need the same rolls against a vehicle, without poison (TA-G56)."""
    found: Counter[tuple[AttackPool, PenetrationRoll]] = Counter()
    for profile, used, attacks in strikers:
        if used.kind == "poisoned":
            continue
        strength = weapon_attacks.compute_strike_strength(profile, used)
        dice = 2 if used.kind == "monstrous" else 1
        hit = PenetrationRoll(dice, strength, used.kind == "rending")
        need = find_need_to_hit_vehicle(profile.ws, vehicle)
        found[AttackPool(0, need, None, attack_pools.PLAIN), hit] += attacks
    return tuple((replace(pool, dice=n), hit) for (pool, hit), n in found.items() if n)


def get_struck_vehicle(match: Match, unit: UnitId) -> StruckVehicle:
    profiles = unit_profiles.list_profiles(match, unit)
    return StruckVehicle(
        armour=next(one.vehicle for one in profiles if one.vehicle is not None),
        ws=profiles[0].ws,
        fixed=any(result in FIXED for result in list_vehicle_damage(match, unit)),
        moved=match.has(unit, markers.MOVED),
        fast=match.has(unit, markers.FAST),
    )


def find_need_to_hit_vehicle(skill: int, vehicle: StruckVehicle) -> Need:
    """Return the number needed to hit a vehicle (TA-T13).

    It depends on Weapon Skill for a walker that can fight, and on movement for other vehicles.
    """
    if vehicle.armour.walker and not vehicle.fixed:
        number = rule_tables.find_number_to_hit(skill, vehicle.ws)
        text = f"WS {skill} v {vehicle.ws} gives"
        return Need(number, parts=(Modifier(text, number, "TA-T1"),))
    moved, fast = vehicle.moved, vehicle.fast or (vehicle.armour.skimmer and vehicle.moved)
    if vehicle.fixed:
        moved = fast = False
    number = rule_tables.find_number_to_hit_vehicle(moved=moved, fast=fast)
    text = {1: "it stands still", 4: "it moved", 6: "it moved fast"}[number]
    return Need(number, parts=(Modifier(text, number, "TA-T13"),))


def resolve_vehicle_attacks(
    match: Match, unit: UnitId, target: UnitId, armour: int, pools: Pools, hits_left: int | None
) -> Asking[None]:
    """Resolve the attacks pool by pool and hit by hit, because any hit can destroy the vehicle.

    ``hits_left`` is the number of hits left in the first pool, or None before its roll to hit.
    """
    if not pools or not state_queries.list_standing_figures(match, target):
        return None
    pool, hit = pools[0]
    roles = {"attacker": (match.side_of(unit), unit, target)}
    if hits_left is None:
        hits_left = yield from call_pure_stage(roles, roll_to_hit_vehicle, pool)
    else:
        to_follow = hits_left - 1
        total = yield from call_pure_stage(roles, roll_penetration_total, hit, armour, to_follow)
        if how := rule_tables.classify_penetration(total, armour):
            yield from call_stage(ask_and_apply_vehicle_damage, unit, target, how)
        hits_left -= 1
    left = (pools, hits_left) if hits_left else (pools[1:], None)
    return continue_with(resolve_vehicle_attacks, match, unit, target, armour, *left)


def roll_to_hit_vehicle(pool: AttackPool) -> Asking[int]:
    """Roll to hit, and return the number of hits. All attacks hit a stationary vehicle (TA-T13)."""
    if pool.hit.number == 1:
        return pool.dice
    return (yield from attack_pools.roll_to_hit(pool))[0]


def roll_penetration_total(
    hit: PenetrationRoll, armour: int, hits_to_follow: int = 0
) -> Asking[int]:
    """Roll and return a penetration total (TA-T13, TA-SPEC-08, TA-SPEC-10, TA-G58)."""
    parts = (Modifier("Strength", hit.strength, "TA-T13"),)
    needs = f"armour {armour}: {armour} glances, {armour + 1}+ penetrates"
    roll = Score(
        kind=PENETRATION,
        dice=(6,) * hit.dice,
        needs=needs,
        parts=parts,
        role="attacker",
        made_of=f"{format_count(hits_to_follow, 'hit')} to follow" if hits_to_follow else "",
    )
    total = yield from ask(roll)
    if hit.rends and total - hit.strength == rule_tables.DIE:
        total += yield from ask(Score(kind=RENDS, dice=(6,), role="attacker"))
    return total


def ask_and_apply_vehicle_damage(
    match: Match, unit: UnitId, target: UnitId, hit_kind: str
) -> Asking[None]:
    """Ask for a hit's result and apply it, by house rule as wounds too (TA-G15, TA-G64)."""
    what = f"{hit_kind} hit on {match.tag(target)}"
    outcome = yield from ask_owner(match, unit, replace(DAMAGE, what=what, target=target))
    combat = COMBATS.find_combat(match, unit)
    if match.option("vehicle_wounds") == "1_2" and combat is not None:
        COMBATS.add_score(match, combat, match.side_of(unit), WOUNDS[hit_kind])
    if outcome == "destroyed":
        match.record(markers.FALLS.set(*match.figures(target), by=unit))  # TA-FIGHT-05
    elif outcome != "nothing":
        earlier = list_vehicle_damage(match, target)
        if outcome == WEAPON_DESTROYED or outcome not in earlier:
            results = ", ".join((*earlier, outcome))
            match.record(markers.DAMAGED.set(target, value=results))


def list_vehicle_damage(match: Match, vehicle: UnitId) -> tuple[str, ...]:
    """List the results of earlier hits that still affect a vehicle (TA-VEH-01)."""
    value = str(match.mark(vehicle, markers.DAMAGED) or "")
    return tuple(result.strip() for result in value.split(",") if result.strip())


# -------------------------------------------------------------------- default answers for odds


def roll_vehicle_wounds(armour: Armour, pools: Pools, wound_limit: int) -> Asking[int]:
    """Roll attacks on a vehicle as if no hit destroyed it. Return its wounds (TA-G64)."""
    facing = yield from ask(FACING)
    return continue_with_pure(
        roll_vehicle_wounds_of_pools, getattr(armour, facing), wound_limit, 0, pools, None
    )


def roll_vehicle_wounds_of_pools(
    armour: int, wound_limit: int, wounds: int, pools: Pools, hits_left: int | None
) -> Asking[int]:
    if not pools or wounds == wound_limit:
        return wounds
    pool, hit = pools[0]
    if hits_left is None:
        hits_left = yield from call_pure_stage({}, roll_to_hit_vehicle, pool)
    else:
        total = yield from call_pure_stage({}, roll_penetration_total, hit, armour)
        more = WOUNDS[rule_tables.classify_penetration(total, armour)]
        wounds, hits_left = min(wounds + more, wound_limit), hits_left - 1
    left = (pools, hits_left) if hits_left else (pools[1:], None)
    return continue_with_pure(roll_vehicle_wounds_of_pools, armour, wound_limit, wounds, *left)
