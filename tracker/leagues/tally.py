"""From a league's state to what its arithmetic starts from: who, which results, which points."""

from __future__ import annotations

from msgspec import Struct

from tracker.leagues.opened import Opened, opened
from tracker.leagues.results import Adjustment, Enrolled, Exact, Lots, PlayerId, Result
from tracker.leagues.rows import Fixture
from tracker.leagues.standings import Standings, standings
from tracker.leagues.state import LeagueState


class AsOf(Struct, frozen=True):
    """Up to which round or which day of which season; what is None is not asked.

    ``day`` is a date as YYYY-MM-DD: results played and points given on that day count.
    """

    season: int | None = None
    round: int | None = None
    day: str | None = None


NOW = AsOf()


def players_of(state: LeagueState, as_of: AsOf = NOW) -> list[Enrolled]:
    """Everybody who is in a season, or was when it was closed, as its standings know them."""
    season = state.seasons.get(_season(state, as_of))
    if season is not None and season.closed:
        return [
            Enrolled(one.id, one.name, one.ranked, one.id in season.dropped)
            for one in map(state.players.__getitem__, season.stood)
        ]
    number = state.round_number + 1
    return [
        Enrolled(one.id, one.name, one.ranked, one.absence(number) == "dropped")
        for one in state.standing()
    ]


def results_of(state: LeagueState, as_of: AsOf = NOW) -> list[Result]:
    """The results of a season, byes among them; a fixture without one has none."""
    season = _season(state, as_of)
    found = []
    for fixture in state.published(season):
        result = result_of(fixture)
        if result is None or (as_of.round is not None and result.round > as_of.round):
            continue
        if as_of.day is None or result.played_on <= as_of.day:
            found.append(result)
    return found


def result_of(fixture: Fixture) -> Result | None:
    """What came of a fixture, None while nothing did."""
    ended = fixture.ended
    if ended is None:
        return None
    return Result(
        round=fixture.round,
        home=fixture.home,
        away=fixture.away,
        kind=ended.kind,
        winner=ended.winner,
        vp=ended.vp,
        extra=ended.extra,
        played_on=ended.played_on,
    )


def adjustments_of(state: LeagueState, as_of: AsOf = NOW) -> list[Adjustment]:
    """Bonus and penalty points of a season."""
    season = _season(state, as_of)
    return [
        Adjustment(one.player, Exact(*one.points), one.column, one.why, one.round)
        for one in state.given
        if one.season == season
        and (as_of.round is None or one.round <= as_of.round)
        and (as_of.day is None or one.on <= as_of.day)
    ]


def lots_of(state: LeagueState, as_of: AsOf = NOW) -> list[Lots]:
    """The lots drawn in a season."""
    season = _season(state, as_of)
    return [
        Lots(one.order, one.round)
        for one in state.lots
        if one.season == season and (as_of.round is None or one.round <= as_of.round)
    ]


def standings_of(state: LeagueState, as_of: AsOf = NOW) -> Standings:
    """The table of a season, as of a round or day or now."""
    return standings(
        players_of(state, as_of),
        results_of(state, as_of),
        state.scheme_of(_season(state, as_of)),
        None,
        adjustments_of(state, as_of),
        lots_of(state, as_of),
    )


def opened_of(state: LeagueState, player: PlayerId, as_of: AsOf = NOW) -> Opened:
    """One player's row of that table, every number opened."""
    return opened(
        player,
        players_of(state, as_of),
        results_of(state, as_of),
        state.scheme_of(_season(state, as_of)),
        None,
        adjustments_of(state, as_of),
        lots_of(state, as_of),
    )


def _season(state: LeagueState, as_of: AsOf) -> int:
    return state.season.number if as_of.season is None else as_of.season
