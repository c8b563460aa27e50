"""Reads the profiles of figures (XF-FORCE-02 to -13) and vehicles (XF-FORCE-14) in rosters.

A profile that breaks advice in the rules causes only a warning, because it can still be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.pieces.common_roster_reader import MAX_POINTS
from tracker.rulesets.xenocide.data import rule_tables
from tracker.rulesets.xenocide.data.profile_types import (
    HUMAN,
    Gun,
    MeleeWeapon,
    Pack,
    Profile,
    Vehicle,
    WeaponMount,
)
from tracker.rulesets.xenocide.data.rule_tables import INCH, LOS, PROPULSIONS
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.toml_reader import TableReader, clean_name

Weapon = TypeVar("Weapon", Gun, MeleeWeapon)


class StatLimits(Struct, frozen=True):
    low: int
    high: int
    absent: int | None = None


MAX_RANGE: Final = 999
SIZE: Final = StatLimits(0, 20)
GUN: Final = {
    "size": SIZE,
    "rate": StatLimits(1, 20, 1),
    "power": StatLimits(-99, 99, 0),
    "weak": StatLimits(0, 99, 0),
    "saves": StatLimits(1, 20, 1),
    "area": StatLimits(0, 20, 0),
    "normal": StatLimits(1, MAX_RANGE),
}
BLADE: Final = {"size": SIZE, "bonus": StatLimits(-99, 99, 0)}


def read_declared_weapons(
    data: TableReader, key: str, read_weapon: Callable[[TableReader, str], Weapon]
) -> dict[str, Weapon | None]:
    """Read the weapons under ``[guns]`` or ``[blades]`` by name. An invalid weapon becomes None."""
    found: dict[str, Weapon | None] = {}
    problems, value = data.reading.problems, data.get(key, {})
    if not isinstance(value, dict):
        data.report_problem(f"write [{key}.name] and its values", key)
        return found
    for written, values in value.items():
        name, before, text = convert_key_to_name(written), len(problems), ""
        if clean_name(written) != written:
            text = f"{clean_name(written)!r}: a weapon needs a short, plain name"
        elif not isinstance(values, dict):
            text = f"{written}: write [{key}.{written}] and its values"
        elif name in found:
            text = f"{name} is listed twice"
        table = TableReader(data.reading, (key, written), values)
        if text:
            table.report_problem(text)
        weapon = None if text else read_weapon(table, name)
        found[name] = weapon if len(problems) == before else None
    return found


def convert_key_to_name(key: str) -> str:
    """Convert a key to a name. For example, ``light-machine-gun`` becomes ``light machine gun``."""
    return " ".join(key.casefold().replace("-", " ").split())


def read_weapon_list(
    table: TableReader, key: str, known_weapons: Mapping[str, Weapon | None]
) -> tuple[Weapon, ...]:
    listed = table.read_list(key, next(iter(known_weapons), "rifle"))
    what = key.removesuffix("s")
    found = (
        look_up_weapon(table, one, known_weapons, what, key, n) for n, one in enumerate(listed)
    )
    return tuple(weapon for weapon in found if weapon is not None)


def look_up_weapon(
    table: TableReader,
    value: Any,
    known_weapons: Mapping[str, Weapon | None],
    weapon_kind: str,
    *keys: str | int,
) -> Weapon | None:
    """Return the weapon that a value names, or report that it is unknown and return None.

    The value is under ``keys`` in the table. A weapon declared with errors is None, too.
    """
    if not known_weapons:
        name = clean_name(str(value))
        text = f"no {weapon_kind} is declared: write [{weapon_kind}s.{name}] and its values"
        table.report_problem(text, *keys)
        return None
    weapons = {name.replace(" ", "-"): weapon for name, weapon in known_weapons.items()}
    key = table.reading.read_one_of((*table.path, *keys), value, weapons, weapon_kind)
    return weapons[key] if key else None


def read_gun(table: TableReader, name: str) -> Gun:
    """Read a gun, and report invalid values (XF-WPN-01 to XF-WPN-07)."""
    table.report_unknown_keys((*GUN, "long", "thrown", "integrated", "notes"))
    thrown = table.read_flag("thrown")
    stats = GUN
    if thrown:
        stats = GUN | {"normal": replace(GUN["normal"], absent=rule_tables.THROWN_RANGE // INCH)}
    numbers = _read_weapon_numbers(table, stats, name)
    if "weak" in table and "power" in table:
        table.report_problem(
            f"{name}: write either `power` or `weak`, not both", "weak", word="weak"
        )
    weak = numbers.pop("weak")
    numbers["power"] = -weak or numbers["power"]  # XF-WPN-03, XF-WPN-04
    return Gun(
        id=name,
        **numbers,
        long=_read_long_range(table, name),
        thrown=thrown,
        integrated=table.read_flag("integrated"),
        notes=read_notes(table),
    )


def read_melee_weapon(table: TableReader, name: str) -> MeleeWeapon:
    """Read a melee weapon, and report invalid values (XF-WPN-13, XF-WPN-14)."""
    table.report_unknown_keys((*BLADE, "integrated", "notes"))
    return MeleeWeapon(
        id=name,
        **_read_weapon_numbers(table, BLADE, name),
        integrated=table.read_flag("integrated"),
        notes=read_notes(table),
    )


def read_notes(table: TableReader) -> tuple[str, ...]:
    """Read special abilities, which are in any words (XF-FORCE-12, XF-WPN-15)."""
    value = table.get("notes", [])
    if not isinstance(value, list) or any(not isinstance(note, str) for note in value):
        table.report_problem('notes: write a list, such as ["camouflage"]', "notes")
        return ()
    return tuple(clean_name(note) for note in value)


def _read_weapon_numbers(
    table: TableReader, stats: Mapping[str, StatLimits], name: str
) -> dict[str, Any]:
    """Read a weapon's numbers. The size of a known weapon can be omitted (XF-T21)."""
    sized = {**stats, "size": replace(SIZE, absent=rule_tables.SIZES.get(name))}
    return read_profile_numbers(table, sized, f" of {name}")


def _read_long_range(table: TableReader, name: str) -> int | None:
    """Read the long range in inches, or ``"los"`` for line of sight, or None (XF-WPN-07)."""
    value = table.get("long")
    if value is None:
        return None
    if isinstance(value, str) and value.casefold() == "los":
        return LOS
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_RANGE:
        return value
    text = f'the long range of {name} must be a number of inches or "los"'
    table.report_problem(text, "long", word="long")
    return None


class DeclaredWeapons(Struct, frozen=True):
    guns: Mapping[str, Gun | None]
    blades: Mapping[str, MeleeWeapon | None]


FIGURE: Final = {
    "cost": StatLimits(0, MAX_POINTS, 0),
    "movement": StatLimits(0, 99),
    "wounds": StatLimits(1, 99, HUMAN.wounds),
    "armour": StatLimits(0, 30),
    "aspect": StatLimits(-9, 20, HUMAN.aspect),
    "missile": StatLimits(0, 20, HUMAN.missile),
    "melee": StatLimits(0, 20),
    "defence": StatLimits(0, 9, 0),
    "strength": StatLimits(0, 99),
    "morale": StatLimits(1, 20),
    "capacity": StatLimits(0, 20, HUMAN.capacity),
    "hands": StatLimits(0, 20, HUMAN.hands),
    "attacks": StatLimits(0, 20, 1),
}
MACHINE: Final = {
    "cost": StatLimits(0, MAX_POINTS, 0),
    "armour": StatLimits(0, 40),
    "aspect": StatLimits(-9, 20, 0),
    "strength": StatLimits(0, 99),
    "melee": StatLimits(0, 20, 0),
    "capacity": StatLimits(0, 20, HUMAN.capacity),
    "hands": StatLimits(0, 20, HUMAN.hands),
    "attacks": StatLimits(0, 20, 0),
}
HULL: Final = {
    "base": StatLimits(0, 99),
    "threshold": StatLimits(1, 99),
    "passengers": StatLimits(0, 99, 0),
}
ROLLERS: Final = {"dodge": StatLimits(0, 9, 0), "power": StatLimits(0, 99, 0)}
MOUNT: Final = {"capacity": StatLimits(0, 30), "accuracy": StatLimits(0, 20)}

OF_FIGURES: Final = (*FIGURE, "brave", "commander", "packs", "guns", "blades", "combi", "notes")
OF_VEHICLES: Final = (
    *(*MACHINE, *HULL, "propulsion", "open", "passenger_piloted", "mounts", "rollers"),
    *("blades", "notes"),
)


def read_profile(table: TableReader, declared_weapons: DeclaredWeapons) -> Profile:
    """Read the profile of a figure, or of a vehicle if it has a base movement or propulsion."""
    vehicle = "base" in table or "propulsion" in table
    table.report_unknown_keys(OF_VEHICLES if vehicle else OF_FIGURES)
    profile = Profile(
        **read_profile_numbers(table, MACHINE if vehicle else FIGURE),
        blades=read_weapon_list(table, "blades", declared_weapons.blades),
        notes=read_notes(table),
    )
    if vehicle:
        return replace(profile, vehicle=_read_vehicle(table, declared_weapons))
    profile = replace(
        profile,
        brave=table.read_flag("brave"),
        commander=table.read_flag("commander"),
        packs=table.read_known_words("packs", get_args(Pack), "grav"),
        guns=read_weapon_list(table, "guns", declared_weapons.guns),
    )
    return _read_combi_weapon(table, declared_weapons, profile)


def read_profile_numbers(
    table: TableReader, stats: Mapping[str, StatLimits], owner_suffix: str = ""
) -> dict[str, Any]:
    """Read a table's numbers and report invalid ones, named with ``owner_suffix``."""
    found = {}
    for key, limits in stats.items():
        what = f"the {key}{owner_suffix}"
        low, high, absent = limits.low, limits.high, limits.absent
        if absent is None:
            found[key] = table.read_number(key, low, high, what=what) or 0
        else:
            found[key] = table.read_number_or_default(absent, key, low, high, what=what)
    return found


def _read_combi_weapon(
    table: TableReader, declared_weapons: DeclaredWeapons, profile: Profile
) -> Profile:
    """Read a gun combined with a melee weapon, such as ``"rifle + bayonet"`` (XF-FORCE-10)."""
    written = table.get("combi")
    if written is None:
        return profile
    parts = str(written).split("+")
    if not isinstance(written, str) or len(parts) != 2:
        text = 'write the two parts of a combi-weapon, as in "rifle + bayonet"'
        table.report_problem(text, "combi")
        return profile
    first, second = (convert_key_to_name(part) for part in parts)
    if first in declared_weapons.blades and second in declared_weapons.guns:
        first, second = second, first
    gun = look_up_weapon(table, first, declared_weapons.guns, "gun", "combi")
    blade = look_up_weapon(table, second, declared_weapons.blades, "blade", "combi")
    if gun is None or blade is None:
        return profile
    blades = (*profile.blades, replace(blade, combi=True))
    return replace(profile, guns=(*profile.guns, replace(gun, combi=True)), blades=blades)


def _read_vehicle(table: TableReader, declared_weapons: DeclaredWeapons) -> Vehicle:
    """Read the part of a profile that only vehicles have (XF-FORCE-14 to 16, XF-VEH-21)."""
    given = table.get("rollers", {})
    if not isinstance(given, dict):
        table.report_problem("write rollers = { dodge = 1, power = 2 }", "rollers")
        given = {}
    rollers = TableReader(table.reading, (*table.path, "rollers"), given)
    rollers.report_unknown_keys(tuple(ROLLERS))
    return Vehicle(
        **read_profile_numbers(table, HULL),
        **read_profile_numbers(rollers, ROLLERS),
        propulsion=_read_propulsion(table),
        open=table.read_flag("open"),
        piloted=table.read_flag("passenger_piloted"),
        mounts=_read_mounts(table, declared_weapons) if "mounts" in table else (),
    )


def _read_propulsion(table: TableReader) -> str:
    """Read a propulsion. Any word is valid, but only known words give flight or pivots (XF-G88)."""
    value = table.get("propulsion")
    if isinstance(value, str) and (word := convert_key_to_name(value)):
        return word
    text = f"write the propulsion as a word, such as {', '.join(PROPULSIONS)}"
    table.report_problem(text, "propulsion")
    return ""


def _read_mounts(
    vehicle: TableReader, declared_weapons: DeclaredWeapons
) -> tuple[WeaponMount, ...]:
    found = []
    for table in vehicle.read_tables("mounts"):
        table.report_unknown_keys(("gun", "arc", "open", *MOUNT))
        gun = look_up_weapon(table, table.get("gun"), declared_weapons.guns, "gun", "gun")
        mount = read_profile_numbers(table, MOUNT)
        arc = table.read_name("a mount", "front", "arc") if "arc" in table else "front"
        if gun is not None:
            found.append(WeaponMount(gun, **mount, arc=arc, open=table.read_flag("open")))
    return tuple(found)


# -------------------------------------------------------------------------------------- warnings


Advice = tuple[str, str]
"""A warning, and the id of its rule."""


def warn_of_unusable_weapons(data: TableReader, name: str, profile: Profile) -> None:
    """Warn of weapons that figures with the profile called ``name`` cannot use."""
    for text, rule in (
        *_list_gun_warnings(profile),
        *_list_melee_weapon_warnings(profile),
        *_list_combi_warnings(profile),
    ):
        data.report_warning(f"{name}: {text}", rule, "profiles", name)


def _list_gun_warnings(profile: Profile) -> Iterator[Advice]:
    for gun in profile.guns:
        s = gun.size - profile.capacity
        hands = rule_tables.find_gun_row(gun, profile.capacity).hands
        if gun.integrated and s > 0:
            yield f"the {gun.id} is too big to be built in", "XF-FORCE-11"
        elif s <= rule_tables.CARRIED and hands > profile.hands:
            yield _describe_too_few_hands(gun.id, hands, profile.hands), "XF-FORCE-09"
        if gun.thrown and s > rule_tables.THROWN_SIZE:
            yield f"the {gun.id} is too big to be thrown", "XF-THROW-01"
    mounts = profile.vehicle.mounts if profile.vehicle is not None else ()
    for gun in (*profile.guns, *(mount.gun for mount in mounts)):
        if gun.long not in (None, rule_tables.LOS) and gun.long <= gun.normal:
            text = f"the long range of the {gun.id} must be longer than its normal range"
            yield text, "XF-WPN-07"
    for mount in mounts:
        if mount.gun.size - mount.capacity > 1:
            yield f"the mount is too small to fire the {mount.gun.id}", "XF-T14"


def _list_melee_weapon_warnings(profile: Profile) -> Iterator[Advice]:
    for blade in profile.blades:
        row = rule_tables.find_melee_weapon_row(blade, profile.capacity)
        if row is None:
            yield f"the {blade.id} is too big to be used", "XF-WPN-13"
        elif blade.integrated and blade.size > profile.capacity:
            yield f"the {blade.id} is too big to be built in", "XF-FORCE-11"
        elif row.hands > profile.hands:
            yield _describe_too_few_hands(blade.id, row.hands, profile.hands), "XF-FORCE-09"


def _describe_too_few_hands(weapon: str, needed: int, available: int) -> str:
    return f"the {weapon} takes {format_count(needed, 'hand')}, but there are {available}"


def _list_combi_warnings(profile: Profile) -> Iterator[Advice]:
    """Yield a warning if a combi-weapon's parts are less than two sizes apart (XF-FORCE-10)."""
    guns = [gun for gun in profile.guns if gun.combi]
    blades = [blade for blade in profile.blades if blade.combi]
    for gun, blade in zip(guns, blades, strict=True):
        if abs(gun.size - blade.size) < rule_tables.COMBI_GAP:
            text = f"the parts {gun.id} and {blade.id} should be two sizes apart"
            yield text, "XF-FORCE-10"
