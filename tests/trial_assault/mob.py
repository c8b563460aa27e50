"""An assault for tests of keys and lines, in which raiders and troopers charge guards.

Red: R1, 8 raiders with a heavy weapon and a pistol (4 attacks as they charge); R2, 4 troopers with
two weapons (3 attacks) and a sergeant with a fist; R3, 5 riflemen; R4, 4 reavers whose sixes rend.
Blue: B1, 12 guards; B2, 10 guards.
"""

from __future__ import annotations

import random

from tests.saying import say
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.rulesets.trial_assault import RULESET
from tracker.testing.random_games import make_book
from tracker.vocabulary import events as ev

RED = """\
name = "Mob"
ruleset = "trial-assault"
edge = "south"
[weapons.chopper]
kind = "heavy"
[weapons.fist]
kind = "fist"
[weapons.talons]
kind = "rending"
[profiles.raider]
ws = 4
s = 3
t = 4
i = 2
a = 2
ld = 7
sv = 6
weapons = ["chopper", "pistol"]
[profiles.trooper]
ws = 4
s = 4
t = 4
i = 4
ld = 8
sv = 3
weapons = ["pistol", "sword"]
[profiles.sergeant]
ws = 4
s = 4
t = 4
i = 4
a = 2
ld = 8
sv = 3
weapons = ["fist", "pistol"]
leader = true
[profiles.rifleman]
ws = 4
s = 4
t = 4
i = 4
ld = 8
sv = 3
weapons = ["rifle butt"]
[profiles.reaver]
ws = 4
s = 4
t = 4
i = 4
a = 2
ld = 8
sv = 5
weapons = ["talons"]
[[units]]
name = "Raiders"
models = { raider = 8 }
[[units]]
name = "Troopers"
models = { trooper = 4, sergeant = 1 }
[[units]]
name = "Rifles"
models = { rifleman = 5 }
[[units]]
name = "Reavers"
models = { reaver = 4 }
"""
BLUE = """\
name = "Guards"
ruleset = "trial-assault"
edge = "north"
[profiles.guard]
ws = 3
s = 3
t = 3
i = 3
ld = 7
sv = 5
weapons = ["bayonet"]
[[units]]
name = "Guards"
models = { guard = 12 }
[[units]]
name = "Sentries"
models = { guard = 10 }
"""


def begin(*lines: str, kept: Book | None = None, **options: ev.Scalar) -> Game:
    """Begin a game of Mob against Guards in Red's first player turn and play these lines."""
    kept = kept or make_book(RULESET, random.Random(1))
    game = kept.begin_match(
        RULESET.id, [Entrant("Red", RED), Entrant("Blue", BLUE)], options=options
    )
    say(game, "deploy red", "deploy blue", "first red", *lines)
    return game
