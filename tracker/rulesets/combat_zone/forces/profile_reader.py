"""Parses the profiles of figures in a roster (CZ-FORCE-04 to CZ-FORCE-08)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec.structs import replace

from tracker.procedures.declared.force_format import (
    ForceFormat,
    RosterField,
    RosterPart,
    make_choice_field,
    make_flag_fields,
    make_number_fields,
    make_word_list_field,
)
from tracker.procedures.pieces.common_roster_reader import MAX_POINTS, read_known_words
from tracker.rulesets.combat_zone.data import rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import (
    Armour,
    Kind,
    MachineStats,
    Profile,
    Quality,
    Rank,
)
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.toml_reader import Path, Table, TomlReader

EQUIPMENT: Final = ("armour", "weapons", "quality", "profile", "points")
MACHINE: Final = ("toughness", "action_points", "modifier", "attack", "wound", "auto_repair")

DICE_OF: Final = ("attack", "wound")
DICE: Final = {"d4": 4, "d6": 6, "d8": 8}
KINDS: Final = ("basic", "gang-leader")
NUMBERS: Final = {"toughness": (1, 99), "action_points": (0, 99), "modifier": (-9, 9)}
OF_ANYBODY: Final = (
    make_word_list_field("weapons", rule_tables.ARMS),
    make_choice_field("armour", get_args(Armour), "none"),
    *make_number_fields({"points": (0, MAX_POINTS)}, {"points": 0}),
)
OF_FIGURES: Final = (*OF_ANYBODY, make_choice_field("quality", get_args(Quality), "average"))
FORMAT: Final = ForceFormat(
    units=(
        RosterPart(
            "groups",
            "group",
            (
                make_choice_field("quality", get_args(Quality), "that of each figure"),
                *make_flag_fields(("gang",)),
            ),
            figures="figures",
            line_fields=(
                make_choice_field("rank", get_args(Rank), "none"),
                *(replace(one, absent="that of its kind") for one in OF_FIGURES),
            ),
        ),
        RosterPart("heroes", "hero", OF_FIGURES),
        RosterPart(
            "machines",
            "machine",
            (
                *make_number_fields(NUMBERS, {"modifier": 0}),
                *(RosterField(key, "words", tuple(DICE), absent="none") for key in DICE_OF),
                *make_flag_fields(("auto_repair",)),
                *OF_ANYBODY,
            ),
        ),
    ),
    shelves=(
        RosterPart(
            "profiles",
            "kind of figure",
            (*OF_FIGURES, make_choice_field("profile", KINDS, "basic")),
        ),
    ),
    leader=("rank", "leader"),
)


def read_profile_values(reading: TomlReader, path: Path, table: Table) -> dict[str, Any]:
    """Read those values of a ``Profile`` that a table contains. Report the invalid ones."""
    found: dict[str, Any] = {}
    words = (
        ("armour", "armour", get_args(Armour)),
        ("quality", "quality", get_args(Quality)),
        ("profile", "kind", KINDS),
    )
    for key, value_name, known in words:
        if key in table:
            found[value_name] = reading.read_one_of((*path, key), table[key], known, key)
    if "weapons" in table:
        arms, such_as = rule_tables.ARMS, ("assault rifle", "dagger")  # CZ-FORCE-07
        found["weapons"] = read_known_words(reading, path, table, "weapons", arms, *such_as)
    if "points" in table:
        found["cost"] = reading.read_number(path, table, "points", 0, MAX_POINTS, what="points")
    return {name: value for name, value in found.items() if value is not None}


def make_group_member_profile(
    values: Mapping[str, Any], rank: Rank, *, gang: bool, rules: Mapping[str, Scalar]
) -> Profile:
    """Make a group member's profile. CZ-G07 decides which Leaders are Gang Leaders by default."""
    leads = {"all_leaders": True, "gangs_only": gang, "per_figure": False}
    is_gang_leader = rank == "leader" and leads[str(rules["leader_profile"])]
    kind: Kind = "gang-leader" if is_gang_leader else "basic"
    return Profile(**{"kind": kind, **values}, rank=rank)


def make_hero_profile(
    reading: TomlReader, path: Path, values: Mapping[str, Any], rules: Mapping[str, Scalar]
) -> Profile:
    """Make a Hero's profile. A house rule sets the default quality (CZ-FORCE-03, CZ-G06)."""
    quality = str(rules["hero_quality"])
    if "quality" not in values and quality == "per_figure":
        text = "the house rules require a quality for each Hero; a Hero without one counts as elite"
        reading.report_warning(path, text, "CZ-G06")
        quality = "elite"
    return Profile(**{"quality": quality, **values, "kind": "hero"})


def read_machine_profile(
    reading: TomlReader, path: Path, table: Table, values: Mapping[str, Any]
) -> Profile | None:
    """Read a machine's profile. The players set the values that are not printed (CZ-FORCE-08)."""
    before = len(reading.problems)
    toughness, points = (
        reading.read_number(path, table, key, *NUMBERS[key], what=f"the {key.replace('_', ' ')}")
        for key in ("toughness", "action_points")
    )
    what = "the modifier of its quality"
    modifier = reading.read_number_or_default(
        0, path, table, "modifier", *NUMBERS["modifier"], what=what
    )
    attack, wound = (_read_dice(reading, path, table, key) for key in DICE_OF)
    repair = reading.read_flag(path, table, "auto_repair")
    if len(reading.problems) > before or toughness is None or points is None:
        return None
    machine = MachineStats(toughness, points, modifier, attack, wound, auto_repair=repair)
    return Profile(**{**values, "kind": "machine", "machine": machine})


def _read_dice(reading: TomlReader, path: Path, table: Table, key: str) -> tuple[int, ...]:
    """Read dice that are written as ``["d8", "d8"]``."""
    value = table.get(key, [])
    if not isinstance(value, list) or any(str(die).lower() not in DICE for die in value):
        reading.report_problem(
            (*path, key), f'{key}: write the dice as a list of d4, d6 or d8, such as ["d6", "d6"]'
        )
        return ()
    return tuple(DICE[str(die).lower()] for die in value)
