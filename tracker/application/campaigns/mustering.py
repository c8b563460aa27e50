"""What a force of a campaign would bring to its next game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.application.campaigns.coming import Comes
from tracker.leagues.events import WarUnitId
from tracker.leagues.lasting import Force, WarUnit

if TYPE_CHECKING:
    from tracker.application.leagues.league import League

STAYS = ("destroyed", "resting")
"""A unit that stands so does not come."""


class Brings(Struct, frozen=True):
    """A unit before the next game. ``waits`` figures wait for their dice of recovery.

    ``comes`` figures take part; ``why`` says why there are none. ``listed`` is False for a unit
    that joined later and stands in no roster. Of its figures with names ``present`` take part.
    """

    unit: WarUnitId
    name: str
    comes: int
    waits: int
    enlisted: int
    experience: int
    rank: str
    listed: bool
    why: str
    present: tuple[str, ...] = ()


def brings(league: League, force: Force) -> list[Brings]:
    """Every unit of a force, in its order, with what it would bring to the next game."""
    state = league.state
    waiting: Counter[WarUnitId] = Counter()
    for unit, _, lost in league.forces.in_doubt():
        waiting[unit.id] += lost
    first = _listed(league, force)
    return [
        _brings(league, state.units[one], waiting[one], listed=place < first)
        for place, one in enumerate(force.units)
    ]


def _brings(league: League, unit: WarUnit, waits: int, *, listed: bool) -> Brings:
    left = max(0, unit.figures - waits)
    why = unit.standing if unit.standing in STAYS else ""
    if not why and not left:
        why = "all wait for their dice" if waits else "nobody is left"
    return Brings(
        unit=unit.id,
        name=unit.name,
        comes=0 if why else left,
        waits=waits,
        enlisted=unit.enlisted,
        experience=unit.experience,
        rank=league.state.info.rules.rank(unit.experience),
        listed=listed,
        why=why,
        present=() if why else unit.present,
    )


def _listed(league: League, force: Force) -> int:
    """How many units of a force its roster names: those it was enrolled with."""
    joined = league.forces.joined(force.id)
    return len(force.units) - joined if force.roster else 0


def coming(league: League, force: Force) -> tuple[Comes, ...]:
    """The units of a force's roster that come to the next game."""
    found = []
    for place, one in enumerate(brings(league, force)):
        if one.listed and one.comes:
            named = league.state.units[one.unit].by_name
            found.append(Comes(place, one.name, one.comes, named.gone, named.came))
    return tuple(found)
