"""A league or campaign as JSON, in the stable format that docs/export-json.md describes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from exports.csv_tables import format_utc_timestamp
from exports.league_bracket_exports import build_bracket_shape
from exports.report_section_types import find_no_page
from exports.results_cross_table import build_results_cross_table
from exports.roll_and_event_tables import build_event_shapes
from exports.season_outlook_exports import build_outlook_shape, compute_undecided_division_outlooks
from exports.shapes import league_export_json_types as shapes
from exports.shapes.json_base_type import S, make_shape, render_shape_as_json, to_json_number
from exports.shapes.league_command_json_types import LeagueLogLineShape, StandingsRowShape
from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.service_records import (
    ServiceRecords,
    UnitRecord,
    compute_force_unit_points,
    estimate_season_luck_effect,
)
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.leagues.glicko_ratings import Rating
from tracker.leagues.league_events import LEAGUE, CareerStep, MissionSet
from tracker.leagues.league_state import Fixture, LeagueState, Round, Season
from tracker.leagues.pairing.knockout_bracket import build_season_bracket
from tracker.leagues.results.standings import StandingsRow


def list_force_shapes(league: League) -> Iterator[shapes.ForceShape]:
    records = ServiceRecords(league)
    for force in league.state.forces.values():
        points_left = compute_force_unit_points(league, force)
        yield make_shape(
            shapes.ForceShape,
            force,
            force=force.id,
            cost=force.points,
            worth=next_game_units.sum_points_if_all_known(points_left),
            units=[
                _build_unit(league, records.build_unit_record(unit), points_left[unit])
                for unit in force.units
            ],
        )


def _build_unit(league: League, record: UnitRecord, points: int | None) -> shapes.LastingUnitShape:
    unit = record.unit
    return make_shape(
        shapes.LastingUnitShape,
        unit,
        unit=unit.id,
        rank=record.rank,
        stands=unit.status,
        captives=unit.captive_count,
        carries=force_event_descriptions.describe_carried_damage(unit.carried_damage),
        worth=points,
        games=record.games,
        steps=[_build_unit_change(league, step) for step in unit.steps],
    )


def _build_unit_change(league: League, step: CareerStep) -> shapes.UnitChangeShape:
    return make_shape(
        shapes.UnitChangeShape,
        step,
        line=league.history.get_line_number(step.version),
        fixture=step.fixture or None,
        stands=step.standing,
        by_hand=step.origin == "hand",
        dice=step.faces,
        figures_named=step.names,
        captives_named=step.taken,
        carries=None
        if step.harm is None
        else force_event_descriptions.describe_carried_damage(step.harm),
    )


def render_league_json(league: League) -> str:
    return render_shape_as_json(build_league_shape(league))


def build_league_shape(league: League) -> shapes.LeagueShape:
    state = league.state
    outlooks = [
        build_outlook_shape(league, outlook, name)
        for name, outlook in compute_undecided_division_outlooks(league)
    ]
    records = ServiceRecords(league)
    return make_shape(
        shapes.LeagueShape,
        state.info,
        format=shapes.LEAGUE_FORMAT,
        version=shapes.LEAGUE_VERSION,
        league=league.stream,
        scheme=_build_scheme(state),
        players=[*_build_players(league)],
        forces=[*list_force_shapes(league)],
        seasons=[_build_season(league, season, records) for season in state.seasons.values()],
        fixtures=[_build_fixture(league, fixture) for fixture in state.fixtures.values()],
        outlook=outlooks[0] if outlooks else None,
        outlooks=outlooks,
        cross_table=_build_cross_table(league),
        story=_make_shapes_with_line_numbers(league, shapes.StoryEntryShape, state.story),
        log=[
            make_shape(LeagueLogLineShape, line, line=line.number, at=format_utc_timestamp(line.at))
            for line in list_league_log_lines(league.history)
        ],
        events=[*build_event_shapes(league.history, LEAGUE)],
    )


def _build_cross_table(league: League) -> shapes.CrossTableShape | None:
    grid = build_results_cross_table(league, league.state.season.number, find_no_page)
    if grid is None:
        return None
    return shapes.CrossTableShape(
        heads=[full for _, full in grid.headings],
        rows=[
            shapes.CrossTableRowShape(
                place=row.place,
                player=row.player,
                points=to_json_number(row.points.fraction),
                cells=[cell.text for cell in row.cells],
            )
            for row in grid.rows
        ],
    )


def _build_scheme(state: LeagueState) -> shapes.SchemeShape:
    scheme = state.info.scheme
    return make_shape(
        shapes.SchemeShape,
        scheme,
        win=to_json_number(scheme.win.fraction),
        draw=to_json_number(scheme.draw.fraction),
        loss=to_json_number(scheme.loss.fraction),
        bye=to_json_number(scheme.bye.fraction),
        best=scheme.best.results if scheme.best else None,
    )


def _build_players(league: League) -> Iterator[shapes.PlayerShape]:
    ratings = league.table.compute_ratings()
    unrated = Rating()
    for player in league.state.players.values():
        rating = ratings.get(player.id, unrated)
        yield make_shape(
            shapes.PlayerShape,
            player,
            player=player.id,
            rating=round(rating.rating, 4),
            deviation=round(rating.deviation, 4),
            games=rating.games,
            provisional=rating.is_provisional,
        )


def _build_season(league: League, season: Season, records: ServiceRecords) -> shapes.SeasonShape:
    state, number = league.state, season.number
    return make_shape(
        shapes.SeasonShape,
        season,
        season=number,
        closed_on=season.closed_on if season.closed else None,
        standings=_build_standings(league, number),
        bracket=build_bracket_shape(league, bracket, number)
        if (bracket := build_season_bracket(state, number))
        else None,
        luck_points=estimate_season_luck_effect(league, number, records),
        rounds=[_build_round(state, round_) for round_ in state.list_rounds_and_draft(number)],
        bonus=[
            make_shape(
                shapes.BonusPointsShape,
                bonus,
                line=league.history.get_line_number(bonus.version),
                points=to_json_number(bonus.fraction),
            )
            for bonus in state.awarded_points
            if bonus.season == number
        ],
        lots=_make_shapes_with_line_numbers(
            league, shapes.LotDrawShape, [lots for lots in state.lots if lots.season == number]
        ),
        changes=_make_shapes_with_line_numbers(
            league, shapes.RuleChangeShape, [one for one in state.changes if one.season == number]
        ),
    )


def _make_shapes_with_line_numbers(
    league: League, shape_type: type[S], records: Iterable[Any]
) -> list[S]:
    return [
        make_shape(shape_type, one, line=league.history.get_line_number(one.version))
        for one in records
    ]


def _build_standings(league: League, season: int) -> shapes.SeasonStandingsShape:
    table = league.table.compute_standings(season=season)
    rows = [build_standings_row_shape(row) for row in table.rows]
    return make_shape(shapes.SeasonStandingsShape, table, rows=rows)


def _build_fixture(league: League, fixture: Fixture) -> shapes.FixtureShape:
    return make_shape(
        shapes.FixtureShape,
        fixture,
        fixture=fixture.id,
        result=fixture.ended,
        match=fixture.link.match if fixture.link else None,
        corrections=_make_shapes_with_line_numbers(
            league, shapes.ResultCorrectionShape, fixture.corrections
        ),
    )


def build_standings_row_shape(row: StandingsRow) -> StandingsRowShape:
    return make_shape(
        StandingsRowShape,
        row,
        division=row.division or "",
        ties={
            tie.tie_break: None if tie.value is None else to_json_number(tie.value.fraction)
            for tie in row.ties
        },
        counted=to_json_number(row.counted.fraction),
        bonus=to_json_number(row.bonus.fraction),
        points=to_json_number(row.points.fraction),
    )


def _build_round(state: LeagueState, round_: Round) -> shapes.RoundShape:
    mission = state.missions.get((round_.season, round_.number), MissionSet(round=round_.number))
    return make_shape(shapes.RoundShape, round_, mission, round=round_.number)
