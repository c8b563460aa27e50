"""Tables as the text of a CSV file."""

from __future__ import annotations

from exports.csv_tables import render_csv
from exports.league_csv import build_requested_league_csv
from exports.league_report import LeagueReportRequest
from exports.roll_and_event_tables import build_events_table, build_rolls_table
from tracker.application.leagues.league import League
from tracker.application.match.game import Game
from tracker.leagues.league_events import LEAGUE
from tracker.vocabulary import match_event_codec


def write_rolls_csv(game: Game) -> str:
    return render_csv(build_rolls_table(game))


def write_events_csv(game: Game) -> str:
    return render_csv(build_events_table(game.history, match_event_codec.FORMS))


def write_league_csv(league: League, ask: LeagueReportRequest) -> str:
    return render_csv(build_requested_league_csv(league, ask))


def write_league_events_csv(league: League, ask: LeagueReportRequest) -> str:
    return render_csv(build_events_table(league.history, LEAGUE))
