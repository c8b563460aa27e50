"""``warledger league bonus``, ``scheme``, ``ties``, ``lots``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.league_context import On, Who, Why, says, scheme_text

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.story import LeagueEntry


COMMANDS = typer.Typer()


@says(COMMANDS, "bonus", minus=True)
def bonus(
    league: League,
    who: Who,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="2, 1/2, or -1 for a penalty.")],
    why: Why = "",
    column: Annotated[str, typer.Option(help="The column: painting, lateness …")] = "bonus",
    on: On = "",
) -> LeagueEntry:
    """Give bonus points, or a penalty, with the reason."""
    return league.points.give(who, points, column=column, why=why, on=on)


@says(COMMANDS, "scheme")
def scheme(
    league: League,
    chosen: Annotated[
        str, typer.Argument(metavar="SCHEME", help="A name such as 3/1/0, or a TOML file.")
    ],
    why: Why = "",
) -> LeagueEntry:
    """Let results pay by another scheme; the standings say so."""
    from tracker.application.leagues.seasons import SeasonPlan

    text = scheme_text(chosen)
    return league.seasons.keep(SeasonPlan(scheme=text, why=why))


@says(COMMANDS, "ties")
def ties(
    league: League,
    order: Annotated[
        list[str] | None,
        typer.Argument(metavar="TIE", help='In order: "VP difference" schedule lots.'),
    ] = None,
    best: Annotated[
        int | None, typer.Option(help="How many results count; 0: all.", show_default=False)
    ] = None,
    why: Why = "",
) -> LeagueEntry:
    """Change what decides between equals, or how many results count."""
    from tracker.application.leagues.seasons import SeasonPlan

    return league.seasons.keep(SeasonPlan(tie_breaks=order or (), best=best, why=why))


@says(COMMANDS, "lots")
def lots(
    league: League,
    order: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="As drawn at the table, best first."),
    ] = None,
) -> LeagueEntry:
    """Draw lots, once: the app does, or they are named as they were drawn."""
    return league.points.draw_lots(order or [])
