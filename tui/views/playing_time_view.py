"""The view model of the playing time by side and turn, in minutes."""

from __future__ import annotations

from tracker.application.log.side_playing_time import PlayingTime, PlayingTimeMeter
from tracker.application.match.game import Game

MICROSECONDS_PER_MINUTE = 60_000_000


class PlayingTimeView:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._meter = PlayingTimeMeter()

    def compute_playing_time(self) -> PlayingTime:
        return self._meter.measure_side_times(self.game.history, self.game.writer.clock())

    def describe_side_times(self) -> str:
        """Describe the times (``Red 41 min, Blue 38``), or say that the clock is paused."""
        times = self.compute_playing_time()
        if times.paused:
            return "paused (p)"
        minutes = [
            (side.name, convert_to_whole_minutes(times.get_side_total(side.id)))
            for side in self.game.state.info.sides
        ]
        if not any(count for _, count in minutes):
            return ""
        first, *others = [f"{name} {count}" for name, count in minutes]
        return ", ".join([f"{first} min", *others])

    def list_turn_minutes(self) -> list[tuple[str, tuple[int, ...]]]:
        """List a row for each turn with the minutes of each side, followed by a row of totals."""
        times = self.compute_playing_time()
        sides = [side.id for side in self.game.state.info.sides]
        rows = [
            (
                f"turn {turn}" if turn else "set-up",
                tuple(convert_to_whole_minutes(times.turns[turn].get(side, 0)) for side in sides),
            )
            for turn in sorted(times.turns)
        ]
        totals = tuple(convert_to_whole_minutes(times.get_side_total(side)) for side in sides)
        return [*rows, ("all", totals)]

    def list_side_names(self) -> list[str]:
        return [side.name for side in self.game.state.info.sides]


def convert_to_whole_minutes(microseconds: int) -> int:
    return microseconds // MICROSECONDS_PER_MINUTE
