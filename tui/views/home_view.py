"""The contents of the home screen, built from summaries without opening any game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tracker.application.book import Book
from tracker.application.leagues.league_dates_and_times import LeagueCalendar
from tracker.application.leagues.league_summaries import (
    LeagueRow,
    describe_league_progress,
    read_league_row,
)
from tracker.application.match.match_summaries import StreamSummary
from tracker.application.news_and_open_tasks import (
    describe_disputed_and_unsigned_results,
    find_other_active_recorder_name,
    list_newest_league_lines_by_others,
)
from tracker.vocabulary.count_wording import format_count
from tui.user_settings_and_drafts import LastVisit
from tui.views.game_list import GameListLine, build_game_list_line


@dataclass(frozen=True)
class LeagueListLine:
    stream: str
    title: str
    kind: str
    progress: str


@dataclass
class HomeView:
    """The contents of the home screen.

    ``league_titles`` maps games to the titles of their leagues or campaigns. ``news`` lists what
    others have entered since the last visit. ``archived`` is the number of archived games.
    """

    running: list[StreamSummary] = field(default_factory=list)
    leagues: list[LeagueListLine] = field(default_factory=list)
    finished: list[StreamSummary] = field(default_factory=list)
    league_titles: dict[str, str] = field(default_factory=dict)
    news: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    archived: int = 0


def build_home_view(book: Book, last_visit: LastVisit) -> HomeView:
    """Build the home screen's contents from a book. Raises ``LedgerError``."""
    view = HomeView()
    for summary in book.list_games(include_archived=True):
        if summary.aside:
            view.archived += 1
            continue
        (view.finished if summary.status == "ended" else view.running).append(summary)
    for summary in book.list_leagues():
        row = read_league_row(summary)
        calendar = LeagueCalendar(row.zone, book.clock)
        view.league_titles |= dict.fromkeys(row.matches, summary.title)
        describe = _describe_campaign if row.what == "campaign" else _describe_league
        progress = describe(row, calendar)
        view.leagues.append(LeagueListLine(summary.stream, summary.title, row.what, progress))
    view.news = [
        f"{item.league}{_describe_author(item.author)}: {item.text}"
        for item in list_newest_league_lines_by_others(
            book, last_visit.last_closed, last_visit.opened_at
        )
    ]
    view.tasks = list(describe_disputed_and_unsigned_results(book))
    return view


def _describe_author(author: str) -> str:
    name = author.removeprefix("phone ")
    return f", {name}{' (phone)' if name != author else ''}" if author else ""


def _describe_league(row: LeagueRow, calendar: LeagueCalendar) -> str:
    now, parts = calendar.now, [describe_league_progress(row)]
    if row.closed:
        return ", ".join(parts + [f"{first.name} first" for first in row.standings.rows[:1]])
    if row.drafted:
        parts.append(f"round {row.drafted} drafted")
    elif row.ends and row.on == now.to_date_string() and row.results < row.fixtures:
        late = now.format("HH:mm") > row.ends
        parts.append(f"late since {row.ends}" if late else f"games end {row.ends}")
    return " · ".join(parts)


def _describe_campaign(row: LeagueRow, calendar: LeagueCalendar) -> str:
    games = format_count(row.games, "game")
    if not row.last_played:
        return f"campaign · {games}"
    return f"campaign · {games} · last {calendar.describe_days_ago(row.last_played)}"


def build_running_game_list_line(book: Book, summary: StreamSummary) -> GameListLine:
    """Build a running game's line. If the last entry is another person's, it names that person."""
    line = build_game_list_line(book, summary)
    other = find_other_active_recorder_name(book, summary)
    return replace(line, age=f"{line.age} by {other}") if other else line
