"""Minutes a side and a turn, in words."""

from __future__ import annotations

from tracker.application.log.side_playing_time import SideClock, TimeTaken
from tracker.application.match.game import Game

MINUTE = 60_000_000  # microseconds


class GameTimeView:
    """The time of a game as it goes on; what was heard once is not heard again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._glass = SideClock()

    def read_clock(self) -> TimeTaken:
        """The time of every side up to this moment."""
        return self._glass.measure_side_times(self.game.history, self.game.writer.clock())

    def describe_times(self) -> str:
        """``Red 41 min, Blue 38``; that the clock rests; nothing in the first minute."""
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
        """A turn a row: its name and the minutes of every side; the last row is all of them."""
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
        """The names over the columns of ``rows``."""
        return [side.name for side in self.game.state.info.sides]


def count_minutes(time: int) -> int:
    """Whole minutes of so many microseconds."""
    return time // MINUTE
