"""The published content of a league or campaign as table rows."""

from __future__ import annotations

from typing import Any

from exports.sql_tables import league_sql_models as models
from exports.sql_tables.sql_table_metadata import Row, SqlRows, copy_sql_row, parse_day
from tracker.application.leagues.league import League
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings import StandingsRow


def build_league_rows(league: League) -> SqlRows:
    """Build the rows of all tables of a league, beginning with ``league``."""
    state, name = league.state, league.stream
    info = state.info
    yield copy_sql_row(
        models.SqlLeague,
        info,
        id=name,
        scheme=info.scheme.name,
        opened_on=parse_day(info.opened_on),
        aside=state.aside,
    )
    yield from _players(league, name)
    yield from _rounds(league, name)
    for fixture in state.fixtures.values():
        if state.is_published(fixture):
            yield _fixture(league, name, fixture)
    if info.what == "league":
        yield from _standings(league, name)


def _players(league: League, name: str) -> SqlRows:
    rated = league.table.compute_ratings()
    for player in league.state.players.values():
        rating = rated.get(player.id)
        yield copy_sql_row(
            models.SqlPlayer,
            player,
            league=name,
            player=player.id,
            left_after=player.left_after,
            rating=None if rating is None else rating.rating,
            deviation=None if rating is None else rating.deviation,
        )


def _rounds(league: League, name: str) -> SqlRows:
    for key, one in league.state.rounds.items():
        if one.published:
            played = league.state.missions.get(key)
            yield copy_sql_row(
                models.SqlRound,
                one,
                league=name,
                round=one.number,
                on_day=parse_day(one.on),
                mission=played.mission if played else "",
                terrain=played.terrain if played else "",
            )


def _fixture(league: League, name: str, fixture: Fixture) -> Row:
    ended = fixture.ended
    round_ = league.state.rounds.get((fixture.season, fixture.round))
    day = fixture.arranged.on if fixture.arranged else round_.on if round_ else fixture.on
    vp = ended.vp if ended and ended.vp else (None, None)
    return copy_sql_row(
        models.SqlFixture,
        fixture,
        league=name,
        fixture=fixture.id,
        on_day=parse_day(day),
        table_no=fixture.table,
        kind=None if ended is None else ended.kind,
        winner=None if ended is None else ended.winner,
        vp_home=vp[0],
        vp_away=vp[1],
        played_on=None if ended is None else parse_day(ended.played_on),
        match=fixture.link.match if fixture.link else None,
        signed=len(fixture.signed),
        corrections=len(fixture.corrections),
    )


def _standings(league: League, name: str) -> SqlRows:
    for season in league.state.seasons:
        for one in league.state.list_rounds(season):
            if one.published:
                for row in league.table.compute_standings(str(one.number), season).rows:
                    at = {"league": name, "season": season, "after_round": one.number}
                    yield from _standing(row, at)


def _standing(row: StandingsRow, at: dict[str, Any]) -> SqlRows:
    points = float(row.points.fraction)
    yield copy_sql_row(models.SqlStanding, row, **at, points=points, division=row.division or "")
    for rank, tie in enumerate(row.ties, 1):
        value = None if tie.value is None else float(tie.value.fraction)
        of = {"player": row.player, "rank": rank, "value": value}
        yield copy_sql_row(models.SqlTieBreak, tie, **at, **of)
