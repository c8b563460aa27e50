"""Seasons, rounds and pairings, folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tracker.leagues import league_events as ev
from tracker.leagues.league_rows import Arranged, Fixture, Round, Season
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.events import Event, Version

Changes = dict[type[Event], Callable[[LeagueState, Any, Version], None]]


def _season_began(state: LeagueState, event: ev.SeasonBegan, _: Version) -> None:
    way = state.season.pairing
    state.seasons[event.season] = Season(
        event.season, event.name, event.rounds, event.on, pairing=way
    )
    for player, known in state.players.items():
        left = 0 if known.absence(_NEVER) == "dropped" else None
        state.players[player] = replace(known, from_round=1, away=(), late=(), byes=(), left=left)


_NEVER = 1_000_000_000


def _season_closed(state: LeagueState, event: ev.SeasonClosed, version: Version) -> None:
    known, after = state.seasons[event.season], state.round_number + 1
    scheme = state.info.scheme
    stood = state.list_standing()
    state.seasons[event.season] = replace(
        known,
        closed=True,
        closed_on=event.on,
        scheme=scheme if event.cuts_by == "opponent" else scheme.cut_as_before(),
        stood=tuple(one.id for one in stood),
        dropped=tuple(one.id for one in stood if one.absence(after) == "dropped"),
        unranked=tuple(one.id for one in stood if not one.ranked),
        closed_at=version,
    )


def _plan_changed(state: LeagueState, event: ev.PlanChanged, _: Version) -> None:
    known = state.season
    state.seasons[known.number] = replace(
        known,
        planned=known.planned if event.rounds is None else event.rounds,
        pairing=known.pairing if event.pairing is None else event.pairing,
    )


def _drafted(state: LeagueState, event: ev.RoundDrafted, version: Version) -> None:
    season = state.season.number
    _pair(state, season, event.round, event.pairings)
    state.rounds[season, event.round] = Round(
        season=season,
        number=event.round,
        fixtures=tuple(one.fixture for one in event.pairings),
        absent=event.absent,
        method=event.method,
        waited_for=event.open,
        drafted_at=version,
        order=event.order,
        drawn=event.drawn,
    )


def _round_changed(state: LeagueState, event: ev.RoundChanged, _: Version) -> None:
    season = state.season.number
    known = state.rounds[season, event.round]
    _pair(state, season, event.round, event.pairings)
    fixtures = tuple(one.fixture for one in event.pairings)
    state.rounds[season, event.round] = replace(known, fixtures=fixtures)
    if known.published:
        _byes(state, state.rounds[season, event.round])


def _pair(state: LeagueState, season: int, number: int, pairings: tuple[ev.Pairing, ...]) -> None:
    """Put these pairings in the place of the round's; a fixture that goes on keeps what it has."""
    was = state.rounds.get((season, number))
    kept = {one.fixture for one in pairings}
    for old in was.fixtures if was else ():
        if old not in kept:
            gone = state.fixtures.pop(old)
            if gone.link is not None:
                state.matches.pop(gone.link.match, None)
    for one in pairings:
        known = state.fixtures.get(one.fixture)
        if known is None:
            known = Fixture(one.fixture, season, number, one.home, one.away)
        state.fixtures[one.fixture] = replace(
            known,
            home=one.home,
            away=one.away,
            table=one.table,
            why=one.why,
            locked=one.locked,
            bye=one.bye,
        )
        state.made = max(state.made, _number(one.fixture))


def _number(fixture: ev.FixtureId) -> int:
    return int(fixture[1:])


def _published(state: LeagueState, event: ev.RoundPublished, _: Version) -> None:
    key = state.season.number, event.round
    state.rounds[key] = replace(state.rounds[key], published=True, on=event.on, ends=event.ends)
    _byes(state, state.rounds[key])


def _cancelled(state: LeagueState, event: ev.RoundCancelled, _: Version) -> None:
    season = state.season.number
    _pair(state, season, event.round, ())
    del state.rounds[season, event.round]


def _byes(state: LeagueState, round_: Round) -> None:
    """A bye has its result with the round."""
    for one in state.list_fixtures(round_):
        if one.away is None and one.ended is None:
            ended = ev.Ended(kind=one.bye, played_on=round_.on)
            state.fixtures[one.id] = replace(one, ended=ended)


def _fixture_added(state: LeagueState, event: ev.FixtureAdded, _: Version) -> None:
    state.fixtures[event.fixture] = Fixture(
        id=event.fixture,
        season=state.season.number,
        round=0,
        home=event.home,
        away=event.away,
        title=event.title,
        on=event.on,
        forces=event.forces,
    )
    state.made = max(state.made, _number(event.fixture))


def _arranged(state: LeagueState, event: ev.FixtureArranged, _: Version) -> None:
    agreed = Arranged(event.on, event.time, event.where) if event.on else None
    known = state.fixtures[event.fixture]
    state.fixtures[event.fixture] = replace(known, arranged=agreed)


CHANGES: Changes = {
    ev.SeasonBegan: _season_began,
    ev.SeasonClosed: _season_closed,
    ev.PlanChanged: _plan_changed,
    ev.RoundDrafted: _drafted,
    ev.RoundChanged: _round_changed,
    ev.RoundPublished: _published,
    ev.RoundCancelled: _cancelled,
    ev.FixtureAdded: _fixture_added,
    ev.FixtureArranged: _arranged,
}
