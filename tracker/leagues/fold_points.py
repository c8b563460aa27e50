"""Points given, schemes, tie-breaks, lots and the story, folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tracker.leagues import league_events as ev
from tracker.leagues.league_rows import Given, Lot, SchemeChange, ToldPiece
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.events import Event, Version

Changes = dict[type[Event], Callable[[LeagueState, Any, Version], None]]


def _points_given(state: LeagueState, event: ev.PointsGiven, version: Version) -> None:
    state.given.append(
        Given(
            event.player,
            event.points,
            event.column,
            event.why,
            state.season.number,
            event.round,
            event.on,
            version,
        )
    )


def _note_change(state: LeagueState, what: str, why: str, version: Version) -> None:
    season = state.season
    if season.closed:  # it is for the next one, which has no round yet
        state.changes.append(SchemeChange(what, why, version, season.number + 1, 0))
    else:
        state.changes.append(SchemeChange(what, why, version, season.number, state.round_number))


def _scheme_changed(state: LeagueState, event: ev.SchemeChanged, version: Version) -> None:
    state.info = replace(state.info, scheme=event.scheme)
    _note_change(state, "scheme", event.why, version)


def _order_changed(state: LeagueState, event: ev.OrderChanged, version: Version) -> None:
    scheme = replace(state.info.scheme, tie_breaks=event.tie_breaks, best=event.best)
    state.info = replace(state.info, scheme=scheme)
    _note_change(state, "tie-breaks", event.why, version)


def _rules_changed(state: LeagueState, event: ev.RulesChanged, version: Version) -> None:
    state.info = replace(state.info, rules=event.rules)
    _note_change(state, "rules", event.why, version)


def _lots_drawn(state: LeagueState, event: ev.LotsDrawn, version: Version) -> None:
    state.lots.append(Lot(event.order, event.how, state.season.number, event.round, version))


def _told(state: LeagueState, event: ev.StoryTold, version: Version) -> None:
    state.story.append(ToldPiece(event.text, event.about, event.on, version))


def _put_aside(state: LeagueState, event: ev.PutAside, _: Version) -> None:
    state.aside = event.aside


CHANGES: Changes = {
    ev.PointsGiven: _points_given,
    ev.SchemeChanged: _scheme_changed,
    ev.OrderChanged: _order_changed,
    ev.RulesChanged: _rules_changed,
    ev.LotsDrawn: _lots_drawn,
    ev.StoryTold: _told,
    ev.PutAside: _put_aside,
}
