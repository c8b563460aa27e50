"""Describes the entries of a league, for the log and for the responses to commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_event_descriptions import DESCRIPTIONS
from tracker.application.leagues.league_history import LeagueEntry, LeagueHistory
from tracker.application.leagues.league_summaries import read_league_row
from tracker.leagues import league_events as ev
from tracker.leagues.league_fold import apply_league_event
from tracker.leagues.league_state import LeagueState
from tracker.ledger.stream_summary import StreamSummary
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Rewound

if TYPE_CHECKING:
    from tracker.application.book import Book


class LeagueLogLine(Struct, frozen=True):
    """A line of the log.

    ``counts`` is false if the line is undone. ``at`` is in microseconds (UTC).
    """

    number: int
    text: str
    at: int
    author: str
    counts: bool
    by_itself: bool


def list_league_log_lines(history: LeagueHistory) -> list[LeagueLogLine]:
    """List all lines ever written, oldest first, with the names of players at the time."""
    states: dict[int, LeagueState] = {}
    log_lines = []
    for entry in history.list_all_entries():
        parent = max(0, history.tree.parents[entry.version])
        state = states.pop(parent, None) or history.get_state_at(parent)
        text = describe_and_apply_league_entry(entry, state, history)
        states[entry.end] = state
        log_lines.append(
            LeagueLogLine(
                entry.number, text, entry.at, entry.author, entry.counts, entry.is_automatic
            )
        )
    return log_lines


def describe_and_apply_league_entry(
    entry: LeagueEntry, state_before: LeagueState, history: LeagueHistory
) -> str:
    """Describe an entry in one line, and apply its events to ``state_before``."""
    typed = entry.typed_event
    if isinstance(typed, Rewound):
        return _describe_rewound(typed, entry, history)
    texts = []
    for version, event in enumerate(entry.events, start=entry.version):
        names_first = isinstance(event, _NAMED_BEFORE)
        if names_first:
            texts.append(DESCRIPTIONS[type(event)](state_before, event))
        apply_league_event(state_before, event, version)
        if not names_first:
            texts.append(DESCRIPTIONS[type(event)](state_before, event))
    if isinstance(typed, ev.ResultTold):
        texts = texts[:1]  # the other events follow from the report
    return "; ".join(text for text in texts if text)


_NAMED_BEFORE = (
    ev.DivisionMoved,
    ev.RoundDrafted,
    ev.PlayerChanged,
    ev.ResultWithdrawn,
    ev.MatchUnlinked,
    ev.ReportTakenBack,
    ev.ResultTold,
)


def _describe_rewound(rewound: Rewound, entry: LeagueEntry, history: LeagueHistory) -> str:
    line = history.get_line_number(rewound.to)
    if rewound.why == "redo":
        return f"redone up to line {line}"
    if rewound.why == "return" or line + 1 == entry.number:
        return f"switched to line {line}"
    return f"back to line {line}; later lines undone"


def describe_league_entry(history: LeagueHistory, entry: LeagueEntry) -> str:
    before = max(0, history.tree.parents[entry.version])
    return describe_and_apply_league_entry(entry, history.get_state_at(before), history)


ACTIVE_TIME = 15 * 60 * 1_000_000
"""How long an author counts as active after an entry, in microseconds."""


class LeagueNews(Struct, frozen=True):
    """A log line by somebody else. ``league`` is the title of the league. ``author`` can be ""."""

    league: str
    author: str
    text: str
    at: int


def list_league_lines_by_others(
    book: Book, last_visit: int | None, session_start: int, limit: int = 3
) -> list[LeagueNews]:
    """List the latest lines by others after ``last_visit`` (microseconds UTC; None gives no lines).

    Lines by the book's own author, and lines written since ``session_start``, are left out.
    """
    if last_visit is None:
        return []
    news: list[LeagueNews] = []
    for summary in book.list_leagues():
        if summary.updated_at > last_visit:
            news += _list_news(book, summary, last_visit, session_start, limit)
    return sorted(news, key=lambda one: -one.at)[:limit]


def _list_news(
    book: Book, summary: StreamSummary, last_visit: int, session_start: int, limit: int
) -> Iterator[LeagueNews]:
    try:
        league = League(book.store, summary.stream, clock=book.clock)
    except (LedgerError, Refused):
        return  # a newer program wrote there: opening the league reports that
    count = 0
    for entry in league.history.iterate_path_entries_backwards():
        if entry.at <= last_visit or count == limit:
            return
        is_own = entry.author == book.author and (bool(book.author) or entry.at >= session_start)
        if not is_own:
            count += 1
            text = describe_league_entry(league.history, entry)
            yield LeagueNews(league.title, entry.author, text, entry.at)


def list_result_tasks(book: Book) -> Iterator[str]:
    """Yield a text for each open league that has disputed or unsigned results."""
    for summary in book.list_leagues("league"):
        row = read_league_row(summary)
        if row.closed:
            continue
        if row.disputed:
            yield f"{summary.title}: {format_count(row.disputed, 'disputed result')}"
        if row.unsigned:
            results = format_count(row.unsigned, "result")
            yield f"{summary.title}: {results} of the round not yet signed by both players"


def find_other_recorder_name(book: Book, summary: StreamSummary) -> str:
    """Return the name of another person who is recording a running game, or "" if nobody is."""
    if summary.status == "ended" or book.clock() - summary.updated_at > ACTIVE_TIME:
        return ""
    last = list(book.store.read_events(summary.stream, summary.version - 1))
    author = last[-1].author if last else ""
    return author if author != book.author else ""
