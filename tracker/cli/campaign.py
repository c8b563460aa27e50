"""``warledger campaign``: forces that last, games with their own date, the story."""

from __future__ import annotations

from typing import Annotated

import typer

from tracker.cli import campaign_forces, campaign_records
from tracker.cli.context import Db, Json, answer, book, read_text
from tracker.cli.league_context import MINUS, C, Pairing, Why, tell

app = typer.Typer(
    no_args_is_help=True,
    help="Campaigns: forces that last, games old and new, what units carry on, the story.",
)
campaign_forces.register(app)
campaign_records.register(app)

Home = Annotated[str, typer.Argument(metavar="PLAYER", help="A player, or his force.")]
Away = Annotated[str, typer.Argument(metavar="OTHER", help="The other player, or his force.")]
Title = Annotated[str, typer.Option(help="What the game is called.", show_default=False)]


@app.command("new")
def new(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What the campaign is called.")],
    player: Annotated[
        list[str] | None, typer.Option(help="A player; again for each.", show_default=False)
    ] = None,
    rules: Annotated[
        str,
        typer.Option(
            help="What units carry between games: a name, or a TOML file.", show_default=False
        ),
    ] = "",
    zone: Annotated[
        str, typer.Option(help="The time zone: Europe/Vienna.", show_default="this machine's")
    ] = "",
    ruleset: Annotated[
        list[str] | None, typer.Option(help="Rules that are played.", show_default=False)
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Begin a campaign, and enrol its first players."""
    from tracker.cli import campaign_seen

    with book(db) as opened:
        campaign = opened.begin_league(
            title,
            what="campaign",
            rules=rules_text(rules),
            zone=zone,
            rulesets=ruleset or [],
            players=player or [],
        )
        shape = campaign_seen.shown(campaign)
    answer(shape, as_json, lambda: [shape.league, *campaign_seen.shown_lines(shape)])


@app.command("list")
def list_campaigns(db: Db = None, as_json: Json = False) -> None:
    """List the campaigns kept here, the last changed first."""
    from tracker.cli import league_seen, league_told, shapes

    with book(db) as opened:
        rows = [league_seen.item(one) for one in opened.leagues("campaign")]
    answer(
        shapes.Leagues(leagues=rows), as_json, lambda: [league_told.item_line(row) for row in rows]
    )


@app.command("show")
def show(name: C, db: Db = None, as_json: Json = False) -> None:
    """Show a campaign: players, forces with their units, games."""
    from tracker.cli import campaign_seen

    with book(db) as opened:
        shape = campaign_seen.shown(opened.open_league(name, "campaign"))
    answer(shape, as_json, lambda: [*campaign_seen.shown_lines(shape)])


@app.command("record", context_settings=MINUS)
def record(
    *,
    name: C,
    home: Home,
    away: Away,
    said: Annotated[str, typer.Argument(metavar="RESULT", help="10-7, w1, d, c2 (2 conceded) …")],
    on: Annotated[str, typer.Option("--on", help="The day it was played.")] = "today",
    time: Annotated[str, typer.Option(help="When it ended: 20:40.", show_default=False)] = "",
    title: Title = "",
    unit: Annotated[
        list[str] | None,
        typer.Option(help="What a unit did, kills and losses: Alpha=3/1.", show_default=False),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Enter a game that was not kept, with its own date."""
    from tracker.cli.campaign_forces import deeds

    done = deeds(unit)
    tell(
        name,
        db,
        as_json,
        lambda campaign: campaign.forces.record(
            home, away, said, title=title, on=on, time=time, deeds=done
        ),
        "campaign",
    )


@app.command("game")
def game(
    name: C,
    home: Home,
    away: Away,
    on: Annotated[str, typer.Option("--on", help="The day agreed on.", show_default=False)] = "",
    title: Title = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Add a game that is to be played; a game kept here is linked to it."""
    tell(
        name,
        db,
        as_json,
        lambda campaign: campaign.forces.game(home, away, title=title, on=on),
        "campaign",
    )


@app.command("link")
def link(
    name: C,
    pairing: Pairing,
    m: Annotated[str, typer.Argument(metavar="M", help="A game: m3, 3, part of its title.")],
    home: Annotated[
        str, typer.Option(help="The side of the first player.", show_default="as the names say")
    ] = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """A game kept here is this game of the campaign: its result comes by itself."""
    from tracker.cli import league_seen

    with book(db) as opened:
        campaign = opened.open_league(name, "campaign")
        entry = campaign.matches.link(pairing, opened.find(m), home=home)
        shape = league_seen.said(campaign, entry)
    answer(shape, as_json, lambda: [f"{shape.line:>4}  {shape.text}"])


@app.command("story")
def story(
    name: C,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What happened; - reads stdin.")],
    about: Annotated[
        str, typer.Option(help="A player, force, unit or game.", show_default=False)
    ] = "",
    on: Annotated[str, typer.Option("--on", help="The day it is of.")] = "today",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Tell a piece of the story, of its own day."""
    told = read_text(text) if text == "-" else text
    tell(
        name,
        db,
        as_json,
        lambda campaign: campaign.points.tell(told, about=about, on=on),
        "campaign",
    )


@app.command("rules")
def rules(
    name: C,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The new rules: a name, or a TOML file.")
    ],
    why: Why = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Change what units carry between games, from the next game on."""
    from tracker.application.leagues.schemes import carried

    text = rules_text(file)
    tell(
        name,
        db,
        as_json,
        lambda campaign: campaign.forces.change_rules(carried(text), why=why),
        "campaign",
    )


@app.command("undo")
def undo(name: C, db: Db = None, as_json: Json = False) -> None:
    """Take back the last thing said; nothing is ever lost."""
    tell(name, db, as_json, lambda campaign: campaign.undo(), "campaign")


@app.command("redo")
def redo(name: C, db: Db = None, as_json: Json = False) -> None:
    """Return what was taken back last."""
    tell(name, db, as_json, lambda campaign: campaign.redo(), "campaign")


def rules_text(typed: str) -> str:
    """The rules that ship under a name, by that name; else the text of a file."""
    from tracker.leagues.carried_files import presets

    return typed if not typed or typed in presets() else read_text(typed)
