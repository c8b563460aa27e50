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
    read_known_words,
    read_profile_name,
    read_profiles,
    store_profile,
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
from tracker.vocabulary.toml_reader import Path, Table, TomlReader, clean_name

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


def read_profile_values(reading: TomlReader, path: Path, table: Table) -> dict[str, Any]:
    """Read the profile values in a TOML table, and report invalid ones."""
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


def read_machine_profile(
    reading: TomlReader, path: Path, table: Table, values: Mapping[str, Any]
) -> Profile | None:
    """Read a machine's profile, or report problems and return None (CZ-FORCE-08)."""
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
    value = table.get(key, [])
    if not isinstance(value, list) or any(str(die).lower() not in DICE for die in value):
        reading.report_problem(
            (*path, key), f'{key}: write the dice as a list of d4, d6 or d8, such as ["d6", "d6"]'
        )
        return ()
    return tuple(DICE[str(die).lower()] for die in value)


MEMBER: Final = ("name", "rank", "count", *EQUIPMENT)


class _Force(Struct):
    """A force while its roster is read: its units, and the profiles of its figures by name.

    ``declared`` holds the values of each profile in the roster, or None if they are invalid.
    """

    reading: TomlReader
    rules: HouseRules
    declared: Mapping[str, Mapping[str, Any] | None]
    units: list[RosterUnit] = field(default_factory=list)
    profiles: dict[str, Profile] = field(default_factory=dict)

    def add_hero_or_machine(self, wanted_name: str, name: str, profile: Profile) -> None:
        figure = RosterFigure(store_profile(self.profiles, wanted_name, profile), name)
        self.units.append(RosterUnit(name, (figure,), profile.cost))


def _read_units(reading: TomlReader, data: Table, rules: HouseRules) -> Units:
    """Read the units of a roster. Groups are numbered first, then Heroes, then machines."""

    def read_equipped_profile(path: Path, table: Table) -> Mapping[str, Any]:
        reading.report_unknown_keys(path, table, EQUIPMENT)
        return read_profile_values(reading, path, table)

    declared = read_profiles(
        reading, data.get("profiles", {}), "and what it carries", read_equipped_profile
    )
    force = _Force(reading, rules, declared)
    parts = (("groups", _read_group), ("heroes", _read_hero), ("machines", _read_machine))
    if not any(data.get(key) for key, _ in parts):
        reading.report_problem((), "no figures: write [[groups]], [[heroes]] or [[machines]]")
    for key, take in parts:
        if key in data:
            for number, (path, table) in enumerate(reading.read_tables((key,), data[key], key), 1):
                take(force, path, table, number)
    return force.units, force.profiles


def _read_group(force: _Force, path: Path, table: Table, number: int) -> None:
    """Read a group, and warn of a second Leader or Sub-leader (CZ-FORCE-01, CZ-FORCE-02)."""
    reading = force.reading
    reading.report_unknown_keys(path, table, ("name", "quality", "gang", "figures"))
    name = reading.read_name(path, table, f"group {number}", f"Group {number}")
    common = {key: table[key] for key in ("quality",) if key in table}
    common = read_profile_values(reading, path, common)
    gang = reading.read_flag(path, table, "gang")
    figures: list[tuple[RosterFigure, Profile]] = []
    lines = reading.read_tables((*path, "figures"), table.get("figures"), f"figures of {name}")
    for at, member in lines:
        figures += _read_member_line(force, at, member, common, is_in_gang=gang)
    ranks = [profile.rank for _, profile in figures]
    for rank in ("leader", "sub-leader"):
        if (n := ranks.count(rank)) > 1:
            text = f"{name} has {n} figures of rank {rank}; a group has at most one"
            reading.report_warning(path, text, "CZ-FORCE-02")
    if not figures:
        reading.report_problem(path, f"{name} has no figures")
        return
    points = sum(profile.cost for _, profile in figures)
    force.units.append(RosterUnit(name, tuple(figure for figure, _ in figures), points))


def _read_member_line(
    force: _Force, path: Path, table: Table, common: Mapping[str, Any], *, is_in_gang: bool
) -> list[tuple[RosterFigure, Profile]]:
    reading = force.reading
    reading.report_unknown_keys(path, table, MEMBER)
    base = _find_base_values(force, path, table)
    own = {key: value for key, value in table.items() if key != "profile" or base is None}
    written = {**common, **(base or {}), **read_profile_values(reading, path, own)}
    rank: Rank = "none"
    if "rank" in table:
        rank = reading.read_one_of((*path, "rank"), table["rank"], get_args(Rank), "rank") or "none"  # type: ignore[assignment]
    what = clean_name(str(table.get("profile", "figure")))
    name, count = read_figure_name_and_count(reading, path, table, what)
    # CZ-G07 decides which Leaders are Gang Leaders, unless the roster says so.
    leads = {"all_leaders": True, "gangs_only": is_in_gang, "per_figure": False}
    is_gang_leader = rank == "leader" and leads[str(force.rules["leader_profile"])]
    kind: Kind = "gang-leader" if is_gang_leader else "basic"
    profile = Profile(**{"kind": kind, **written}, rank=rank)
    wish = what if base is not None else profile.kind
    wish = wish if rank == "none" else f"{wish} {rank}"
    key = store_profile(force.profiles, wish, profile)
    return [(RosterFigure(key, name), profile)] * count


def _find_base_values(force: _Force, path: Path, table: Table) -> Mapping[str, Any] | None:
    key = table.get("profile")
    if key in (None, "basic", "gang leader", "gang-leader"):
        return None
    named = read_profile_name(force.reading, path, key, force.declared)
    return (force.declared[named] if named is not None else None) or {}


def _read_hero(force: _Force, path: Path, table: Table, number: int) -> None:
    """Read a Hero. A house rule sets the quality if the roster has none (CZ-FORCE-03, CZ-G06)."""
    reading = force.reading
    reading.report_unknown_keys(path, table, ("name", "quality", "armour", "weapons", "points"))
    name = reading.read_name(path, table, f"Hero {number}", f"Hero {number}")
    values = read_profile_values(reading, path, table)
    quality = str(force.rules["hero_quality"])
    if "quality" not in values and quality == "per_figure":
        text = "the house rules require a quality for each Hero; a Hero without one counts as elite"
        reading.report_warning(path, text, "CZ-G06")
        quality = "elite"
    force.add_hero_or_machine(
        "hero", name, Profile(**{"quality": quality, **values, "kind": "hero"})
    )


def _read_machine(force: _Force, path: Path, table: Table, number: int) -> None:
    """Read a machine, unless some of its values are invalid (CZ-FORCE-08)."""
    reading = force.reading
    reading.report_unknown_keys(path, table, ("name", "armour", "weapons", "points", *MACHINE))
    name = reading.read_name(path, table, f"machine {number}", f"Machine {number}")
    values = read_profile_values(reading, path, table)
    profile = read_machine_profile(reading, path, table, values)
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
