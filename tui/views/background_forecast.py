"""Forecasts that are computed in the background, so that typing never waits for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.application.chances.action_forecast_types import Forecast
from tracker.application.chances.action_odds import (
    OddsBudget,
    forecast_action,
    forecast_rest_of_open_action,
)
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import parse_command
from tracker.procedures.runners.stage_chance_calculator import OddsNotWanted, always_wanted
from tui.views.last_unit_actions import parse_first_action_part
from tui.views.open_action_description import get_open_line_and_answers

RUNS, MAX_PATHS = 200, 10_000


@dataclass(frozen=True)
class ForecastRequest:
    """A request for a forecast of a proposed line or of the open action.

    If ``rest_only`` is true, only the rest of the open action is forecast. ``typed_faces`` are the
    faces typed so far for the open roll, and ``typed_result`` is its typed result.
    """

    version: int
    line: str
    is_open: bool
    answer_count: int
    rest_only: bool
    typed_faces: tuple[int, ...] = ()
    typed_result: tuple[int, ...] = ()


def build_forecast_request(
    game: Game,
    proposed_line: str,
    typed_faces: tuple[int, ...] = (),
    typed_result: tuple[int, ...] = (),
) -> ForecastRequest | None:
    """Build the request for the current forecast. Return None if there is no action to forecast."""
    if game.open_action_mismatch is not None or game.match.ended is not None:
        return None
    is_open = game.pending is not None
    head, answers = get_open_line_and_answers(game) if is_open else (proposed_line, [])
    names_actor = parse_first_action_part(game, head) is not None
    if not is_open and not names_actor:
        return None
    rest_only = is_open and (bool(answers or typed_faces or typed_result) or not names_actor)
    return ForecastRequest(
        game.version, head, is_open, len(answers), rest_only, typed_faces, typed_result
    )


def copy_game_at_forecast_start(game: Game, request: ForecastRequest) -> Game:
    """Copy the game in the state in which a forecast begins.

    If only the rest of the open action is forecast, this is the current state. Otherwise, it is the
    state before the action.
    """
    from_start = request.is_open and not request.rest_only
    return game.copy_frozen(game.state.current_values.open[0] if from_start else None)


def compute_forecast(
    sandbox: Game, request: ForecastRequest, is_wanted: Callable[[], bool] = always_wanted
) -> Forecast | None:
    """Compute a forecast. Return None if it has no uncertain result or is no longer wanted."""
    budget = OddsBudget(RUNS, MAX_PATHS, is_wanted)
    try:
        if request.rest_only:
            faces, result = request.typed_faces, request.typed_result
            forecast = forecast_rest_of_open_action(sandbox, budget, typed=faces, result=result)
        else:
            forecast = forecast_action(sandbox, parse_command(sandbox, request.line), budget)
    except (Refused, OddsNotWanted):
        return None
    return forecast if forecast is not None and forecast.has_uncertain_results else None
