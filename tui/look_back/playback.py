"""The game played line by line while people look: how fast, and the clock that goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.timer import Timer
from textual.widget import Widget

from tui.look_back.cursor import Past

PACES: Final = (4.0, 2.0, 1.0, 0.5, 0.25)
"""Seconds that a line stands, slowest first."""
USUAL: Final = 1


class Playing:
    """Whether the lines go by of themselves; ``drawn`` is called after each, in words what is so.

    It starts over where the cursor is on the last line, and ends there.
    """

    def __init__(self, past: Past, widget: Widget, drawn: Callable[[str], None]) -> None:
        self._past = past
        self._widget = widget
        self._drawn = drawn
        self._pace = USUAL
        self._clock: Timer | None = None

    @property
    def going(self) -> bool:
        return self._clock is not None

    def do_play(self) -> None:
        if self.going:
            self.pause_playing()
            self._drawn(f"Paused at line {self._past.line.number}. Press Space to play on.")
            return
        if not self._past.after:
            self._past.move(-len(self._past.lines))
        self._start()

    def do_faster(self) -> None:
        self._change(1)

    def do_slower(self) -> None:
        self._change(-1)

    def pause_playing(self) -> None:
        """The lines stand still."""
        if self._clock is not None:
            self._clock.stop()
        self._clock = None

    def step(self) -> None:
        """The next line; at the last one it is over."""
        if not self._widget.screen.is_current:
            self.pause_playing()
            return
        self._past.move(1)
        if self._past.after:
            self._drawn(self._words())
        else:
            self.pause_playing()
            self._drawn("This is the last line. Press Space to play from the first.")

    def _start(self) -> None:
        self.pause_playing()
        self._clock = self._widget.set_interval(PACES[self._pace], self.step)
        self._drawn(self._words())

    def _change(self, step: int) -> None:
        self._pace = min(max(self._pace + step, 0), len(PACES) - 1)
        if self.going:
            self._start()
        else:
            self._drawn(f"{describe_pace(PACES[self._pace])}; Space plays.")

    def _words(self) -> str:
        return (
            f"Playing, {describe_pace(PACES[self._pace]).lower()}: Space pauses, + faster, - slower"
        )


def describe_pace(seconds: float) -> str:
    """``One line every 2 seconds``, ``4 lines a second``."""
    if seconds > 1:
        return f"One line every {seconds:g} seconds"
    return "One line a second" if seconds == 1 else f"{1 / seconds:g} lines a second"
