"""A recorded game of Combat Zone, for tests of lines and keys."""

from __future__ import annotations

import random

from tests.saying import say
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.rulesets.combat_zone import RULESET
from tracker.testing.random_games import make_book
from tracker.vocabulary import events as ev

JACKALS = """\
name = "Jackals"
ruleset = "combat-zone"
[profiles.ganger]
weapons = ["assault rifle"]
[profiles.gunner]
weapons = ["machine gun"]
[[groups]]
name = "Jackals"
figures = [
    { name = "Brakk", profile = "ganger", rank = "leader" },
    { name = "Sorrel", profile = "ganger" },
    { name = "Vey", profile = "ganger", rank = "sub leader" },
    { name = "Ditch", profile = "ganger" },
    { name = "Ox", profile = "gunner" },
    { name = "Dross", profile = "ganger" },
]
[[heroes]]
name = "Kestrel"
weapons = ["sword"]
"""
WARDENS = """\
name = "Wardens"
ruleset = "combat-zone"
[profiles.warden]
armour = "flak jacket"
weapons = ["assault rifle"]
[[groups]]
name = "Wardens"
figures = [
    { name = "Halden", profile = "warden", rank = "leader" },
    { name = "Pike", profile = "warden", rank = "sub leader" },
    { name = "Moss", profile = "warden" },
    { name = "Fen", profile = "warden" },
    { name = "Tarn", profile = "warden" },
]
"""
MULE = """\
[[machines]]
name = "Mule"
toughness = 12
action_points = 5
weapons = ["autocannon"]
attack = ["d8", "d8"]
wound = ["d6", "d6"]
"""


def begin(
    *lines: str,
    machine: bool = False,
    mode: ev.Mode = "warn",
    kept: Book | None = None,
    **options: ev.Scalar,
) -> Game:
    """Begin six Jackals and a Hero against five Wardens, deploy both and play these lines.

    With ``machine``, the Wardens have a machine, too.
    """
    blue = WARDENS + MULE if machine else WARDENS
    entrants = [Entrant("Red", JACKALS), Entrant("Blue", blue)]
    kept = kept or make_book(RULESET, random.Random(1))
    game = kept.begin_match(RULESET.id, entrants, options=options, mode=mode)
    say(game, "deploy red", "deploy blue", *lines)
    return game


# Red D6 4 and D8 6 + 3 = 13, Blue D6 5 + 3 = 8: Red goes second, so the Wardens act.
BLUE_ACTS = ("coherent r1,b1", "init : 465 / second")
RED_ACTS = (*BLUE_ACTS, "b1 activates", "all holds", "r1 activates")
"""Lines in which the Wardens act, then the Jackals. The Hero has still to act."""
TURN_TWO = (*RED_ACTS, "all holds", "r21 holds")
