"""The demo: a book of its own with recorded games and the life of a club around them.

It lies beside the user's own book and is never mixed with it. The same lines, dice and times go
into it every time, so two demos are alike to the last byte.

    shown    the games that rulesets ship, played again line by line
    place    where the demo lies, when it is made anew, and what it never replaces
    club     the club's leagues and its campaign, told from the files in ``stories/``
    verbs    the lines of those files
    clock    the time at which everything happened
"""

from tracker.application.demo.clock import clock
from tracker.application.demo.place import demo_path, open_demo
from tracker.application.demo.shown import (
    Recorded,
    Titles,
    begin,
    play_all,
    play_half,
    recorded,
    script,
)

__all__ = [
    "Recorded",
    "Titles",
    "begin",
    "clock",
    "demo_path",
    "open_demo",
    "play_all",
    "play_half",
    "recorded",
    "script",
]
