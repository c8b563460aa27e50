"""The clock of the demo, which gives the original time of every event."""

from __future__ import annotations

from datetime import datetime

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
