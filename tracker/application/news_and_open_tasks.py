"""The news on the home screen: new league lines, open tasks, and who else has just made an
entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.match.match_summaries import find_side_name
from tracker.ledger.stream_summary import StreamSummary
from tracker.vocabulary.count_wording import format_count

if TYPE_CHECKING:
    from tracker.application.book import Book

MAX_NEWS = 3


class LeagueNews(Struct, frozen=True):
    """A log line that somebody else wrote in a league.

    ``league`` is the title of the league. ``author`` is "" if the author is unknown.
    """

    league: str
    author: str
    text: str
    at: int


def list_newest_league_lines_by_others(
    book: Book, last_visit: int | None, session_start: int
) -> list[LeagueNews]:
    """List the newest lines that others have written since ``last_visit`` (microseconds since 1970,
    UTC).

    Return [] if ``last_visit`` is None. Lines by the author of the book are left out. If the author
    has no name, lines without an author that were written since ``session_start`` are left out.
    """
    if last_visit is None:
        return []
    news: list[LeagueNews] = []
    for summary in book.list_leagues():
        if summary.updated_at > last_visit:
            news += islice(
                _list_lines_of_league_by_others(book, summary, last_visit, session_start), MAX_NEWS
            )
    return sorted(news, key=lambda one: -one.at)[:MAX_NEWS]


def _list_lines_of_league_by_others(
    book: Book, summary: StreamSummary, last_visit: int, session_start: int
) -> Iterator[LeagueNews]:
    try:
        league = League(book.store, summary.stream, clock=book.clock)
    except (LedgerError, Refused):
        return  # a newer program wrote there: opening the league reports that
    for entry in league.history.iterate_path_entries_backwards():
        if entry.at <= last_visit:
            return
        is_own = entry.author == book.author and (bool(book.author) or entry.at >= session_start)
        if not is_own:
            text = describe_league_entry(league.history, entry)
            yield LeagueNews(league.title, entry.author, text, entry.at)


def describe_disputed_and_unsigned_results(book: Book) -> Iterator[str]:
    """Yield a text for each open league about its disputed results, and another about its unsigned
    ones.
    """
    for summary in book.list_leagues("league"):
        row = read_league_row(summary)
        if row.closed:
            continue
        if row.disputed:
            yield f"{summary.title}: {format_count(row.disputed, 'disputed result')}"
        if row.unsigned:
            results = format_count(row.unsigned, "result")
            yield f"{summary.title}: {results} of the round not yet signed by both players"


ACTIVE_TIME = 15 * 60 * 1_000_000
"""The time in microseconds after an entry during which its author counts as active."""


def find_other_active_recorder_name(book: Book, summary: StreamSummary) -> str:
    """Return the name of somebody else who has just made an entry in a running game, or "" if there
    is nobody.

    An entry made on a side's phone counts as made by that side.
    """
    if summary.status == "ended" or book.clock() - summary.updated_at > ACTIVE_TIME:
        return ""
    last = list(book.store.read_events(summary.stream, summary.version - 1))
    author = last[-1].author if last else ""
    if author == book.author:
        return ""
    phone = author.removeprefix("phone ")
    is_phone = phone != author
    return (is_phone and find_side_name(book.store.read_events(summary.stream), phone)) or phone
