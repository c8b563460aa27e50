"""Forces of Combat Zone: rosters written by hand (CZ-FORCE).

name = "Jackals"
ruleset = "combat-zone"
player = "Anna"                        # may be left out, as may every points and limit
limit = 500

[profiles.ganger]
weapons = ["assault rifle", "dagger"]  # none if left out
armour = "flak jacket"                 # none, primitive, ablative, flak jacket, combat suit
quality = "average"                    # green, average, veteran, elite

[[groups]]
name = "Jackals"
quality = "veteran"                    # of all its figures for which none is written
gang = true                            # matters under one house rule only
figures = [
    { name = "Brakk", profile = "ganger", rank = "leader" },
    { name = "Vey", profile = "ganger", rank = "sub leader", weapons = ["medium pistol"] },
    { profile = "ganger", count = 3 },
]

[[heroes]]
name = "Kestrel"
weapons = ["sword"]

[[machines]]
name = "Mule"
toughness = 12
action_points = 5
modifier = 0                           # in the place of quality
attack = ["d8", "d8"]                  # dice in close combat
wound = ["d6", "d6"]
auto_repair = true
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from tracker.procedures.declared.forces import (
    ForceRules,
    Roster,
    RosterFigure,
    RosterUnit,
    packaged,
)
from tracker.procedures.pieces.roster_text import Path, Reading, Table
from tracker.procedures.ruleset import stored
from tracker.rulesets.combat_zone.data.options import OPTIONS
from tracker.rulesets.combat_zone.data.profiles import Profile, Rank
from tracker.rulesets.combat_zone.forces import force_profiles
from tracker.vocabulary.events import Json, Scalar

ID: Final = "combat-zone"
MOST_FIGURES: Final = 200  # of one line of a roster
MEMBER: Final = ("name", "rank", "count", *force_profiles.EQUIPMENT)


@dataclass
class _Force:
    """A force while it is read: its units, and the profiles of its figures by name."""

    reading: Reading
    rules: Mapping[str, Scalar]
    written: dict[str, Table | None]
    units: list[RosterUnit] = field(default_factory=list)
    profiles: dict[str, Profile] = field(default_factory=dict)

    def named(self, wish: str, profile: Profile) -> str:
        """The name under which a profile is kept; like figures share one."""
        name, number = wish, 1
        while self.profiles.setdefault(name, profile) != profile:
            number += 1
            name = f"{wish} {number}"
        return name

    def lone(self, wish: str, name: str, profile: Profile) -> None:
        figure = RosterFigure(self.named(wish, profile), name)
        self.units.append(RosterUnit(name, (figure,), profile.cost))


def read(text: str, options: Mapping[str, Scalar] | None = None) -> Roster:
    """A roster from its text. Whatever is wrong is listed; what can be read is kept."""
    rules = {**{option.name: option.default for option in OPTIONS}, **(options or {})}
    reading = Reading(text)
    data = reading.data
    if not data:
        if not reading.problems:
            reading.problem((), "there is nothing in this file")
        return Roster("", ID, problems=reading.sorted_problems())
    known = ("name", "ruleset", "player", "limit", "profiles", "groups", "heroes", "machines")
    reading.only((), data, known)
    name = reading.name((), data, "the force", "Unnamed force")
    player = reading.name((), data, "the force", "", "player") if "player" in data else ""
    if data.get("ruleset", ID) != ID:
        reading.problem(("ruleset",), f"this force is for {data['ruleset']!r}, not for {ID!r}")
    limit = 0
    if "limit" in data:
        limit = reading.number((), data, "limit", 1, force_profiles.MOST, what="the limit") or 0
    force = _Force(reading, rules, force_profiles.read_profiles(reading, data.get("profiles")))
    _units(force, data)
    points = sum(unit.points for unit in force.units)
    if limit and points > limit:
        text = f"the force is worth {points} points, {points - limit} over its limit of {limit}"
        reading.warn(("limit",), text, "CZ-FORCE-09")
    return Roster(
        name=name,
        ruleset=ID,
        points=points,
        units=tuple(force.units),
        profiles={key: _kept(profile) for key, profile in force.profiles.items()},
        player=player,
        limit=limit,
        problems=reading.sorted_problems(),
    )


def _kept(profile: Profile) -> dict[str, Json]:
    return stored(profile)


def _units(force: _Force, data: Table) -> None:
    """Groups come first, then Heroes, then machines; so are they numbered."""
    parts = (("groups", _group), ("heroes", _hero), ("machines", _machine))
    if not any(key in data for key, _ in parts):
        force.reading.problem((), "no figures: write [[groups]], [[heroes]] or [[machines]]")
    for key, take in parts:
        if key in data:
            for number, (path, table) in enumerate(force.reading.tables((key,), data[key], key), 1):
                take(force, path, table, number)


def _group(force: _Force, path: Path, table: Table, number: int) -> None:
    """CZ-FORCE-01, CZ-FORCE-02."""
    reading = force.reading
    reading.only(path, table, ("name", "quality", "gang", "figures"))
    name = reading.name(path, table, f"group {number}", f"Group {number}")
    common = {key: table[key] for key in ("quality",) if key in table}
    common = force_profiles.equipment(reading, path, common)
    gang = table.get("gang", False)
    if not isinstance(gang, bool):
        reading.problem((*path, "gang"), "gang must be true or false")
    figures: list[tuple[RosterFigure, Profile]] = []
    for at, member in reading.tables(
        (*path, "figures"), table.get("figures"), f"figures of {name}"
    ):
        figures += _member(force, at, member, common, gang=gang is True)
    ranks = [profile.rank for _, profile in figures]
    for rank in ("leader", "sub-leader"):
        if ranks.count(rank) > 1:
            reading.warn(path, f"{name} has {ranks.count(rank)} figures as {rank}", "CZ-FORCE-02")
    if not figures:
        reading.problem(path, f"{name} has no figures")
        return
    points = sum(profile.cost for _, profile in figures)
    force.units.append(RosterUnit(name, tuple(figure for figure, _ in figures), points))


def _member(
    force: _Force, path: Path, table: Table, common: Mapping[str, Any], *, gang: bool
) -> list[tuple[RosterFigure, Profile]]:
    """One line of a group's figures: a profile, with whatever this figure has of its own."""
    reading = force.reading
    reading.only(path, table, MEMBER)
    base = _base(force, path, table)
    own = {key: value for key, value in table.items() if key != "profile" or base is None}
    written = {**common, **(base or {}), **force_profiles.equipment(reading, path, own)}
    rank: Rank = "none"
    if "rank" in table:
        rank = reading.one_of((*path, "rank"), table["rank"], get_args(Rank), "rank") or "none"  # type: ignore[assignment]
    what = str(table.get("profile", "figure"))[:60]
    count = 1
    if "count" in table:
        count = reading.number(path, table, "count", 1, MOST_FIGURES, what=what) or 0
    name = reading.name(path, table, what, "") if "name" in table else ""
    profile = force_profiles.figure(written, rank, gang=gang, rules=force.rules)
    wish = what if base is not None else profile.kind
    key = force.named(wish if rank == "none" else f"{wish} {rank}", profile)
    return [(RosterFigure(key, name), profile)] * count


def _base(force: _Force, path: Path, table: Table) -> dict[str, Any] | None:
    """What the profile named by a figure says; None where it names none of those written."""
    key = table.get("profile")
    if key is None or key in {"basic", "gang leader", "gang-leader"}:
        return None
    if key not in force.written:
        text = f"there is no profile {str(key)[:60]!r}"
        force.reading.problem(path, text, word=str(key))
        return {}
    return force_profiles.equipment(force.reading, ("profiles", str(key)), force.written[key] or {})


def _hero(force: _Force, path: Path, table: Table, number: int) -> None:
    """CZ-FORCE-03."""
    reading = force.reading
    reading.only(path, table, ("name", "quality", "armour", "weapons", "points"))
    name = reading.name(path, table, f"Hero {number}", f"Hero {number}")
    written = force_profiles.equipment(reading, path, table)
    force.lone("hero", name, force_profiles.hero(reading, path, written, force.rules))


def _machine(force: _Force, path: Path, table: Table, number: int) -> None:
    """CZ-FORCE-08."""
    reading = force.reading
    reading.only(path, table, ("name", "armour", "weapons", "points", *force_profiles.MACHINE))
    name = reading.name(path, table, f"machine {number}", f"Machine {number}")
    written = force_profiles.equipment(reading, path, table)
    profile = force_profiles.machine(reading, path, table, written)
    if profile is not None:
        force.lone("machine", name, profile)


def together(rosters: tuple[Roster, ...]) -> tuple[str, ...]:
    """What differs between the forces of a match, where points were written (CZ-FORCE-09)."""
    values = {roster.points for roster in rosters if roster.points}
    if len(values) <= 1:
        return ()
    worth = ", ".join(f"{roster.name} {roster.points}" for roster in rosters)
    return (f"the forces differ by {max(values) - min(values)} points: {worth}",)


FORCES: Final = ForceRules(
    read=read, samples=lambda: packaged("tracker.rulesets.combat_zone"), together=together
)
