"""What the commands of leagues and campaigns share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from tracker.cli.context import Db, Json, answer, book, read_text

if TYPE_CHECKING:
    from exports.shapes.league import LeagueSaidShape
    from tracker.application.leagues.story import LeagueEntry
    from tracker.leagues.events import What

L = Annotated[str, typer.Argument(metavar="L", help="A league: l1, last, part of its title.")]
C = Annotated[str, typer.Argument(metavar="C", help="A campaign: c1, last, part of its title.")]
Who = Annotated[str, typer.Argument(metavar="PLAYER", help="A player: p3, or a name.")]
Pairing = Annotated[
    str, typer.Argument(metavar="F", help="A pairing: f3, or its table in this round: 3.")
]
Why = Annotated[str, typer.Option("--why", help="The reason, kept with it.", show_default=False)]
On = Annotated[str, typer.Option("--on", help="The day: 2026-10-03.", show_default="today")]
Linked = Annotated[str, typer.Argument(metavar="M", help="A game: m3, 3, part of its title.")]
SideOfFirst = Annotated[
    str,
    typer.Option("--home", help="The side of the first player.", show_default="as the names say"),
]
Home = Annotated[str, typer.Argument(metavar="PLAYER", help="A player, or his force.")]
Away = Annotated[str, typer.Argument(metavar="OTHER", help="The other player, or his force.")]
Title = Annotated[str, typer.Option("--title", help="What the game is called.", show_default=False)]
Force = Annotated[str, typer.Argument(metavar="FORCE", help="A force: w1, or its name.")]
Unit = Annotated[str, typer.Argument(metavar="UNIT", help="A unit: w1.3, or its name.")]
Entrants = Annotated[
    list[str] | None,
    typer.Option("--player", help="A player; again for each.", show_default=False),
]
Zone = Annotated[
    str,
    typer.Option("--zone", help="The time zone: Europe/Vienna.", show_default="this machine's"),
]
Rulesets = Annotated[
    list[str] | None,
    typer.Option("--ruleset", help="Rules that are played.", show_default=False),
]

MINUS = {"ignore_unknown_options": True}
"""``-1`` is a penalty, ``-3-7`` a result."""
NAMED: dict[What | None, Any] = {None: L, "league": L, "campaign": C}
LATE = ("League", "LeagueEntry")
"""Types that are known to type checkers only: naming them must not load what they stand for."""


def says(
    app: typer.Typer, command: str, *, what: What | None = None, minus: bool = False
) -> Callable[[Callable[..., LeagueEntry]], Callable[..., LeagueEntry]]:
    """A command that says one thing to a league or campaign, and prints the line it became.

    The function takes what is spoken to and what people typed; the command takes its name, the
    ledger and ``--json`` beside. ``minus``: what is typed may begin with a minus, such as ``-1``.
    """

    def register(say: Callable[..., LeagueEntry]) -> Callable[..., LeagueEntry]:
        def run(name: str, db: str | None, as_json: bool, **typed: Any) -> None:
            from tracker.cli import league_seen

            with book(db) as opened:
                league = opened.open_league(name, what)
                shape = league_seen.said(league, say(league, **typed))
            print_line(shape, as_json)

        known = get_type_hints(say, localns=dict.fromkeys(LATE, object), include_extras=True)
        _, *own = inspect.signature(say).parameters.values()
        named = inspect.Parameter("name", inspect.Parameter.KEYWORD_ONLY, annotation=NAMED[what])
        shared = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=empty, annotation=kind)
            for name, empty, kind in (("db", None, Db), ("as_json", False, Json))
        ]
        typed = [
            each.replace(annotation=known[each.name], kind=inspect.Parameter.KEYWORD_ONLY)
            for each in own
        ]
        run.__doc__ = say.__doc__
        run.__signature__ = inspect.Signature([named, *typed, *shared])  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in (named, *typed, *shared)}
        app.command(command, context_settings=MINUS if minus else None)(run)
        return say

    return register


def link_game(
    name: str,
    pairing: str,
    m: str,
    home: str,
    db: str | None,
    as_json: bool,
    what: What | None = None,
) -> None:
    """Link a game kept here to a pairing, and print the line it became."""
    from tracker.cli import league_seen

    with book(db) as opened:
        league = opened.open_league(name, what)
        entry = league.matches.link(pairing, opened.find(m), home=home)
        shape = league_seen.said(league, entry)
    print_line(shape, as_json)


def print_line(shape: LeagueSaidShape, as_json: bool) -> None:
    answer(shape, as_json, lambda: [f"{shape.line:>4}  {shape.text}"])


def print_list(what: What, db: str | None, as_json: bool) -> None:
    """Print the leagues, or the campaigns, kept here, the last changed first."""
    from exports.shapes.league import LeaguesShape
    from tracker.cli import league_seen, league_told

    with book(db) as opened:
        rows = [league_seen.item(one) for one in opened.leagues(what)]
    answer(
        LeaguesShape(leagues=rows), as_json, lambda: [league_told.item_line(row) for row in rows]
    )


def scheme_text(scheme: str) -> str:
    """The name of a scheme, or the text of the file that holds one."""
    if scheme != "-" and not Path(scheme).is_file():
        return scheme
    return read_text(scheme) + "\n"  # a text is more than one line, a name is not


def rules_text(typed: str) -> str:
    """The name of rules that ship, or the text of the file that holds one's own."""
    if typed != "-" and not Path(typed).is_file():
        return typed
    return read_text(typed) + "\n"  # a text is more than one line, a name is not
