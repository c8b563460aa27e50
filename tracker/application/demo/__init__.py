"""The demo: a book of its own with recorded games and the life of a club around them.

It is separate from the user's own book. Every demo has the same lines, dice and times, so two demos
are identical to the last byte.

    recorded_games         the games that rulesets ship, played again line by line
    demo_ledger_location   where the demo is, when it is made again, and what it never replaces
    sample_club_leagues    the club's leagues and its campaign, told from the files in ``stories/``
    story_script_player    the lines of those files
    demo_clock             the time at which everything happened
"""

from tracker.application.demo.demo_clock import make_recorded_game_clock
from tracker.application.demo.demo_games import (
    begin_demo_game,
    load_main_demo_game_setting,
    play_all_lines,
    play_first_half,
    read_main_demo_game_lines,
)
from tracker.application.demo.demo_ledger_location import find_demo_path, open_demo

__all__ = [
    "begin_demo_game",
    "find_demo_path",
    "load_main_demo_game_setting",
    "make_recorded_game_clock",
    "open_demo",
    "play_all_lines",
    "play_first_half",
    "read_main_demo_game_lines",
]
