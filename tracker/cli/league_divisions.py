"""``warledger league divide``, ``division``: divisions, and who is in which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.league_context import Why, register_say

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

COMMANDS = typer.Typer()


@register_say(COMMANDS, "divide")
def divide_league(
    league: League,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="DIVISION", help="The highest first; none: one field."),
    ] = None,
    up: Annotated[int, typer.Option(help="So many go up behind a season.")] = 1,
    down: Annotated[int, typer.Option(help="So many go down.")] = 1,
    pairing: Annotated[
        list[str] | None,
        typer.Option(
            help="How one is paired: B=Swiss; again for each.", show_default="as the season"
        ),
    ] = None,
    why: Why = "",
) -> LeagueEntry:
    """Divide a league into divisions, each with rounds, standings and byes of its own."""
    from tracker.application.errors import Refused

    ways: dict[str, str] = {}
    for text in pairing or []:
        name, _, way = text.rpartition("=")
        if not name:
            raise Refused(f"--pairing {text!r} is not written as DIVISION=WAY.")
        ways[name] = way
    return league.divisions.declare_divisions(*names or (), up=up, down=down, pairing=ways, why=why)


@register_say(COMMANDS, "division")
def assign_division(
    league: League,
    to: Annotated[str, typer.Argument(metavar="DIVISION", help="Its name, or none.")],
    players: Annotated[list[str], typer.Argument(metavar="PLAYER", help="A player, or several.")],
    why: Why = "",
) -> LeagueEntry:
    """Say which players are in a division."""
    return league.divisions.move(to, *players, why=why)
