"""Picket, a game in one file: its odds worked out by hand, and the laws of the book."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.gamefile.kit import shipped, text_of
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.requests import Roll
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.ruleset_declaration_check import (
    list_declaration_problems,
    list_text_and_sample_problems,
)
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import check_game, check_undo, play_random_game, replay_in_memory
from tracker.testing.ruleset_laws import check_all_laws
from tui.views.typed_dice_preview import describe_successes, get_success_words

RIFLE = {"rifleman": {"skill": 4, "save": 6, "nerve": 7, "move": 6}}
GUARD = {"guard": {"skill": 3, "save": 5, "nerve": 6, "move": 5}}


@pytest.fixture(scope="module")
def picket() -> Ruleset:
    return shipped("picket")


@pytest.fixture
def play(picket: Ruleset) -> Play:
    """Three riflemen against four guards; Red begins."""
    play = Play(picket)
    play.muster(RED, {"r1": {"rifleman": 3}}, RIFLE)
    play.muster(BLUE, {"b1": {"guard": 4}, "b2": {"guard": 1}}, GUARD)
    play.automatic()
    return play


def said(picket: Ruleset, action: str, **how: Any) -> Any:
    return picket.actions[action].params(**how)


def fire(picket: Ruleset, **how: Any) -> Any:
    return said(picket, "fire", unit=u("r1"), target=u("b1"), **how)


def test_it_has_at_most_120_lines() -> None:
    assert len(text_of("picket").splitlines()) <= 120


def test_nothing_is_wrong_with_it(picket: Ruleset) -> None:
    assert (list_declaration_problems(picket), list_text_and_sample_problems(picket)) == ([], [])


def test_cover_is_a_part_of_the_number_needed(play: Play, picket: Ruleset) -> None:
    play.do("fire", RED, fire(picket, cover=True))
    assert isinstance(play.asked, Roll)
    assert (play.asked.count, play.asked.need) == (3, "5+")
    assert [(part.name, part.value) for part in play.asked.modifiers] == [
        ("skill", 4),
        ("cover", 1),
    ]


def test_hits_saves_and_losses(play: Play, picket: Ruleset) -> None:
    """5, 6 and 4 against 4+ are three hits; 5 and 6 save on 5+, 2 does not: one falls."""
    play.do("fire", RED, fire(picket))
    play.roll("564")
    play.roll("562")
    assert len(play.match.figures(u("b1"))) == 3
    assert play.match.points(RED) == 1
    assert play.match.mark(u("b1"), "pinned") == 1
    assert play.match.clock.side == BLUE


def test_the_odds_of_fire_are_exact(play: Play, picket: Ruleset) -> None:
    """A figure falls with 1/2 · 2/3 = 1/3 for each of three dice; without any hit nobody is pinned.

    None lost (8/27): without a hit 1/8, else 37/216. One 12/27, two 6/27, all three 1/27.
    """
    stage = picket.actions["fire"].stage
    odds = check_agreed_odds(picket, play.table.state, stage, (RED, fire(picket)))
    by_hand = (
        Fraction(1, 8),
        Fraction(37, 216),
        Fraction(12, 27),
        Fraction(6, 27),
        Fraction(1, 27),
    )
    assert sorted(odds.values()) == sorted(by_hand)


def test_ones_again_and_natural_sixes_are_exact() -> None:
    """Two dice on 4+, ones again, sixes not saved: a die is a natural with 7/36, another hit with
    14/36, a miss with 15/36; a figure falls with 7/36 + 14/36 · 2/3 = 49/108.
    """
    text = text_of("picket").replace('many = "hits"\n', 'many = "hits"\nagain = 1\nnatural = 6\n')
    text = text.replace('dice = "hits", need', 'dice = "hits - naturals", need')
    rules = build_ruleset(text)
    play = Play(rules)
    play.muster(RED, {"r1": {"rifleman": 2}}, RIFLE)
    play.muster(BLUE, {"b1": {"guard": 4}}, GUARD)
    play.automatic()
    params = fire(rules)
    odds = check_agreed_odds(rules, play.table.state, rules.actions["fire"].stage, (RED, params))
    falls, missed = Fraction(49, 108), Fraction(15, 36)
    by_hand = (
        missed**2,
        (1 - falls) ** 2 - missed**2,
        2 * falls * (1 - falls),
        falls**2,
    )
    assert sorted(odds.values()) == sorted(by_hand)
    play.do("fire", RED, params)
    play.roll("16")
    assert play.asked.what == "to hit, again"
    play.roll("6")
    assert len(play.match.figures(u("b1"))) == 2


def test_a_word_of_one_success_has_a_plural_unless_it_is_what_a_die_has_become() -> None:
    text = text_of("picket").replace('one = "hit"\nmany = "hits"\n', 'one = "blow"\n')
    hits, saves = (one for one in build_ruleset(text).rolls if one.id in {"hits", "saves"})
    assert describe_successes(9, get_success_words(hits)) == "9 blows"
    assert describe_successes(2, get_success_words(saves)) == "2 saved"


def test_units_are_activated_by_turns(play: Play, picket: Ruleset) -> None:
    play.do("move", RED, said(picket, "move", unit=u("r1")))
    play.do("pass", BLUE, said(picket, "pass", unit=u("b1")))
    assert play.match.clock.side == BLUE, "Red has no figures left"
    assert [one.subject for one in picket.due(play.match)] == [u("b2")]


def test_games_by_chance_keep_the_laws(picket: Ruleset) -> None:
    game = play_random_game(picket, random.Random(3), {"turns": 4})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))
