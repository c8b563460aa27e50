"""A whole turn in lines, as it is typed at the table (XF-W74)."""

from __future__ import annotations

import random
from itertools import count

import pytest

from tests.saying import say
from tracker.application.book import Book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers
from tracker.testing.match_in_memory import u

TROOPER = "cost = 10\nmovement = 4\narmour = 4\nmelee = 3\nstrength = 1\nmorale = 5\n"
ARMS = """
[guns.carbine]
power = 1
normal = 12
long = 24
[guns.rifle]
power = 1
normal = 18
long = 36
[blades.axe]
bonus = 1
[blades.bayonet]
"""


def roster(name: str, **squads: tuple[int, str]) -> str:
    """``Raiders=(6, 'guns = ["carbine"]')``: squads of troopers with what they have."""
    text = f'name = "{name}"\nruleset = "xenocide"\n{ARMS}'
    for squad, (n, arms) in squads.items():
        text += f"[profiles.{squad.lower()}]\n{TROOPER}{arms}\n"
        text += f'[[squads]]\nname = "{squad}"\nfigures = {{ {squad.lower()} = {n} }}\n'
    return text


def begin() -> Game:
    seconds = count()
    book = Book(
        MemoryStore(),
        clock=lambda: next(seconds) * 1_000_000,
        dice=random.Random(1),
        rulesets={RULESET.id: RULESET},
    )
    red = roster(
        "Red",
        Raiders=(6, 'guns = ["carbine"]\nblades = ["axe"]'),
        Rifles=(5, 'guns = ["rifle"]\ncommander = true'),
    )
    blue = roster("Blue", Wood=(6, 'combi = "rifle + bayonet"'), Second=(4, 'guns = ["carbine"]'))
    return book.begin_match(RULESET.id, [Entrant("Red", red), Entrant("Blue", blue)])


def stands(game: Game) -> dict[str, tuple[int, int]]:
    """Figures and markers of every unit."""
    return {
        handle: (
            len(game.match.figures(u(handle))),
            markers.SUPPRESSED.number(game.match, u(handle)),
        )
        for handle in ("r1", "r2", "b1", "b2")
    }


@pytest.mark.rule("XF-W74", "XF-GEN-05")
def test_a_whole_turn() -> None:
    game = begin()
    say(game, "deploy red", "deploy blue", "r1 run", "b1 opp | b2 run", "next")
    assert game.match.phase == "shooting"
    say(game, "r2 > b1 15in light : 27194 / 36")
    assert stands(game)["b1"] == (5, 1)
    say(game, "init : 47 / first")
    say(game, "r1 moves 7in towards claimed | b1 snaps r1 5in : 13806 / 9", "r1 contacts b1 light")
    assert stands(game)["r1"] == (5, 0)
    say(game, "next", "b2 moves 6in", "next")
    say(game, "b2 > r2 10in : 1158 / 20", "r1 holds")
    assert stands(game)["r2"] == (4, 1)
    assert game.match.phase == "melee"
    say(game, "r1 fights b1 : 23951 v 36804 / 724 / 1 / 67")
    assert stands(game) == {"r1": (5, 0), "r2": (4, 1), "b1": (3, 2), "b2": (4, 0)}
    told = list_log_lines(game.history)[-1].text
    assert told.startswith(
        "R1 Raiders ▸ B1 Wood: 5 dice 3 hit, B1 5 dice 1 hit, 3 dice 1 saved, R1 1 die"
    )
    assert "R1 6 = 6, B1 7 + 1 = 8: B1 suppression 2, B1 must retreat" in told
    say(game, "b1 retreats 8in", "r1 follows 4in")
    assert game.match.phase == "recovery"
    say(game, "recover : none / r2 1 / 52 4")
    assert stands(game) == {"r1": (5, 0), "r2": (4, 0), "b1": (3, 1), "b2": (4, 0)}
    assert (game.match.turn, game.match.phase) == (2, "orders")
    gone = (markers.FOUGHT, markers.STANDS, markers.RETREATS, markers.DEFENDS, markers.USED)
    assert not any(game.match.has(unit, one) for unit in game.match.units() for one in gone)
