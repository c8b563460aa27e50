"""Dice that a stat says, who falls as the owner chooses, points by a formula, an end by dice."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.gamefile.test_broken import problems
from tracker.application.chances.action_odds import forecast_line
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import (
    check_game,
    check_undo,
    make_book,
    play_random_game,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.subject_ids import make_unit_id

GAME = """\
warledger_game = 1
id = "blasts"
title = "Blasts"
phases = [{ id = "act" }]
cost = "30 - 5 * skill + premium[save]"
[stats]
skill = [2, 6]
save = { least = 2, most = 7, usual = 6 }
punch = { words = ["d3", "d6", "2d6"], usual = "d3" }
[weapon_stats]
damage = { words = ["d3", "d6", "2d6"] }
[tables.premium]
first = 2
values = [9, 6, 4, 2, 1, 0]
[weapons.pistol]
damage = "d3"
[weapons.cannon]
damage = "2d6"
points = 12
[profiles.sergeant]
skill = 3
weapons = ["pistol"]
[profiles.rifleman]
skill = 4
weapons = ["pistol"]
[profiles.gunner]
skill = 4
save = 4
weapons = ["cannon", "pistol"]
[profiles.captain]
skill = 2
points = 50
punch = "2d6"
[rolls.harm]
[actions.fire]
phases = ["act"]
at = "enemy"
weapons = ["cannon", "pistol"]
steps = [{ roll = "harm", sum = "weapon.damage" }, { lose = "harm", choose = true }]
[actions.hit]
phases = ["act"]
at = "enemy"
steps = [{ roll = "harm", sum = "punch", need = 3 }, { lose = "harm" }]
[forces.band]
units = ["Alpha: 1 sergeant, 5 riflemen, 2 gunners", "1 captain"]
[end]
turns = 9
dice = "d6"
need = "if(turn < 2, 7, 4)"
"""
B1 = make_unit_id("b1")


@pytest.fixture
def game() -> Game:
    rules = build_ruleset(GAME)
    assert rules.forces is not None
    (band,) = (sample.text for sample in rules.forces.samples())
    book = make_book(rules, random.Random(1))
    return book.begin_match("blasts", [Entrant("Red", band), Entrant("Blue", band)])


def say(game: Game, *lines: str) -> None:
    for line in lines:
        error = play_line(game, line).error
        assert error is None, f"{line}: {error}"


def kinds(game: Game) -> list[str]:
    return [str(game.match.figure(one).profile) for one in game.match.figures(B1)]


def test_the_dice_of_a_weapon_are_rolled() -> None:
    """A captain has no weapon; two dice reach 3 in 35 of 36, one of three sides in one of three."""
    rules = build_ruleset(GAME)
    book = make_book(rules, random.Random(1))
    sides = [Entrant("Red", "1 captain\n1 gunner\n1 rifleman"), Entrant("Blue", "1 captain")]
    game = book.begin_match("blasts", sides)
    for line, chance in (("r1 hit b1", Fraction(35, 36)), ("r3 hit b1", Fraction(1, 3))):
        (lost,) = forecast_line(game, line).losses
        assert lost.expected == pytest.approx(float(chance))
    say(game, "r2 fire b1 with pistol : 2")
    assert game.match.units(game.match.sides[1]) == ()


def test_the_owner_chooses_who_falls(game: Game) -> None:
    """Two of eight fall: as chosen two riflemen; as proposed the gunners, who are the last."""
    say(game, "r1 fire b1 : 11 / falls 2 b")
    assert kinds(game) == ["sergeant", *["rifleman"] * 3, "gunner", "gunner"]
    assert "B1 −2" in list_log_lines(game.history)[-1].text
    say(game, "r1 fire b1 : 11 / falls 2 a")
    assert kinds(game) == ["sergeant", *["rifleman"] * 3]


def test_nobody_is_asked_where_all_fall_or_all_are_alike(game: Game) -> None:
    say(game, "r1 fire b1 : 44")
    assert game.pending is None
    assert kinds(game) == []


def test_points_follow_from_stats_and_weapons() -> None:
    """Sergeant 30 - 15 + 1, five riflemen 30 - 20 + 1, two gunners 30 - 20 + 4 + 12; captain 50."""
    rules = build_ruleset(GAME)
    assert rules.forces is not None
    (band,) = rules.forces.samples()
    units = rules.forces.read(band.text, {}).units
    assert [unit.points for unit in units] == [16 + 5 * 11 + 2 * 26, 50]


def test_dice_end_the_game(game: Game) -> None:
    """In turn 1 no die can; in turn 2 it ends on 4 or more."""
    say(game, "next")
    assert (game.match.turn, game.pending) == (2, None)
    say(game, "next : 3")
    assert game.match.turn == 3
    assert "the end of the game" in list_log_lines(game.history)[-2].text
    say(game, "next : 4")
    assert game.match.ended is not None
    assert game.match.ended.why == "4 on 4+"


@pytest.mark.parametrize("seed", range(3))
def test_games_by_chance_keep_the_laws(seed: int) -> None:
    game = play_random_game(build_ruleset(GAME), random.Random(seed), {})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            'dice = "d6"\nneed',
            "need",
            "`dice` and `need` must be given together: the game ends if the dice reach it.",
        ),
        (
            'sum = "weapon.damage"',
            'sum = "weapon.damag"',
            "`sum` must be 1 to 10 dice with 2 to 100 sides, such as 2d6.",
        ),
        (
            "premium[save]",
            "premium[sav]",
            "`cost`: there is nothing called 'sav': did you mean 'save'?",
        ),
        (
            "[forces.band]",
            "[tests.t]\nneed = 4\nfail = [{ lose = 1, choose = true }]\n[forces.band]",
            "`choose` is only allowed in actions. Remove `choose`.",
        ),
    ],
)
def test_slips_are_told(old: str, new: str, why: str) -> None:
    assert why in [one.text for one in problems(GAME.replace(old, new, 1))]
