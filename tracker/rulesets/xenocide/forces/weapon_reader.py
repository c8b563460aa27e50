"""Weapons as a roster declares them, under their names in commands (XF-WPN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from tracker.rulesets.xenocide.data import rule_tables
from tracker.rulesets.xenocide.data.rule_tables import INCH, LOS, Blade, Gun
from tracker.vocabulary.toml import Path, Reading, Table, clean_name

Weapon = TypeVar("Weapon", Gun, Blade)

GUN: Final = (
    *("size", "rate", "power", "weak", "saves", "area", "normal", "long"),
    *("thrown", "integrated", "notes"),
)
BLADE: Final = ("size", "bonus", "integrated", "notes")
MOST_SIZE: Final = 20
MOST_POWER: Final = 99
MOST_RANGE: Final = 999
MOST_DICE: Final = 20
NUMBERS: Final = {
    "size": (0, MOST_SIZE),
    "rate": (1, MOST_DICE),
    "power": (-MOST_POWER, MOST_POWER),
    "weak": (0, MOST_POWER),
    "saves": (1, MOST_DICE),
    "area": (0, MOST_DICE),
    "normal": (1, MOST_RANGE),
    "bonus": (-MOST_POWER, MOST_POWER),
}
"""The limits of a weapon's numbers."""


def read_declared_weapons(
    reading: Reading, value: Any, part: str, read: Callable[[Reading, Path, Table, str], Weapon]
) -> dict[str, Weapon | None]:
    """The tables below ``[guns]`` or ``[blades]``, by name; None for a table with a problem."""
    found: dict[str, Weapon | None] = {}
    if not isinstance(value, dict):
        reading.report_problem((part,), f"write [{part}.name] and its values")
        return found
    for key, table in value.items():
        path, before = (part, key), len(reading.problems)
        name = convert_key_to_name(key)
        if clean_name(key) != key:
            reading.report_problem(path, f"{clean_name(key)!r}: a weapon needs a short, plain name")
        elif not isinstance(table, dict):
            reading.report_problem(path, f"{key}: write [{part}.{key}] and its values")
        elif name in found:
            reading.report_problem(path, f"{name} is listed twice")
        weapon = read(reading, path, table, name) if len(reading.problems) == before else None
        found[name] = weapon if len(reading.problems) == before else None
    return found


def convert_key_to_name(key: str) -> str:
    """``light-machine-gun``, the form of a TOML key, as people write the name."""
    return " ".join(key.casefold().replace("-", " ").split())


def read_weapon_list(
    reading: Reading, path: Path, value: Any, known: Mapping[str, Weapon | None], what: str
) -> tuple[Weapon, ...]:
    """A list of names of declared weapons."""
    if not isinstance(value, list):
        example = next(iter(known), "rifle")
        reading.report_problem(path, f'write a list of {what}s, such as ["{example}"]')
        return ()
    found = (look_up_weapon(reading, (*path, n), each, known, what) for n, each in enumerate(value))
    return tuple(weapon for weapon in found if weapon is not None)


def look_up_weapon(
    reading: Reading, path: Path, value: Any, known: Mapping[str, Weapon | None], what: str
) -> Weapon | None:
    """The weapon of a name; None if the name is not declared or its table has a problem."""
    if not known:
        name = clean_name(str(value))
        reading.report_problem(
            path, f"no {what} is declared: write [{what}s.{name}] and its values"
        )
        return None
    keys = {name.replace(" ", "-"): weapon for name, weapon in known.items()}
    key = reading.read_one_of(path, value, keys, what)
    return keys[key] if key else None


def read_gun(reading: Reading, path: Path, table: Table, name: str) -> Gun:
    """XF-WPN-01 to XF-WPN-07."""
    reading.only(path, table, GUN)
    thrown = reading.flag(path, table, "thrown")
    normal = rule_tables.THROWN_RANGE // INCH if thrown else None
    return Gun(
        id=name,
        size=_size(reading, path, table, name),
        rate=_number(reading, path, table, "rate", 1, NUMBERS["rate"], name),
        power=_power(reading, path, table, name),
        saves=_number(reading, path, table, "saves", 1, NUMBERS["saves"], name),
        area=_number(reading, path, table, "area", 0, NUMBERS["area"], name),
        normal=_number(reading, path, table, "normal", normal, NUMBERS["normal"], name),
        long=_long(reading, path, table, name),
        thrown=thrown,
        integrated=reading.flag(path, table, "integrated"),
        notes=read_notes(reading, path, table),
    )


def read_blade(reading: Reading, path: Path, table: Table, name: str) -> Blade:
    """XF-WPN-13, XF-WPN-14."""
    reading.only(path, table, BLADE)
    return Blade(
        id=name,
        size=_size(reading, path, table, name),
        bonus=_number(reading, path, table, "bonus", 0, NUMBERS["bonus"], name),
        integrated=reading.flag(path, table, "integrated"),
        notes=read_notes(reading, path, table),
    )


def read_notes(reading: Reading, path: Path, table: Table) -> tuple[str, ...]:
    """Special abilities in the players' words (XF-FORCE-12, XF-WPN-15)."""
    value = table.get("notes", [])
    if not isinstance(value, list) or any(not isinstance(note, str) for note in value):
        reading.report_problem((*path, "notes"), 'notes: write a list, such as ["camouflage"]')
        return ()
    return tuple(clean_name(note) for note in value)


def _number(
    reading: Reading,
    path: Path,
    table: Table,
    key: str,
    absent: int | None,
    between: tuple[int, int],
    name: str,
) -> int:
    """A number that may be left out unless ``absent`` is None."""
    what = f"the {key} of {name}"
    if absent is None:
        return reading.number(path, table, key, *between, what=what) or 0
    return reading.number_or(absent, path, table, key, *between, what=what)


def _size(reading: Reading, path: Path, table: Table, name: str) -> int:
    """The size class; the sizes of weapons in the rulebook may be left out (XF-T21)."""
    return _number(reading, path, table, "size", rule_tables.SIZES.get(name), NUMBERS["size"], name)


def _power(reading: Reading, path: Path, table: Table, name: str) -> int:
    """XF-WPN-03, XF-WPN-04: Power, or a weakness as power below 0."""
    weak = _number(reading, path, table, "weak", 0, NUMBERS["weak"], name)
    if "weak" in table and "power" in table:
        text = f"{name}: write either its power or how weak it is, not both"
        reading.report_problem((*path, "weak"), text, word="weak")
    return -weak or _number(reading, path, table, "power", 0, NUMBERS["power"], name)


def _long(reading: Reading, path: Path, table: Table, name: str) -> int | None:
    """XF-WPN-07: inches, or ``"los"`` for the whole table; None if it is left out."""
    value = table.get("long")
    if value is None:
        return None
    if isinstance(value, str) and value.casefold() == "los":
        return LOS
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_RANGE:
        return value
    text = f'the long range of {name} must be a number of inches or "los"'
    reading.report_problem((*path, "long"), text, word="long")
    return None
