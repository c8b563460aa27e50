"""``warledger league result``, ``correct``, ``sign``, ``arrange``, ``link`` …"""

from __future__ import annotations

from typing import Annotated

import typer

from tracker.cli.context import Db, Json
from tracker.cli.league_context import (
    MINUS,
    L,
    Linked,
    On,
    Pairing,
    SideOfFirst,
    Why,
    link_game,
    tell,
)

Result = Annotated[
    str, typer.Argument(metavar="RESULT", help="10-7, w1, d, c2 (2 conceded), f1 (forfeits), dl.")
]
Time = Annotated[str, typer.Option("--time", help="When it ended: 20:40.", show_default=False)]
Extra = Annotated[
    list[str] | None,
    typer.Option("--extra", help="A further column: casualties=12-7.", show_default=False),
]


def register(app: typer.Typer) -> None:
    """Put these commands into the group."""
    app.command("result", context_settings=MINUS)(result)
    app.command("correct", context_settings=MINUS)(correct)
    app.command("withdraw")(withdraw)
    app.command("sign")(sign)
    app.command("arrange")(arrange)
    app.command("link")(link)
    app.command("unlink")(unlink)


def result(
    name: L,
    pairing: Pairing,
    said: Result,
    on: On = "",
    time: Time = "",
    extra: Extra = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Enter a result; a second, different one is refused."""
    more = columns(extra)
    tell(
        name,
        db,
        as_json,
        lambda league: league.results.enter(pairing, said, on=on, time=time, extra=more),
    )


def correct(
    *,
    name: L,
    pairing: Pairing,
    said: Result,
    why: Why = "",
    on: Annotated[str, typer.Option("--on", help="The day.", show_default="as it was")] = "",
    time: Time = "",
    extra: Extra = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Set a result right; both are kept."""
    more = columns(extra)
    tell(
        name,
        db,
        as_json,
        lambda league: league.results.correct(pairing, said, why=why, on=on, time=time, extra=more),
    )


def withdraw(
    name: L, pairing: Pairing, why: Why = "", db: Db = None, as_json: Json = False
) -> None:
    """Take a result out that was entered: there is none then, which is no draw."""
    tell(name, db, as_json, lambda league: league.results.withdraw(pairing, why=why))


def sign(
    name: L,
    pairing: Pairing,
    by: Annotated[str, typer.Option(help="Who signs.", show_default="both")] = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """A player agrees to the result."""
    tell(name, db, as_json, lambda league: league.results.sign(pairing, by))


def arrange(
    name: L,
    pairing: Pairing,
    on: Annotated[str, typer.Option("--on", help="The day agreed on.", show_default="none")] = "",
    time: Annotated[str, typer.Option("--time", help="At 19:30.", show_default=False)] = "",
    where: Annotated[str, typer.Option(help="Where.", show_default=False)] = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Agree to play on another day; without a day, no longer."""
    tell(
        name,
        db,
        as_json,
        lambda league: league.results.arrange(pairing, on, time=time, where=where),
    )


def link(
    name: L,
    pairing: Pairing,
    m: Linked,
    home: SideOfFirst = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """A game kept here is the game of a pairing: its result comes by itself."""
    link_game(name, pairing, m, home, db, as_json)


def unlink(name: L, pairing: Pairing, why: Why = "", db: Db = None, as_json: Json = False) -> None:
    """The game is not that of the pairing; the result it reported goes with it."""
    tell(name, db, as_json, lambda league: league.matches.unlink(pairing, why=why))


def columns(texts: list[str] | None) -> dict[str, tuple[int, int]]:
    """Further columns of a result as typed. Raises ``Refused``."""
    from tracker.application.errors import Refused
    from tracker.application.leagues.saying import read

    found = {}
    for text in texts or []:
        column, _, pair = text.rpartition("=")
        vp = read(pair).vp if column.strip() and pair.strip() else None
        if vp is None:
            raise Refused(f"--extra {text!r} is not written as COLUMN=12-7.")
        found[column.strip()] = vp
    return found
