"""Lines of a combat: read, played, and said again (the sheet, weapons, blows)."""

from __future__ import annotations

from random import Random

import pytest

from tracker.application.lines.line import play_line
from tracker.application.match.game import Game
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.combat import members
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases.contact import FightersSheet, Stands
from tracker.scribe.show import show
from tracker.testing.games import random_game
from tracker.testing.play import u


def charged() -> Game:
    """R1 has charged B1, and the fight is about to begin."""
    game = random_game(RULESET, Random(3))
    say(game, "deploy red", "deploy blue", "next", "next", "next", "r1 charges b1", "next")
    return game


def say(game: Game, *lines: str) -> None:
    for line in lines:
        done = play_line(game, line)
        assert done.trouble is None, f"{line}: {done.trouble}"


@pytest.mark.rule("TA-FIGHT-01")
def test_a_sheet_is_said_in_a_line_and_said_again() -> None:
    game = charged()
    line = "sheet r1 4+4 b1 3+3 r1"
    say(game, line)
    counts = [
        sum(game.match.has(one, marker) for one in game.match.figures(u(unit)))
        for unit in ("r1", "b1")
        for marker in (markers.ENGAGED, markers.SUPPORTS)
    ]
    assert counts == [4, 4, 3, 3]
    rows = (Stands(u("r1"), 4, 4), Stands(u("b1"), 3, 3, u("r1")))
    action = RULESET.actions["sheet"]
    assert show(action.show(game.match, None, FightersSheet(rows))) == line
    grouped = (Stands(u("b1"), 3, 1, u("r1"), "trooper"),)
    assert show(action.show(game.match, None, FightersSheet(grouped))) == "sheet b1 trooper=3+1 r1"


def test_weapons_cover_and_blows_are_said_in_lines() -> None:
    game = charged()
    say(game, "cover b1 from r1", "r1 arms with normal", "next")
    assert game.match.phase == "fight"
    assert members.combat_of(game.match, u("r1")) is not None
    say(game, "b1 fights r1")
    assert game.pending is not None
    assert game.pending.request.what == "to hit"
