"""The playing time in minutes by side and turn."""

from __future__ import annotations

from tracker.application.log.side_playing_time import SideClock, TimeTaken
from tracker.application.match.game import Game

MINUTE = 60_000_000  # microseconds


class GameTimeView:
    """The playing time of a running game, updated with new lines."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._glass = SideClock()

    def read_clock(self) -> TimeTaken:
        """Return the time of every side until now."""
        return self._glass.measure_side_times(self.game.history, self.game.writer.clock())

    def describe_times(self) -> str:
        """Describe the times: ``Red 41 min, Blue 38``, and whether the clock is stopped."""
        kept = self.read_clock()
        if kept.paused:
            return "paused (p)"
        if not any(
            count_minutes(kept.get_side_total(side.id)) for side in self.game.state.info.sides
        ):
            return ""
        first, *others = [
            f"{side.name} {count_minutes(kept.get_side_total(side.id))}"
            for side in self.game.state.info.sides
        ]
        return ", ".join([f"{first} min", *others])

    def list_turn_minutes(self) -> list[tuple[str, tuple[int, ...]]]:
        """List a row for each turn with the minutes of every side, then the totals."""
        kept = self.read_clock()
        sides = [side.id for side in self.game.state.info.sides]
        rows = [
            (
                f"turn {turn}" if turn else "set-up",
                tuple(count_minutes(kept.turns[turn].get(side, 0)) for side in sides),
            )
            for turn in sorted(kept.turns)
        ]
        return [*rows, ("all", tuple(count_minutes(kept.get_side_total(side)) for side in sides))]

    def list_headings(self) -> list[str]:
        """List the headings of the columns."""
        return [side.name for side in self.game.state.info.sides]


def count_minutes(time: int) -> int:
    """Convert microseconds to whole minutes."""
    return time // MINUTE
