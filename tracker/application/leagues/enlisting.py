"""Units as they are enlisted in a force that lasts: from a roster, or by names and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.campaigns.next_roster import Comes, trim_to_coming
from tracker.application.errors import Refused, make_sentence
from tracker.application.text import clean
from tracker.leagues import league_events as ev

if TYPE_CHECKING:
    from tracker.leagues.lasting import Outfit
    from tracker.procedures.declared.forces import Roster
    from tracker.procedures.ruleset import Ruleset


class Listed(Struct, frozen=True):
    """A unit as it is enlisted, which of its figures have names, and its points if it joins."""

    name: str
    figures: int
    named: tuple[str, ...] = ()
    points: int | None = None


def read_roster(rules: Ruleset, text: str, source: str) -> Roster:
    """A roster that can be mustered. Raises ``Refused`` with the line that is wrong."""
    if rules.forces is None:
        raise Refused(f"{rules.title} has no rosters.")
    roster = rules.forces.read(text, rules.list_defaults())
    if not roster.usable:
        problem = next(problem for problem in roster.problems if problem.serious)
        raise Refused(f"{source}, line {problem.line}: {make_sentence(problem.text)}")
    return roster


def list_units(roster: Roster) -> list[Listed]:
    """The units of a roster, in its order."""
    return [
        Listed(unit.name, len(unit.figures), tuple(one.name for one in unit.figures if one.name))
        for unit in roster.units
    ]


def list_joining(roster: Roster) -> list[Listed]:
    """The units of a roster with their points; rules may have none, or a roster none written."""
    return [
        replace(listed, points=unit.points or None)
        for listed, unit in zip(list_units(roster), roster.units, strict=True)
    ]


def fit_out_units(
    units: Sequence[tuple[str, int]], rules: Ruleset | None, outfit: Outfit | None, roster: str
) -> list[Listed]:
    """Units by their names and figures, with their points as far as the rules tell them.

    They are fitted out as another unit is, or (None) as plain figures of the force's roster (TOML).
    """
    text, place = (outfit.roster, outfit.place) if outfit else (roster, None)
    if rules is None or rules.forces is None or not text:
        return [Listed(name, figures) for name, figures in units]
    read = rules.forces.read(text, rules.list_defaults())
    return [
        Listed(name, figures, points=price_figures(read, place, figures) if figures > 0 else None)
        for name, figures in units
    ]


def price_figures(roster: Roster, place: int | None, figures: int) -> int | None:
    """The points of so many figures fitted out as the unit of a place (from 0) of a roster.

    ``place`` None: as its plain figures. A figure costs what it costs in a unit of its like alone;
    None where no unit tells that, as where no points were written.
    """
    unit = trim_to_coming(roster, (Comes(place, "", figures, like=True),)).units[0]
    come = Counter(one.profile for one in unit.figures)
    costs: dict[str, Fraction] = {}
    for one in roster.units:
        have = Counter(figure.profile for figure in one.figures)
        if one.points and have == come:
            return one.points
        if one.points and len(have) == 1:
            costs[next(iter(have))] = Fraction(one.points, have.total())
    if not set(come) <= set(costs):
        return None
    total = sum(costs[profile] * count for profile, count in come.items())
    return int(total) if total == int(total) else None


def enlist_units(
    force: ev.ForceId, have: int, units: Sequence[Listed], like: ev.WarUnitId = ""
) -> tuple[ev.EnlistedUnit, ...]:
    """Units with their ids in a force that has so many already. Raises ``Refused``."""
    found = []
    for place, one in enumerate(units, start=have + 1):
        if not clean(one.name) or one.figures < 1:
            raise Refused("A unit has a name and at least one figure.")
        name = clean(one.name)
        found.append(
            ev.EnlistedUnit(f"{force}.{place}", name, one.figures, one.named, like, one.points)
        )
    return tuple(found)
