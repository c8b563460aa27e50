"""The columns of lists of leagues and campaigns."""

from __future__ import annotations

from functools import partial

from tracker.application.leagues.league_calendar import format_day
from tracker.application.leagues.league_summaries import LeagueRow, read_league_row
from tracker.application.table_columns import Column
from tracker.application.text_cleaning import clean_text
from tracker.leagues.league_events import LeagueKind
from tracker.ledger.stream_summary import StreamSummary
from tracker.vocabulary.count_wording import format_count, format_points


def list_league_columns(kind: LeagueKind) -> tuple[Column[StreamSummary], ...]:
    """Return the columns: the title, then progress and leaders (leagues) or games (campaigns)."""
    column = partial(Column[StreamSummary], words=True)
    title = column(kind, lambda one: clean_text(one.title) or one.stream)
    if kind == "campaign":
        games = column("games", lambda one: str(read_league_row(one).games), words=False)
        played = column("last played", lambda one: format_day(read_league_row(one).last_played))
        return title, games, played
    stands = column("stands", lambda one: describe_league_progress(read_league_row(one)))
    return title, stands, column("first", _list_leaders)


def describe_league_progress(row: LeagueRow) -> str:
    """Describe a league's progress: ``round 3 of 5 · 2 of 6 results in`` or ``12 players``."""
    if row.closed:
        return "season closed"
    if not row.round:
        return format_count(row.players, "player")
    of = f" of {row.planned}" if row.planned else ""
    return f"round {row.round}{of} · {row.results} of {format_count(row.fixtures, 'result')} in"


def _list_leaders(summary: StreamSummary) -> str:
    row = read_league_row(summary)
    first = [each for each in row.standings.rows if each.place == 1] if row.round else []
    if not first:
        return ""
    each_of = " each" if len(first) > 1 else ""
    points = f"{format_points(first[0].points.short)}{each_of}"
    return f"{', '.join(each.name for each in first[:3])} ({points})"
