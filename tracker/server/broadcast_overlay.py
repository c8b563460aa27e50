"""The overlay for video streams: a short view of a game for spectators."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.match.game import Game
from tracker.application.win_probability.current_win_chance import CurrentWinChance
from tracker.application.win_probability.game_rollouts import RolloutResult
from tracker.procedures.requests import Roll
from tracker.server.access_tokens import Role
from tracker.server.game_view import GameView, build_game_view
from tracker.vocabulary.dice_distributions import compute_chance_with_reroll
from tui.views.forecast_wording import format_forecast_percent
from tui.views.pending_question_view import build_question_view

SPECTATOR = Role("spectator")


class WinChanceView(Struct, frozen=True):
    """A side's chance of winning, with its ``error`` in percentage points. ``place`` is the side's
    number, counted from 1. ``start`` and ``width`` are the side's part of a bar with a width of
    100.
    """

    place: int
    name: str
    percent: str
    start: float
    width: float
    error: int


class OverlayView(Struct, frozen=True):
    """A game, its next roll's odds, and the win chances after ``line``, with their ``error``."""

    game: GameView
    odds: str
    chances: tuple[WinChanceView, ...]
    line: int
    error: int


def build_overlay_view(game: Game, current_chances: CurrentWinChance | None) -> OverlayView:
    """Build a game's overlay, without win chances if the game is over or their line has been
    undone.
    """
    chances: tuple[WinChanceView, ...] = ()
    if current_chances is not None and game.history.is_on_path(current_chances.version):
        is_over = game.state.current_values.ended is not None
        chances = () if is_over else _build_win_chance_bar(game, current_chances.played)
    return OverlayView(
        game=build_game_view(game, SPECTATOR),
        odds=_describe_odds(game),
        chances=chances,
        line=current_chances.line if current_chances is not None else 0,
        error=max((chance.error for chance in chances), default=0),
    )


def _describe_odds(game: Game) -> str:
    """Describe the next roll's odds, as in ``50% each, expected 5.0 of 10``, or return ""."""
    if game.pending is None:
        return ""
    request = game.pending.request
    expected = build_question_view(game.get_public_match(), game.pending).expected
    if not isinstance(request, Roll):
        return expected
    if not any(band.success for band in request.bands):
        return ""
    chance = format_forecast_percent(float(compute_chance_with_reroll(request.bands, request.die)))
    return f"{chance} each, {expected}" if request.count > 1 else chance


def _build_win_chance_bar(game: Game, result: RolloutResult) -> tuple[WinChanceView, ...]:
    """Arrange the chances in a bar: sides from left to right, with draws before the last side."""
    sides = game.state.info.sides
    chances, start = list[WinChanceView](), 0.0
    for place, side in enumerate(sides):
        share = result.get_win_chance(place)
        width = round(100 * share, 1)
        left = 100 - width if place and place == len(sides) - 1 else start
        error = round(100 * result.compute_standard_error(place))
        percent = format_forecast_percent(share)
        chances.append(WinChanceView(place + 1, side.name, percent, left, width, error))
        start += width
    return tuple(chances)
