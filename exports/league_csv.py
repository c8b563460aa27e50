"""A league or campaign as CSV, with a row for each standing, pairing, unit or event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from exports.csv_tables import (
    Cell,
    CsvTable,
    build_csv_table,
    convert_to_csv_cell,
    make_csv_cells_from_attributes,
)
from exports.league_report import LeagueReportRequest
from exports.report_section_types import find_no_page
from exports.results_cross_table import build_results_cross_table
from exports.season_outlook_exports import build_outlook_shape
from tracker.application.campaigns.campaign_luck import compute_campaign_luck
from tracker.application.campaigns.service_records import (
    ServiceRecords,
    UnitRecord,
    compute_force_unit_points,
)
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.campaign_timeline import build_campaign_timeline
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing import bracket_descriptions
from tracker.application.leagues.pairing.round_columns_and_text import (
    describe_fixture_remarks,
    describe_game_result,
)
from tracker.application.text_cleaning import clean_text
from tracker.leagues.campaign.campaign_units import CampaignForce
from tracker.leagues.divisions_and_promotion import NONE
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.pairing.knockout_bracket import BracketGame, build_season_bracket

STANDINGS_COLUMNS = (
    "place", "player", "name", "dropped", "played", "won", "drawn", "lost", "byes", "vp_for",
    "vp_against", "counted", "bonus", "points", "moved",
)  # fmt: skip
OUTLOOK_COLUMNS = (
    "place", "player", "name", "points", "least", "most", "likely", "first", "first_error",
    "first_is", "top", "top_error", "top_is", "certain", "takes",
)  # fmt: skip
CROSS_TABLE_COLUMNS = ("place", "player", "points")
HISTORY_COLUMNS = ("on", "kind", "about", "text", "depth", "details", "entered", "line")
FORCE_COLUMNS = (
    "player", "force", "unit", "name", "enlisted", "figures", "experience", "rank", "stands",
    "games", "won", "drawn", "lost_games", "kills", "lost", "nerve", "removed_by",
    "captives", "carries", "points_left",
)  # fmt: skip
LUCK_COLUMNS = (
    "player", "unit", "roll", "dice", "made", "expected", "difference", "at_most", "at_least",
    "worse",
)  # fmt: skip


def build_requested_league_csv(league: League, request: LeagueReportRequest) -> CsvTable:
    """Build the requested table: by default, a league's standings or a campaign's history."""
    usual = "standings" if league.state.info.what == "league" else "history"
    part = request.parts[0] if request.parts else usual
    builders = {
        "bracket": _build_bracket_table,
        "outlook": _build_outlook_table,
        "cross-table": _build_cross_table,
        "rounds": _build_rounds_table,
        "history": _build_history_table,
        "forces": _build_forces_table,
        "luck": _build_luck_table,
    }
    return builders.get(part, _build_standings_table)(league, request)


def _build_standings_table(league: League, request: LeagueReportRequest) -> CsvTable:
    table = league.table.compute_standings(request.as_of, request.season)
    extra = list(dict.fromkeys(name for row in table.rows for name in row.extra))
    division_column = ["division"] if any(row.division for row in table.rows) else []
    headings = (
        *STANDINGS_COLUMNS,
        *division_column,
        *table.tie_breaks,
        *(f"{clean_text(name)} {side}" for name in extra for side in ("for", "against")),
    )
    rows = [
        (
            *make_csv_cells_from_attributes(STANDINGS_COLUMNS, row),
            *([row.division or ""] if division_column else []),
            *(convert_to_csv_cell(tie.value) for tie in row.ties),
            *(count for name in extra for count in row.extra.get(name, (0, 0))),
        )
        for row in table.rows
    ]
    return CsvTable(headings, rows)


def _build_outlook_table(league: League, _: LeagueReportRequest) -> CsvTable:
    """Build a table of the results that each player can still reach in the current season."""
    division_column = ["division"] if league.state.get_divisions() else []
    rows = [
        (
            *make_csv_cells_from_attributes(OUTLOOK_COLUMNS, row),
            *([division or NONE] if division_column else []),
        )
        for division in league.table.list_divisions_with_ranked_players() or [""]
        for row in build_outlook_shape(league, league.table.forecast_season(division=division)).rows
    ]
    return CsvTable((*OUTLOOK_COLUMNS, *division_column), rows)


def _build_bracket_table(league: League, request: LeagueReportRequest) -> CsvTable:
    """Build a table of the bracket's games, round by round. Cells for unknown players are empty."""
    state = league.state
    bracket = build_season_bracket(state, request.season or state.season.number)
    columns: dict[str, Callable[[tuple[str, BracketGame]], object]] = {
        "round": lambda row: row[0],
        "fixture": lambda row: row[1].fixture,
        "home_seed": lambda row: bracket and row[1].home and bracket.get_seed(row[1].home),
        "home": lambda row: state.get_player_name(row[1].home),
        "away_seed": lambda row: bracket and row[1].away and bracket.get_seed(row[1].away),
        "away": lambda row: state.get_player_name(row[1].away),
        "bye": lambda row: row[1].bye,
        "goes_on": lambda row: state.get_player_name(row[1].winner),
        "result": lambda row: bracket_descriptions.describe_bracket_game(state, row[1]),
    }
    rounds = bracket.rounds_in_playing_order if bracket else ()
    return build_csv_table(
        columns, [(round_.name, game) for round_ in rounds for game in round_.games]
    )


def _build_cross_table(league: League, request: LeagueReportRequest) -> CsvTable:
    cutoff = league.table.parse_standings_cutoff(request.as_of, request.season)
    season = league.state.season.number if request.season is None else request.season
    grid = build_results_cross_table(league, season, find_no_page, cutoff.round)
    if grid is None:
        return CsvTable(CROSS_TABLE_COLUMNS)
    rows = [
        (row.place, row.name, convert_to_csv_cell(row.points), *(cell.text for cell in row.cells))
        for row in grid.rows
    ]
    return CsvTable((*CROSS_TABLE_COLUMNS, *(full for _, full in grid.headings)), rows)


def _build_rounds_table(league: League, request: LeagueReportRequest) -> CsvTable:
    state = league.state
    season = state.season.number if request.season is None else request.season
    league.table.parse_standings_cutoff("", season)
    fixtures = [fixture for fixture in state.fixtures.values() if fixture.season == season]
    fixtures.sort(key=lambda fixture: (fixture.round, fixture.table))
    extra = dict.fromkeys(
        name for fixture in fixtures if fixture.ended for name in fixture.ended.extra
    )
    columns = _list_round_columns(state)
    for name in extra:
        columns[f"{clean_text(name)} home"] = partial(_get_extra_points, name=name, side=0)
        columns[f"{clean_text(name)} away"] = partial(_get_extra_points, name=name, side=1)
    return build_csv_table(columns, fixtures)


def _get_extra_points(fixture: Fixture, name: str, side: int) -> int | None:
    points = fixture.ended and fixture.ended.extra.get(name)
    return points[side] if points else None


def _list_round_columns(state: LeagueState) -> dict[str, Callable[[Fixture], object]]:
    name = state.get_player_name
    return {
        "season": lambda fixture: fixture.season,
        "round": lambda fixture: fixture.round,
        "published": state.is_published,
        "round_on": lambda fixture: (
            state.rounds[fixture.season, fixture.round].on if fixture.round else fixture.on
        ),
        "fixture": lambda fixture: fixture.id,
        "table": lambda fixture: fixture.table or "",
        "home": lambda fixture: name(fixture.home),
        "away": lambda fixture: name(fixture.away),
        "kind": lambda fixture: fixture.ended and fixture.ended.kind,
        "winner": lambda fixture: fixture.ended and name(fixture.ended.winner),
        "home_vp": lambda fixture: fixture.ended and fixture.ended.vp and fixture.ended.vp[0],
        "away_vp": lambda fixture: fixture.ended and fixture.ended.vp and fixture.ended.vp[1],
        "result": lambda fixture: describe_game_result(state, fixture),
        "played_on": lambda fixture: fixture.ended and fixture.ended.played_on,
        "time": lambda fixture: fixture.ended and fixture.ended.time,
        "arranged_on": lambda fixture: fixture.arranged and fixture.arranged.on,
        "arranged_time": lambda fixture: fixture.arranged and fixture.arranged.time,
        "where": lambda fixture: fixture.arranged and fixture.arranged.where,
        "signed": lambda fixture: ", ".join(map(name, fixture.signed)),
        "match": lambda fixture: fixture.link and fixture.link.match,
        "remarks": lambda fixture: describe_fixture_remarks(state, fixture),
    }


def _build_history_table(league: League, _: LeagueReportRequest) -> CsvTable:
    rows = [
        make_csv_cells_from_attributes(
            HISTORY_COLUMNS, item, about=item.id, details="; ".join(item.details)
        )
        for item in build_campaign_timeline(league)
    ]
    return CsvTable(HISTORY_COLUMNS, rows)


def _build_forces_table(league: League, _: LeagueReportRequest) -> CsvTable:
    records = ServiceRecords(league)
    rows = []
    for force in league.state.forces.values():
        points_left = compute_force_unit_points(league, force)
        rows += [
            _make_unit_cells(league, force, records.build_unit_record(unit), points_left[unit])
            for unit in force.units
        ]
    return CsvTable(FORCE_COLUMNS, rows)


def _make_unit_cells(
    league: League, force: CampaignForce, record: UnitRecord, points: int | None
) -> Sequence[Cell]:
    unit = record.unit
    return make_csv_cells_from_attributes(
        FORCE_COLUMNS,
        unit,
        player=league.state.get_player_name(force.player),
        force=force.name,
        unit=unit.id,
        rank=record.rank,
        stands=unit.status or "ready",
        captives=unit.captive_count,
        games=len(record.games),
        won=record.count_games("won"),
        drawn=record.count_games("drawn"),
        lost_games=record.count_games("lost"),
        kills=record.kills,
        lost=record.lost_figures,
        nerve=record.times_nerve_was_lost if record.recorded_game_count else None,
        removed_by="; ".join(f"{killer} {count}" for killer, count in record.removed_by),
        carries=force_event_descriptions.describe_carried_damage(unit.carried_damage),
        points_left=points,
    )


def _build_luck_table(league: League, _: LeagueReportRequest) -> CsvTable:
    luck = compute_campaign_luck(league)
    rows = [
        make_csv_cells_from_attributes(
            LUCK_COLUMNS,
            row.tally,
            player=row.player,
            unit=row.unit,
            roll=row.what,
            expected=round(row.tally.expected, 4),
            difference=round(row.tally.difference, 4),
            at_most=round(row.tally.at_most, 6),
            at_least=round(row.tally.at_least, 6),
            worse=round(row.tally.worse, 6),
        )
        for row in luck.rows
    ]
    return CsvTable(LUCK_COLUMNS, rows)
