"""The updater of the forecast, which is computed in the background on a copy of the game."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from time import perf_counter

from textual.worker import get_current_worker

from tracker.application.chances.action_forecast_types import Forecast
from tracker.application.match.game import Game
from tracker.input_parsing.dice_reading_results import DiceReading
from tui.table.table_screen_part import TableScreenPart
from tui.views.background_forecast import (
    ForecastRequest,
    build_forecast_request,
    compute_forecast,
    copy_game_at_forecast_start,
)
from tui.views.next_line_proposals import NEXT

MAX_DELAY_SECONDS = 0.012  # how long a forecast may delay the redrawing


class ForecastUpdater(TableScreenPart):
    """The updater of the forecast for the open action or the proposed line."""

    _last_request: ForecastRequest | None = None

    def update_forecast(self) -> None:
        """Update the forecast, unless the current one is still valid."""
        faces, request = self._list_typed_faces(), None
        if faces is not None:
            line, total = self._find_proposed_line(), self._get_complete_typed_result()
            request = build_forecast_request(self.game, line, faces, total)
        self.view.forecast.set_wanted_forecast_showing_stored(request)
        if request == self._last_request:
            return
        self._last_request = request
        if (
            request is None
            or self.view.forecast.is_current
            or self._try_to_compute_at_once(request)
        ):
            return
        sandbox = copy_game_at_forecast_start(self.game, request)
        work = partial(self._compute_in_background, sandbox, request)
        # If a forecast fails, the game goes on without it.
        self.screen.run_worker(work, thread=True, exclusive=True, exit_on_error=False)

    def _try_to_compute_at_once(self, request: ForecastRequest) -> bool:
        deadline = perf_counter() + MAX_DELAY_SECONDS
        with suppress(Exception):
            forecast = compute_forecast(
                copy_game_at_forecast_start(self.game, request),
                request,
                lambda: perf_counter() < deadline,
            )
            if forecast is not None or perf_counter() < deadline:
                self.view.forecast.store_and_show_forecast(request, forecast)
                return True
        return False

    def _find_proposed_line(self) -> str:
        if self.game.pending is not None:
            return ""
        if self.prompt.line_to_confirm not in ("", NEXT):
            return self.prompt.line_to_confirm
        if self.prompt.typed_text:
            return self.prompt.reader.expand_typed_line()
        proposal = self.prompt.reader.get_proposal()
        return proposal.line if proposal else ""

    def _get_complete_typed_result(self) -> tuple[int, ...]:
        """Return the open roll's typed result (``=4``, ``66 .``), or () while it is incomplete."""
        prompt, reading = self.prompt, self.prompt.parse_typed_dice()
        if prompt.free_roll is not None or not isinstance(reading, DiceReading):
            return ()
        if reading.to_roll or reading.size_changed or prompt.dice.parse_typed_reroll() is not None:
            return ()
        return reading.result

    def _list_typed_faces(self) -> tuple[int, ...] | None:
        """Return the faces of the open roll that have been typed, starting with the first die.

        In a reroll of a dice pool, the dice that are kept come first. Return None for a reroll
        whose odds cannot be calculated, because the roll is not a dice pool or its dice have no
        faces.
        """
        prompt = self.prompt
        if not prompt.wants_dice or prompt.free_roll is not None:
            return ()
        reroll, asked = prompt.dice.parse_typed_reroll(), prompt.get_asked_roll()
        kept: tuple[int, ...] = ()
        if reroll is not None:
            if asked.form != "pool":
                return None
            asked, places = reroll.roll, reroll.places
            kept = tuple(face for at, face in enumerate(reroll.first) if at not in places)
        placed = prompt.dice.parse_current_dice()
        if (
            placed is None
            or placed.missing_dice_sign
            or len(placed.faces) > asked.dice_count
            or None in placed.faces
        ):
            return () if reroll is None else None
        return kept + tuple(face for face in placed.faces if face is not None)

    def _compute_in_background(self, sandbox: Game, request: ForecastRequest) -> None:
        worker = get_current_worker()
        forecast = compute_forecast(
            sandbox, request, lambda: request == self._last_request and not worker.is_cancelled
        )
        if not worker.is_cancelled:
            self.app.call_from_thread(self._store_and_redraw, request, forecast)

    def _store_and_redraw(self, request: ForecastRequest, forecast: Forecast | None) -> None:
        self.view.forecast.store_and_show_forecast(request, forecast)
        self.redraw()
