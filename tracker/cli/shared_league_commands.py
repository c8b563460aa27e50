"""The parts that league and campaign commands share: entries, their answers, and the lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from tracker.cli.command_registration import (
    CAMPAIGN,
    LEAGUE,
    Answer,
    CommandSettings,
    Group,
    register_command_on_target,
)
from tracker.ledger.stream_summary import StreamSummary

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry
    from tracker.leagues.league_events import LeagueKind

F = TypeVar("F", bound=Callable[..., Any])


def register_entry_command(
    app: Group,
    command_name: str,
    *,
    kind: LeagueKind = "league",
    **settings: Unpack[CommandSettings],
) -> Callable[[F], F]:
    """Register, as a command, a function that adds an entry to a league or campaign."""
    target = CAMPAIGN if kind == "campaign" else LEAGUE
    settings["writes_entries"] = True
    return register_command_on_target(
        app, command_name, target, build_answer=build_entry_answer, **settings
    )


def build_entry_answer(league: League, entry: LeagueEntry) -> Answer:
    from tracker.cli import league_output

    shape = league_output.build_entry_shape(league, entry)
    return Answer(shape, lambda: league_output.list_entry_lines(shape))


def list_leagues_of_kind(book: Book, kind: LeagueKind, everything: bool) -> Answer:
    """List the leagues or campaigns, most recently changed first."""
    from exports.shapes.league_command_json_types import LeagueListShape
    from tracker.application.leagues.league_summaries import list_league_columns
    from tracker.application.table_columns import Column, format_table_lines
    from tracker.cli import league_output

    rows = book.list_leagues(kind, include_archived=everything)
    empty_message = f"there is no {kind} yet. Begin a {kind} with: warledger {kind} new TITLE."
    if not rows and book.list_leagues(kind, include_archived=True):
        empty_message = f"every {kind} is archived. To list all, run: warledger {kind} list --all."
    columns = (
        Column[StreamSummary]("", lambda one: one.stream, words=True),
        *list_league_columns(kind),
        Column[StreamSummary]("", lambda one: "(archived)" if one.aside else "", words=True),
    )
    return Answer(
        LeagueListShape(leagues=[league_output.build_league_row(one) for one in rows]),
        lambda: format_table_lines(columns, rows) if rows else (),
        empty_message,
    )
