"""The published content of a league or campaign as table rows."""

from __future__ import annotations

from typing import Any

from exports.sql_tables import league_sql_models as models
from exports.sql_tables.sql_table_metadata import (
    Row,
    SqlRows,
    make_sql_row,
    parse_optional_iso_date,
)
from tracker.application.leagues.league import League
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings import StandingsRow


def build_league_rows(league: League) -> SqlRows:
    """Build the rows of all tables of a league, beginning with ``league``."""
    state, name = league.state, league.stream
    info = state.info
    yield make_sql_row(
        models.SqlLeague,
        info,
        id=name,
        scheme=info.scheme.name,
        opened_on=parse_optional_iso_date(info.opened_on),
        aside=state.aside,
    )
    yield from _build_player_rows(league, name)
    yield from _build_round_rows(league, name)
    for fixture in state.fixtures.values():
        if state.is_published(fixture):
            yield _build_fixture_row(league, name, fixture)
    if info.what == "league":
        yield from _build_standings_rows(league, name)


def _build_player_rows(league: League, name: str) -> SqlRows:
    ratings = league.table.compute_ratings()
    for player in league.state.players.values():
        rating = ratings.get(player.id)
        yield make_sql_row(
            models.SqlPlayer,
            player,
            league=name,
            player=player.id,
            rating=None if rating is None else rating.rating,
            deviation=None if rating is None else rating.deviation,
        )


def _build_round_rows(league: League, name: str) -> SqlRows:
    for key, round_ in league.state.rounds.items():
        if round_.published:
            mission = league.state.missions.get(key)
            yield make_sql_row(
                models.SqlRound,
                round_,
                league=name,
                round=round_.number,
                on_day=parse_optional_iso_date(round_.on),
                mission=mission.mission if mission else "",
                terrain=mission.terrain if mission else "",
            )


def _build_fixture_row(league: League, name: str, fixture: Fixture) -> Row:
    ended = fixture.ended
    round_ = league.state.rounds.get((fixture.season, fixture.round))
    day = fixture.arranged.on if fixture.arranged else round_.on if round_ else fixture.on
    vp = ended.vp if ended and ended.vp else (None, None)
    return make_sql_row(
        models.SqlFixture,
        fixture,
        league=name,
        fixture=fixture.id,
        on_day=parse_optional_iso_date(day),
        table_no=fixture.table,
        kind=None if ended is None else ended.kind,
        winner=None if ended is None else ended.winner,
        vp_home=vp[0],
        vp_away=vp[1],
        played_on=None if ended is None else parse_optional_iso_date(ended.played_on),
        match=fixture.link.match if fixture.link else None,
        signed=len(fixture.signed),
        corrections=fixture.correction_count,
    )


def _build_standings_rows(league: League, name: str) -> SqlRows:
    for season in league.state.seasons:
        for round_ in league.state.list_rounds(season):
            if round_.published:
                for row in league.table.compute_standings(str(round_.number), season).rows:
                    columns = {"league": name, "season": season, "after_round": round_.number}
                    yield from _build_standing_rows(row, columns)


def _build_standing_rows(row: StandingsRow, columns: dict[str, Any]) -> SqlRows:
    points = float(row.points.fraction)
    yield make_sql_row(
        models.SqlStanding, row, **columns, points=points, division=row.division or ""
    )
    for rank, tie in enumerate(row.ties, 1):
        value = None if tie.value is None else float(tie.value.fraction)
        more_columns = {"player": row.player, "rank": rank, "value": value}
        yield make_sql_row(models.SqlTieBreak, tie, **columns, **more_columns)
