"""The clock of a recorded game."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.demo.club_story_player import SettableClock
from tracker.application.demo.demo_games import RecordedGameSetting


def make_recorded_game_clock(game: RecordedGameSetting) -> Callable[[], int]:
    """Return a recorded game's clock, which starts at the time of the first entry."""
    found = SettableClock()
    found.set_time(game.begins, game.seconds)
    return found
