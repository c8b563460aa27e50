"""``warledger league``: begin, find and look at leagues; take back and return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli import league_people, league_results, league_rounds, league_tables
from tracker.cli.command_factory import LEAGUE, Shown, register_show
from tracker.cli.context import Db, Id, Json, answer, open_book
from tracker.cli.league_context import (
    Back,
    Entrants,
    Everything,
    Rulesets,
    Zone,
    print_list,
    read_scheme_text,
    register_say,
)
from tracker.cli.parameters import argument, option, optional

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

app = typer.Typer(
    no_args_is_help=True, help="Leagues: players, rounds, results and standings, with undo."
)


@app.command("new")
def create_league(  # noqa: PLR0913 - an option each
    *,
    title: Annotated[str, argument("TITLE", "The title of the league.")],
    player: Entrants = None,
    scheme: Annotated[str, option("The points for results: a name, or a TOML file.")] = "3/1/0",
    ties: Annotated[
        list[str] | None,
        option("A tie-break; repeat for each, in order.", shown="the scheme's"),
    ] = None,
    rounds: Annotated[int, option("How many rounds are planned.")] = 0,
    pairing: Annotated[
        str, option("round robin, or Swiss.", shown="whatever suits the number of players")
    ] = "",
    zone: Zone = "",
    ruleset: Rulesets = None,
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Begin a league, and enrol its first players."""
    from tracker.cli import league_shapes

    with open_book(db, begins=True, once=once) as opened:
        league = opened.begin_league(
            title,
            scheme=read_scheme_text(scheme),
            tie_breaks=[one for each in ties or [] for one in each.split(",") if one.strip()],
            zone=zone,
            rulesets=ruleset or [],
            rounds=rounds,
            players=player or [],
            pairing=pairing,
        )
        shape = league_shapes.build_league_shape(league)
    answer(shape, as_json, lambda: [shape.league, *league_shapes.list_league_lines(shape)])


@app.command("list")
def list_leagues(everything: Everything = False, db: Db = None, as_json: Json = False) -> None:
    """List the leagues kept here, the latest first."""
    print_list("league", everything, db, as_json)


@register_show(app, "show", LEAGUE)
def show(league: League) -> Shown:
    """Show a league: its players, the current round, the draft."""
    from tracker.cli import league_shapes

    shape = league_shapes.build_league_shape(league)
    return shape, lambda: league_shapes.list_league_lines(shape)


@register_say(app, "aside")
def put_aside(league: League, back: Back = False) -> LeagueEntry:
    """Archive a league: lists leave it out. Nothing is deleted."""
    return league.points.put_aside(aside=not back)


@register_say(app, "undo")
def undo(
    league: League,
    to: Annotated[int | None, optional("Back to this line.")] = None,
) -> LeagueEntry:
    """Undo the last entry; nothing is ever lost."""
    return league.undo() if to is None else league.undo_to(to)


@register_say(app, "redo")
def redo(league: League) -> LeagueEntry:
    """Redo the last undo."""
    return league.redo()


@register_show(app, "log", LEAGUE)
def log(league: League) -> Shown:
    """Print the log of a league; x marks undone lines."""
    from exports.shapes.league import LeagueLogRowShape, LeagueLogShape
    from exports.shapes.shape import copy_shape
    from tracker.application.leagues.league_log import list_league_log_lines

    rows = [
        copy_shape(
            LeagueLogRowShape,
            line,
            line=line.number,
            at=league.days.moment(line.at).to_iso8601_string(),
        )
        for line in list_league_log_lines(league.story)
    ]
    shape = LeagueLogShape(league=league.stream, lines=rows)
    return shape, lambda: [
        f"{'  ' if row.counts else 'x '}{row.line:>4}  {row.text}" for row in rows
    ]


@register_say(app, "note")
def note(
    league: League,
    text: Annotated[str, argument("TEXT", "The text of the note.")],
    about: Annotated[str, optional("A player, force, unit or pairing.")] = "",
    on: Annotated[str, option("The day it happened.", shown="today")] = "",
) -> LeagueEntry:
    """Add a dated note."""
    return league.points.tell(text, about=about, on=on)


for module in (league_people, league_rounds, league_results, league_tables):
    app.add_typer(module.COMMANDS)
