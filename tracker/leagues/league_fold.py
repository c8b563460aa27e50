"""A league's events to its state, one small function a kind; no rule of any game is asked."""

from __future__ import annotations

from tracker.leagues import (
    fold_cuts,
    fold_divisions,
    fold_missions,
    fold_people,
    fold_points,
    fold_results,
    fold_rounds,
    fold_units,
)
from tracker.leagues.any_event import AnyLeagueEvent
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.events import Version

_CHANGES = {
    **fold_people.CHANGES,
    **fold_units.CHANGES,
    **fold_rounds.CHANGES,
    **fold_results.CHANGES,
    **fold_points.CHANGES,
    **fold_cuts.CHANGES,
    **fold_missions.CHANGES,
    **fold_divisions.CHANGES,
}


def apply(state: LeagueState, event: AnyLeagueEvent, version: Version) -> None:
    """Change ``state`` by one event. ``Rewound`` changes nothing: the path does."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event, version)
