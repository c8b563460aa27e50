"""The demo: a book of its own with recorded games and the life of a club around them.

It is separate from the user's own book. Every demo has the same lines, dice and times, so two demos
are identical to the last byte.

    shown    the games that rulesets ship, played again line by line
    place    where the demo lies, when it is made anew, and what it never replaces
    club     the club's leagues and its campaign, told from the files in ``stories/``
    verbs    the lines of those files
    clock    the time at which everything happened
"""

from tracker.application.demo.demo_clock import make_recorded_game_clock
from tracker.application.demo.demo_ledger_location import find_demo_path, open_demo
from tracker.application.demo.recorded_games import (
    GameTitles,
    RecordedGameSetting,
    begin_recorded_game,
    load_main_game_setting,
    play_all_lines,
    play_first_half,
    read_main_game_lines,
)

__all__ = [
    "GameTitles",
    "RecordedGameSetting",
    "begin_recorded_game",
    "find_demo_path",
    "load_main_game_setting",
    "make_recorded_game_clock",
    "open_demo",
    "play_all_lines",
    "play_first_half",
    "read_main_game_lines",
]
