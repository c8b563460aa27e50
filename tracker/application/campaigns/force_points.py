"""What is left of a force in points: of the figures it has, without captives and those lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tracker.application.campaigns.mustering import (
    list_brought_units,
    list_coming_units,
    muster_unit,
)
from tracker.application.campaigns.next_roster import trim_to_coming
from tracker.application.errors import Refused
from tracker.leagues.lasting import WarForce
from tracker.leagues.league_events import WarUnitId
from tracker.leagues.league_state import LeagueState
from tracker.procedures.declared.forces import Roster
from tracker.procedures.ruleset import Ruleset

Left = Mapping[WarUnitId, int | None]


def price_left(state: LeagueState, force: WarForce, rules: Ruleset | None) -> Left:
    """The points of each unit as it stands; None where no rules, roster or price tell them.

    Who waits for his dice counts: he is not lost yet.
    """
    if rules is None or rules.forces is None or not force.roster:
        return dict.fromkeys(force.units)
    read = _reader(rules)
    own = read(force.roster)
    found: dict[WarUnitId, int | None] = {}
    for one in force.units:
        unit = state.units[one]
        if one in force.unpriced:
            found[one] = None
            continue
        comes = replace(muster_unit(unit, force), figures=max(0, unit.figures))
        found[one] = _points(trim_to_coming(own, (comes,), read))
    return found


def build_next_roster(state: LeagueState, force: WarForce, rules: Ruleset) -> Roster:
    """A force as it comes to its next game, with the points of who is left.

    Raises ``Refused`` where it has no roster, or nobody can come.
    """
    come = [one for one in list_brought_units(state, force) if one.comes]
    if rules.forces is None or not force.roster:
        raise Refused(f"No roster says what {force.name} is made of; it was enrolled by its units.")
    if not come:
        raise Refused(f"Nobody of {force.name} can come to a game as it stands.")
    read = _reader(rules)
    roster = trim_to_coming(read(force.roster), list_coming_units(state, force), read)
    points = price_left(state, force, rules)
    units = (
        replace(unit, points=points[one.unit] or 0)
        for unit, one in zip(roster.units, come, strict=True)
    )
    known = sum_points({one.unit: points[one.unit] for one in come})
    return replace(roster, name=force.name, units=tuple(units), points=known or 0)


def sum_points(points: Left) -> int | None:
    """All of them together; None where one is not known."""
    known = [one for one in points.values() if one is not None]
    return sum(known) if len(known) == len(points) else None


def _reader(rules: Ruleset) -> Callable[[str], Roster]:
    """What reads a roster of these rules, which have rosters."""
    rosters, options = rules.forces, rules.list_defaults()
    assert rosters is not None
    return lambda text: rosters.read(text, options)


def _points(roster: Roster) -> int | None:
    """The costs of its figures; None where a profile says none."""
    points = 0
    for unit in roster.units:
        for figure in unit.figures:
            cost = roster.profiles[figure.profile].get("cost")
            if not isinstance(cost, int) or not cost:
                return None
            points += cost
    return points
