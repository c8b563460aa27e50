"""The demo: a separate ledger with recorded games and the leagues of a club.

Every demo has the same lines, dice and times, so two demos are identical to the last byte.

    demo_games             replays the recorded games of rulesets line by line
    demo_ledger_location   finds and builds the demo
    sample_club_leagues    plays the club's leagues and campaign from the files in ``stories/``
    story_script_player    plays the lines of those files
    demo_clock             gives every event its original time
"""

from tracker.application.demo.demo_clock import make_recorded_game_clock
from tracker.application.demo.demo_games import (
    begin_demo_game,
    find_main_demo_game,
    play_all_demo_lines,
    play_demo_until_stop,
)
from tracker.application.demo.demo_ledger_location import find_demo_path, open_demo

__all__ = [
    "begin_demo_game",
    "find_demo_path",
    "find_main_demo_game",
    "make_recorded_game_clock",
    "open_demo",
    "play_all_demo_lines",
    "play_demo_until_stop",
]
