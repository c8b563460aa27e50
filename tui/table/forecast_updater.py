"""The forecast, computed in the background on a copy of the game."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from time import perf_counter

from textual.worker import get_current_worker

from tracker.application.chances.action_forecast import Forecast
from tracker.application.match.game import Game
from tracker.input_parsing.dice_reader import DiceReading, parse_dice
from tui.table.table_screen_component import TableScreenPart
from tui.views.background_forecast import (
    ForecastRequest,
    compute_forecast,
    copy_game_for_odds,
    find_forecast_request,
)

AT_ONCE = 0.012
"""The maximum delay of a key by its forecast, in seconds. The screen redraws no sooner."""


class ForecastUpdater(TableScreenPart):
    """An updater that computes the forecast for the line that Enter would play."""

    _asked_for: ForecastRequest | None = None

    def update_forecast(self) -> None:
        """Compute the forecast unless it is already known."""
        want = find_forecast_request(self.game, self._meant(), self._typed(), self._result())
        self.view.forecast.request_forecast(want)
        if want == self._asked_for:
            return
        self._asked_for = want
        if want is not None and not self.view.forecast.is_current and not self._at_once(want):
            work = partial(self._work_out, copy_game_for_odds(self.game, want), want)
            # If a forecast fails, the game goes on without it.
            self.screen.run_worker(work, thread=True, exclusive=True, exit_on_error=False)

    def _at_once(self, want: ForecastRequest) -> bool:
        """Try to compute the forecast immediately. Return whether it finished in time."""
        until = perf_counter() + AT_ONCE
        with suppress(Exception):
            found = compute_forecast(
                copy_game_for_odds(self.game, want), want, lambda: perf_counter() < until
            )
            if found is not None or perf_counter() < until:
                self.view.forecast.store_forecast(want, found)
                return True
        return False

    def _meant(self) -> str:
        """Return the line that Enter would play."""
        if self.game.pending is not None:
            return ""
        if self.prompt.typed_text:
            return self.prompt.saying.build_line()
        proposal = self.prompt.saying.make_proposal()
        return proposal.line if proposal else ""

    def _rolling(self) -> bool:
        """Whether the typed text consists of the open roll's dice, without a reroll."""
        prompt = self.prompt
        return prompt.wants_dice and prompt.free is None and prompt.dice.get_reroll() is None

    def _result(self) -> tuple[int, ...]:
        """Return the open roll's total if it was typed, as in ``=4`` or ``66 .``, or else ()."""
        found = (
            parse_dice(self.prompt.typed_text, self.prompt.get_asked_roll())
            if self._rolling()
            else None
        )
        whole = isinstance(found, DiceReading) and not (found.to_roll or found.size_changed)
        return found.result if whole and isinstance(found, DiceReading) else ()

    def _typed(self) -> tuple[int, ...]:
        """Return the open roll's first dice, as far as their faces are typed."""
        prompt = self.prompt
        placed = prompt.dice.get_placed_dice() if self._rolling() else None
        if (
            placed is None
            or placed.ending
            or len(placed.faces) > prompt.get_asked_roll().dice_count
        ):
            return ()
        known = tuple(face for face in placed.faces if face is not None)
        return known if len(known) == len(placed.faces) else ()

    def _work_out(self, sandbox: Game, want: ForecastRequest) -> None:
        """Compute a forecast in a worker thread, until the result is no longer needed."""
        worker = get_current_worker()
        found = compute_forecast(
            sandbox, want, lambda: want == self._asked_for and not worker.is_cancelled
        )
        if not worker.is_cancelled:
            self.app.call_from_thread(self._foreseen, want, found)

    def _foreseen(self, want: ForecastRequest, found: Forecast | None) -> None:
        self.view.forecast.store_forecast(want, found)
        self.redraw()
