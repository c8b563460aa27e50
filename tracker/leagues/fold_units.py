"""The forces of a campaign and what their units carry on, folded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tracker.leagues import league_events as ev
from tracker.leagues.lasting import CareerStep, Outfit, WarForce, WarUnit
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.events import Event, Version

Changes = dict[type[Event], Callable[[LeagueState, Any, Version], None]]


def _force_enrolled(state: LeagueState, event: ev.ForceEnrolled, _: Version) -> None:
    units = tuple(unit.id for unit in event.units)
    state.forces[event.force] = WarForce(
        event.force, event.player, event.name, event.ruleset, event.roster, event.points, units
    )
    _enlist(state, event.force, event.units, event.roster)


def _units_joined(state: LeagueState, event: ev.UnitsJoined, _: Version) -> None:
    known = state.forces[event.force]
    joined = tuple(unit.id for unit in event.units)
    if known.points:
        more = sum(unit.points or 0 for unit in event.units)
        unpriced = tuple(unit.id for unit in event.units if unit.points is None)
        known = replace(
            known,
            points=known.points + more,
            unpriced=(*known.unpriced, *unpriced),
        )
    state.forces[event.force] = replace(known, units=(*known.units, *joined))
    _enlist(state, event.force, event.units, event.roster)


def _enlist(
    state: LeagueState, force: ev.ForceId, units: Iterable[ev.EnlistedUnit], roster: str
) -> None:
    for place, unit in enumerate(units):
        outfit = Outfit(roster, place) if roster else None
        if unit.like:
            model = state.units[unit.like].outfit
            outfit = None if model is None else replace(model, like=True)
        state.units[unit.id] = WarUnit(
            unit.id,
            force,
            unit.name,
            unit.figures,
            unit.named,
            outfit=outfit,
            points=unit.points or 0,
        )


def _unit_changed(state: LeagueState, event: ev.UnitChanged, version: Version) -> None:
    known = state.units[event.unit]
    step = CareerStep(
        event.experience,
        event.figures,
        event.kills,
        event.lost,
        event.standing,
        event.why,
        event.origin,
        event.rule,
        event.fixture,
        event.faces,
        version,
        event.rolled,
        event.names,
        event.captives,
        event.taken,
        event.harm,
    )
    name = known.name if event.name is None else event.name
    state.units[event.unit] = replace(known, name=name, steps=(*known.steps, step))


def forget_steps(state: LeagueState, fixture: ev.FixtureId) -> None:
    """What units carried on from a game falls away with its result."""
    for unit, known in state.units.items():
        state.units[unit] = known.without(fixture)


CHANGES: Changes = {
    ev.ForceEnrolled: _force_enrolled,
    ev.UnitsJoined: _units_joined,
    ev.UnitChanged: _unit_changed,
}
