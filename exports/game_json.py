"""A game as JSON, in the stable format that docs/export-json.md describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exports.game_course_and_ending import compute_game_course
from exports.log_json_builder import LogShapeBuilder
from exports.roll_and_event_tables import build_event_shapes
from exports.shapes import game_export_json_types as shapes
from exports.shapes.game_command_json_types import GameEndShape, LogLineShape
from exports.shapes.json_base_type import make_shape, render_shape_as_json
from tracker.application.chances.game_luck import PoolLuck, compute_luck
from tracker.application.log.fact_descriptions import describe_end_reason
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.projection.match_state import State
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.subject_ids import SideId, format_handle

ROUNDED_FIELDS = ("expected", "at_most", "at_least", "worse")
"""The luck fields that are rounded to six decimal places."""


def render_game_json(game: Game) -> str:
    return render_shape_as_json(build_match_shape(game))


def build_match_shape(game: Game) -> shapes.MatchShape:
    info, history = game.state.info, game.history
    luck, log = compute_luck(history), list_log_lines(history)
    builder = LogShapeBuilder(game, log, uses_typed_names=False)
    return make_shape(
        shapes.MatchShape,
        info,
        format=shapes.FORMAT,
        version=shapes.VERSION,
        match=game.stream,
        options=dict(info.options),
        sides=[*_build_sides(game.state, count_victory_points(game.state, game.ruleset))],
        ended=_build_game_end(game.state),
        turns=[
            shapes.TurnShape(
                turn=turn.turn,
                left={format_handle(unit): n for unit, n in turn.figures_left.items()},
                points={format_handle(side): n for side, n in turn.points.items()},
            )
            for turn in compute_game_course(game, luck.attacks, log).turns
        ],
        log=[
            make_shape(LogLineShape, line, **fields)
            for line, fields in zip(log, builder.list_loss_and_combat_fields(log), strict=True)
        ],
        rolls=[*builder.rolls.values()],
        luck=make_shape(
            shapes.GameLuckShape,
            luck,
            sides=[*map(_build_luck_row, luck.sides)],
            kinds=[*map(_build_luck_row, luck.kinds)],
            units=[*map(_build_luck_row, luck.units)],
        ),
        events=[*build_event_shapes(history, match_event_codec.FORMS)],
    )


def _build_sides(state: State, points: Mapping[SideId, int]) -> Iterator[shapes.SideShape]:
    names = MatchNames(state)
    for side in state.info.sides:
        force = state.forces.get(side.id)
        yield make_shape(
            shapes.SideShape,
            side,
            side=format_handle(side.id),
            force=force.name if force else "",
            cost=force.points if force else 0,
            points=points[side.id],
            units=[
                shapes.UnitShape(
                    unit=format_handle(unit),
                    name=names.name_unit(unit),
                    started=value.started,
                    left=len(value.figures),
                )
                for unit, value in state.units.items()
                if value.side == side.id
            ],
        )


def _build_game_end(state: State) -> GameEndShape | None:
    ended = state.current_values.ended
    if ended is None:
        return None
    winner = None if ended.winner is None else format_handle(ended.winner)
    return GameEndShape(how=ended.how, winner=winner, why=describe_end_reason(ended))


def _build_luck_row(row: PoolLuck) -> shapes.GameLuckRowShape:
    return make_shape(
        shapes.GameLuckRowShape,
        row.tally,
        row,
        side=None if row.side is None else format_handle(row.side),
        successes=row.tally.made,
        **{name: round(getattr(row.tally, name), 6) for name in ROUNDED_FIELDS},
    )
