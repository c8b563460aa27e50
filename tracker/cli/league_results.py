"""``warledger league result``, ``correct``, ``sign``, ``arrange``, ``link`` …"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.command_factory import LEAGUE, L, Shown, register_show
from tracker.cli.context import Db, Id, Json
from tracker.cli.league_context import (
    Linked,
    On,
    Pairing,
    SideOfFirst,
    Why,
    link_game,
    register_say,
)

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

Result = Annotated[
    list[str],
    typer.Argument(metavar="RESULT", help="10-7, w1, d, c2 (2 conceded), f1 (forfeits), dl."),
]
Time = Annotated[str, typer.Option("--time", help="When it ended: 20:40.", show_default=False)]
Extra = Annotated[
    list[str] | None,
    typer.Option("--extra", help="A further column: casualties=12-7.", show_default=False),
]


COMMANDS = typer.Typer()


@register_say(COMMANDS, "result", minus=True)
def enter_result(
    league: League,
    pairing: Pairing,
    said: Result,
    why: Why = "",
    on: On = "",
    time: Time = "",
    extra: Extra = None,
) -> LeagueEntry:
    """Enter a result; a second, different one is refused."""
    more = parse_columns(extra)
    return league.results.enter(pairing, result_text(said), why=why, on=on, time=time, extra=more)


@register_show(COMMANDS, "import-results", LEAGUE, writes=True)
def import_results(
    league: League,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The list: a file, or - for stdin.")],
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT=N",
            help="Where a column is: home=1, away, home-points, away-points, result, winner,"
            " how, round, on, time.",
            show_default="as its heading says",
        ),
    ] = None,
    leave_out: Annotated[
        list[int] | None,
        typer.Option("--leave-out", metavar="N", help="Skip line N.", show_default=False),
    ] = None,
    on: On = "",
    why: Why = "",
    encoding: Annotated[
        str,
        typer.Option(help="How the file is encoded: cp1252.", show_default="UTF-8, or its mark"),
    ] = "",
    check: Annotated[bool, typer.Option("--check", help="Only say what would be entered.")] = False,
) -> Shown:
    """Enter the results of a list (CSV): all of it, or nothing. Rounds behind the last are made."""
    from tracker.application.leagues.results_import import ResultsImport, read_list
    from tracker.cli import league_seen, league_told
    from tracker.cli.context import read_encoded

    listed = read_list(league, read_encoded(file, encoding), parse_places(column))
    found = ResultsImport(league, listed, left_out=leave_out or (), on=on, why=why)
    entry = None if check else found.enter_all()
    shape = league_seen.build_results_import(league, entry, found.result_rows, listed)
    return shape, lambda: league_told.list_result_rows(shape)


@register_say(COMMANDS, "correct", minus=True)
def correct(
    league: League,
    pairing: Pairing,
    said: Result,
    why: Why = "",
    on: Annotated[str, typer.Option("--on", help="The day.", show_default="as it was")] = "",
    time: Time = "",
    extra: Extra = None,
) -> LeagueEntry:
    """Set a result right; both are kept."""
    more = parse_columns(extra)
    return league.results.correct(pairing, result_text(said), why=why, on=on, time=time, extra=more)


@register_say(COMMANDS, "withdraw")
def withdraw(
    league: League,
    pairing: Pairing,
    why: Why = "",
) -> LeagueEntry:
    """Take a result out that was entered: there is none then, which is no draw."""
    return league.results.withdraw(pairing, why=why)


@register_say(COMMANDS, "sign")
def sign(
    league: League,
    pairing: Pairing,
    by: Annotated[str, typer.Option(help="Who signs.", show_default="both")] = "",
) -> LeagueEntry:
    """A player agrees to the result."""
    return league.results.sign(pairing, by)


@register_say(COMMANDS, "arrange")
def arrange(
    league: League,
    pairing: Pairing,
    on: Annotated[str, typer.Option("--on", help="The day agreed on.", show_default="none")] = "",
    time: Annotated[str, typer.Option("--time", help="At 19:30.", show_default=False)] = "",
    where: Annotated[str, typer.Option(help="Where.", show_default=False)] = "",
) -> LeagueEntry:
    """Agree to play on another day; without a day, no longer."""
    return league.results.arrange(pairing, on, time=time, where=where)


@COMMANDS.command("link")
def link(
    name: L,
    pairing: Pairing,
    m: Linked,
    home: SideOfFirst = "",
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """A game kept here is the game of a pairing: its result comes by itself."""
    link_game(name, pairing, m, home, once, db, as_json)


@register_say(COMMANDS, "unlink")
def unlink_game(
    league: League,
    pairing: Pairing,
    why: Why = "",
) -> LeagueEntry:
    """The game is not that of the pairing; the result it reported goes with it."""
    return league.matches.unlink_match(pairing, why=why)


def result_text(said: list[str]) -> str:
    """A result typed as one word or several, none of which is a misspelt option."""
    for word in said:
        if word.startswith("--"):
            raise typer.BadParameter(f"there is no option {word}", param_hint="RESULT")
    return " ".join(said)


def parse_places(texts: list[str] | None) -> dict[str, int]:
    """Which column holds what, as typed: ``home=2``."""
    found = {}
    for text in texts or []:
        what, _, number = text.partition("=")
        if not number.strip().isdecimal():
            raise typer.BadParameter("write it as home=2", param_hint="--column")
        found[what.strip()] = int(number)
    return found


def parse_columns(texts: list[str] | None) -> dict[str, tuple[int, int]]:
    """Further columns of a result as typed. Raises ``Refused``."""
    from tracker.application.errors import Refused
    from tracker.application.leagues.result_parser import pair

    found = {}
    for text in texts or []:
        column, _, numbers = text.rpartition("=")
        if not column.strip():
            raise Refused(f"--extra {text!r} names no column. Write it as casualties=12-7.")
        found[column.strip()] = pair(numbers, column.strip())
    return found
