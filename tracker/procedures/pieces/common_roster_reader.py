"""Parses what all rosters have in common: the game, the profiles and the figures.

A ruleset adds its own top-level tables, and a function that makes units from them.

>>> from warledger_coin import FRAME, SAMPLE
>>> [(unit.name, len(unit.figures)) for unit in FRAME.read(SAMPLE).units]
[('Left', 3), ('Right', 2)]
>>> FRAME.read("hand = 1").problems[0].text
"'hand' is unknown; did you mean 'hands'?"
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from msgspec import Struct

from tracker.procedures.declared.action_line_forms import map_field_defaults
from tracker.procedures.declared.force_format import ForceFormat
from tracker.procedures.declared.player_actions import encode_params
from tracker.procedures.declared.rosters_and_mustering import (
    ForceRules,
    Profiles,
    Roster,
    RosterFigure,
    RosterUnit,
    describe_profiles,
    read_packaged_samples,
)
from tracker.procedures.ruleset import HouseRule
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.packaged_files import read_packaged_text
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.toml_reader import Path, Table, TableReader, TomlReader, clean_name

T = TypeVar("T")
P = TypeVar("P", bound=Struct)

HouseRules = Mapping[str, Scalar]
"""The values of house rules, by name."""
Units = tuple[Sequence[RosterUnit], Mapping[str, Struct]]
"""The units of a roster, and their figures' profiles by name."""

MAX_FIGURES: Final = 200  # per roster line
MAX_POINTS: Final = 1_000_000
COMMON_KEYS: Final = ("name", "ruleset", "player", "limit", "profiles")


class RosterReader(Struct, frozen=True):
    """The parser for a ruleset's rosters.

    ``parts`` are the ruleset's own top-level keys. ``units`` parses these keys under the house
    rules of the match, and returns the units with their profiles. ``options`` are the ruleset's
    house rules. ``limit_rule`` is the id of the rule about the points of a force.
    """

    ruleset: str
    options: Iterable[HouseRule]
    parts: tuple[str, ...]
    limit_rule: str
    units: Callable[[TomlReader, TableReader, HouseRules], Units]

    def read(self, text: str, options: HouseRules | None = None) -> Roster:
        """Parse a roster. Errors become the roster's problems, and all readable parts are used."""
        reading = TomlReader(text)
        data = TableReader(reading, (), reading.data)
        if not data:
            if not reading.problems:
                data.report_problem("this file is empty")
            return Roster("", self.ruleset, problems=reading.sort_problems())
        data.report_unknown_keys((*COMMON_KEYS, *self.parts))
        name = data.read_name("the force", "Unnamed force")
        player = data.read_name("the force", "", "player") if "player" in data else ""
        if data.get("ruleset", self.ruleset) != self.ruleset:
            other = clean_name(str(data["ruleset"]))
            text = f"this force is for {other!r}, not for {self.ruleset!r}"
            data.report_problem(text, "ruleset")
        limit = data.read_number_or_default(0, "limit", 1, MAX_POINTS, what="the limit")
        rules = {**{option.name: option.default for option in self.options}, **(options or {})}
        units, profiles = self.units(reading, data, rules)
        points = sum(unit.points for unit in units)
        if limit and points > limit:
            over = f"{points - limit} over its limit of {limit}"
            text = f"the force is worth {format_count(points, 'point')}, {over}"
            data.report_warning(text, self.limit_rule, "limit")
        return Roster(
            name=name,
            ruleset=self.ruleset,
            points=points,
            units=tuple(units),
            profiles={key: encode_params(profile) for key, profile in profiles.items()},
            player=player,
            limit=limit,
            problems=reading.sort_problems(),
        )

    def make_force_rules(
        self,
        package: str,
        profile: type[Struct],
        force_format: ForceFormat,
        sheet: Callable[[RosterUnit, Profiles], Iterable[str]] = describe_profiles,
    ) -> ForceRules:
        """Make the rules for forces, with the samples and the template in a ``package``.

        ``profile`` is the class of the profiles, and ``force_format`` is the format of rosters.
        ``sheet`` describes a unit for its unit card, in several lines.
        """
        return ForceRules(
            read=self.read,
            samples=lambda: read_packaged_samples(package),
            template=lambda: read_packaged_text(package, "template.toml"),
            together=list_point_differences,
            profile=profile,
            sheet=sheet,
            format=force_format,
        )


def read_profiles(
    reading: TomlReader, value: Any, what: str, read: Callable[[Path, TableReader], T]
) -> dict[str, T | None]:
    """Read a profile from each table below ``[profiles]``, by name.

    An invalid profile becomes None. ``value`` is the value of ``profiles``, and ``read`` makes a
    profile from a table. ``what`` ends the error text if ``value`` is not a table.
    """
    found: dict[str, T | None] = {}
    if not isinstance(value, dict):
        reading.report_problem(("profiles",), f"write [profiles.trooper] {what}")
        return found
    for key, values in value.items():
        path, before, text = ("profiles", key), len(reading.problems), ""
        if clean_name(key) != key:
            text = f"{clean_name(key)!r}: a profile needs a short, plain name"
        elif not isinstance(values, dict):
            text = f"{key}: write [profiles.{key}] {what}"
        if text:
            reading.report_problem(path, text)
        profile = None if text else read(path, TableReader(reading, path, values))
        found[key] = profile if len(reading.problems) == before else None
    return found


def make_profile_reader(
    kind: type[P], limits: Mapping[str, tuple[int, int]]
) -> Callable[[TomlReader, Path, Table], P]:
    """Make a function that reads profiles. Each profile is a ``kind`` struct with integer fields.

    ``limits`` has the lowest and highest value of each field. Fields with a default are optional.
    Raises ``ValueError`` if ``limits`` and the struct have different fields.
    """
    plain = map_field_defaults(kind)
    odd = sorted({*limits} ^ {*kind.__struct_fields__})
    if odd:
        raise ValueError(f"limits and fields of {kind.__name__} differ in {', '.join(odd)}")

    def read(reading: TomlReader, path: Path, table: Table) -> P:
        row, found = TableReader(reading, path, table), {}
        row.report_unknown_keys(tuple(limits))
        for name, (low, high) in limits.items():
            what = f"the {name.replace('_', ' ')}"
            if name in plain:
                value = row.read_number_or_default(plain[name], name, low, high, what=what)
            else:
                value = row.read_number(name, low, high, what=what) or low
            found[name] = value
        return kind(**found)

    return read


def make_uniform_unit_reader(
    part: str, one: str, read: Callable[[TomlReader, Path, Table], P]
) -> Callable[[TomlReader, TableReader, HouseRules], Units]:
    """Make a function that reads units whose figures are all alike, from the tables in ``part``.

    Each table has a name and ``figures = { rifle = 5 }``, which refers to ``[profiles.rifle]``.
    ``one`` is the word for a unit (``a squad``). ``read`` makes a profile from its table.
    """
    word = one.rpartition(" ")[2]

    def read_units(reading: TomlReader, data: TableReader, _: HouseRules) -> Units:
        profiles = read_profiles(
            reading, data.get("profiles"), "and its numbers", partial(read, reading)
        )
        found = []
        for table in data.read_tables(part):
            table.report_unknown_keys(("name", "figures"))
            name = table.read_name(one, word.capitalize())
            figures = read_unit_figures(table, "figures", name, profiles)
            if len({figure.profile for figure in figures}) > 1:
                table.report_problem(f"{name}: all figures of {one} must be alike")
            found.append(RosterUnit(name, figures))
        return found, {name: known for name, known in profiles.items() if known is not None}

    return read_units


def read_profile_name_or_report(
    table: TableReader, profile: object, known: Collection[str], *keys: str
) -> str | None:
    """Read the name of a figure's ``profile``, which is under ``keys`` in a table.

    If it is unknown, report the error and return None.
    """
    if isinstance(profile, str) and profile in known:
        return profile
    name = "" if profile is None else clean_name(str(profile))
    text = f"there is no profile {name!r}" if name else "a figure has no profile"
    table.report_problem(text, *keys, word=name)
    return None


def read_figures(
    reading: TomlReader, path: Path, value: Any, unit: str, profiles: Mapping[str, object]
) -> tuple[RosterFigure, ...]:
    """Read a unit's figures: ``{ rifleman = 5 }``, or a list of ``{ profile, name, count }``.

    ``value`` is the value to read. ``unit`` is the name of the unit. ``profiles`` are the known
    profiles by name. Figures with an invalid profile are left out, because the profile's problem
    has already been reported.
    """
    *before, key = path
    table = TableReader(reading, tuple(before), {str(key): value})
    return read_unit_figures(table, str(key), unit, profiles)


def read_unit_figures(
    table: TableReader, key: str, unit: str, profiles: Mapping[str, object]
) -> tuple[RosterFigure, ...]:
    """Read the figures under ``key`` in the table of a unit, as ``read_figures`` does."""
    value = table.get(key)
    if value and isinstance(value, dict):
        counts = TableReader(table.reading, (*table.path, key), value)
        lines = [
            (counts, kind, "", _read_count(counts, kind, _name_figures_in_unit(kind, unit)))
            for kind in value
        ]
    elif value and isinstance(value, list):
        lines = []
        for line in table.read_tables(key, f"figures of {unit}"):
            line.report_unknown_keys(("profile", "name", "count"))
            kind = line.get("profile")
            what = _name_figures_in_unit(kind, unit)
            lines.append((line, kind, *read_figure_name_and_count(line, what)))
    else:
        table.report_problem(f"{unit} has no {key}: write {key} = {{ rifleman = 5 }}", key)
        return ()
    found: list[RosterFigure] = []
    for line, kind, name, count in lines:
        named = read_profile_name_or_report(line, kind, profiles) if count else None
        if named is not None and profiles[named] is not None:
            found += [RosterFigure(named, name)] * count
    return tuple(found)


def store_profile_under_unique_name(profiles: dict[str, P], wanted_name: str, profile: P) -> str:
    """Store a profile in ``profiles`` and return its name there.

    Identical profiles share a name. A number is added to the name of a different profile.
    """
    name, number = wanted_name, 1
    while profiles.setdefault(name, profile) != profile:
        number += 1
        name = f"{wanted_name} {number}"
    return name


def read_figure_name_and_count(table: TableReader, what: str) -> tuple[str, int]:
    """Read the figures' own name ("" if they have none) and their number in one line of a unit."""
    count = _read_count(table, "count", what)
    return table.read_name(what, "") if "name" in table else "", count


def list_point_differences(rosters: tuple[Roster, ...]) -> tuple[str, ...]:
    """Return a warning if ``rosters`` have different points.

    Can be used as ``ForceRules.together``.
    """
    values = {roster.points for roster in rosters if roster.points}
    if len(values) <= 1:
        return ()
    worth = ", ".join(f"{roster.name} {roster.points}" for roster in rosters)
    return (f"the forces differ by {format_count(max(values) - min(values), 'point')}: {worth}",)


def _read_count(table: TableReader, key: str, what: str) -> int:
    return table.read_number_or_default(1, key, 1, MAX_FIGURES, what=what)


def _name_figures_in_unit(key: object, unit: str) -> str:
    return f"{clean_name(str(key))} in {unit}"


keep_old_names(__name__)
