"""The overlay for video streams: a short view of a game for spectators."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.match.game import Game
from tracker.application.win_probability.current_win_chance import CurrentChance
from tracker.application.win_probability.game_rollouts import RolloutResult
from tracker.procedures.requests import Roll
from tracker.server.access_tokens import Role
from tracker.server.game_view import GameView, build_game_view
from tracker.vocabulary.dice import compute_success_chance
from tui.views.background_forecast import format_forecast_percent
from tui.views.pending_question_view import build_question_view

SPECTATOR = Role("spectator")


class WinChanceView(Struct, frozen=True):
    """A side's chance to win, with an error of ``off`` percentage points.

    ``place`` is the side's number, counted from 1. ``start`` and ``width`` are the side's part of a
    bar with a width of 100.
    """

    place: int
    name: str
    words: str
    start: float
    width: float
    off: int


class OverlayView(Struct, frozen=True):
    """A game, its next roll's odds, and the win chances after ``line`` with their error ``off``."""

    game: GameView
    odds: str
    chances: tuple[WinChanceView, ...]
    line: int
    off: int


def build_overlay_view(game: Game, found: CurrentChance | None) -> OverlayView:
    """Build a game's overlay. Chances in ``found`` are shown only while their line is current."""
    told = (
        found is not None
        and game.history.is_on_path(found.version)
        and not game.state.current_values.ended
    )
    chances = _chances(game, found.played) if found is not None and told else ()
    return OverlayView(
        game=build_game_view(game, SPECTATOR),
        odds=_odds(game),
        chances=chances,
        line=found.line if found is not None else 0,
        off=max((one.off for one in chances), default=0),
    )


def _odds(game: Game) -> str:
    """Describe the odds, such as ``50% each, expected 5.0 of 10``, or a single die's chance."""
    if game.pending is None:
        return ""
    request = game.pending.request
    expected = build_question_view(game.make_public_match(), game.pending).expected
    if not isinstance(request, Roll):
        return expected
    if not any(band.success for band in request.bands):
        return ""
    each = format_forecast_percent(float(compute_success_chance(request.bands, request.die)))
    return f"{each} each, {expected}" if request.count > 1 else each


def _chances(game: Game, played: RolloutResult) -> tuple[WinChanceView, ...]:
    """Arrange the chances in a bar: first side left, last side right, draws in between."""
    sides = game.state.info.sides
    found, start = list[WinChanceView](), 0.0
    for place, side in enumerate(sides):
        share = played.get_win_chance(place)
        width = round(100 * share, 1)
        at = 100 - width if place and place == len(sides) - 1 else start
        off = round(100 * played.compute_standard_error(place))
        found.append(
            WinChanceView(place + 1, side.name, format_forecast_percent(share), at, width, off)
        )
        start += width
    return tuple(found)
