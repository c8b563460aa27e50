"""A unit's attacks on another in pools, with their rolls to hit and to wound (TA-HIT, TA-WND)."""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    Asking,
    Roll,
    ask,
    call_pure_stage,
    continue_with_pure,
    roll_check,
)
from tracker.rulesets.trial_assault.combat import combat_contact, weapon_attacks
from tracker.rulesets.trial_assault.data import rule_tables, unit_profiles
from tracker.rulesets.trial_assault.data.profile_types import Profile, Weapon
from tracker.vocabulary.dice_bands import FAILED_AGAIN, Band, Modifier, count_successes
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, UnitId

TO_HIT: Final = RollKind("to_hit", "to hit", "hit", "hits", "TA-HIT-01")
TO_WOUND: Final = RollKind("to_wound", "to wound", "wound", "wounds", "TA-WND-01")
AGAIN: Final = RollKind(
    "wound_again", TO_WOUND.words + FAILED_AGAIN, "wound", "wounds", "TA-SPEC-03"
)
SIX: Final = (Band("six", rule_tables.DIE, rule_tables.DIE, success=True, told=True),)


Wounds = tuple[int, ...]
"""The number of wounds of each kind in ``KINDS``, before saves (TA-SAVE-07, TA-G27)."""
KINDS: Final = ("wounds of a force weapon", "wounds without armour save", "heavy wounds", "wounds")
SLAYING, BARE, CAPPED, PLAIN = range(len(KINDS))
NO_WOUNDS: Final[Wounds] = (0,) * len(KINDS)


class AttackPool(Struct, frozen=True):
    """Attacks that need the same numbers to hit and to wound (TA-HIT-04).

    If ``wound`` is None, the attacks cannot wound. If ``rends`` is true, each 6 to hit wounds
    automatically, and without an armour save. ``step_name`` names the Initiative step in questions.
    """

    dice: int
    hit: Need
    wound: Need | None
    wound_kind: int
    rerolls_failures: bool = False
    rends: bool = False
    made_of: str = ""
    step_name: str = ""


def make_attack_pools(
    match: Match, figures: tuple[FigureId, ...], target: UnitId, toughness: int, step: int
) -> tuple[AttackPool, ...]:
    unit = match.figure(figures[0]).unit
    counted = list_models_counted_for_majority(match, unit, target)
    skills = Counter(unit_profiles.get_profile(match, one).ws for one in counted)
    skill = find_majority_weapon_skill(skills)
    facing = combat_contact.list_models_in_kill_zone(match, unit, target)
    saves = [unit_profiles.get_profile(match, one).sv for one in facing]
    strikers: dict[AttackPool, Counter[tuple[str, int]]] = defaultdict(Counter)
    for figure in figures:
        if dice := weapon_attacks.count_attacks(match, figure):
            profile = unit_profiles.get_profile(match, figure)
            used = weapon_attacks.get_weapon_in_use(match, figure)
            blow = make_empty_attack_pool(profile, used, skill, toughness, saves)
            strikers[blow][match.name_kind(figure), dice] += 1
    pools = []
    for pool, kinds in strikers.items():
        dice = sum(attacks * models for (_, attacks), models in kinds.items())
        made_of = ", ".join(_describe_strikers(*kind, models) for kind, models in kinds.items())
        name = f"step {step}"
        pools.append(replace(pool, dice=dice, made_of=f"{name}: {made_of}", step_name=name))
    return tuple(pools)


def _describe_strikers(kind: str, attacks: int, models: int) -> str:
    """Describe the models that strike, as in ``trooper ×5 (2 attacks each)``."""
    told = f"{kind} ×{models}" if models > 1 else kind
    if attacks == 1:
        return told
    return f"{told} ({attacks} attacks{' each' if models > 1 else ''})"


def make_empty_attack_pool(
    profile: Profile, weapon: Weapon, skill: int, toughness: int, saves: Sequence[int]
) -> AttackPool:
    """Make a model's attacks without dice. ``saves`` are those of all models in reach."""
    special = weapon.rules
    return AttackPool(
        0,
        _make_need_to_hit(profile.ws, skill, special.sixes),
        _make_need_to_wound(profile, weapon, toughness),
        _find_wound_kind(weapon, saves),
        rerolls_failures=special.again,
        rends=special.sixes,
    )


def _find_wound_kind(weapon: Weapon, saves: Sequence[int]) -> int:
    """Return the kind of wounds that a weapon causes.

    A limit on saves is ignored if it lowers none of the ``saves`` (TA-SPEC-07).
    """
    special = weapon.rules
    if weapon.kind == "force":
        return SLAYING
    if special.no_save:
        return BARE
    return CAPPED if any(0 < sv < special.best_save for sv in saves) else PLAIN


@lru_cache(maxsize=512)
def _make_need_to_hit(skill: int, target: int, sixes: bool) -> Need:
    number = rule_tables.find_number_to_hit(skill, target)
    part = Modifier(f"WS {skill} v {target} gives", number, "TA-T1")
    return Need(number, parts=(part,), special=SIX if sixes else (), hit="hit", miss="miss")


def _make_need_to_wound(profile: Profile, weapon: Weapon, toughness: int) -> Need | None:
    fixed = weapon.wounds_on or weapon.rules.wounds_on
    if fixed:
        rule = "TA-SPEC-06" if weapon.kind == "poisoned" else "TA-SPEC-04"
        return Need(fixed, parts=(Modifier(weapon.name, fixed, rule),))
    strength = weapon_attacks.compute_strike_strength(profile, weapon)
    number = rule_tables.find_number_to_wound(strength, toughness)
    if number is None:
        return None
    return Need(number, parts=(Modifier(f"S {strength} v T {toughness} gives", number, "TA-T2"),))


def list_models_counted_for_majority(
    match: Match, attacker: UnitId, target: UnitId
) -> tuple[FigureId, ...]:
    """List the models whose majority sets the target's values: all, or those in reach (TA-G22)."""
    if match.option("majority_basis") == "unit":
        return match.figures(target)
    return combat_contact.list_models_in_kill_zone(match, attacker, target)


def find_majority_weapon_skill(skills: Counter[int]) -> int:
    """Return the most common Weapon Skill, or in a tie the lowest of all (TA-HIT-02, TA-G21)."""
    found = list_most_common_values(skills)
    return found[0] if len(found) == 1 else min(skills, default=1)


def list_most_common_values(values: Counter[int]) -> tuple[int, ...]:
    """List the most common value, or all values tied for it, the highest first (TA-T9)."""
    best = max(values.values(), default=0)
    return tuple(sorted((value for value, n in values.items() if n == best), reverse=True))


def roll_wounds_of_attack_pools(
    pools: tuple[AttackPool, ...], earlier_wounds: Wounds
) -> Asking[Wounds]:
    if not pools:
        return earlier_wounds
    first, *rest = pools
    more = yield from call_pure_stage({}, roll_pool_wounds, first, first.dice, None, 0)
    earlier_wounds = tuple(map(operator.add, earlier_wounds, more))
    return continue_with_pure(roll_wounds_of_attack_pools, tuple(rest), earlier_wounds)


def roll_pool_wounds(
    pool: AttackPool, dice: int, given_hits: int | None, given_rending_hits: int
) -> Asking[Wounds]:
    """Roll for the wounds of ``dice`` attacks, or of the given hits and rending hits."""
    if given_hits is None:
        pool = replace(pool, dice=dice)
        every, given_rending_hits = yield from call_pure_stage({}, roll_to_hit, pool)
        given_hits = every - given_rending_hits
    return continue_with_pure(
        roll_wounds_with_rending, replace(pool, dice=0, made_of=""), given_hits, given_rending_hits
    )


def roll_wounds_with_rending(pool: AttackPool, hits: int, rending_hits: int) -> Asking[Wounds]:
    wounds = [*NO_WOUNDS]
    wounds[pool.wound_kind] += yield from call_pure_stage({}, roll_to_wound, pool, hits)
    wounds[BARE] += rending_hits
    return tuple(wounds)


def roll_to_hit(pool: AttackPool) -> Asking[tuple[int, int]]:
    """Roll to hit. Return the numbers of hits and of rending hits (TA-HIT-01, TA-SPEC-08)."""
    if not pool.dice:
        return 0, 0
    roll = Roll(kind=TO_HIT, count=pool.dice, needs=pool.hit, role="attacker", made_of=pool.made_of)
    counts = yield from ask(roll)
    return count_successes(counts, roll.bands), counts[-1] if pool.rends else 0


def roll_to_wound(pool: AttackPool, hits: int) -> Asking[int]:
    """Roll to wound for the given hits. Some pools reroll failures once (TA-WND-01, TA-SPEC-03)."""
    if not hits or pool.wound is None:
        return 0
    n = yield from roll_check(TO_WOUND, hits, pool.wound, role="attacker", made_of=pool.step_name)
    if not pool.rerolls_failures or n == hits:
        return n
    return n + (yield from roll_check(AGAIN, hits - n, pool.wound, role="attacker"))
