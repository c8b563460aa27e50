"""Parses the rosters of Combat Zone, which players write by hand (CZ-FORCE).

The sample ``template.toml`` explains every key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec import Struct, field

from tracker.procedures.declared.rule_texts import read_house_rules
from tracker.procedures.declared.ruleset_forces import RosterFigure, RosterUnit
from tracker.procedures.pieces.common_roster_reader import (
    HouseRules,
    RosterReader,
    Units,
    read_figure_name_and_count,
    read_profile_name,
    read_profiles,
    store_profile,
)
from tracker.rulesets.combat_zone.data.rule_tables import Profile, Rank
from tracker.rulesets.combat_zone.forces import profile_reader
from tracker.vocabulary.toml_reader import Path, Table, TomlReader, clean_name

MEMBER: Final = ("name", "rank", "count", *profile_reader.EQUIPMENT)


class _Force(Struct):
    """A force while it is read: its units, and the profiles of its figures by name. ``declared``
    holds the values of the profiles that the roster declares (None if invalid).
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

    def equipped(path: Path, table: Table) -> Mapping[str, Any]:
        reading.report_unknown_keys(path, table, profile_reader.EQUIPMENT)
        return profile_reader.read_profile_values(reading, path, table)

    declared = read_profiles(reading, data.get("profiles", {}), "and what it carries", equipped)
    force = _Force(reading, rules, declared)
    parts = (("groups", _read_group), ("heroes", _read_hero), ("machines", _read_machine))
    if not any(key in data for key, _ in parts):
        reading.report_problem((), "no figures: write [[groups]], [[heroes]] or [[machines]]")
    for key, take in parts:
        if key in data:
            for number, (path, table) in enumerate(reading.read_tables((key,), data[key], key), 1):
                take(force, path, table, number)
    return force.units, force.profiles


def _read_group(force: _Force, path: Path, table: Table, number: int) -> None:
    """Read a group (CZ-FORCE-01, CZ-FORCE-02)."""
    reading = force.reading
    reading.report_unknown_keys(path, table, ("name", "quality", "gang", "figures"))
    name = reading.read_name(path, table, f"group {number}", f"Group {number}")
    common = {key: table[key] for key in ("quality",) if key in table}
    common = profile_reader.read_profile_values(reading, path, common)
    gang = reading.read_flag(path, table, "gang")
    figures: list[tuple[RosterFigure, Profile]] = []
    lines = reading.read_tables((*path, "figures"), table.get("figures"), f"figures of {name}")
    for at, member in lines:
        figures += _read_member_line(force, at, member, common, gang=gang)
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
    force: _Force, path: Path, table: Table, common: Mapping[str, Any], *, gang: bool
) -> list[tuple[RosterFigure, Profile]]:
    """Read one line of a group: a profile, and values that differ for this figure."""
    reading = force.reading
    reading.report_unknown_keys(path, table, MEMBER)
    base = _find_base_values(force, path, table)
    own = {key: value for key, value in table.items() if key != "profile" or base is None}
    written = {**common, **(base or {}), **profile_reader.read_profile_values(reading, path, own)}
    rank: Rank = "none"
    if "rank" in table:
        rank = reading.read_one_of((*path, "rank"), table["rank"], get_args(Rank), "rank") or "none"  # type: ignore[assignment]
    what = clean_name(str(table.get("profile", "figure")))
    name, count = read_figure_name_and_count(reading, path, table, what)
    profile = profile_reader.make_group_member_profile(written, rank, gang=gang, rules=force.rules)
    wish = what if base is not None else profile.kind
    wish = wish if rank == "none" else f"{wish} {rank}"
    key = store_profile(force.profiles, wish, profile)
    return [(RosterFigure(key, name), profile)] * count


def _find_base_values(force: _Force, path: Path, table: Table) -> Mapping[str, Any] | None:
    """Return the values of the profile that a figure names, or None if the name is unknown."""
    key = table.get("profile")
    if key in (None, "basic", "gang leader", "gang-leader"):
        return None
    named = read_profile_name(force.reading, path, key, force.declared)
    return (force.declared[named] if named is not None else None) or {}


def _read_hero(force: _Force, path: Path, table: Table, number: int) -> None:
    """Read a Hero (CZ-FORCE-03)."""
    reading = force.reading
    reading.report_unknown_keys(path, table, ("name", "quality", "armour", "weapons", "points"))
    name = reading.read_name(path, table, f"Hero {number}", f"Hero {number}")
    values = profile_reader.read_profile_values(reading, path, table)
    force.add_hero_or_machine(
        "hero", name, profile_reader.make_hero_profile(reading, path, values, force.rules)
    )


def _read_machine(force: _Force, path: Path, table: Table, number: int) -> None:
    """Read a machine (CZ-FORCE-08)."""
    reading = force.reading
    reading.report_unknown_keys(
        path, table, ("name", "armour", "weapons", "points", *profile_reader.MACHINE)
    )
    name = reading.read_name(path, table, f"machine {number}", f"Machine {number}")
    values = profile_reader.read_profile_values(reading, path, table)
    profile = profile_reader.read_machine_profile(reading, path, table, values)
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
FORCES: Final = ROSTERS.make_force_rules(PACKAGE, Profile, profile_reader.FORMAT)
