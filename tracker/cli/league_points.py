"""``warledger league bonus``, ``scheme``, ``ties``, ``lots``."""

from __future__ import annotations

from typing import Annotated

import typer

from tracker.cli.context import Db, Json
from tracker.cli.league_context import MINUS, L, On, Who, Why, scheme_text, tell


def register(app: typer.Typer) -> None:
    """Put these commands into the group."""
    app.command("bonus", context_settings=MINUS)(bonus)
    app.command("scheme")(scheme)
    app.command("ties")(ties)
    app.command("lots")(lots)


def bonus(
    name: L,
    who: Who,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="2, 1/2, or -1 for a penalty.")],
    why: Why = "",
    column: Annotated[str, typer.Option(help="The column: painting, lateness …")] = "bonus",
    on: On = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Give bonus points, or a penalty, with the reason."""
    tell(
        name,
        db,
        as_json,
        lambda league: league.points.give(who, points, column=column, why=why, on=on),
    )


def scheme(
    name: L,
    chosen: Annotated[
        str, typer.Argument(metavar="SCHEME", help="A name such as 3/1/0, or a TOML file.")
    ],
    why: Why = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Let results pay by another scheme; the standings say so."""
    text = scheme_text(chosen)
    tell(name, db, as_json, lambda league: league.points.change_scheme(text, why=why))


def ties(
    name: L,
    order: Annotated[
        list[str] | None,
        typer.Argument(metavar="TIE", help='In order: "VP difference" schedule lots.'),
    ] = None,
    best: Annotated[
        int | None, typer.Option(help="How many results count; 0: all.", show_default=False)
    ] = None,
    why: Why = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Change what decides between equals, or how many results count."""
    tell(
        name,
        db,
        as_json,
        lambda league: league.points.change_order(order or [], best=best, why=why),
    )


def lots(
    name: L,
    order: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="As drawn at the table, best first."),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Draw lots, once: the app does, or they are named as they were drawn."""
    tell(name, db, as_json, lambda league: league.points.draw_lots(order or []))
