"""Forces of Deathzap 2: rosters written by hand, and their points (DZ-FORCE, DZ-T12 to DZ-T15).

name = "Iron Third"
ruleset = "deathzap2"
player = "Anna"                    # may be left out, as may the limit
limit = 700

[profiles.rifleman]
type = "infantry"                  # infantry, heavy infantry, beast, light vehicle, …
quality = "regular"                # basic, regular, elite
shields = "medium"                 # light, medium, heavy
guns = ["rifle basic"]             # kind and grade; none if left out
melee = ["jaws upgraded"]          # none bought if left out

[[squads]]
name = "Alpha"
figures = { rifleman = 5, gunner = 1 }
# or one by one: figures = [{ profile = "sergeant", name = "Vara" }, …]
# platoon = 2                      # for forces of several platoons
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.procedures.declared.forces import (
    ForceRules,
    Roster,
    RosterFigure,
    RosterUnit,
    packaged,
)
from tracker.procedures.pieces.roster_text import Path, Reading
from tracker.procedures.ruleset import stored
from tracker.rulesets.deathzap2.data.options import OPTIONS
from tracker.rulesets.deathzap2.data.profiles import BIG, FOOT, Profile
from tracker.rulesets.deathzap2.forces.force_profiles import read_profiles
from tracker.rulesets.deathzap2.forces.grouping import may_group
from tracker.vocabulary.events import Scalar

ID: Final = "deathzap2"
SQUADS: Final = (3, 6)  # a platoon has no fewer and no more (DZ-FORCE-01)
MOST_FIGURES: Final = 200  # of one line of a roster
MOST_POINTS: Final = 1_000_000


def read(text: str, options: Mapping[str, Scalar] | None = None) -> Roster:
    """A roster from its text. Whatever is wrong is listed; what can be read is kept."""
    rules = {**{option.name: option.default for option in OPTIONS}, **(options or {})}
    reading = Reading(text)
    data = reading.data
    if not data:
        if not reading.problems:
            reading.problem((), "there is nothing in this file")
        return Roster("", ID, problems=reading.sorted_problems())
    reading.only((), data, ("name", "ruleset", "player", "limit", "profiles", "squads"))
    name = reading.name((), data, "the force", "Unnamed force")
    player = reading.name((), data, "the force", "", "player") if "player" in data else ""
    if data.get("ruleset", ID) != ID:
        reading.problem(("ruleset",), f"this force is for {data['ruleset']!r}, not for {ID!r}")
    limit = 0
    if "limit" in data:
        limit = reading.number((), data, "limit", 1, MOST_POINTS, what="the limit") or 0
    profiles = read_profiles(reading, data.get("profiles"), rules)
    units = _squads(reading, data.get("squads"), profiles, rules)
    points = sum(unit.points for unit in units)
    if limit and points > limit:
        text = f"the force is worth {points} points, {points - limit} over its limit of {limit}"
        reading.warn(("limit",), text, "DZ-FORCE-07")
    return Roster(
        name=name,
        ruleset=ID,
        points=points,
        units=units,
        profiles={key: stored(profile) for key, profile in profiles.items() if profile},
        player=player,
        limit=limit,
        problems=reading.sorted_problems(),
    )


# ---------------------------------------------------------------------------------------- squads


def _squads(
    reading: Reading,
    value: Any,
    profiles: Mapping[str, Profile | None],
    rules: Mapping[str, Scalar],
) -> tuple[RosterUnit, ...]:
    platoons: dict[int, int] = {}
    units = []
    if not value:
        reading.problem((), "no squads: write [[squads]], its name and its figures")
        return ()
    for number, (path, table) in enumerate(reading.tables(("squads",), value, "squads"), 1):
        reading.only(path, table, ("name", "figures", "platoon"))
        name = reading.name(path, table, f"squad {number}", f"Squad {number}")
        platoon = 1
        if "platoon" in table:
            platoon = reading.number(path, table, "platoon", 1, 99, what="the platoon") or 1
        platoons[platoon] = platoons.get(platoon, 0) + 1
        figures = _figures(reading, (*path, "figures"), table.get("figures"), name, profiles)
        if figures:
            _check_squad(reading, path, name, [_of(profiles, f) for f in figures], rules)
            points = sum(_of(profiles, figure).cost for figure in figures)
            units.append(RosterUnit(name, figures, points))
    _check_platoons(reading, platoons)
    _check_lone(reading, [[_of(profiles, f) for f in unit.figures] for unit in units])
    return tuple(units)


def _of(profiles: Mapping[str, Profile | None], figure: RosterFigure) -> Profile:
    profile = profiles[figure.profile]
    assert profile is not None
    return profile


def _figures(
    reading: Reading,
    path: Path,
    value: Any,
    squad: str,
    profiles: Mapping[str, Profile | None],
) -> tuple[RosterFigure, ...]:
    """``{ rifleman = 5 }``, or a list of ``{ profile, name, count }``."""
    found: list[RosterFigure] = []
    if isinstance(value, dict):
        for key in value:
            count = reading.number(path, value, key, 1, MOST_FIGURES, what=f"{key} in {squad}")
            if count and _is_known(reading, path, key, profiles):
                found.extend([RosterFigure(key)] * count)
    elif isinstance(value, list):
        for at, table in reading.tables(path, value, f"figures of {squad}"):
            reading.only(at, table, ("profile", "name", "count"))
            key = table.get("profile")
            what = f"{key} in {squad}"
            count = 1
            if "count" in table:
                count = reading.number(at, table, "count", 1, MOST_FIGURES, what=what) or 0
            name = reading.name(at, table, what, "") if "name" in table else ""
            if _is_known(reading, at, key, profiles):
                found.extend([RosterFigure(str(key), name)] * count)
    else:
        reading.problem(path, f"{squad} has no figures: write figures = {{ rifleman = 5 }}")
    return tuple(found)


def _is_known(
    reading: Reading, path: Path, key: object, profiles: Mapping[str, Profile | None]
) -> bool:
    """Whether a profile was read; one that could not be has had its problem already."""
    if key in profiles:
        return profiles[str(key)] is not None
    text = "a figure has no profile" if key is None else f"there is no profile {str(key)[:60]!r}"
    reading.problem(path, text, word="" if key is None else str(key))
    return False


# ------------------------------------------------------------------------- against the rules


def _check_squad(
    reading: Reading,
    path: Path,
    name: str,
    figures: list[Profile],
    rules: Mapping[str, Scalar],
) -> None:
    types = [profile.type for profile in figures]
    if len(types) > 1 and any(kind in BIG for kind in types):
        big = next(kind for kind in types if kind in BIG)
        reading.warn(path, f"{name}: a {big} is always a unit of its own", "DZ-UNIT-04")
    elif not may_group(types, rules):
        mixed = ", ".join(sorted({kind.replace("-", " ") for kind in types}))
        reading.warn(path, f"{name}: {mixed} do not form one unit", "DZ-UNIT-01")


def _check_platoons(reading: Reading, platoons: dict[int, int]) -> None:
    fewest, most = SQUADS
    for platoon, count in platoons.items():
        if not fewest <= count <= most:
            which = "the platoon" if len(platoons) == 1 else f"platoon {platoon}"
            text = f"{which} has {count} squads; a standard one has {fewest} to {most}"
            reading.warn(("squads", 0), text, "DZ-FORCE-01")


def _check_lone(reading: Reading, units: list[list[Profile]]) -> None:
    if units and all(len(unit) == 1 and unit[0].type in FOOT for unit in units):
        text = "lone figures only: all of them panic before the first turn"
        reading.warn(("squads", 0), text, "DZ-WIN-01")


def together(rosters: tuple[Roster, ...]) -> tuple[str, ...]:
    """DZ-FORCE-07: what differs between the forces of a match."""
    values = {roster.points for roster in rosters}
    if len(values) <= 1:
        return ()
    worth = ", ".join(f"{roster.name} {roster.points}" for roster in rosters)
    return (f"the forces differ by {max(values) - min(values)} points: {worth}",)


FORCES: Final = ForceRules(
    read=read, samples=lambda: packaged("tracker.rulesets.deathzap2"), together=together
)
