"""Queries about figures' profiles and weapons, and about kinds of units."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import list_all_members
from tracker.rulesets.combat_zone.data import rule_tables
from tracker.rulesets.combat_zone.data.profile_types import Gun, Profile, Weapon
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId


def is_machine(match: Match, figure: Subject) -> bool:
    return get_profile(match, FigureId(figure)).kind == "machine"


def is_hero_or_machine(match: Match, unit: Subject) -> bool:
    """Whether a unit is a single Hero or machine, not a group (CZ-FORCE-03, CZ-FORCE-08)."""
    own = match.figures(UnitId(unit)) or list_all_members(match, UnitId(unit))
    return all(is_individual(match, figure) for figure in own)


def is_individual(match: Match, figure: FigureId) -> bool:
    """Whether a figure is a Hero or machine, which never counts as a member of a group."""
    return get_profile(match, figure).kind in LONE


LONE: Final = ("hero", "machine")


def get_profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def list_groups_on_table(match: Match, side: SideId | None = None) -> tuple[UnitId, ...]:
    return tuple(unit for unit in match.units(side) if not is_hero_or_machine(match, unit))


def count_shots_per_turn(match: Match, figure: FigureId, gun: Gun) -> int:
    """Return how many shots a figure's guns of the given type can fire in a turn (CZ-SHOOT-08)."""
    return rule_tables.WEAPONS[gun].shots * max(list_weapons(match, figure).count(gun), 1)


def list_weapons(match: Match, figure: FigureId) -> tuple[Weapon, ...]:
    """List the weapons that a figure carries now, with duplicates."""
    value, had = match.figure(figure), get_profile(match, figure).weapons
    carried = Counter((*had, *value.gained))
    carried.subtract(value.lost)
    kinds = dict.fromkeys((*had, *rule_tables.ARMS))
    return tuple(weapon for weapon in kinds for _ in range(carried[weapon]))


def list_guns(match: Match, figure: FigureId) -> tuple[Gun, ...]:
    carried = list_weapons(match, figure)
    return tuple(sorted((gun for gun in rule_tables.WEAPONS if gun in carried), key=carried.index))
