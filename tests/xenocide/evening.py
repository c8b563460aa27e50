"""A recorded game of Xenocide, for tests of lines and keys."""

from __future__ import annotations

import random

from tests.saying import say
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.rulesets.xenocide import RULESET
from tracker.testing.random_games import make_book
from tracker.vocabulary import events as ev

ARMS = """\
ruleset = "xenocide"
[guns.carbine]
power = 1
normal = 12
long = 24
[guns.rifle]
power = 1
normal = 18
long = 36
[guns."light machine gun"]
rate = 4
power = 1
normal = 24
long = 48
[guns.rocket]
size = 3
power = 3
area = 2
normal = 24
long = 48
[guns.laser]
size = 3
power = 5
saves = 2
normal = 36
long = "los"
[blades.axe]
bonus = 1
[blades.bayonet]
"""
FOOT = """\
cost = 10
movement = 4
armour = 4
melee = 3
strength = 1
morale = 5
"""
PEOPLE = f"""\
[profiles.runner]
{FOOT}guns = ["carbine"]
blades = ["axe"]
[profiles.rifleman]
{FOOT}guns = ["rifle"]
[profiles.bayonet]
{FOOT}combi = "rifle + bayonet"
[profiles.captain]
{FOOT}guns = ["rifle"]
commander = true
[profiles.gunner]
{FOOT}guns = ["light machine gun"]
[profiles.rocketeer]
{FOOT}guns = ["rocket"]
[profiles.carrier]
cost = 150
base = 12
propulsion = "tracked"
armour = 11
aspect = 2
threshold = 4
strength = 8
passengers = 8
mounts = [{{ gun = "laser", capacity = 4, accuracy = 4 }}]
[profiles.raider]
cost = 80
base = 14
propulsion = "wheeled"
armour = 8
aspect = 1
threshold = 3
strength = 5
passengers = 5
open = true
mounts = [{{ gun = "light machine gun", capacity = 3, accuracy = 3 }}]
"""
RED = f"""\
name = "Ridge"
{ARMS}{PEOPLE}
[[squads]]
name = "Runners"
figures = {{ runner = 6 }}
[[squads]]
name = "Rifles"
figures = {{ rifleman = 5 }}
[[squads]]
name = "Guns"
figures = {{ gunner = 3 }}
[[squads]]
name = "Riders"
figures = {{ rifleman = 4 }}
aboard = "Carrier"
[[vehicles]]
name = "Carrier"
profile = "carrier"
"""
BLUE = f"""\
name = "Dust"
{ARMS}{PEOPLE}
[[squads]]
name = "Bayonets"
figures = {{ bayonet = 6 }}
[[squads]]
name = "Carbines"
figures = {{ runner = 4 }}
[[squads]]
name = "Line"
figures = {{ rifleman = 6 }}
[[squads]]
name = "Rocket"
figures = {{ rocketeer = 1, rifleman = 2 }}
[[vehicles]]
name = "Raider"
profile = "raider"
"""


def begin(
    *lines: str,
    captain: bool = False,
    mode: ev.Mode = "warn",
    kept: Book | None = None,
    **options: ev.Scalar,
) -> Game:
    """Begin a game of Ridge against Dust, deploy both and play these lines.

    With ``captain``, a captain leads the rifles.
    """
    led = RED.replace("rifleman = 5", "rifleman = 4, captain = 1") if captain else RED
    entrants = [Entrant("Red", led), Entrant("Blue", BLUE)]
    kept = kept or make_book(RULESET, random.Random(1))
    game = kept.begin_match(
        RULESET.id, entrants, options=options, mode=mode, played_on="2025-10-09"
    )
    say(game, "deploy red", "deploy blue", *lines)
    return game
