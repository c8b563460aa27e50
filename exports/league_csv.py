"""A league or campaign as CSV, with a row for each standing, pairing, unit or event."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exports.csv_tables import Cell, CsvTable, build_csv_table, make_csv_cell, make_csv_cells
from exports.league_report import LeagueReportRequest
from exports.report_sections import link_nowhere
from exports.results_cross_table import build_result_grid
from exports.season_outlook_report import build_outlook_shape
from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.campaign_luck import compute_campaign_luck
from tracker.application.campaigns.service_records import ServiceRecords, UnitRecord
from tracker.application.leagues import league_event_descriptions
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.campaign_history import build_campaign_timeline
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.pairing_table_columns import (
    describe_game_result,
    describe_linked_game,
)
from tracker.application.text_cleaning import clean_text
from tracker.leagues.campaign.campaign_units import CampaignForce
from tracker.leagues.league_divisions import NONE
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.pairing.knockout_bracket import BracketGame, find_bracket

STANDINGS = (
    "place", "player", "name", "dropped", "played", "won", "drawn", "lost", "byes", "vp_for",
    "vp_against", "counted", "bonus", "points", "moved",
)  # fmt: skip
OUTLOOK = (
    "place", "player", "name", "points", "least", "most", "likely", "first", "first_error",
    "first_is", "top", "top_error", "top_is", "certain", "takes",
)  # fmt: skip
CROSS_TABLE = ("place", "player", "points")
HISTORY = ("on", "kind", "about", "text", "depth", "details", "entered", "line")
FORCES = (
    "player", "force", "unit", "name", "enlisted", "figures", "experience", "rank", "stands",
    "games", "won", "drawn", "lost_games", "kills", "lost", "nerve", "removed_by",
    "captives", "carries", "points_left",
)  # fmt: skip
LUCK = (
    "player", "unit", "roll", "dice", "made", "expected", "difference", "at_most", "at_least",
    "worse",
)  # fmt: skip


def build_league_table(league: League, ask: LeagueReportRequest) -> CsvTable:
    """Build the requested table, or by default a league's standings or a campaign's history."""
    usual = "standings" if league.state.info.what == "league" else "history"
    part = ask.parts[0] if ask.parts else usual
    makers = {
        "bracket": _bracket,
        "outlook": _outlook,
        "cross-table": _cross_table,
        "rounds": _rounds,
        "history": _history,
        "forces": _forces,
        "luck": _luck,
    }
    if part in makers:
        return makers[part](league, ask)
    return _standings(league, ask)


def _standings(league: League, ask: LeagueReportRequest) -> CsvTable:
    table = league.table.compute_standings(ask.as_of, ask.season)
    extra = list(dict.fromkeys(name for row in table.rows for name in row.extra))
    divided = ["division"] if any(row.division for row in table.rows) else []
    head = (
        *STANDINGS,
        *divided,
        *table.tie_breaks,
        *(f"{clean_text(name)} {side}" for name in extra for side in ("for", "against")),
    )
    rows = [
        (
            *make_csv_cells(STANDINGS, row),
            *([row.division or ""] if divided else []),
            *(make_csv_cell(one.value) for one in row.ties),
            *(count for name in extra for count in row.extra.get(name, (0, 0))),
        )
        for row in table.rows
    ]
    return CsvTable(head, rows)


def _outlook(league: League, _: LeagueReportRequest) -> CsvTable:
    """Build a table of the current season's outlook over its remaining games."""
    divided = ["division"] if league.state.get_divisions() else []
    rows = [
        (*make_csv_cells(OUTLOOK, row), *([division or NONE] if divided else []))
        for division in league.table.list_divisions() or [""]
        for row in build_outlook_shape(league, league.table.forecast_season(division=division)).rows
    ]
    return CsvTable((*OUTLOOK, *divided), rows)


def _bracket(league: League, ask: LeagueReportRequest) -> CsvTable:
    """Build a table of the bracket's games, round by round. Unknown players are empty."""
    state = league.state
    found = find_bracket(state, ask.season or state.season.number)
    columns: dict[str, Callable[[tuple[str, BracketGame]], object]] = {
        "round": lambda row: row[0],
        "fixture": lambda row: row[1].fixture,
        "home_seed": lambda row: found and row[1].home and found.get_seed(row[1].home),
        "home": lambda row: state.get_player_name(row[1].home),
        "away_seed": lambda row: found and row[1].away and found.get_seed(row[1].away),
        "away": lambda row: state.get_player_name(row[1].away),
        "bye": lambda row: row[1].bye,
        "goes_on": lambda row: state.get_player_name(row[1].winner),
        "result": lambda row: league_event_descriptions.describe_bracket_game(state, row[1]),
    }
    rounds = found.list_rounds_played if found else ()
    return build_csv_table(columns, [(one.name, game) for one in rounds for game in one.games])


def _cross_table(league: League, ask: LeagueReportRequest) -> CsvTable:
    """Build a table of every result, with a row for each player in the order of places."""
    up_to = league.table.parse_standings_cutoff(ask.as_of, ask.season)
    season = league.state.season.number if ask.season is None else ask.season
    grid = build_result_grid(league, season, link_nowhere, up_to.round)
    if grid is None:
        return CsvTable(CROSS_TABLE)
    rows = [
        (row.place, row.name, make_csv_cell(row.points), *(cell.text for cell in row.cells))
        for row in grid.rows
    ]
    return CsvTable((*CROSS_TABLE, *(full for _, full in grid.heads)), rows)


def _rounds(league: League, ask: LeagueReportRequest) -> CsvTable:
    state = league.state
    season = state.season.number if ask.season is None else ask.season
    league.table.parse_standings_cutoff("", season)
    fixtures = sorted(state.fixtures.values(), key=lambda one: (one.round, one.table))
    return build_csv_table(
        _list_round_columns(state), [one for one in fixtures if one.season == season]
    )


def _list_round_columns(state: LeagueState) -> dict[str, Callable[[Fixture], object]]:
    name = state.get_player_name
    return {
        "season": lambda one: one.season,
        "round": lambda one: one.round,
        "published": state.is_published,
        "round_on": lambda one: state.rounds[one.season, one.round].on if one.round else one.on,
        "fixture": lambda one: one.id,
        "table": lambda one: one.table or "",
        "home": lambda one: name(one.home),
        "away": lambda one: name(one.away),
        "kind": lambda one: one.ended and one.ended.kind,
        "winner": lambda one: one.ended and name(one.ended.winner),
        "home_vp": lambda one: one.ended and one.ended.vp and one.ended.vp[0],
        "away_vp": lambda one: one.ended and one.ended.vp and one.ended.vp[1],
        "result": lambda one: describe_game_result(state, one),
        "played_on": lambda one: one.ended and one.ended.played_on,
        "time": lambda one: one.ended and one.ended.time,
        "arranged_on": lambda one: one.arranged and one.arranged.on,
        "arranged_time": lambda one: one.arranged and one.arranged.time,
        "where": lambda one: one.arranged and one.arranged.where,
        "signed": lambda one: ", ".join(map(name, one.signed)),
        "match": lambda one: one.link and one.link.match,
        "remarks": lambda one: describe_linked_game(state, one),
    }


def _history(league: League, _: LeagueReportRequest) -> CsvTable:
    rows = [
        make_csv_cells(HISTORY, one, about=one.id, details="; ".join(one.details))
        for one in build_campaign_timeline(league)
    ]
    return CsvTable(HISTORY, rows)


def _forces(league: League, _: LeagueReportRequest) -> CsvTable:
    records = ServiceRecords(league)
    rows = []
    for force in league.state.forces.values():
        left = next_game_units.compute_current_unit_points(
            league.state, force, league.rules(force.ruleset)
        )
        rows += [
            _unit(league, force, records.find_unit_record(unit), left[unit]) for unit in force.units
        ]
    return CsvTable(FORCES, rows)


def _unit(
    league: League, force: CampaignForce, record: UnitRecord, points: int | None
) -> Sequence[Cell]:
    unit = record.unit
    return make_csv_cells(
        FORCES,
        unit,
        player=league.state.get_player_name(force.player),
        force=force.name,
        unit=unit.id,
        rank=record.rank,
        stands=unit.standing or "ready",
        games=len(record.games),
        won=record.count_games("won"),
        drawn=record.count_games("drawn"),
        lost_games=record.count_games("lost"),
        kills=record.kills,
        lost=record.lost,
        nerve=record.nerve if record.kept else None,
        removed_by="; ".join(f"{who} {count}" for who, count in record.removed_by),
        carries=force_event_descriptions.describe_carried_damage(unit.carried_damage),
        points_left=points,
    )


def _luck(league: League, _: LeagueReportRequest) -> CsvTable:
    found = compute_campaign_luck(league)
    rows = [
        make_csv_cells(
            LUCK,
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
        for row in found.rows
    ]
    return CsvTable(LUCK, rows)
