"""The commands ``league result``, ``correct``, ``sign`` and others, for results and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import LEAGUE, Answer, Group, register_command_on_target
from tracker.cli.file_input_and_output import read_nonempty_encoded_text, read_nonempty_text
from tracker.cli.league_command_parameters import (
    Encoding,
    Linked,
    ListFile,
    On,
    Pairing,
    SideOfFirst,
    Who,
    Why,
    parse_named_numbers,
    require_skipped_numbers_exist,
    split_named_values,
)
from tracker.cli.shared_league_commands import register_entry_command

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry


Result = Annotated[
    tuple[str, ...],
    declare_argument(
        "RESULT", "10-7, w1 (1 won), d (drawn), c2 (2 conceded), f1 (1 forfeits), dl (both lose)."
    ),
]
Time = Annotated[str, declare_option("The end time of the game: 20:40.")]
Extra = Annotated[
    tuple[str, ...],
    declare_option(
        "An additional column, such as casualties=12-7; repeat the option for each column."
    ),
]
CheckEntries = Annotated[bool, declare_option("Only show what the command would enter.")]

COMMANDS = Group()


@register_entry_command(COMMANDS, "result", allows_minus=True)
def enter_result(
    league: League,
    pairing: Pairing,
    typed: Result,
    why: Why = "",
    on: On = "",
    time: Time = "",
    extra: Extra = (),
) -> LeagueEntry:
    """Enter a result. To change a result, use league correct."""
    more, result = parse_extra_columns(extra), join_result_words_refusing_options(typed)
    return league.results.enter_result(pairing, result, why=why, on=on, time=time, extra=more)


@register_command_on_target(COMMANDS, "import-results", LEAGUE, writes_entries=True)
def import_results(
    league: League,
    file: ListFile,
    column: Annotated[
        tuple[str, ...],
        declare_option(
            "A column's number, as in home=1. WHAT is home, away, home-points, "
            "away-points, result, winner, how, round, round-on, season, on or time.",
            metavar="WHAT=N",
            show_default="found by its heading",
        ),
    ] = (),
    leave_out: Annotated[tuple[int, ...], declare_option("Skip line N.", metavar="N")] = (),
    on: On = "",
    why: Why = "",
    encoding: Encoding = "",
    check: CheckEntries = False,
) -> Answer:
    """Enter all results of a CSV list, or none if one is invalid. Create rounds as needed."""
    from tracker.application.leagues.results.results_import import ResultsImport, parse_results_list
    from tracker.cli import league_output

    listed = parse_results_list(
        league,
        read_nonempty_encoded_text(file, encoding),
        dict(parse_named_numbers(column, "--column", "WHAT=N, such as home=2")),
    )
    found = ResultsImport(league, listed, left_out=leave_out, on=on, why=why)
    lines = {listed.heading_line, *(one.line for one in found.result_rows)} - {0}
    require_skipped_numbers_exist(leave_out, lines)
    entry = None if check else found.enter_all_rounds_and_results()
    shape = league_output.build_results_import_shape(league, entry, found, listed)
    error = found.get_dry_run_error() if check else None
    return Answer(
        shape,
        lambda: league_output.list_results_import_lines(shape, listed),
        messages=[error.message] if error else [],
        failed=error is not None,
    )


@register_command_on_target(COMMANDS, "import-dates", LEAGUE, writes_entries=True)
def import_dates(
    league: League,
    file: Annotated[str, declare_argument("FILE", "The calendar: an .ics file, or - for stdin.")],
    leave_out: Annotated[tuple[int, ...], declare_option("Skip appointment N.", metavar="N")] = (),
    check: CheckEntries = False,
) -> Answer:
    """Set the dates of games in a league or campaign from a calendar file."""
    from tracker.application.leagues.results.calendar_date_import import (
        CalendarDatesImport,
        parse_calendar,
    )
    from tracker.cli import league_output

    found = CalendarDatesImport(
        league, parse_calendar(read_nonempty_text(file)), left_out=leave_out
    )
    require_skipped_numbers_exist(leave_out, [one.line for one in found.rows], "appointment")
    entry = None if check else found.enter_all_dates()
    shape = league_output.build_dates_import_shape(league, entry, found.rows)
    return Answer(shape, lambda: league_output.list_dates_import_lines(shape))


@register_entry_command(COMMANDS, "correct", allows_minus=True)
def correct_result(
    league: League,
    pairing: Pairing,
    typed: Result,
    why: Why = "",
    on: Annotated[str, declare_option("The day.", show_default="unchanged")] = "",
    time: Time = "",
    extra: Extra = (),
) -> LeagueEntry:
    """Correct a result. The log keeps both versions."""
    more, result = parse_extra_columns(extra), join_result_words_refusing_options(typed)
    return league.results.correct_result(pairing, result, why=why, on=on, time=time, extra=more)


@register_entry_command(COMMANDS, "withdraw")
def withdraw_result(league: League, pairing: Pairing, why: Why = "") -> LeagueEntry:
    """Delete a result. A game without a result is not a draw."""
    return league.results.withdraw_result(pairing, why=why)


@register_entry_command(COMMANDS, "sign")
def sign_result(
    league: League,
    pairing: Pairing,
    by: Annotated[str, declare_option("The player who signs.", show_default="both")] = "",
) -> LeagueEntry:
    """Sign a result for one player, or for both players."""
    return league.results.sign_result(pairing, by)


@register_entry_command(COMMANDS, "arrange")
def arrange_or_cancel_game_date(
    league: League,
    pairing: Pairing,
    on: Annotated[str, declare_option("The agreed date.", show_default="none")] = "",
    time: Annotated[str, declare_option("The time: 19:30.")] = "",
    where: Annotated[str, declare_option("The place.")] = "",
) -> LeagueEntry:
    """Arrange a game for another day. Without --on, cancel the arrangement."""
    return league.results.arrange_game(pairing, on, time=time, where=where)


@register_entry_command(COMMANDS, "link")
def link_match(
    league: League, book: Book, pairing: Pairing, match_name: Linked, home: SideOfFirst = ""
) -> LeagueEntry:
    """Link a game in this ledger to a pairing. The pairing then gets the game's result."""
    return league.matches.link_match_and_enter_result(
        pairing, book.find_game_stream(match_name), home=home
    )


@register_entry_command(COMMANDS, "unlink")
def unlink_match(league: League, pairing: Pairing, why: Why = "") -> LeagueEntry:
    """Unlink a pairing's game, and remove the result that came from the game."""
    return league.matches.unlink_match(pairing, why=why)


def join_result_words_refusing_options(words: tuple[str, ...]) -> str:
    """Join the words of a typed result. Raises ``NoSuchOption`` for a misspelt option (``--…``)."""
    for word in words:
        if word.startswith("--"):
            raise click.NoSuchOption(word, ctx=click.get_current_context())
    return " ".join(words)


def parse_extra_columns(texts: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """Parse a result's additional columns, such as ``casualties=12-7``. Raises ``Refused``."""
    from tracker.application.leagues.results.typed_result_parser import parse_extra_result_column

    named = split_named_values(texts, "--extra", "COLUMN=POINTS, such as casualties=12-7")
    return {column: parse_extra_result_column(points, column) for column, points in named}


@register_entry_command(COMMANDS, "bonus", allows_minus=True)
def give_bonus(
    league: League,
    who: Who,
    points: Annotated[str, declare_argument("POINTS", "The points: 2, 1/2, or -1 for a penalty.")],
    why: Why = "",
    column: Annotated[
        str, declare_option("The column in the standings: painting, lateness …")
    ] = "bonus",
    on: On = "",
) -> LeagueEntry:
    """Give bonus or penalty points, with a reason."""
    return league.points.award_bonus_or_penalty(who, points, column=column, why=why, on=on)


@register_entry_command(COMMANDS, "lots")
def draw_or_enter_lots(
    league: League,
    order: Annotated[
        tuple[str, ...],
        declare_argument("PLAYER", "The players as drawn at the table, best first."),
    ] = (),
) -> LeagueEntry:
    """Let the app draw lots, or enter the order drawn at the table."""
    return league.points.draw_or_enter_lots(order)
