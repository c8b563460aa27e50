"""The commands ``odds`` and ``luck``: chances before the dice are rolled, and luck afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.cli.command_helpers import Db, Game, Json, open_book, print_answer
from tracker.cli.command_parameters import declare_argument, declare_option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from exports.shapes.command_output_json_types import (
        LuckRowShape,
        NamedChanceShape,
        NumberChanceShape,
        NumberForecastShape,
        OddsShape,
    )
    from exports.shapes.dice_roll_json_types import PendingQuestionShape
    from tracker.application.chances.action_forecast import Forecast, NumberForecast, OutcomeChance
    from tracker.application.chances.dice_luck import PoolLuck


def show_odds(
    m: Game,
    line: Annotated[
        str | None,
        declare_argument("LINE", "The action as a line; without a line, the open action."),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show what can happen and how likely it is. The game does not change."""
    from tracker.application.chances.action_odds import forecast_line, forecast_open_action
    from tracker.application.errors import Refused, make_sentence
    from tracker.application.lines.line_and_script_play import play_line
    from tracker.cli import rules_and_odds_output
    from tracker.cli.open_question_output import build_question_shape

    with open_book(db) as opened:
        game = opened.open_game(opened.find_stream(m))
        forecast = forecast_open_action(game) if line is None else forecast_line(game, line)
        if forecast is None:
            raise Refused("No action is open. Give an action: warledger odds M LINE.")
        question, objections = build_question_shape(game), list[str]()
        if line is not None:
            played = play_line(sandbox := game.make_sandbox(), line)
            question = build_question_shape(sandbox) if played.entries else None
            objections = [f"! {make_sentence(each.text_with_rule)}" for each in played.objections]
    shape = build_odds_shape(forecast, game.stream, line or "open roll", question)
    print_answer(
        shape, as_json, lambda: [*objections, *rules_and_odds_output.list_odds_lines(shape)]
    )


def build_odds_shape(
    forecast: Forecast, match: str, line: str, question: PendingQuestionShape | None = None
) -> OddsShape:
    """Convert the odds of a line to a JSON shape."""
    from exports.shapes.command_output_json_types import (
        LossForecastShape,
        MarkRowShape,
        OddsShape,
        OutcomeForecastShape,
    )
    from exports.shapes.json_base_type import copy_shape

    return copy_shape(
        OddsShape,
        forecast,
        match=match,
        line=line,
        asks=question,
        losses=[
            LossForecastShape(
                unit=lost.who,
                name=lost.name,
                standing=lost.of,
                expected=lost.expected,
                chances=_build_number_chances(lost.chances),
            )
            for lost in forecast.losses
        ],
        counts=[_build_number_forecast(one) for one in forecast.counts],
        marks=[copy_shape(MarkRowShape, marker) for marker in forecast.marks],
        rolled=[_build_number_forecast(one) for one in forecast.rolled],
        ways=[
            copy_shape(OutcomeForecastShape, one, chances=_build_named_chances(one.chances))
            for one in forecast.ways
        ],
        aftermaths=_build_named_chances(forecast.aftermaths),
        assumptions=list(forecast.assumptions),
    )


def _build_number_forecast(number: NumberForecast) -> NumberForecastShape:
    from exports.shapes.command_output_json_types import NumberForecastShape
    from exports.shapes.json_base_type import copy_shape

    return copy_shape(NumberForecastShape, number, chances=_build_number_chances(number.chances))


def _build_named_chances(chances: Iterable[OutcomeChance]) -> list[NamedChanceShape]:
    from exports.shapes.command_output_json_types import NamedChanceShape

    return [NamedChanceShape(what=one.what, chance=one.chance) for one in chances]


def _build_number_chances(chances: Iterable[OutcomeChance]) -> list[NumberChanceShape]:
    from exports.shapes.command_output_json_types import NumberChanceShape

    return [NumberChanceShape(n=one.n, chance=one.chance) for one in chances]


def show_luck(
    m: Annotated[str, declare_argument("M", "A game: m3, 3, last, or part of its title.")] = "last",
    campaign: Annotated[
        str, declare_option("Compare all games of this campaign or league instead.")
    ] = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Compare the dice rolled with the expected results."""
    from exports.shapes.command_output_json_types import LuckShape, LuckSumShape
    from exports.shapes.json_base_type import copy_shape
    from tracker.application.chances.dice_luck import compute_luck
    from tracker.application.chances.luck_table_columns import LUCK_COLUMNS, SUM_COLUMNS
    from tracker.application.table_columns import drop_empty_columns, format_table_lines
    from tracker.cli import campaign_unit_and_force_commands

    with open_book(db) as opened:
        if campaign:
            campaign_unit_and_force_commands.show_campaign_luck(opened, campaign, as_json)
            return
        game = opened.open_game_read_only(opened.find_stream(m))
        pools = compute_luck(game.history)
    shape = LuckShape(
        match=game.stream,
        rests_on=pools.rests_on,
        sides=[_build_luck_row(row) for row in pools.sides],
        kinds=[_build_luck_row(row) for row in pools.kinds],
        units=[_build_luck_row(row) for row in pools.units],
        sums=[
            copy_shape(LuckSumShape, row, side=row.side_name, sum=row.total) for row in pools.sums
        ],
    )

    def lines() -> list[str]:
        rows = (*pools.sides, *pools.kinds, *pools.units)
        lines = [f"based on {pools.rests_on}"]
        if rows:
            lines += format_table_lines(drop_empty_columns(LUCK_COLUMNS, rows), rows)
        if pools.sums:
            lines += format_table_lines(SUM_COLUMNS, pools.sums)
        return lines

    print_answer(shape, as_json, lines)


def _build_luck_row(row: PoolLuck) -> LuckRowShape:
    from exports.shapes.command_output_json_types import LuckRowShape
    from exports.shapes.json_base_type import copy_shape

    return copy_shape(LuckRowShape, row.tally, row, side=row.side_name, successes=row.tally.made)
