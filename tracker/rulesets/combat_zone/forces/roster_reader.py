"""Parses the rosters of Combat Zone, which players write by hand (CZ-FORCE).

The file ``template.toml`` explains every key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec import Struct, field
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
from tracker.procedures.declared.rosters_and_mustering import RosterFigure, RosterUnit
from tracker.procedures.declared.rule_texts import read_house_rules
from tracker.procedures.pieces.common_roster_reader import (
    MAX_POINTS,
    HouseRules,
    RosterReader,
    Units,
    read_figure_name_and_count,
    read_profile_name_or_report,
    read_profiles,
    store_profile_under_unique_name,
)
from tracker.rulesets.combat_zone.data import rule_tables
from tracker.rulesets.combat_zone.data.profile_types import (
    Armour,
    Kind,
    MachineStats,
    Profile,
    Quality,
    Rank,
)
from tracker.vocabulary.toml_reader import Path, TableReader, TomlReader, clean_name

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
HERO_QUALITY: Final = replace(OF_FIGURES[-1], absent="elite (or as the house rules say)")
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
        RosterPart("heroes", "hero", (*OF_ANYBODY, HERO_QUALITY)),
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


def read_profile_values(table: TableReader, *ignored_words: str) -> dict[str, Any]:
    """Read the profile values in a TOML table, and report invalid ones.

    The words under ``ignored_words``, which are keys, are not read.
    """
    found: dict[str, Any] = {}
    words = (
        ("armour", "armour", get_args(Armour)),
        ("quality", "quality", get_args(Quality)),
        ("profile", "kind", KINDS),
    )
    for key, value_name, known in words:
        if key in table and key not in ignored_words:
            found[value_name] = table.read_one_of(key, known)
    if "weapons" in table:
        arms, such_as = rule_tables.ARMS, ("assault rifle", "dagger")  # CZ-FORCE-07
        found["weapons"] = table.read_known_words("weapons", arms, *such_as)
    if "points" in table:
        found["cost"] = table.read_number("points", 0, MAX_POINTS, what="points")
    return {name: value for name, value in found.items() if value is not None}


def read_machine_profile(table: TableReader, values: Mapping[str, Any]) -> Profile | None:
    """Read a machine's profile, or report problems and return None (CZ-FORCE-08)."""
    before = len(table.reading.problems)
    toughness, points = (
        table.read_number(key, *NUMBERS[key], what=f"the {key.replace('_', ' ')}")
        for key in ("toughness", "action_points")
    )
    what = "the modifier of its quality"
    modifier = table.read_number_or_default(0, "modifier", *NUMBERS["modifier"], what=what)
    attack, wound = (_read_dice(table, key) for key in DICE_OF)
    repair = table.read_flag("auto_repair")
    if len(table.reading.problems) > before or toughness is None or points is None:
        return None
    machine = MachineStats(toughness, points, modifier, attack, wound, auto_repair=repair)
    return Profile(**{**values, "kind": "machine", "machine": machine})


def _read_dice(table: TableReader, key: str) -> tuple[int, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or any(str(die).lower() not in DICE for die in value):
        text = f'{key}: write the dice as a list of d4, d6 or d8, such as ["d6", "d6"]'
        table.report_problem(text, key)
        return ()
    return tuple(DICE[str(die).lower()] for die in value)


MEMBER: Final = ("name", "rank", "count", *EQUIPMENT)


class _Force(Struct):
    """A force while its roster is read: its units, and the profiles of its figures by name.

    ``declared`` holds the values of each profile in the roster, or None if they are invalid.
    """

    rules: HouseRules
    declared: Mapping[str, Mapping[str, Any] | None]
    units: list[RosterUnit] = field(default_factory=list)
    profiles: dict[str, Profile] = field(default_factory=dict)

    def add_hero_or_machine(self, wanted_name: str, name: str, profile: Profile) -> None:
        figure = RosterFigure(
            store_profile_under_unique_name(self.profiles, wanted_name, profile), name
        )
        self.units.append(RosterUnit(name, (figure,), profile.cost))


def _read_units(reading: TomlReader, data: TableReader, rules: HouseRules) -> Units:
    """Read the units of a roster. Groups are numbered first, then Heroes, then machines."""

    def read_equipped_profile(_: Path, table: TableReader) -> Mapping[str, Any]:
        table.report_unknown_keys(EQUIPMENT)
        return read_profile_values(table)

    declared = read_profiles(
        reading, data.get("profiles", {}), "and what it carries", read_equipped_profile
    )
    force = _Force(rules, declared)
    parts = (("groups", _read_group), ("heroes", _read_hero), ("machines", _read_machine))
    if not any(data.get(key) for key, _ in parts):
        data.report_problem("no figures: write [[groups]], [[heroes]] or [[machines]]")
    for key, take in parts:
        if key in data:
            for number, table in enumerate(data.read_tables(key), 1):
                take(force, table, number)
    return force.units, force.profiles


def _read_group(force: _Force, table: TableReader, number: int) -> None:
    """Read a group, and warn of a second Leader or Sub-leader (CZ-FORCE-01, CZ-FORCE-02)."""
    table.report_unknown_keys(("name", "quality", "gang", "figures"))
    name = table.read_name(f"group {number}", f"Group {number}")
    quality = table.read_one_of("quality", get_args(Quality)) if "quality" in table else None
    common = {} if quality is None else {"quality": quality}
    gang = table.read_flag("gang")
    figures: list[tuple[RosterFigure, Profile]] = []
    for line in table.read_tables("figures", f"figures of {name}"):
        figures += _read_member_line(force, line, common, is_in_gang=gang)
    ranks = [profile.rank for _, profile in figures]
    for rank in ("leader", "sub-leader"):
        if (n := ranks.count(rank)) > 1:
            text = f"{name} has {n} figures of rank {rank}; a group has at most one"
            table.report_warning(text, "CZ-FORCE-02")
    if not figures:
        table.report_problem(f"{name} has no figures")
        return
    points = sum(profile.cost for _, profile in figures)
    force.units.append(RosterUnit(name, tuple(figure for figure, _ in figures), points))


def _read_member_line(
    force: _Force, table: TableReader, common: Mapping[str, Any], *, is_in_gang: bool
) -> list[tuple[RosterFigure, Profile]]:
    table.report_unknown_keys(MEMBER)
    base = _find_base_values(force, table)
    own = read_profile_values(table, *(() if base is None else ("profile",)))
    written = {**common, **(base or {}), **own}
    rank: Rank = "none"
    if "rank" in table:
        rank = table.read_one_of("rank", get_args(Rank)) or "none"  # type: ignore[assignment]
    what = clean_name(str(table.get("profile", "figure")))
    name, count = read_figure_name_and_count(table, what)
    # CZ-G07 decides which Leaders are Gang Leaders, unless the roster says so.
    leads = {"all_leaders": True, "gangs_only": is_in_gang, "per_figure": False}
    is_gang_leader = rank == "leader" and leads[str(force.rules["leader_profile"])]
    kind: Kind = "gang-leader" if is_gang_leader else "basic"
    profile = Profile(**{"kind": kind, **written}, rank=rank)
    wish = what if base is not None else profile.kind
    wish = wish if rank == "none" else f"{wish} {rank}"
    key = store_profile_under_unique_name(force.profiles, wish, profile)
    return [(RosterFigure(key, name), profile)] * count


def _find_base_values(force: _Force, table: TableReader) -> Mapping[str, Any] | None:
    key = table.get("profile")
    if key in (None, "basic", "gang leader", "gang-leader"):
        return None
    named = read_profile_name_or_report(table, key, force.declared)
    return (force.declared[named] if named is not None else None) or {}


def _read_hero(force: _Force, table: TableReader, number: int) -> None:
    """Read a Hero. A house rule sets the quality if the roster has none (CZ-FORCE-03, CZ-G06)."""
    table.report_unknown_keys(("name", "quality", "armour", "weapons", "points"))
    name = table.read_name(f"Hero {number}", f"Hero {number}")
    values = read_profile_values(table)
    quality = str(force.rules["hero_quality"])
    if "quality" not in values and quality == "per_figure":
        text = "the house rules require a quality for each Hero; a Hero without one counts as elite"
        table.report_warning(text, "CZ-G06")
        quality = "elite"
    force.add_hero_or_machine(
        "hero", name, Profile(**{"quality": quality, **values, "kind": "hero"})
    )


def _read_machine(force: _Force, table: TableReader, number: int) -> None:
    """Read a machine, unless some of its values are invalid (CZ-FORCE-08)."""
    table.report_unknown_keys(("name", "armour", "weapons", "points", *MACHINE))
    name = table.read_name(f"machine {number}", f"Machine {number}")
    profile = read_machine_profile(table, read_profile_values(table))
    if profile is not None:
        force.add_hero_or_machine("machine", name, profile)


PACKAGE: Final = "tracker.rulesets.combat_zone"
ROSTERS: Final = RosterReader(
    "combat-zone",
    read_house_rules(PACKAGE),
    ("groups", "heroes", "machines"),
    "CZ-FORCE-09",
    _read_units,
)
FORCES: Final = ROSTERS.make_force_rules(PACKAGE, Profile, FORMAT)
