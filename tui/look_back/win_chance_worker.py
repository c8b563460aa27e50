"""Chances to win worked out in a process beside a screen, which looks at them until all are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.timer import Timer
from textual.widget import Widget

from tracker.application.match.game import Game
from tracker.application.win_probability.background_process import WinChanceProcess

LOOK_AGAIN: Final = 2.0
"""Seconds."""


class WorkedOutBeside:
    """Begins and ends with what is shown; ``look`` is called now and then, and once at the end."""

    def __init__(self, owner: Widget, game: Game, look: Callable[[], None]) -> None:
        self._owner = owner
        self._game = game
        self._look = look
        self._aside: WinChanceProcess | None = None
        self._timer: Timer | None = None

    @property
    def at_work(self) -> bool:
        return self._aside is not None and self._aside.at_work

    def begin(self) -> None:
        """Have them worked out."""
        self._aside = WinChanceProcess(self._game)
        if self.at_work:
            self._timer = self._owner.set_interval(LOOK_AGAIN, self._again)

    def end(self) -> None:
        """Nobody looks any more; what is kept stays."""
        if self._timer is not None:
            self._timer.stop()
        if self._aside is not None:
            self._aside.stop()
        self._aside = self._timer = None

    def _again(self) -> None:
        if not self.at_work and self._timer is not None:
            self._timer.stop()
        self._look()
