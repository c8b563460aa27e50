"""The weapon that a model uses, and its attacks with it (TA-ATT, TA-SPEC, TA-FIGHT-07, TA-G53)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Objection, Objections
from tracker.rulesets.trial_assault.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.data.profile_types import Profile, Weapon
from tracker.vocabulary.subject_ids import FigureId, UnitId

PLAIN: Final = "normal"
BARE: Final = Weapon(PLAIN)
"""The weapon of a model that makes ordinary attacks (TA-FIGHT-07)."""


def get_weapon_in_use(match: Match, figure: FigureId) -> Weapon:
    """Return the weapon that a model uses. A supporting model makes ordinary attacks (TA-ATT-05).

    Other models use the declared weapon, or by default their first special weapon.
    """
    if not match.has(figure, markers.ENGAGED):
        return BARE
    profile, told = unit_profiles.get_profile(match, figure), match.mark(figure, markers.USES)
    return find_weapon_or_default(profile, None if told is None else str(told))


def find_weapon_or_default(profile: Profile, weapon_name: str | None) -> Weapon:
    """Return the weapon with the given name, or by default the model's first special weapon.

    Without one, return ordinary attacks (``BARE``). Monsters use monstrous blows.
    """
    if weapon_name is not None:
        return next((one for one in profile.usable_weapons if one.name == weapon_name), BARE)
    if profile.monstrous:
        return Weapon("monstrous blows", "monstrous")
    special = [one for one in profile.usable_weapons if one.kind != PLAIN]
    bonus = (one for one in profile.usable_weapons if one.strength or one.wounds_on)
    return next(iter(special or bonus), BARE)


def count_attacks(match: Match, figure: FigureId) -> int:
    """Count a model's attacks, including bonuses. A model that only supports has one (TA-T4)."""
    if not match.has(figure, markers.ENGAGED):
        return 1
    profile = unit_profiles.get_profile(match, figure)
    second = has_second_weapon(profile, get_weapon_in_use(match, figure))
    return profile.a + second + has_charge_bonus_attack(match, figure)


def has_second_weapon(profile: Profile, weapon: Weapon) -> bool:
    """Whether a model has two one-handed weapons (TA-ATT-02). A claw needs a second claw."""
    kinds = [one.kind for one in profile.weapons if one.hands == 1]
    claws = kinds.count("claw") > 1
    if weapon.hands > 1 or weapon.kind == "claw":
        return claws and weapon.hands == 1
    return len(kinds) - kinds.count("claw") > 1 or (claws and weapon not in profile.weapons)


def has_charge_bonus_attack(match: Match, figure: FigureId) -> bool:
    """Whether a model has an extra attack for its charge (TA-ATT-03, TA-ATT-04)."""
    unit = match.figure(figure).unit
    if not state_queries.list_charge_targets(match, unit):
        return False
    return unit_profiles.get_profile(match, figure).stationary or not has_fired(match, unit)


def has_fired(match: Match, unit: UnitId) -> bool:
    return any(
        match.has(one, markers.FIRED) for one in state_queries.list_joined_units(match, unit)
    )


def compute_strike_strength(profile: Profile, weapon: Weapon) -> int:
    """Compute the Strength of a strike. A weapon can raise it up to 10 (TA-WND-02, TA-G54)."""
    basic = min(rule_tables.MAX_VALUE, 2 * profile.s) if weapon.rules.doubles else profile.s
    return min(rule_tables.MAX_VALUE, basic + weapon.strength)


def switch_weapon(match: Match, unit: UnitId, weapon_name: str) -> None:
    """Make all models with the given weapon use it. ``normal`` means ordinary attacks."""
    models = list_models_to_switch(match, unit, weapon_name)
    markers.USES.record_on(match, *models, value=weapon_name)


def list_models_to_switch(match: Match, unit: UnitId, weapon_name: str) -> tuple[FigureId, ...]:
    return tuple(
        figure
        for figure in match.figures(unit)
        if not match.has(figure, markers.STRUCK)
        and weapon_name in list_weapon_names(unit_profiles.get_profile(match, figure))
        and get_weapon_in_use(match, figure).name != weapon_name
        and match.has(figure, markers.ENGAGED)
    )


def list_weapon_names(*profiles: Profile) -> tuple[str, ...]:
    every = (weapon.name for one in profiles for weapon in one.usable_weapons)
    return tuple(dict.fromkeys((PLAIN, *every)))


def list_weapon_objections(match: Match, unit: UnitId, weapon_name: str) -> Objections:
    """Yield objections to a weapon that a unit lacks, or that is declared too late (TA-G53)."""
    names = list_weapon_names(*unit_profiles.list_profiles(match, unit))
    if weapon_name not in names:
        have = ", ".join(names)
        yield Objection(
            "no-weapon", "TA-SPEC-01", f"{match.tag(unit)} can use only these weapons: {have}"
        )
        return
    combat = COMBATS.find_combat(match, unit)
    units = () if combat is None else COMBATS.list_units(match, combat)
    begun = any(state_queries.has_struck(match, one) for one in units)
    if begun and list_models_to_switch(match, unit, weapon_name):
        yield Objection("late-weapon", "TA-G53", "weapons must be chosen before the first strike")
