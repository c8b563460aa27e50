"""The printed tables for each phase, and a description of a figure's equipment
(CZ-T2 to CZ-T23).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, get_args

from tracker.procedures.declared.printed_tables import (
    PrintedTable,
    fill_cells_with_numbers,
    format_signed,
)
from tracker.procedures.declared.rule_texts import read_printed_tables
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.needed_numbers import compute_need
from tracker.rulesets.combat_zone.data import rule_tables, unit_profiles
from tracker.rulesets.combat_zone.data.profile_types import Blade
from tracker.rulesets.combat_zone.data.rule_tables import find_melee_outcome, find_shot_outcome
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.subject_ids import FigureId


def list_printed_tables(_: Match, phase: str) -> tuple[PrintedTable, ...]:
    read = _read_tables()
    match phase:
        case "compulsory" | "reaction":
            return (read["reactions"], read["test"])
        case "initiative":
            return (read["initiative"],)
        case "actions":
            wounds = (WOUNDS, read["cover"], read["armour"])
            blows = (GUNS, ATTACK, BLOWS, read["damage"])
            return (read["to_hit"], FACES, *wounds, read["costs"], *blows)
        case _:
            return ()


@cache
def _read_tables() -> Mapping[str, PrintedTable]:
    """Read the tables of ``grids.toml``, and fill in the numbers of ``rule_tables``."""
    numbers = {
        **vars(rule_tables),
        "MOST_PANIC": rule_tables.STEADY - 1,
        "MOST_ROUT": rule_tables.PANIC - 1,
        "MOST_MINOR": rule_tables.MAJOR_FROM - 1,
        "MOST_MAJOR": rule_tables.CRITICAL_FROM - 1,
    }
    tables = read_printed_tables("tracker.rulesets.combat_zone")
    return {name: fill_cells_with_numbers(table, numbers) for name, table in tables.items()}


def _format_name(name: str) -> str:
    return name.replace("-", " ")


def _format_dice(dice: tuple[int, ...]) -> str:
    return " + ".join(f"{dice.count(size)}D{size}" for size in dict.fromkeys(dice))


FACES: Final = PrintedTable(
    "face needed",
    "CZ-T12",
    ("added in all", "face"),
    tuple(
        (
            text,
            compute_need(
                Modifier("", value), limits=rule_tables.FACES, base=rule_tables.HIT
            ).format_range(1, 6),
        )
        for text, value in (("0 or less", 0), ("+1", 1), ("+2", 2), ("+3", 3), ("+4 or more", 4))
    ),
)
WOUNDS: Final = PrintedTable(
    "wound",
    "CZ-T15",
    ("against toughness", "shot", "close combat"),
    tuple(
        (text, find_shot_outcome(10 - below, 10), find_melee_outcome(10 - below, 10))
        for text, below in (("reached", 0), ("1 or 2 below", 1), ("3 below", 3), ("4 below", 4))
    ),
)
GUNS: Final = PrintedTable(
    "guns, cm",
    "CZ-T16",
    ("gun", "shots", "wound", "point", "short", "long"),
    tuple(
        (
            _format_name(name),
            str(gun.shots),
            _format_dice(gun.damage),
            *(str(limit // rule_tables.CM) for limit in (gun.point, gun.short, gun.long)),
        )
        for name, gun in rule_tables.WEAPONS.items()
    ),
)
ATTACK: Final = PrintedTable(
    "close combat",
    "CZ-T17",
    ("figure", "attack", "wound"),
    (
        *(
            (_format_name(kind), _format_dice(dice), _format_dice(rule_tables.WOUND_DICE[kind]))
            for kind, dice in rule_tables.ATTACK_DICE.items()
        ),
        ("starts the combat", f"+D{rule_tables.INITIATOR_DIE}", ""),
        ("each opponent after the first", f"+D{rule_tables.CROWD_DIE}", ""),
    ),
)
BLOWS: Final = PrintedTable(
    "hand weapons",
    "CZ-T18",
    ("weapon", "attack", "wound"),
    (
        *(
            (_format_name(name), f"+D{weapon.die}", format_signed(weapon.wound))
            for name, weapon in rule_tables.HAND_WEAPONS.items()
        ),
        ("panic", format_signed(rule_tables.PANICKING_ATTACK), ""),
    ),
)


def describe_quality_armour_and_blades(match: Match, figure: FigureId) -> str:
    """Describe a figure's quality (or a machine's toughness), armour and hand weapons."""
    profile = unit_profiles.get_profile(match, figure)
    machine = profile.machine
    words = [profile.quality if machine is None else f"toughness {machine.toughness}"]
    words += [profile.armour] if profile.armour != "none" else []
    words += [weapon for weapon in profile.weapons if weapon in get_args(Blade)]
    return ", ".join(word.replace("-", " ") for word in words)
