"""The ``match`` commands that start, find and show games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import click

from exports.shapes import game_command_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.cli import match_entry_commands, odds_and_luck_commands
from tracker.cli.book_opening_and_backup import open_book_for_command, refuse_missing_ledger
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import (
    LEDGER,
    MATCH,
    PUBLIC_MATCH,
    STORED_MATCH,
    Answer,
    Group,
    register_command,
    register_command_on_target,
)
from tracker.cli.shared_options import Db, Id, RuleMode
from tracker.vocabulary.subject_ids import format_handle

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.match.game import Game

app = Group(help="Begin, continue, view and correct games.")
for group in (match_entry_commands.COMMANDS, odds_and_luck_commands.MATCH_COMMANDS):
    app.commands.update(group.commands)


@register_command(app, "new")
def create_match(  # noqa: PLR0913 - an option each
    *,
    side: Annotated[
        tuple[str, ...],
        declare_option(
            "A side and its roster, a file or a sample: Red=iron-third.toml; repeat for each side."
        ),
    ] = (),
    ruleset: Annotated[
        str, declare_option("The id of the ruleset.", show_default="the first roster's")
    ] = "",
    player: Annotated[
        tuple[str, ...], declare_option("A side's player: Red=Anna; repeat for each side.")
    ] = (),
    option: Annotated[
        tuple[str, ...], declare_option("A house rule: orders_table=starter; repeat for more.")
    ] = (),
    house: Annotated[
        str, declare_option("A TOML file with house rules: [options], [tables].")
    ] = "",
    mode: RuleMode = "warn",
    on: Annotated[
        str, declare_option("The date of the game: 2026-10-03.", show_default="today")
    ] = "",
    title: Annotated[str, declare_option("The game's title.")] = "",
    fixture: Annotated[
        str, declare_option("The game's pairing in a league or campaign, such as l1:f3.")
    ] = "",
    once: Id = "",
    db: Db = None,
) -> Answer:
    """Begin a game."""
    from tracker.cli import game_output
    from tracker.cli.new_match_from_options import MatchRequest, begin_match_and_list_warnings

    if not side and not fixture:
        raise click.BadParameter("give both sides and their rosters", param_hint="--side")
    wanted = MatchRequest(ruleset, side, player, option, house, mode, on, title)
    with open_book_for_command(db, may_create=True, command_id=once) as book:
        game, warnings = begin_match_and_list_warnings(book, wanted, fixture)
        return game_output.make_game_answer(
            game, game.state, game.history.last_line_number, warnings
        )


def _require_known_status(_: click.Context, __: click.Parameter, status: str) -> str:
    if status not in ("", "running", "ended"):
        raise click.BadParameter("use running or ended", param_hint="--status")
    return status


@register_command_on_target(app, "list", LEDGER)
def list_games(
    book: Book,
    status: Annotated[
        str,
        declare_option(
            "List only games with this status: running or ended.", callback=_require_known_status
        ),
    ] = "",
    everything: Annotated[bool, declare_option("Also list archived games.", "--all")] = False,
) -> Answer:
    """List the games in the ledger, latest first."""
    from tracker.application.match.game_list_columns import list_game_columns
    from tracker.application.match.match_summaries import list_side_names
    from tracker.application.match.victory_point_totals import read_summary_points_if_complete
    from tracker.application.table_columns import Column, format_table_lines

    empty = "there is no game yet. Begin a game with: warledger match new."
    rows = book.list_games(status or None, include_archived=everything)
    matches = [
        make_shape(
            shapes.GameRowShape,
            row,
            match=row.stream,
            sides=list_side_names(row),
            scores=read_summary_points_if_complete(row, book.find_ruleset_of_summary),
        )
        for row in rows
    ]
    columns = (
        Column("match", lambda row: row.stream, words=True),
        Column("played", lambda row: row.played_on, words=True),
        *list_game_columns(book.find_ruleset_of_summary),
        Column("", lambda row: "(archived)" if row.aside else "", words=True),
    )
    lines = [*format_table_lines(columns, rows)] if rows else []
    if not rows and book.list_games(include_archived=True):
        other = f"no game is {status}" if status else "every game is archived"
        empty = f"{other}. List all with: warledger match list --all."
    return Answer(shapes.GameListShape(matches=matches), lambda: lines, empty)


@register_command_on_target(app, "archive", STORED_MATCH, writes_entries=True, old_name="aside")
def archive_match(game: Game) -> Answer:
    """Archive a game. Lists no longer show it, but you can still open it by name."""
    return _set_archived(game, wanted=True)


@register_command_on_target(app, "unarchive", STORED_MATCH, writes_entries=True, old_name="back")
def unarchive_match(game: Game) -> Answer:
    """Restore an archived game to the lists."""
    return _set_archived(game, wanted=False)


def _set_archived(game: Game, *, wanted: bool) -> Answer:
    game.set_archived(wanted)
    title = game.state.info.title
    shape = shapes.ArchiveStateShape(match=game.stream, title=title, aside=wanted)
    where = "archived" if wanted else "restored to the lists"
    return Answer(shape, lambda: [f"{game.stream} {title}: {where}"])


@register_command_on_target(app, "show", PUBLIC_MATCH)
def show_match(
    game: Game,
    at: Annotated[
        int | None, declare_option("Show the state after this line.", show_default="now")
    ] = None,
) -> Answer:
    """Show a game's current state, or its state after a given line."""
    from tracker.cli import game_output

    state, line = game.state, game.history.last_line_number
    if at is not None:
        from tracker.application.log.game_log_lines import compute_state_after_line

        state, line = compute_state_after_line(game.history, at), at
    return game_output.make_game_answer(game, state, line)


@register_command_on_target(app, "log", PUBLIC_MATCH)
def show_match_log(
    game: Game,
    details: Annotated[
        bool, declare_option("Also show each roll and choice, with its own line number.")
    ] = False,
    color: Annotated[
        bool, declare_option("Keep the colours when the output is piped, for example to less -R.")
    ] = False,
) -> Answer:
    """Print a game's log. An asterisk marks dice that the app rolled."""
    from tracker.cli import game_output

    rows = game_output.build_log_row_shapes(game)
    sides = [format_handle(side.id) for side in game.state.info.sides]
    has_colours = color or game_output.should_colour_output()

    def list_lines() -> Iterator[str]:
        for row in rows:
            lines = [*game_output.list_line_with_details(row)]
            for line in lines if details else lines[:1]:
                yield game_output.colour_log_line(line, row.kind, sides) if has_colours else line

    return Answer(shapes.LogShape(match=game.stream, lines=rows), list_lines)


@register_command_on_target(app, "actions", MATCH)
def show_possible_actions(game: Game) -> Answer:
    """List the possible actions as typed lines, with the rules' objections to each."""
    from tracker.application.match.due_actions_of_game import list_due_actions_not_begun
    from tracker.application.match.possible_actions import list_possible_actions
    from tracker.cli.open_question_output import (
        build_question_shape,
        get_side_name,
        list_question_lines,
    )

    rows = [
        make_shape(
            shapes.PossibleActionShape,
            found,
            action=found.command.action,
            side=get_side_name(game.state, found.command.side),
        )
        for found in list_possible_actions(game)
    ]
    due = [item.why for item in list_due_actions_not_begun(game)]
    waits = build_question_shape(game)
    shape = shapes.PossibleActionsShape(match=game.stream, due=due, actions=rows)

    lines = [*list_question_lines(waits)]
    for row in rows:
        cost = f"  {row.cost}" if row.cost else ""
        objections = f" ({'; '.join(one.text for one in row.objections)})" if row.objections else ""
        lines.append(f"{row.line}{cost}{objections}")
    show = f"warledger match show {game.stream}"
    return Answer(shape, lambda: lines, f"no action is possible now. To see the game, run: {show}.")


@register_command(app, "options")
def show_house_rules(
    game_or_ruleset: Annotated[str, declare_argument("M", "A game, or the id of a ruleset.")],
    db: Db = None,
) -> Answer:
    """List a game's house rules, or all house rules of a ruleset."""
    from tracker.application.book import IN_MEMORY, find_ledger_file
    from tracker.cli import rules_and_odds_output

    file = find_ledger_file(db)
    with open_book_for_command(db if file is None or file.exists() else IN_MEMORY) as opened:
        game, rules = None, opened.find_ruleset(game_or_ruleset)
        if rules is None:
            refuse_missing_ledger(db)
            game = opened.open_game(opened.find_game_stream(game_or_ruleset))
            rules = game.ruleset
        chosen = rules.map_options_to_defaults() if game is None else game.state.info.options
    rows = [
        make_shape(shapes.HouseRuleRowShape, option, value=chosen.get(option.name, option.default))
        for option in rules.options
    ]
    shape = shapes.HouseRuleListShape(
        match=game.stream if game else None, ruleset=rules.id, options=rows
    )
    return Answer(shape, lambda: map(rules_and_odds_output.format_house_rule, rows))
