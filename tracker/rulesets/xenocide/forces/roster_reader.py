"""Parses the rosters of Xenocide (XF-FORCE). ``template.toml`` explains every key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, get_args

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
    HouseRules,
    RosterReader,
    Units,
    read_profile_name_or_report,
    read_profiles,
    read_unit_figures,
    store_profile_under_unique_name,
)
from tracker.rulesets.xenocide.data import rule_tables, unit_profiles
from tracker.rulesets.xenocide.data.profile_types import Gun, Order, Pack, Profile
from tracker.rulesets.xenocide.data.rule_tables import PROPULSIONS
from tracker.rulesets.xenocide.forces import profile_reader
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.toml_reader import TableReader, TomlReader, clean_name

NOTES: Final = make_word_list_field("notes", free=True)
OF_WEAPONS: Final = {"size": "taken from the name, where known", "area": "no area weapon"}


def _make_stat_fields(
    stats: Mapping[str, profile_reader.StatLimits], absent: Mapping[str, str] | None = None
) -> tuple[RosterField, ...]:
    return make_number_fields(
        {key: (stat.low, stat.high) for key, stat in stats.items()},
        {**{key: stat.absent for key, stat in stats.items()}, **(absent or {})},
    )


VEHICLE: Final = RosterPart(
    "profiles",
    "kind of vehicle",
    (
        *_make_stat_fields({**profile_reader.MACHINE, **profile_reader.HULL}),
        RosterField("propulsion", values=tuple(PROPULSIONS), free=True),
        *make_flag_fields(("open", "passenger_piloted")),
        RosterField("mounts", "value", of="guns", absent="none"),
        RosterField("rollers", "value", absent="none"),
        make_word_list_field("blades", of="blades"),
        NOTES,
    ),
    marked_by="base",
)
FORMAT: Final = ForceFormat(
    units=(
        RosterPart(
            "squads", "squad", (RosterField("aboard", of="vehicles", absent="none"),), "figures"
        ),
        RosterPart("vehicles", "vehicle", (RosterField("profile", of="profiles"),)),
    ),
    shelves=(
        RosterPart(
            "profiles",
            "kind of figure",
            (
                *_make_stat_fields(profile_reader.FIGURE),
                make_word_list_field("guns", of="guns"),
                make_word_list_field("blades", of="blades"),
                RosterField("combi", of="guns + blades", absent="none"),
                make_word_list_field("packs", get_args(Pack)),
                *make_flag_fields(("brave", "commander")),
                NOTES,
            ),
        ),
        VEHICLE,
        RosterPart(
            "guns",
            "gun",
            (
                *_make_stat_fields(profile_reader.GUN, OF_WEAPONS),
                RosterField("long", "value", ("los",), absent="no long range"),
                *make_flag_fields(("thrown", "integrated")),
                NOTES,
            ),
        ),
        RosterPart(
            "blades",
            "blade",
            (
                *_make_stat_fields(profile_reader.BLADE, OF_WEAPONS),
                *make_flag_fields(("integrated",)),
                NOTES,
            ),
        ),
    ),
    top=(make_choice_field("default_order", get_args(Order), "standard"),),
    leader=("commander", True),
)


SQUAD: Final = (3, 10)  # the usual limits of a squad, in figures (XF-GEN-04)
PARTS: Final = ("default_order", "guns", "blades", "squads", "vehicles")


class _Force(Struct):
    """A force while its roster is read: its profiles, units, and squads that start aboard."""

    written: Mapping[str, Profile | None]
    rules: HouseRules
    units: list[RosterUnit] = field(default_factory=list)
    aboard: dict[str, list[RosterUnit]] = field(default_factory=dict)
    asked: dict[str, TableReader] = field(default_factory=dict)
    profiles: dict[str, Profile] = field(default_factory=dict)

    def get_written_profile(self, key: str) -> Profile:
        profile = self.written[key]
        assert profile is not None
        return profile


def _read_units(reading: TomlReader, data: TableReader, rules: HouseRules) -> Units:
    arms = profile_reader.DeclaredWeapons(
        profile_reader.read_declared_weapons(data, "guns", profile_reader.read_gun),
        profile_reader.read_declared_weapons(data, "blades", profile_reader.read_melee_weapon),
    )
    orders = get_args(Order)
    order = reading.read_one_of(
        ("default_order",), data.get("default_order", "standard"), orders, "default order"
    )
    written = read_profiles(
        reading,
        data.get("profiles", {}),
        "and its values",
        lambda _, table: replace(
            profile_reader.read_profile(table, arms), order=order or "standard"
        ),
    )
    force = _Force(written, rules)
    for key, found in force.written.items():
        if found is not None:
            profile_reader.warn_of_unusable_weapons(data, key, found)
    if not any(data.get(key) for key in ("squads", "vehicles")):
        data.report_problem("no units: write [[squads]] or [[vehicles]]")
    for key, take in (("squads", _read_squad), ("vehicles", _read_vehicle)):
        for number, table in enumerate(data.read_tables(key) if key in data else (), 1):
            take(force, table, number)
    names = [unit.name for unit in force.units]
    for name in dict.fromkeys(unit.name for inside in force.aboard.values() for unit in inside):
        if names.count(name) > 1:
            text = f"{name}: give each squad its own name, or the wrong one may start aboard"
            data.report_warning(text, "XF-SETUP-02", "squads")
    for name, squad in force.asked.items():
        squad.report_problem(f"there is no vehicle {name!r} to start aboard", "aboard")
    return force.units, force.profiles


def _read_squad(force: _Force, table: TableReader, number: int) -> None:
    table.report_unknown_keys(("name", "figures", "aboard"))
    name = table.read_name(f"squad {number}", f"Squad {number}")
    found = read_unit_figures(table, "figures", name, force.written)
    figures = [figure for figure in found if _check_figure_on_foot(force, table, name, figure)]
    if not figures:
        return
    squad = [force.get_written_profile(figure.profile) for figure in figures]
    two = force.rules["heavy_weapon_move"] == "two_and_strength"
    for text, rule in _list_squad_warnings(squad, needs_two_figures=two):
        table.report_warning(f"{name}{text}", rule)
    unit = _add_roster_unit(force, name, figures, squad)
    if "aboard" in table:
        vehicle = clean_name(str(table["aboard"]))
        force.aboard.setdefault(vehicle, []).append(unit)
        force.asked.setdefault(vehicle, table)


def _check_figure_on_foot(
    force: _Force, table: TableReader, name: str, figure: RosterFigure
) -> bool:
    if force.get_written_profile(figure.profile).vehicle is None:
        return True
    text = f"{name}: {figure.profile} is a vehicle; list it under [[vehicles]]"
    table.report_problem(text, "figures", rule="XF-FORCE-17")
    return False


def _read_vehicle(force: _Force, table: TableReader, number: int) -> None:
    table.report_unknown_keys(("name", "profile"))
    name = table.read_name(f"vehicle {number}", f"Vehicle {number}")
    inside = force.aboard.get(name, []) if force.asked.pop(name, None) is not None else []
    key = read_profile_name_or_report(table, table.get("profile"), force.written, "profile")
    profile = force.written[key] if key is not None else None
    if key is None or profile is None:
        return
    if profile.vehicle is None:
        text = f"{name}: {key} is not a vehicle: a vehicle has a base movement and a propulsion"
        table.report_problem(text, "profile", rule="XF-FORCE-14")
        return
    room, passengers = profile.vehicle.passengers, sum(len(unit.figures) for unit in inside)
    if passengers > room:
        text = f"{name} carries {room}, but {passengers} start aboard"
        table.report_warning(text, "XF-FORCE-16")
    if profile.vehicle.piloted and not passengers:
        table.report_warning(f"{name} needs a passenger to pilot it", "XF-G102")
    carrying = replace(profile.vehicle, aboard=tuple(unit.name for unit in inside))
    _add_roster_unit(force, name, [RosterFigure(key)], [replace(profile, vehicle=carrying)])


def _add_roster_unit(
    force: _Force, name: str, figures: Sequence[RosterFigure], profiles: Sequence[Profile]
) -> RosterUnit:
    kept = tuple(
        replace(
            figure, profile=store_profile_under_unique_name(force.profiles, figure.profile, profile)
        )
        for figure, profile in zip(figures, profiles, strict=True)
    )
    unit = RosterUnit(name, kept, sum(profile.cost for profile in profiles))
    force.units.append(unit)
    return unit


def _list_squad_warnings(
    figures: Sequence[Profile], *, needs_two_figures: bool
) -> Iterator[profile_reader.Advice]:
    """Yield warnings about a squad's size, and about weapons that are too heavy.

    These are the rules XF-GEN-04 and XF-FORCE-08. Each text follows the squad's name.
    """
    fewest, most = SQUAD
    if not fewest <= len(figures) <= most:
        has = f" has {format_count(len(figures), 'figure')}"
        yield f"{has}; a squad normally has {fewest} to {most}", "XF-GEN-04"
    heavy = {
        gun.id: gun
        for profile in figures
        for gun in profile.guns
        if gun.size - profile.capacity > rule_tables.CARRIED
    }
    for gun in heavy.values():
        for text, rule in _list_crew_warnings(gun, figures, needs_two_figures=needs_two_figures):
            yield f": {text}", rule


def _list_crew_warnings(
    gun: Gun, figures: Sequence[Profile], *, needs_two_figures: bool
) -> Iterator[profile_reader.Advice]:
    strengths = [profile.strength for profile in figures]
    if not rule_tables.can_move_weapon(gun.size, strengths, needs_two_figures=needs_two_figures):
        several = "two figures or more, with a total " if needs_two_figures else "a total "
        text = f"nobody can move the {gun.id}: it takes {several}Strength of {gun.size}"
        yield text, "XF-G91" if needs_two_figures else "XF-G90"
    hands, needed = sum(profile.hands for profile in figures), rule_tables.GUNS[2].hands
    if hands < needed:
        yield f"the {gun.id} takes {needed} hands to fire, but there are {hands}", "XF-WPN-12"


PACKAGE: Final = "tracker.rulesets.xenocide"
ROSTERS: Final = RosterReader(
    "xenocide", read_house_rules(PACKAGE), PARTS, "XF-FORCE-01", _read_units
)
FORCES: Final = ROSTERS.make_force_rules(
    PACKAGE, Profile, FORMAT, unit_profiles.describe_roster_unit
)
