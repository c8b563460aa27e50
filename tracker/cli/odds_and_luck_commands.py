"""The commands ``odds``, ``luck`` and ``match chances``, which compute chances and luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.application.errors import Refused, make_sentence
from tracker.cli.command_parameters import NumberInRange, declare_argument, declare_option
from tracker.cli.command_registration import (
    LEDGER,
    MATCH,
    Answer,
    Group,
    register_command_on_target,
)

if TYPE_CHECKING:
    from exports.shapes.chance_json_types import ChancesShape
    from tracker.application.book import Book
    from tracker.application.match.game import Game
    from tracker.application.win_probability.sampled_line_win_chances import WinChances

MIN_GAMES, MAX_GAMES = 10, 10_000

COMMANDS, MATCH_COMMANDS = Group(), Group()


@register_command_on_target(COMMANDS, "odds", MATCH)
def show_odds(
    game: Game,
    line: Annotated[
        str | None,
        declare_argument("LINE", "The action, typed as a line. Without it, the open action."),
    ] = None,
) -> Answer:
    """Show the possible results of an action, and the chance of each. Nothing is written."""
    from tracker.application.chances.action_odds import forecast_line, forecast_rest_of_open_action
    from tracker.application.typed_lines.line_and_script_play import play_line
    from tracker.cli.open_question_output import build_question_shape
    from tracker.cli.rules_and_odds_output import build_odds_shape, list_odds_lines

    forecast = forecast_rest_of_open_action(game) if line is None else forecast_line(game, line)
    if forecast is None:
        raise Refused(f"No action is open. Give an action: warledger odds {game.stream} LINE.")
    question, objections = build_question_shape(game), list[str]()
    if line is not None:
        played = play_line(sandbox := game.make_sandbox(), line)
        question = build_question_shape(sandbox) if played.entries else None
        objections = [f"! {make_sentence(each.text_with_rule)}" for each in played.objections]
    shape = build_odds_shape(forecast, game.stream, line or "open roll", question)
    return Answer(shape, lambda: [*objections, *list_odds_lines(shape)])


@register_command_on_target(COMMANDS, "luck", LEDGER)
def show_luck(
    book: Book,
    game_name: Annotated[
        str, declare_argument("M", "A game: m3, 3, last, or part of its title.")
    ] = "last",
    campaign: Annotated[
        str, declare_option("Compare all games of this campaign or league instead.")
    ] = "",
) -> Answer:
    """Compare the dice rolled with the expected results."""
    from tracker.application.chances.game_luck import compute_luck
    from tracker.application.chances.luck_table_columns import (
        LUCK_COLUMNS,
        SUM_COLUMNS,
        SUM_NOTE,
        WORSE_NOTE,
    )
    from tracker.application.table_columns import drop_empty_optional_columns, format_table_lines
    from tracker.cli import campaign_commands, rules_and_odds_output

    if campaign:
        return campaign_commands.build_campaign_luck_answer(book, campaign)
    game = book.open_game_read_only(book.find_game_stream(game_name))
    pools = compute_luck(game.history)
    rows = (*pools.sides, *pools.kinds, *pools.units)
    lines = [f"based on {pools.rests_on}"]
    if rows:
        table = format_table_lines(drop_empty_optional_columns(LUCK_COLUMNS, rows), rows)
        lines += [*table, WORSE_NOTE]
    if pools.sums:
        lines += [*format_table_lines(SUM_COLUMNS, pools.sums), SUM_NOTE]
    shape = rules_and_odds_output.build_game_luck_shape(game.stream, pools)
    return Answer(shape, lambda: lines)


@register_command_on_target(MATCH_COMMANDS, "chances", MATCH)
def show_win_chances(
    game: Game,
    games: Annotated[
        int,
        declare_option(
            "The maximum number of games to simulate from each line.",
            type=NumberInRange(MIN_GAMES, MAX_GAMES),
        ),
    ] = 100,
    lines: Annotated[
        int,
        declare_option(
            "The maximum number of lines from which to simulate games.", type=NumberInRange(2, 500)
        ),
    ] = 30,
) -> Answer:
    """Show each side's chance to win, line by line, from simulated games."""
    from tracker.application.win_probability.win_chance_cache import compute_win_chances
    from tracker.cli.rules_and_odds_output import show_progress_bar

    with show_progress_bar("lines simulated") as progress:
        found = compute_win_chances(game, games, lines, progress)
    shape = build_win_chances_shape(game.stream, games, found)
    return Answer(shape, lambda: list_win_chance_lines(shape))


def build_win_chances_shape(match: str, games: int, chances: WinChances) -> ChancesShape:
    from exports.shapes.chance_json_types import ChancesShape, LineChanceShape, SideChanceShape

    return ChancesShape(
        match=match,
        games=games,
        lines=[
            LineChanceShape(
                line=one.line,
                drawn=one.played.drawn / one.played.game_count,
                judged=one.played.judged / one.played.game_count,
                sides=[
                    SideChanceShape(
                        side=name,
                        chance=one.played.get_win_chance(place),
                        error=one.played.compute_standard_error(place),
                    )
                    for place, name in enumerate(chances.sides)
                ],
            )
            for one in chances.lines
        ],
    )


def list_win_chance_lines(shape: ChancesShape) -> list[str]:
    rows = [f"chance to win, from up to {shape.games} simulated games for each line"]
    for one in shape.lines:
        sides = "   ".join(
            f"{side.side} {side.chance:4.0%} ± {side.error * 100:.0f}" for side in one.sides
        )
        drawn = f"   drawn {one.drawn:.0%}" if one.drawn else ""
        rows.append(f"{one.line:>5}  {sides}{drawn}")
    return rows
