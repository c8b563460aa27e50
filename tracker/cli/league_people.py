"""``warledger league enroll``, ``away``, ``drop``, ``back``: who plays, and who is here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.context import Db, Json
from tracker.cli.league_context import L, Who, Why, tell

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.story import Entry


def register(app: typer.Typer) -> None:
    """Put these commands into the group."""
    app.command("enroll")(enroll)
    app.command("rename")(rename)
    app.command("away")(away)
    app.command("drop")(drop)
    app.command("back")(back)


def enroll(
    name: L,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER", help="A name, or several.")],
    ringer: Annotated[bool, typer.Option("--ringer", help="Plays along, is not ranked.")] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Enrol players, from the next round on."""
    tell(name, db, as_json, lambda league: league.people.enrol(*players, ranked=not ringer))


def rename(
    name: L,
    who: Who,
    new: Annotated[str, typer.Argument(metavar="NAME", help="What the player is called.")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Give a player another name."""
    tell(name, db, as_json, lambda league: league.people.change(who, name=new))


def away(name: L, who: Who, why: Why = "", db: Db = None, as_json: Json = False) -> None:
    """A player is away in the next round, and asked for it."""
    tell(name, db, as_json, lambda league: league.people.away(who, why))


def drop(
    name: L,
    who: Who,
    after_round: Annotated[
        bool, typer.Option("--after-round", help="Plays the round at hand to its end.")
    ] = False,
    why: Why = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """A player drops out; no result is changed."""
    tell(name, db, as_json, lambda league: league.people.drop(who, why, after_round=after_round))


def back(
    name: L,
    who: Who,
    late: Annotated[bool, typer.Option("--late", help="Comes late.")] = False,
    ringer: Annotated[bool, typer.Option("--ringer", help="Plays along, is not ranked.")] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """A player is here again, after dropping out or after all."""
    if late and ringer:
        raise typer.BadParameter("say one of --late, --ringer")

    def say(league: League) -> Entry:
        if late or ringer:
            return league.people.check_in(who, "late" if late else "ringer")
        return league.people.back(who)

    tell(name, db, as_json, say)
