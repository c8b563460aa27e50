"""Chits and cards of a game file: who goes next is drawn, and numbers come from a deck."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.gamefile.test_broken import problems
from tracker.application.match.dice_input import (
    BadDice,
    find_lowest_face_of_drawn_option,
    parse_or_roll_dice,
)
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.declared.line_reader import lift_typed_line_limits
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.requests import Faces
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import check_game, check_undo, play_random_game, replay_in_memory
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.subject_ids import UnitId

GAME = """\
warledger_game = 1
id = "omen"
title = "Omen"
phases = [{ id = "act", order = "drawn" }]
[stats]
skill = [2, 6]
[profiles.fighter]
skill = 4
[decks.fate]
cards = [2, 5, 2]
[actions.strike]
phases = ["act"]
at = "enemy"
steps = [{ draw = "fate" }, { lose = "fate" }]
[forces.patrol]
units = ["3 fighters", "4 fighters"]
"""
CARDS = GAME.replace('"drawn"', '"drawn", draw = "cards"')
PROFILES = {"fighter": {"skill": 4}}
R1, R2, B1 = u("r1"), u("r2"), u("b1")


def begin(text: str) -> Play:
    """Two units of Red and one of Blue; the first draw is asked for."""
    play = Play(build_ruleset(text))
    play.muster(RED, {"r1": {"fighter": 9}, "r2": {"fighter": 9}}, PROFILES)
    play.muster(BLUE, {"b1": {"fighter": 19}}, PROFILES)
    play.automatic()
    return play


def lots(play: Play) -> list[str]:
    """What is drawn from, as people read it."""
    assert isinstance(play.asked, Faces)
    return [label.what for label in play.asked.labels]


def strike(play: Play, unit: UnitId, target: UnitId) -> None:
    params = play.ruleset.actions["strike"].params(unit=unit, target=target)
    play.do("strike", play.match.side_of(unit), params)


def bars(play: Play, unit: UnitId) -> list[str]:
    found = play.ruleset.actions["strike"].bars
    assert found is not None
    return [bar.why for bar in found(play.match, unit)]


def test_each_unit_that_waits_is_a_chit_of_its_side() -> None:
    """Of three chits the third is Blue's. Then only Red has any, and nobody draws."""
    play = begin(GAME)
    assert lots(play) == ["1-2 Red, 3 Blue"]
    play.roll("3")
    assert play.match.clock.side == BLUE
    assert bars(play, R1) == ["cannot act now: it is the other side's turn to act"]
    strike(play, B1, R1)
    play.roll("1")
    assert play.match.clock.side == RED
    play.do("pass", RED, play.ruleset.actions["pass"].params(unit=R1))
    assert (play.match.clock.side, bars(play, R2)) == (RED, [])


def test_a_unit_that_passes_has_the_next_chit_drawn() -> None:
    play = begin(GAME)
    play.roll("1")
    play.do("pass", RED, play.ruleset.actions["pass"].params(unit=R2))
    assert lots(play) == ["1 Red, 2 Blue"]
    play.roll("2")
    assert play.match.clock.side == BLUE


def test_the_unit_whose_card_is_drawn_acts_alone() -> None:
    play = begin(CARDS)
    assert lots(play) == ["1 R1, 2 R2, 3 B1"]
    play.roll("2")
    assert (bars(play, R1), bars(play, R2)) == (["waits: R2 is drawn"], [])
    strike(play, R2, B1)
    play.roll("3")
    assert lots(play) == ["1 R1, 2 B1"]
    play.roll("1")
    assert bars(play, R1) == []


def chances(play: Play) -> list[Fraction]:
    """The chances of what a card of B1 does, in the order of what falls."""
    action = play.ruleset.actions["strike"]
    params = action.params(unit=B1, target=R1)
    found = check_agreed_odds(play.ruleset, play.table.state, action.stage, (BLUE, params))
    return sorted(found.values())


def test_a_deck_is_drawn_without_the_cards_that_are_out() -> None:
    """Of 2, 2 and 5 a 5 is drawn with 1/3; once a 2 is out with 1/2; once it is out, too, never."""
    play = begin(GAME.replace('"drawn"', '"both"'))
    assert chances(play) == [Fraction(1, 3), Fraction(2, 3)]
    strike(play, B1, R1)
    assert lots(play) == ["1-2 2, 3 5"]
    play.roll("1")
    assert len(play.match.figures(R1)) == 7
    assert chances(play) == [Fraction(1, 2), Fraction(1, 2)]
    strike(play, B1, R1)
    play.roll("2")
    assert len(play.match.figures(R1)) == 2
    assert chances(play) == [Fraction(1)]
    strike(play, R2, B1)
    assert len(play.match.figures(B1)) == 17
    assert chances(play) == [Fraction(1, 3), Fraction(2, 3)], "all are out: they are shuffled in"


def test_the_number_of_a_card_draws_this_card() -> None:
    """As on real cards: a typed 5 is the card 5, which the die shows as 3."""
    play = begin(GAME.replace('"drawn"', '"both"'))
    strike(play, B1, R1)
    assert isinstance(play.asked, Faces)
    assert [find_lowest_face_of_drawn_option(play.asked, card) for card in ("2", "5")] == ["1", "3"]


def test_a_number_that_is_on_no_card_is_refused() -> None:
    """Of the cards 2, 2 and 5, a typed 3 is not the third, but no card."""
    play = begin(GAME.replace('"drawn"', '"both"'))
    strike(play, B1, R1)
    pending = play.table.pending
    assert pending is not None
    with pytest.raises(BadDice, match='"3" cannot be drawn: type 2 or 5'):
        parse_or_roll_dice(pending, "3", random.Random(1))
    with lift_typed_line_limits():  # earlier records contain positions
        assert parse_or_roll_dice(pending, "3", random.Random(1)).faces == (3,)


def test_a_face_that_the_app_rolled_is_no_card_of_that_number() -> None:
    """Of the cards 2 and 3, the second is drawn, not the 2."""
    play = begin(GAME.replace('"drawn"', '"both"').replace("[2, 5, 2]", "[1, 2, 3]"))
    strike(play, B1, R1)
    play.roll("1")
    strike(play, R1, B1)
    pending = play.table.pending
    assert pending is not None
    rolled = [
        parse_or_roll_dice(pending, "2", random.Random(1), app_dice_places=places).faces
        for places in (frozenset[int](), frozenset({0}))
    ]
    assert rolled == [(1,), (2,)]


def test_a_deck_can_be_shuffled_each_turn() -> None:
    text = GAME.replace('"drawn"', '"both"').replace("2]", '2]\nshuffle = "turn"')
    play = begin(text)
    strike(play, B1, R1)
    play.roll("3")
    assert chances(play) == [Fraction(1)]
    play.do("next", None, NextParams())
    assert chances(play) == [Fraction(1, 3), Fraction(2, 3)]


@pytest.fixture(scope="module", params=[GAME, CARDS])
def omen(request: pytest.FixtureRequest) -> Ruleset:
    return build_ruleset(request.param)


@pytest.mark.parametrize("seed", range(3))
def test_games_by_chance_keep_the_laws(omen: Ruleset, seed: int) -> None:
    game = play_random_game(omen, random.Random(seed), {})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('draw = "fate"', 'draw = "fait"', "`draw` cannot be 'fait': did you mean 'fate'?"),
        ("cards = [2, 5, 2]\n", "", "`cards` must be lists of 1 to 60 whole numbers."),
        ("[2, 5, 2]", '["ace"]', "`cards` must be lists of 1 to 60 whole numbers."),
    ],
)
def test_slips_are_told(old: str, new: str, why: str) -> None:
    assert why in [one.text for one in problems(GAME.replace(old, new, 1))]
