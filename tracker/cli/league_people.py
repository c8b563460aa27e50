"""``warledger league enroll``, ``away``, ``drop``, ``back``: who plays, and who is here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.commands import LEAGUE, Shown, shows
from tracker.cli.league_context import Who, Why, says

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.story import LeagueEntry


COMMANDS = typer.Typer()


@says(COMMANDS, "enroll")
def enroll(
    league: League,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER", help="A name, or several.")],
    ringer: Annotated[bool, typer.Option("--ringer", help="Plays along, is not ranked.")] = False,
) -> LeagueEntry:
    """Enrol players, from the next round on."""
    return league.people.enrol(*players, ranked=not ringer)


@shows(COMMANDS, "sign-up", LEAGUE, writes=True)
def sign_up(
    league: League,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The list: a file, or - for stdin.")],
    whole: Annotated[
        bool, typer.Option("--names", help="Every line is a name and nothing else.")
    ] = False,
    leave_out: Annotated[
        list[int] | None,
        typer.Option("--leave-out", metavar="N", help="Not this line.", show_default=False),
    ] = None,
    column: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            help="The column of the names; again for the last names.",
            show_default="as its heading says",
        ),
    ] = None,
    encoding: Annotated[
        str,
        typer.Option(help="How the file is encoded: cp1252.", show_default="UTF-8, or its mark"),
    ] = "",
    check: Annotated[bool, typer.Option("--check", help="Only say what would become.")] = False,
) -> Shown:
    """Enrol a sign-up list, or what a form or a spreadsheet exports: a line each."""
    from tracker.application.leagues.signing_up import must_be_sure, read_list
    from tracker.cli import league_seen, league_told
    from tracker.cli.context import read_encoded

    text = read_encoded(file, encoding)
    found = read_list(text, column or (), whole=whole)
    if not column:
        must_be_sure(found)
    rows = league.people.looked_over(
        text, whole=whole, left_out=leave_out or (), columns=column or ()
    )
    entry = None if check else league.people.sign_up(rows)
    shape = league_seen.signed_up(league, entry, rows, found.columns, column or ())
    return shape, lambda: league_told.signed_up_lines(shape)


@says(COMMANDS, "rename")
def rename(
    league: League,
    who: Who,
    new: Annotated[str, typer.Argument(metavar="NAME", help="What the player is called.")],
) -> LeagueEntry:
    """Give a player another name."""
    return league.people.change(who, name=new)


@says(COMMANDS, "away")
def away(
    league: League,
    who: Who,
    bye: Annotated[
        str, typer.Option(help="What it pays: half, none.", show_default="none")
    ] = "none",
    why: Why = "",
) -> LeagueEntry:
    """A player is away in the next round, and asked for it."""
    from tracker.application.leagues import saying

    return league.people.away(who, why, saying.bye(bye))


@says(COMMANDS, "drop")
def drop(
    league: League,
    who: Who,
    after_round: Annotated[
        bool, typer.Option("--after-round", help="Plays the round at hand to its end.")
    ] = False,
    opponent_wins: Annotated[
        bool, typer.Option("--opponent-wins", help="Give the open game of this round away.")
    ] = False,
    annul: Annotated[
        bool, typer.Option("--annul", help="Annul the results: they stay, and none counts.")
    ] = False,
    why: Why = "",
) -> LeagueEntry:
    """A player drops out; results stand unless they are annulled."""
    return league.people.drop(who, why, after_round=after_round, settle=opponent_wins, annul=annul)


@says(COMMANDS, "annul")
def annul(
    league: League,
    who: Who,
    off: Annotated[bool, typer.Option("--off", help="The results count again.")] = False,
    why: Why = "",
) -> LeagueEntry:
    """Annul the results of a player who left: they stay in the rounds and count for nobody."""
    return league.people.annul(who, annulled=not off, why=why)


@says(COMMANDS, "back")
def back(
    league: League,
    who: Who,
    late: Annotated[bool, typer.Option("--late", help="Comes late.")] = False,
    ringer: Annotated[bool, typer.Option("--ringer", help="Plays along, is not ranked.")] = False,
) -> LeagueEntry:
    """A player is here again, after dropping out or after all."""
    if late and ringer:
        raise typer.BadParameter("say one of --late, --ringer")
    if late or ringer:
        return league.people.check_in(who, "late" if late else "ringer")
    return league.people.back(who)
