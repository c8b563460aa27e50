"""The time at which everything in the demo happened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from tracker.application.demo.demo_games import RecordedGameSetting

MICROSECONDS = 1_000_000


class SettableClock:
    """A clock that can be set, and advances by the same step at every reading."""

    def __init__(self) -> None:
        self._at = self._step = 0

    def set_time(self, moment: datetime, step: int) -> None:
        """``step`` is in seconds; ``moment`` includes its time zone."""
        self._at, self._step = int(moment.timestamp()), step

    def __call__(self) -> int:
        """Microseconds since 1970 (UTC)."""
        at = self._at
        self._at += self._step
        return at * MICROSECONDS


def make_recorded_game_clock(game: RecordedGameSetting) -> Callable[[], int]:
    """The clock of a recorded game, starting at its first entry."""
    found = SettableClock()
    found.set_time(game.begins, game.seconds)
    return found
