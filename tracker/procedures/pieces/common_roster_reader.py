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
from tracker.vocabulary.toml_reader import Path, Table, TomlReader, clean_name

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
    units: Callable[[TomlReader, Table, HouseRules], Units]

    def read(self, text: str, options: HouseRules | None = None) -> Roster:
        """Parse a roster. Errors become the roster's problems, and all readable parts are used."""
        reading = TomlReader(text)
        data = reading.data
        if not data:
            if not reading.problems:
                reading.report_problem((), "this file is empty")
            return Roster("", self.ruleset, problems=reading.sort_problems())
        reading.report_unknown_keys((), data, (*COMMON_KEYS, *self.parts))
        name = reading.read_name((), data, "the force", "Unnamed force")
        player = reading.read_name((), data, "the force", "", "player") if "player" in data else ""
        if data.get("ruleset", self.ruleset) != self.ruleset:
            other = clean_name(str(data["ruleset"]))
            text = f"this force is for {other!r}, not for {self.ruleset!r}"
            reading.report_problem(("ruleset",), text)
        limit = reading.read_number_or_default(
            0, (), data, "limit", 1, MAX_POINTS, what="the limit"
        )
        rules = {**{option.name: option.default for option in self.options}, **(options or {})}
        units, profiles = self.units(reading, data, rules)
        points = sum(unit.points for unit in units)
        if limit and points > limit:
            over = f"{points - limit} over its limit of {limit}"
            text = f"the force is worth {format_count(points, 'point')}, {over}"
            reading.report_warning(("limit",), text, self.limit_rule)
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
    reading: TomlReader, value: Any, what: str, read: Callable[[Path, Table], T]
) -> dict[str, T | None]:
    """Read a profile from each table below ``[profiles]``, by name.

    An invalid profile becomes None. ``value`` is the value of ``profiles``, and ``read`` makes a
    profile from a table. ``what`` ends the error text if ``value`` is not a table.
    """
    found: dict[str, T | None] = {}
    if not isinstance(value, dict):
        reading.report_problem(("profiles",), f"write [profiles.trooper] {what}")
        return found
    for key, table in value.items():
        path, before = ("profiles", key), len(reading.problems)
        if clean_name(key) != key:
            reading.report_problem(
                path, f"{clean_name(key)!r}: a profile needs a short, plain name"
            )
        elif not isinstance(table, dict):
            reading.report_problem(path, f"{key}: write [profiles.{key}] {what}")
        profile = read(path, table) if len(reading.problems) == before else None
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
        reading.report_unknown_keys(path, table, tuple(limits))
        found = {}
        for name, (low, high) in limits.items():
            what = f"the {name.replace('_', ' ')}"
            if name in plain:
                value = reading.read_number_or_default(
                    plain[name], path, table, name, low, high, what=what
                )
            else:
                value = reading.read_number(path, table, name, low, high, what=what) or low
            found[name] = value
        return kind(**found)

    return read


def make_uniform_unit_reader(
    part: str, one: str, read: Callable[[TomlReader, Path, Table], P]
) -> Callable[[TomlReader, Table, HouseRules], Units]:
    """Make a function that reads units whose figures are all alike, from the tables in ``part``.

    Each table has a name and ``figures = { rifle = 5 }``, which refers to ``[profiles.rifle]``.
    ``one`` is the word for a unit (``a squad``). ``read`` makes a profile from its table.
    """
    word = one.rpartition(" ")[2]

    def read_units(reading: TomlReader, data: Table, _: HouseRules) -> Units:
        profiles = read_profiles(
            reading, data.get("profiles"), "and its numbers", partial(read, reading)
        )
        found = []
        for path, table in reading.read_tables((part,), data.get(part), part):
            reading.report_unknown_keys(path, table, ("name", "figures"))
            name = reading.read_name(path, table, one, word.capitalize())
            figures = read_figures(
                reading, (*path, "figures"), table.get("figures"), name, profiles
            )
            if len({figure.profile for figure in figures}) > 1:
                reading.report_problem(path, f"{name}: all figures of {one} must be alike")
            found.append(RosterUnit(name, figures))
        return found, {name: known for name, known in profiles.items() if known is not None}

    return read_units


def read_profile_name(
    reading: TomlReader, path: Path, key: object, known: Collection[str]
) -> str | None:
    """Read the name of a figure's profile. If it is unknown, report the error and return None."""
    if isinstance(key, str) and key in known:
        return key
    profile_name = "" if key is None else clean_name(str(key))
    text = f"there is no profile {profile_name!r}" if profile_name else "a figure has no profile"
    reading.report_problem(path, text, word=profile_name)
    return None


def read_figures(
    reading: TomlReader, path: Path, value: Any, unit: str, profiles: Mapping[str, object]
) -> tuple[RosterFigure, ...]:
    """Read a unit's figures: ``{ rifleman = 5 }``, or a list of ``{ profile, name, count }``.

    ``value`` is the value to read. ``unit`` is the name of the unit. ``profiles`` are the known
    profiles by name. Figures with an invalid profile are left out, because the profile's problem
    has already been reported.
    """
    if value and isinstance(value, dict):
        lines = [
            (
                path,
                key,
                "",
                _read_count(reading, path, value, key, _name_figures_in_unit(key, unit)),
            )
            for key in value
        ]
    elif value and isinstance(value, list):
        lines = []
        for at, table in reading.read_tables(path, value, f"figures of {unit}"):
            reading.report_unknown_keys(at, table, ("profile", "name", "count"))
            key = table.get("profile")
            lines.append(
                (
                    at,
                    key,
                    *read_figure_name_and_count(
                        reading, at, table, _name_figures_in_unit(key, unit)
                    ),
                )
            )
    else:
        reading.report_problem(
            path, f"{unit} has no {path[-1]}: write {path[-1]} = {{ rifleman = 5 }}"
        )
        return ()
    found: list[RosterFigure] = []
    for at, key, name, count in lines:
        named = read_profile_name(reading, at, key, profiles) if count else None
        if named is not None and profiles[named] is not None:
            found += [RosterFigure(named, name)] * count
    return tuple(found)


def store_profile(profiles: dict[str, P], wanted_name: str, profile: P) -> str:
    """Store a profile in ``profiles`` and return its name there.

    Identical profiles share a name. A number is added to the name of a different profile.
    """
    name, number = wanted_name, 1
    while profiles.setdefault(name, profile) != profile:
        number += 1
        name = f"{wanted_name} {number}"
    return name


def read_list(reading: TomlReader, path: Path, value: Any, what: str, *such_as: str) -> list[Any]:
    """Return ``value`` if it is a list. Otherwise, report the error and return [].

    For the error text, ``what`` names the items, and ``such_as`` are examples of them.
    """
    if isinstance(value, list):
        return value
    example = ", ".join(f'"{one}"' for one in such_as)
    reading.report_problem(path, f"write a list of {what}, such as [{example}]")
    return []


def read_known_words(
    reading: TomlReader, path: Path, table: Table, key: str, known: Collection[str], *such_as: str
) -> tuple[Any, ...]:
    """Read the known words in the list under ``key`` in a table. Report all other words."""
    at, one = (*path, key), key.removesuffix("s")
    listed = enumerate(read_list(reading, at, table.get(key, []), key, *such_as))
    found = (reading.read_one_of((*at, n), each, known, one) for n, each in listed)
    return tuple(word for word in found if word)


def read_figure_name_and_count(
    reading: TomlReader, path: Path, table: Table, what: str
) -> tuple[str, int]:
    """Read the figures' own name ("" if they have none) and their number in one line of a unit."""
    count = _read_count(reading, path, table, "count", what)
    return reading.read_name(path, table, what, "") if "name" in table else "", count


def list_point_differences(rosters: tuple[Roster, ...]) -> tuple[str, ...]:
    """Return a warning if ``rosters`` have different points.

    Can be used as ``ForceRules.together``.
    """
    values = {roster.points for roster in rosters if roster.points}
    if len(values) <= 1:
        return ()
    worth = ", ".join(f"{roster.name} {roster.points}" for roster in rosters)
    return (f"the forces differ by {format_count(max(values) - min(values), 'point')}: {worth}",)


def _read_count(reading: TomlReader, path: Path, table: Table, key: str, what: str) -> int:
    return reading.read_number_or_default(1, path, table, key, 1, MAX_FIGURES, what=what)


def _name_figures_in_unit(key: object, unit: str) -> str:
    return f"{clean_name(str(key))} in {unit}"


keep_old_names(__name__)
