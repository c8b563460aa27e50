"""``warledger match``: begin, find and look at games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli import match_chances, notes, play
from tracker.cli.command_factory import KEPT, MATCH, READ, Shown, register_show
from tracker.cli.context import Db, Id, Json, answer, open_book, say
from tracker.cli.parameters import argument, option, optional

if TYPE_CHECKING:
    from tracker.application.match.game import Game

app = typer.Typer(no_args_is_help=True, help="Games: begin, continue, look at and correct them.")
play.register(app)
notes.register(app)
match_chances.register(app)


@app.command("new")
def create_match(  # noqa: PLR0913 - an option each
    *,
    side: Annotated[
        list[str] | None,
        optional("A side and its roster: Red=iron-third.toml (a file, or a sample)."),
    ] = None,
    ruleset: Annotated[str, option("The rules.", shown="those of the first roster")] = "",
    player: Annotated[list[str] | None, optional("Who plays a side: Red=Anna.")] = None,
    option: Annotated[list[str] | None, optional("A house rule: orders_table=starter.")] = None,
    house: Annotated[str, optional("A TOML file with [options] and [tables].")] = "",
    mode: Annotated[str, option("When a rule is broken: strict, warn or free.")] = "warn",
    on: Annotated[str, option("The day it is played: 2026-10-03.", shown="today")] = "",
    title: Annotated[str, optional("The title of the game.")] = "",
    fixture: Annotated[str, optional("The pairing it belongs to: l1:f3.")] = "",
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Begin a game."""
    from tracker.cli import json_views, new_match

    if not side and not fixture:
        raise typer.BadParameter("give both sides and their rosters", param_hint="--side")
    with open_book(db, begins=True, once=once) as opened:
        wanted = new_match.MatchWanted(
            ruleset, side or [], player or [], option or [], house, mode, on, title
        )
        wanted, paired = new_match.prepare_link(opened, fixture, wanted)
        game = new_match.begin(opened, wanted, paired)
        shape = json_views.build_shown(game, game.state, game.story.last_number)
        for warning in new_match.list_warnings(opened, wanted):
            say(warning)
    answer(shape, as_json, lambda: [*json_views.list_shown_lines(shape)])


@app.command("list")
def list_games(
    status: Annotated[str, optional("Only these: running or ended.")] = "",
    everything: Annotated[bool, option("Archived ones, too.", "--all")] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List the games kept here, the latest first."""
    import msgspec

    from exports.shapes.game import GameRowShape, GamesShape
    from exports.shapes.shape import copy_shape
    from tracker.application.match.score import list_points
    from tracker.cli import text_output

    if status not in ("", "running", "ended"):
        raise typer.BadParameter("say running or ended", param_hint="--status")
    empty = "no game is kept here yet. Begin one with: warledger match new."
    with open_book(db) as opened:
        rows = [
            copy_shape(
                GameRowShape,
                found,
                match=found.stream,
                sides=msgspec.json.decode(found.sides, type=list[str]),
                scores=list_points(found, opened.rules_in_lists),
            )
            for found in opened.games(status or None, aside=everything)
        ]
        if not rows and opened.games(aside=True):
            other = f"no game is {status}" if status else "every game is archived"
            empty = f"{other}. See all with: warledger match list --all."
    shape = GamesShape(matches=rows)
    answer(shape, as_json, lambda: [text_output.format_game_row(row) for row in rows], empty=empty)


@register_show(app, "aside", KEPT, writes=True)
def put_aside(game: Game) -> Shown:
    """Archive a game: lists leave it out, and nothing opens it by itself. Nothing is deleted."""
    return _aside(game, wanted=True)


@register_show(app, "back", KEPT, writes=True)
def bring_back(game: Game) -> Shown:
    """Restore an archived game to the lists."""
    return _aside(game, wanted=False)


def _aside(game: Game, *, wanted: bool) -> Shown:
    from exports.shapes.game import AsideShape

    game.put_aside(wanted)
    title = game.state.info.title
    shape = AsideShape(match=game.stream, title=title, aside=wanted)
    where = "archived" if wanted else "in the lists again"
    return shape, lambda: [f"{game.stream} {title}: {where}"]


@register_show(app, "show", READ)
def show(
    game: Game,
    at: Annotated[int | None, option("As it stood after this line.", shown="now")] = None,
) -> Shown:
    """Show a game as it stands now, or after a line."""
    from tracker.application.match.step_previews import compute_state_after
    from tracker.cli import json_views

    state, line = (
        (game.state, game.story.last_number) if at is None else compute_state_after(game, at)
    )
    shape = json_views.build_shown(game, state, line)
    return shape, lambda: json_views.list_shown_lines(shape)


@register_show(app, "log", READ)
def log(
    game: Game,
    details: Annotated[
        bool, option("Also each roll and choice, with its own number.", "--details")
    ] = False,
) -> Shown:
    """Print the log of a game; * marks what the app rolled."""
    from exports.shapes.game import LogShape
    from tracker.cli import json_views

    rows = json_views.list_log_rows(game)
    shape = LogShape(match=game.stream, lines=rows)
    if details:
        return shape, lambda: [text for row in rows for text in json_views.list_detail_lines(row)]
    return shape, lambda: [json_views.format_log_line(row) for row in rows]


@register_show(
    app,
    "actions",
    MATCH,
    empty="nothing can be done now. See how the game stands with: warledger match show {}.",
)
def show_actions(game: Game) -> Shown:
    """List what can be done now, as lines to type, with the objections of the rules."""
    from exports.shapes.game import ActionsShape, AgainstShape, PossibleShape
    from exports.shapes.shape import copy_shape
    from tracker.application.match.step_previews import list_possible
    from tracker.cli.waiting_question import build_waiting, list_waiting_lines, name_side

    rows = [
        PossibleShape(
            line=found.line,
            action=found.command.action,
            word=found.word,
            side=name_side(game.state, found.command.side),
            cost=found.cost,
            objections=[copy_shape(AgainstShape, one) for one in found.objections],
        )
        for found in list_possible(game)
    ]
    due = [item.why for item in game.ruleset.due(game.match)]
    waits = build_waiting(game)
    shape = ActionsShape(match=game.stream, due=due, actions=rows)

    def told() -> list[str]:
        against = (" (" + "; ".join(one.text for one in row.objections) + ")" for row in rows)
        lines = [
            row.line + (f"  {row.cost}" if row.cost else "") + (text if row.objections else "")
            for row, text in zip(rows, against, strict=True)
        ]
        return [*list_waiting_lines(waits), *lines]

    return shape, told


@app.command("options")
def show_options(
    m: Annotated[str, argument("M", "A game, or the id of rules.")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List the house rules of a game, or all that its rules have."""
    from exports.shapes.game import OptionRowShape, OptionsShape
    from exports.shapes.shape import copy_shape
    from tracker.cli import text_output

    with open_book(db, begins=True) as opened:
        named = opened.find_rules(m)
        game = None if named is not None else opened.game(opened.find(m))
        rules = named or opened.game(opened.find(m)).ruleset
        chosen = rules.list_defaults() if game is None else game.state.info.options
    rows = [
        copy_shape(
            OptionRowShape,
            option,
            value=chosen.get(option.name, option.default),
            values=list(option.values),
        )
        for option in rules.options
    ]
    shape = OptionsShape(match=game.stream if game else None, ruleset=rules.id, options=rows)
    answer(shape, as_json, lambda: [text_output.format_option(row) for row in rows])
