"""The clock of the demo, which gives the original time of every event."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from tracker.application.demo.demo_games import RecordedGameSetting

MICROSECONDS = 1_000_000


class SettableClock:
    """A clock that can be set. It advances by a fixed step at every reading."""

    def __init__(self) -> None:
        self._at = self._step = 0

    def set_time(self, moment: datetime, step: int) -> None:
        """Set the time. ``moment`` includes its time zone, and ``step`` is in seconds."""
        self._at, self._step = int(moment.timestamp()), step

    def __call__(self) -> int:
        """Return the time in microseconds since 1970 (UTC), then advance by a step."""
        at = self._at
        self._at += self._step
        return at * MICROSECONDS


def make_recorded_game_clock(game: RecordedGameSetting) -> Callable[[], int]:
    """Return a recorded game's clock, which starts at the time of the first entry."""
    found = SettableClock()
    found.set_time(game.begins, game.seconds)
    return found
