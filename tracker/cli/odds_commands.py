"""``warledger odds`` and ``warledger luck``: chances before the dice, and what they did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.cli.command_context import Db, Game, Json, open_book, print_answer
from tracker.cli.parameters import argument, option_without_default

if TYPE_CHECKING:
    from collections.abc import Iterable

    from exports.shapes.report_shapes import (
        LikelyShape,
        LuckRowShape,
        NamedShape,
        OddsShape,
        SpreadRowShape,
    )
    from exports.shapes.roll_shapes import WaitingShape
    from tracker.application.chances.forecast_results import Chance, Forecast, NumberForecast
    from tracker.application.chances.luck import PoolLuck
    from tracker.application.match.game import Game as OpenGame


def show_odds(
    m: Game,
    line: Annotated[
        str | None, argument("LINE", "An action; without one, the action that is open.")
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show what can happen and how likely it is; nothing is written."""
    from tracker.application.chances.action_odds import forecast_line, forecast_open_action
    from tracker.application.errors import Refused
    from tracker.cli import text_output
    from tracker.cli.waiting_question import build_question_shape

    with open_book(db) as opened:
        game = opened.open_game(opened.find_stream(m))
        found = forecast_open_action(game) if line is None else forecast_line(game, line)
        if found is None:
            raise Refused("No action is open. Give one: warledger odds M LINE.")
        asks = (
            build_question_shape(game) if line is None else _first_asked(game.make_sandbox(), line)
        )
    shape = build_odds_shape(found, game.stream, line or "what waits", asks)
    print_answer(shape, as_json, lambda: [*text_output.list_odds_lines(shape)])


def build_odds_shape(
    found: Forecast, match: str, line: str, asks: WaitingShape | None = None
) -> OddsShape:
    """What a line could do, as data."""
    from exports.shapes.base_shape import copy_shape
    from exports.shapes.report_shapes import DecidedShape, LostShape, MarkRowShape, OddsShape

    return copy_shape(
        OddsShape,
        found,
        match=match,
        line=line,
        asks=asks,
        losses=[
            LostShape(
                unit=lost.who,
                name=lost.name,
                standing=lost.of,
                expected=lost.expected,
                chances=_likely(lost.chances),
            )
            for lost in found.losses
        ],
        counts=[_spread(one) for one in found.counts],
        marks=[copy_shape(MarkRowShape, mark) for mark in found.marks],
        rolled=[_spread(one) for one in found.rolled],
        ways=[copy_shape(DecidedShape, one, chances=_named(one.chances)) for one in found.ways],
        aftermaths=_named(found.aftermaths),
        assumptions=list(found.assumptions),
    )


def _first_asked(sandbox: OpenGame, line: str) -> WaitingShape | None:
    """The question that a line comes to first, or the one that it leaves open with its answers."""
    from tracker.application.lines.typed_lines import play_line
    from tracker.cli.waiting_question import build_question_shape

    return build_question_shape(sandbox) if play_line(sandbox, line).entries else None


def _spread(one: NumberForecast) -> SpreadRowShape:
    from exports.shapes.base_shape import copy_shape
    from exports.shapes.report_shapes import SpreadRowShape

    return copy_shape(SpreadRowShape, one, chances=_likely(one.chances))


def _named(chances: Iterable[Chance]) -> list[NamedShape]:
    from exports.shapes.report_shapes import NamedShape

    return [NamedShape(what=one.what, chance=one.chance) for one in chances]


def _likely(chances: Iterable[Chance]) -> list[LikelyShape]:
    from exports.shapes.report_shapes import LikelyShape

    return [LikelyShape(n=one.n, chance=one.chance) for one in chances]


def show_luck(
    m: Annotated[str, argument("M", "A game: m3, 3, last, part of its title.")] = "last",
    campaign: Annotated[
        str, option_without_default("All games of a campaign or league instead.")
    ] = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Compare the dice rolled with the expected results."""
    from exports.shapes.base_shape import copy_shape
    from exports.shapes.report_shapes import LuckShape, LuckSumShape
    from tracker.application.chances.luck import compute_luck
    from tracker.application.chances.luck_table import LUCK_COLUMNS, SUM_COLUMNS
    from tracker.application.columns import drop_empty_columns, format_table_lines
    from tracker.cli import campaign_records

    with open_book(db) as opened:
        if campaign:
            campaign_records.show_campaign_luck(opened, campaign, as_json)
            return
        game = opened.open_game_read_only(opened.find_stream(m))
        found = compute_luck(game.history)
    shape = LuckShape(
        match=game.stream,
        rests_on=found.rests_on,
        sides=[_row(row) for row in found.sides],
        kinds=[_row(row) for row in found.kinds],
        units=[_row(row) for row in found.units],
        sums=[
            copy_shape(LuckSumShape, row, side=row.side_name, sum=row.total) for row in found.sums
        ],
    )

    def lines() -> list[str]:
        rows = (*found.sides, *found.kinds, *found.units)
        told = [f"based on {found.rests_on}"]
        if rows:
            told += format_table_lines(drop_empty_columns(LUCK_COLUMNS, rows), rows)
        if found.sums:
            told += format_table_lines(SUM_COLUMNS, found.sums)
        return told

    print_answer(shape, as_json, lines)


def _row(row: PoolLuck) -> LuckRowShape:
    from exports.shapes.base_shape import copy_shape
    from exports.shapes.report_shapes import LuckRowShape

    return copy_shape(
        LuckRowShape,
        row.tally,
        row,
        side=row.side_name,
        successes=row.tally.made,
    )
