"""Allocates melee strikes to targets, and makes their dice pools (DZ-MELEE-02, DZ-MELEE-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Objection
from tracker.rulesets.deathzap2.attacks import needed_numbers_and_saves
from tracker.rulesets.deathzap2.attacks.attack_dice import AttackDicePool
from tracker.rulesets.deathzap2.data import rule_tables, unit_profiles
from tracker.rulesets.deathzap2.data.profile_types import Grade, MeleeWeapon, Quality
from tracker.rulesets.deathzap2.data.rule_tables import GRADES
from tracker.rulesets.deathzap2.phases import impetus_and_order_dice
from tracker.vocabulary.subject_ids import FigureId, UnitId

FREE_ATTACK = MeleeWeapon("basic", "basic")


class TargetedStrikes(Struct, frozen=True, omit_defaults=True):
    """The part of a unit's strikes that is at one enemy.

    ``figures`` is the number of figures that strike this enemy (by default, all that no other part
    uses). ``weapons`` lists the types of weapons used, if a vehicle or monster splits its attacks.
    ``quality`` is the quality that the players chose for a mixed target.
    """

    target: UnitId
    figures: int | None = None
    weapons: tuple[str, ...] = ()
    quality: Quality | None = None


class WeaponStrikes(Struct, frozen=True):
    """The dice for one melee weapon of a figure. ``name`` is its name, or "free attack".

    An order can add ``more`` dice, which are included in ``dice``.
    """

    figure: FigureId
    grade: Grade
    dice: int
    name: str = ""
    more: int = 0


def list_melee_weapons(match: Match, figure: FigureId) -> tuple[MeleeWeapon, ...]:
    """List a figure's melee weapons, or its free attack if it bought none (DZ-G41, DZ-G42)."""
    bought = unit_profiles.get_profile(match, figure).melee
    if not bought:
        return (FREE_ATTACK,)
    if match.option("melee_weapons_per_figure") == "one":
        weapons = rule_tables.MELEE_WEAPONS
        return (max(bought, key=lambda w: (weapons[w.kind].attacks, GRADES.index(w.grade))),)
    return bought


def list_weapon_strikes(
    match: Match, unit: UnitId, figure: FigureId, weapon_kinds: tuple[str, ...] = ()
) -> tuple[WeaponStrikes, ...]:
    """List a figure's melee dice by weapon. An order adds its attacks to the first."""
    more = impetus_and_order_dice.get_order_benefit(match, unit).attacks
    free = not unit_profiles.get_profile(match, figure).melee
    found = []
    for weapon in list_melee_weapons(match, figure):
        dice = max(rule_tables.MELEE_WEAPONS[weapon.kind].attacks + more, 0)
        name = "free attack" if free else _format_weapon_kind(weapon.kind)
        if not weapon_kinds or weapon.kind in weapon_kinds:
            found.append(WeaponStrikes(figure, weapon.grade, dice, name, more))
        more = 0
    return tuple(found)


def _format_weapon_kind(kind: str) -> str:
    return "plain weapon" if kind == "basic" else kind.replace("-", " ")


def assign_strikes(
    match: Match, unit: UnitId, strike_parts: tuple[TargetedStrikes, ...]
) -> tuple[tuple[WeaponStrikes, ...], ...]:
    """Return the strikes at each enemy. Vehicles and monsters split their attacks by weapon."""
    figures = match.figures(unit)
    if figures and unit_profiles.is_vehicle_or_monster(match, figures[0]):
        return _assign_strikes_by_weapon(match, unit, figures[0], strike_parts)
    left = list(figures)
    parts: list[tuple[WeaponStrikes, ...]] = [()] * len(strike_parts)
    for at in sorted(range(len(strike_parts)), key=lambda at: strike_parts[at].figures is None):
        part = strike_parts[at]
        n = len(left) if part.figures is None else part.figures
        here, left = left[:n], left[n:]
        parts[at] = tuple(
            strike
            for figure in here
            for strike in list_weapon_strikes(match, unit, figure, part.weapons)
        )
    return tuple(parts)


def _assign_strikes_by_weapon(
    match: Match, unit: UnitId, figure: FigureId, against: tuple[TargetedStrikes, ...]
) -> tuple[tuple[WeaponStrikes, ...], ...]:
    """Return the strikes at each enemy by weapon.

    If a type of weapon is named twice, the first part uses one weapon of it, and the last part the
    rest.
    """
    kinds = [weapon.kind for weapon in list_melee_weapons(match, figure)]
    each = list_weapon_strikes(match, unit, figure)
    named = [kind for part in against for kind in part.weapons]
    left = list(range(len(kinds)))
    found: list[tuple[WeaponStrikes, ...]] = [()] * len(against)
    for at in sorted(range(len(against)), key=lambda at: not against[at].weapons):
        here = [] if against[at].weapons else list(left)
        for kind in against[at].weapons:
            alike = [n for n in left if kinds[n] == kind and n not in here]
            named.remove(kind)
            here += alike[:1] if kind in named else alike
        left = [n for n in left if n not in here]
        found[at] = tuple(each[n] for n in sorted(here))
    return tuple(found)


def list_weapon_and_striker_objections(
    match: Match, unit: UnitId, strike_parts: tuple[TargetedStrikes, ...]
) -> Iterator[Objection]:
    """Yield the objections to targets with no strikers left, and to weapons that no figure uses."""
    name, figures = match.unit(unit).name, match.figures(unit)
    used = {weapon.kind for figure in figures for weapon in list_melee_weapons(match, figure)}
    profiles = [unit_profiles.get_profile(match, figure) for figure in figures]
    bought = {weapon.kind for profile in profiles for weapon in profile.melee}
    for part, struck in zip(strike_parts, assign_strikes(match, unit, strike_parts), strict=True):
        for kind in (kind for kind in part.weapons if kind not in used):
            one, rule = "", "DZ-MELEE-02"
            if kind in bought:
                one, rule = ": each figure uses only one weapon", "DZ-G42"
            text = f"no figure of {name} strikes with {_format_weapon_kind(kind)}{one}"
            yield Objection("no-weapon", rule, text)
        if not struck and used.issuperset(part.weapons):
            target = match.unit(part.target).name
            text = f"no figure of {name} is left to strike at {target}"
            yield Objection("nobody-left", "DZ-MELEE-05", text)


def make_strike_dice_pools(
    match: Match,
    unit: UnitId,
    strike_part: TargetedStrikes,
    weapon_strikes: tuple[WeaponStrikes, ...],
) -> tuple[AttackDicePool, ...]:
    """Make a dice pool for each need to hit and grade (DZ-T8), or () if the target is gone."""
    if not match.exists(strike_part.target):
        return ()
    defender = strike_part.quality or needed_numbers_and_saves.find_majority_quality(
        match, strike_part.target
    )
    alike: dict[AttackDicePool, list[WeaponStrikes]] = {}
    for strike in weapon_strikes:
        quality = unit_profiles.get_profile(match, strike.figure).quality
        need = needed_numbers_and_saves.find_melee_need_to_hit(match, unit, quality, defender)
        pool = AttackDicePool(0, need, strike.grade, rule="DZ-MELEE-03")
        if strike.dice:
            alike.setdefault(pool, []).append(strike)
    return tuple(
        replace(pool, dice=sum(strike.dice for strike in group), made_of=describe_strikes(group))
        for pool, group in alike.items()
    )


def describe_strikes(weapon_strikes: Iterable[WeaponStrikes]) -> str:
    """Describe strikes, as in ``3 jaws of 2 dice each, 1 free attack of 2 dice (+1 by order)``."""
    count = Counter((strike.name, strike.dice, strike.more) for strike in weapon_strikes)
    return ", ".join(_describe_weapon_strikes(*kind, n) for kind, n in count.items())


def _describe_weapon_strikes(name: str, dice: int, more: int, n: int) -> str:
    jaws = name.endswith("jaws")
    who = name if jaws and n == 1 else f"{n} {name}{'' if jaws or n == 1 else 's'}"
    each = f" of {dice} dice{' each' if n > 1 else ''}" if dice > 1 else ""
    return f"{who}{each}{f' ({more:+d} by order)' if more else ''}"
