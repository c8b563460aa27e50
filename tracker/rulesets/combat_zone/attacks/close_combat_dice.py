"""The dice of one round of close combat (CZ-MELEE-03 to 09, CZ-T17 to CZ-T19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.line_form_slots import (
    make_known_names_slot,
    make_struct_slot,
    make_subjects_slot,
)
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import find_figure
from tracker.procedures.requests import Asking, Score, roll_opposed
from tracker.rulesets.combat_zone.attacks.shot_allocation_and_dice import get_quality_modifier
from tracker.rulesets.combat_zone.attacks.wound_rolls_and_machine_damage import WoundRoll
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.data.profile_types import Weapon
from tracker.rulesets.combat_zone.data.rule_tables import MeleeWeaponRow
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.subject_ids import FigureId

ATTACK: Final = RollKind("compared", "attack", rule="CZ-MELEE-03")


class HandWeaponChoice(Struct, frozen=True, omit_defaults=True):
    """The hand weapons that both figures use (by default, the best two of each).

    Figures in ``spares`` do not wound the opponent if they win.
    """

    own: tuple[Weapon, ...] | None = None
    enemy: tuple[Weapon, ...] | None = None
    spares: tuple[FigureId, ...] = ()


HANDS: Final = make_struct_slot(
    "hands",
    HandWeaponChoice,
    (
        make_known_names_slot("own", "hands", rule_tables.ARMS, "weapon"),
        make_known_names_slot("enemy", "against", rule_tables.ARMS, "weapon"),
        make_subjects_slot("spares", find_figure),
    ),
)
"""The line slot for hand weapons (``hands=sword,dagger``) and for winners who spare losers."""


def choose_hand_weapons(
    match: Match, figure: FigureId, declared: tuple[Weapon, ...] | None
) -> tuple[Weapon, ...]:
    """Return the declared hand weapons, or by default the figure's best two, the main one first."""
    if declared is not None:
        return tuple(weapon for weapon in declared if weapon in rule_tables.HAND_WEAPONS)[:2]
    carried = [
        w for w in unit_profiles.list_weapons(match, figure) if w in rule_tables.HAND_WEAPONS
    ]
    rows = rule_tables.HAND_WEAPONS
    carried.sort(key=lambda weapon: (rows[weapon].die, rows[weapon].wound), reverse=True)
    return tuple(carried[:2])


def list_weapon_names_and_rows(
    match: Match, weapons: tuple[Weapon, ...]
) -> tuple[tuple[str, MeleeWeaponRow], ...]:
    """List the name of each weapon and its row in table CZ-T18.

    A house rule changes the row of the second weapon (CZ-G27).
    """
    generic = match.option("second_hand") == "generic"
    rows = ((weapon.replace("-", " "), rule_tables.HAND_WEAPONS[weapon]) for weapon in weapons)
    return tuple(
        (f"second {name}", rule_tables.SECOND_HAND) if at and generic else (name, row)
        for at, (name, row) in enumerate(rows)
    )


def build_attack_roll(
    match: Match,
    figure: FigureId,
    enemy: FigureId,
    weapons: tuple[Weapon, ...],
    combat_opener: FigureId | None,
    role: str,
) -> Score:
    """Build a figure's attack roll (CZ-MELEE-03 to 07).

    ``combat_opener`` is the figure that has just made contact (CZ-G36), or None in later rounds.
    """
    opens = figure == combat_opener
    if match.option("initiator_die") == "every_round":
        opens = match.link(markers.ENGAGED, figure, enemy) is not None
    profile = unit_profiles.get_profile(match, figure)
    machine = profile.machine
    own = rule_tables.ATTACK_DICE[profile.kind] if machine is None else machine.attack

    crowd = (rule_tables.CROWD_DIE,) * count_outnumbering_dice(match, figure, enemy)
    sources = [
        (profile.kind.replace("-", " "), own),
        ("opening", (rule_tables.INITIATOR_DIE,) if opens else ()),
        ("not the first at it", crowd),
        *((weapon, (row.die,)) for weapon, row in list_weapon_names_and_rows(match, weapons)),
    ]
    name, value = get_quality_modifier(match, figure)
    parts = [Modifier(name, value, "CZ-MELEE-07")]
    if match.has(figure, markers.PANIC):
        parts.append(Modifier("panic", rule_tables.PANICKING_ATTACK, "CZ-MORALE-07"))
    dice = tuple(die for _, group in sources for die in group)
    made_of = _describe_dice_by_source(sources)
    return Score(kind=ATTACK, dice=dice, parts=tuple(parts), role=role, made_of=made_of)


def _describe_dice_by_source(sources: Iterable[tuple[str, tuple[int, ...]]]) -> str:
    """Format dice with their sources, as in ``hero 2D8 1D6, opening 1D6, sword 1D6``."""
    kinds = ((name, Counter(dice)) for name, dice in sources if dice)
    return ", ".join(
        f"{name} {' '.join(f'{n}D{size}' for size, n in count.items())}" for name, count in kinds
    )


def count_outnumbering_dice(match: Match, figure: FigureId, enemy: FigureId) -> int:
    """Count the extra dice that a figure gets when several figures fight one.

    House rules decide which figures get them (CZ-MELEE-05, CZ-G37).
    """
    how = match.option("outnumber")
    if how == "outnumbered_figure":
        return max(len(state_queries.list_opponents(match, figure)) - 1, 0)
    facing = state_queries.list_opponents(match, enemy)
    place = facing.index(figure) if figure in facing else 0
    return place if how == "later_opponents_cumulative" else min(place, 1)


def roll_opposed_attacks(first: Score, second: Score) -> Asking[int]:
    """Roll both attacks. Return 1 if the first wins, -1 if the second does, or 0 (CZ-MELEE-08)."""
    by = yield from roll_opposed(first, second)
    return (by > 0) - (by < 0)


def build_melee_wound_roll(
    match: Match, attacker: FigureId, target: FigureId, weapons: tuple[Weapon, ...]
) -> WoundRoll:
    """Build the winner's wound roll. Quality, cover and the margin have no effect (CZ-MELEE-09)."""
    profile = unit_profiles.get_profile(match, attacker)
    machine = profile.machine
    dice = rule_tables.WOUND_DICE[profile.kind] if machine is None else machine.wound
    rows = list_weapon_names_and_rows(match, weapons)
    parts = tuple(Modifier(name, row.wound, "CZ-T18") for name, row in rows)
    made_of = _describe_dice_by_source([(profile.kind.replace("-", " "), dice)])
    return WoundRoll(attacker, target, "melee", dice, parts, made_of)
