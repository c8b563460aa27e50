"""``warledger league bonus``, ``scheme``, ``ties``, ``lots``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.league_context import On, Who, Why, read_scheme_text, register_say

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry


COMMANDS = typer.Typer()


@register_say(COMMANDS, "bonus", minus=True)
def give_bonus(
    league: League,
    who: Who,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="2, 1/2, or -1 for a penalty.")],
    why: Why = "",
    column: Annotated[str, typer.Option(help="The column: painting, lateness …")] = "bonus",
    on: On = "",
) -> LeagueEntry:
    """Give bonus points, or a penalty, with the reason."""
    return league.points.give(who, points, column=column, why=why, on=on)


@register_say(COMMANDS, "scheme")
def change_scheme(
    league: League,
    chosen: Annotated[
        str, typer.Argument(metavar="SCHEME", help="A name such as 3/1/0, or a TOML file.")
    ],
    why: Why = "",
) -> LeagueEntry:
    """Let results pay by another scheme; the standings say so."""
    from tracker.application.leagues.seasons import SeasonPlan

    text = read_scheme_text(chosen)
    return league.seasons.keep(SeasonPlan(scheme=text, why=why))


@register_say(COMMANDS, "ties")
def change_ties(
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


@register_say(COMMANDS, "lots")
def draw_lots(
    league: League,
    order: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="As drawn at the table, best first."),
    ] = None,
) -> LeagueEntry:
    """Draw lots, once: the app does, or they are named as they were drawn."""
    return league.points.draw_lots(order or [])
