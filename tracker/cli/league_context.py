"""What the commands of leagues and campaigns share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.context import answer, book

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.story import Entry
    from tracker.leagues.events import What

L = Annotated[str, typer.Argument(metavar="L", help="A league: l1, last, part of its title.")]
C = Annotated[str, typer.Argument(metavar="C", help="A campaign: c1, last, part of its title.")]
Who = Annotated[str, typer.Argument(metavar="PLAYER", help="A player: p3, or a name.")]
Pairing = Annotated[
    str, typer.Argument(metavar="F", help="A pairing: f3, or its table in this round: 3.")
]
Why = Annotated[str, typer.Option("--why", help="The reason, kept with it.", show_default=False)]
On = Annotated[str, typer.Option("--on", help="The day: 2026-10-03.", show_default="today")]

MINUS = {"ignore_unknown_options": True}
"""``-1`` is a penalty, ``-3-7`` a result."""


def tell(
    name: str,
    db: str | None,
    as_json: bool,
    do: Callable[[League], Entry],
    what: What | None = None,
) -> None:
    """Say something to a league or campaign, and print the line it became."""
    from tracker.cli import league_seen

    with book(db) as opened:
        league = opened.open_league(name, what)
        shape = league_seen.said(league, do(league))
    answer(shape, as_json, lambda: [f"{shape.line:>4}  {shape.text}"])
