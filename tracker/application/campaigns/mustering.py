"""What a force of a campaign would bring to its next game."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.campaigns.next_roster import Comes
from tracker.leagues.lasting import WarForce, WarUnit, list_in_doubt
from tracker.leagues.league_events import Harm, WarUnitId
from tracker.leagues.league_state import LeagueState

STAYS = ("destroyed", "resting")
"""A unit that stands so does not come."""


class Brings(Struct, frozen=True):
    """A unit before the next game. ``waits`` figures wait for their dice of recovery.

    ``comes`` figures take part; ``why`` says why there are none. ``captives`` are with the enemy,
    ``harm`` is what it carries. ``listed`` is False for a unit of
    which no roster says what its figures are. Of its figures with names ``present`` take part.
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
    captives: int = 0
    harm: Harm = Harm()


def list_brought_units(state: LeagueState, force: WarForce) -> list[Brings]:
    """Every unit of a force, in its order, with what it would bring to the next game."""
    waiting: Counter[WarUnitId] = Counter()
    for unit, _, lost in list_in_doubt(state.units.values()):
        waiting[unit.id] += lost
    return [_brings(state, state.units[one], waiting[one]) for one in force.units]


def _brings(state: LeagueState, unit: WarUnit, waits: int) -> Brings:
    left = max(0, unit.figures - waits)
    why = unit.standing if unit.standing in STAYS else ""
    if not why and not left:
        why = "all are captives" if unit.captives else "nobody is left"
        why = "all wait for their dice" if waits else why
    return Brings(
        unit=unit.id,
        name=unit.name,
        comes=0 if why else left,
        waits=waits,
        enlisted=unit.enlisted,
        experience=unit.experience,
        rank=state.info.rules.rank(unit.experience),
        listed=unit.outfit is not None,
        why=why,
        present=() if why else unit.present,
        captives=unit.captives,
        harm=unit.harm,
    )


def list_coming_units(state: LeagueState, force: WarForce) -> tuple[Comes, ...]:
    """The units that come to the next game, for a force with a roster.

    A unit of which nobody said what its figures are comes as plain figures of the force.
    """
    return tuple(
        replace(muster_unit(state.units[one.unit], force), figures=one.comes)
        for one in list_brought_units(state, force)
        if one.comes
    )


def muster_unit(unit: WarUnit, force: WarForce) -> Comes:
    """A unit with all the figures it has, by its outfit."""
    named, outfit = unit.by_name, unit.outfit
    comes = Comes(None, unit.name, unit.figures, named.gone, named.came, harm=unit.harm)
    if outfit is None:
        return comes
    other = "" if outfit.roster == force.roster else outfit.roster
    return replace(comes, place=outfit.place, like=outfit.like, roster=other)
