"""What others did while somebody was away: lines of leagues, games being kept at this moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_line
from tracker.application.leagues.row import LeagueRow, read_row
from tracker.ledger.summary import Summary

if TYPE_CHECKING:
    from tracker.application.book import Book

NOW = 15 * 60 * 1_000_000
"""Somebody who wrote within so many microseconds is keeping the game now."""


class News(Struct, frozen=True):
    """A line that somebody else wrote in a league since; ``author`` may be nobody in particular."""

    league: str
    author: str
    text: str
    at: int


def list_news(book: Book, last: int | None, began: int, most: int = 3) -> list[News]:
    """The newest lines others wrote after ``last``; nothing where somebody is here first.

    One's own are left out: those by the same name, and those written since ``began``.
    Times in microseconds since 1970 (UTC).
    """
    if last is None:
        return []
    found: list[News] = []
    for summary in book.leagues():
        if summary.updated_at > last:
            found += _of(book, summary, last, began, most)
    return sorted(found, key=lambda one: -one.at)[:most]


def _of(book: Book, summary: Summary, last: int, began: int, most: int) -> Iterator[News]:
    try:
        league = League(book.store, summary.stream, clock=book.clock)
    except (LedgerError, Refused):
        return  # a newer program wrote there: the league says so when it is opened
    told = 0
    for entry in league.story.iterate_backwards():
        if entry.at <= last or told == most:
            return
        own = entry.author == book.author and (bool(book.author) or entry.at >= began)
        if not own:
            told += 1
            yield News(league.title, entry.author, describe_line(league.story, entry), entry.at)


def count_unsigned(book: Book) -> list[tuple[str, int]]:
    """Leagues in whose round at hand results are not signed by both, and how many."""
    rows: list[tuple[Summary, LeagueRow]] = [(one, read_row(one)) for one in book.leagues("league")]
    return [(one.title, row.unsigned) for one, row in rows if row.unsigned and not row.closed]


def find_keepers(book: Book, summary: Summary) -> str:
    """Who else is keeping a running game at this moment, by name; nothing if nobody is known to."""
    if summary.status == "ended" or book.clock() - summary.updated_at > NOW:
        return ""
    last = list(book.store.read(summary.stream, summary.version - 1))
    author = last[-1].author if last else ""
    return author if author != book.author else ""
