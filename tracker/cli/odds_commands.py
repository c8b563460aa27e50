"""The commands ``odds`` and ``luck``: chances before the dice are rolled, and luck afterwards."""

from __future__ import annotations

from typing import Annotated

from tracker.application.errors import Refused, make_sentence
from tracker.cli.command_helpers import Db, Game, Json, open_book, print_answer
from tracker.cli.command_parameters import declare_argument, declare_option


def show_odds(
    game_name: Game,
    line: Annotated[
        str | None,
        declare_argument("LINE", "The action as a line; without a line, the open action."),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show what can happen and how likely it is. The game does not change."""
    from tracker.application.chances.action_odds import forecast_line, forecast_open_action
    from tracker.application.lines.line_and_script_play import play_line
    from tracker.cli.open_question_output import build_question_shape
    from tracker.cli.rules_and_odds_output import build_odds_shape, list_odds_lines

    with open_book(db) as opened:
        game = opened.open_game(opened.find_game_stream(game_name))
        forecast = forecast_open_action(game) if line is None else forecast_line(game, line)
        if forecast is None:
            raise Refused(f"No action is open. Give an action: warledger odds {game.stream} LINE.")
        question, objections = build_question_shape(game), list[str]()
        if line is not None:
            played = play_line(sandbox := game.make_sandbox(), line)
            question = build_question_shape(sandbox) if played.entries else None
            objections = [f"! {make_sentence(each.text_with_rule)}" for each in played.objections]
    shape = build_odds_shape(forecast, game.stream, line or "open roll", question)
    print_answer(shape, as_json, lambda: [*objections, *list_odds_lines(shape)])


def show_luck(
    game_name: Annotated[
        str, declare_argument("M", "A game: m3, 3, last, or part of its title.")
    ] = "last",
    campaign: Annotated[
        str, declare_option("Compare all games of this campaign or league instead.")
    ] = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Compare the dice rolled with the expected results."""
    from tracker.application.chances.dice_luck import compute_luck
    from tracker.application.chances.luck_table_columns import LUCK_COLUMNS, SUM_COLUMNS, WORSE_NOTE
    from tracker.application.table_columns import drop_empty_optional_columns, format_table_lines
    from tracker.cli import campaign_unit_and_force_commands, rules_and_odds_output

    with open_book(db) as opened:
        if campaign:
            campaign_unit_and_force_commands.show_campaign_luck(opened, campaign, as_json)
            return
        game = opened.open_game_read_only(opened.find_game_stream(game_name))
        pools = compute_luck(game.history)
    shape = rules_and_odds_output.build_game_luck_shape(game.stream, pools)

    def lines() -> list[str]:
        rows = (*pools.sides, *pools.kinds, *pools.units)
        lines = [f"based on {pools.rests_on}"]
        if rows:
            table = format_table_lines(drop_empty_optional_columns(LUCK_COLUMNS, rows), rows)
            lines += [*table, WORSE_NOTE]
        if pools.sums:
            lines += format_table_lines(SUM_COLUMNS, pools.sums)
        return lines

    print_answer(shape, as_json, lines)
