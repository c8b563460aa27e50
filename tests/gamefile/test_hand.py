"""Hands of cards: a side draws up to its limit, plays one by its name, and nobody is told which."""

from __future__ import annotations

import random

import pytest

from tests.gamefile.test_broken import problems
from tests.gamefile.test_samples_recorded import told
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile.game_file_linter import list_unused_declarations
from tracker.gamefile.game_file_reader import read_game_file
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import (
    check_game,
    check_undo,
    make_book,
    play_random_game,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.subject_ids import MATCH, make_side_id, make_unit_id

GAME = """\
warledger_game = 1
id = "curses"
title = "Curses"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
[profiles.fighter]
skill = 4
[decks.omens]
cards = ["hex", "bane", "hex", "doom"]
hand = 2
[actions.draw]
word = "draws"
phases = ["act"]
bar = "side.omens_hand > 1"
why = "has a full hand"
steps = [{ draw = "omens", amount = 2 }]
[actions.curse]
word = "curses"
phases = ["act"]
at = "enemy"
plays = "omens"
steps = [{ lose = "if(omens == 'doom', 6, if(omens == 'hex', 2, 1))" }]
[actions.discard]
verb = "discards"
phases = ["act"]
plays = "omens"
[forces.patrol]
units = ["3 fighters", "4 fighters"]
"""
RED, BLUE = make_side_id("r"), make_side_id("b")


def begin() -> Game:
    book = make_book(build_ruleset(GAME), random.Random(1))
    return book.begin_match("curses", [Entrant("Red", "9 fighters"), Entrant("Blue", "9 fighters")])


def say(game: Game, *lines: str) -> None:
    for line in lines:
        done = play_line(game, line)
        assert done.error is None, f"{line}: {done.error}"


def hands(game: Game) -> tuple[int, int]:
    red, blue = (int(game.match.mark(side, "omens-hand") or 0) for side in (RED, BLUE))
    return red, blue


def test_a_side_draws_up_to_its_limit_and_plays_a_card_by_its_name() -> None:
    game = begin()
    assert "has no card to play" in told(game, "r1 curses b1 card hex")
    say(game, "r1 draws", "b1 draws")
    assert hands(game) == (2, 2)
    assert "has a full hand" in told(game, "r1 draws")
    assert ("name a card that has not been played: card bane, doom or hex") in told(
        game, "r1 curses b1"
    )
    say(game, "r1 curses b1 card doom")
    assert (hands(game), len(game.match.figures(make_unit_id("b1")))) == ((1, 2), 3)
    # The only doom is out.
    assert ("name a card that has not been played: card bane or hex") in told(
        game, "b1 curses r1 card doom"
    )
    say(game, "b1 discards card hex", "b1 curses r1 card hex")
    assert (hands(game), len(game.match.figures(make_unit_id("r1")))) == ((1, 0), 7)
    assert game.match.mark(MATCH, "omens-cards") == "doom hex hex"


def test_cards_that_were_played_are_shuffled_in_when_the_deck_is_empty() -> None:
    game = begin()
    say(game, "r1 draws", "b1 draws", "r1 discards card bane", "b1 discards card doom")
    # One card in each hand and two out: Red's one comes from those, and none is out any more.
    say(game, "r1 draws")
    assert hands(game) == (2, 1)
    assert game.match.mark(MATCH, "omens-cards") is None
    assert "card bane, doom or hex" in told(game, "b1 discards")


def test_nothing_tells_which_cards_a_side_holds() -> None:
    """The book knows only how many: a card is named as it is played."""
    game = begin()
    say(game, "r1 draws")
    assert list_log_lines(game.history)[-1].text == "R1 Fighters draws: Red holds omens ×2"
    assert game.match.mark(MATCH, "omens-cards") is None


def test_games_by_chance_keep_the_laws() -> None:
    game = play_random_game(build_ruleset(GAME), random.Random(5), {})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


def test_all_that_is_declared_is_used() -> None:
    unused = "Nothing in the file uses the stat 'skill'."
    assert [*list_unused_declarations(read_game_file(GAME))] == [unused]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "hand = 2",
            "hand = 0",
            "line 11, column 1: `hand` must be a whole number from 1 to 20.",
        ),
        (
            '"hex", "bane"',
            '"hex", 3',
            "line 10, column 1: The cards in a hand need names in lower-case letters:"
            ' cards = ["rally"].',
        ),
        (
            'plays = "omens"\nsteps',
            'plays = "omen"\nsteps',
            "line 22, column 1: `plays` cannot be 'omen': did you mean 'omens'?",
        ),
        (
            "[actions.draw]",
            "[decks.fate]\ncards = [1, 2]\n[actions.look]\n"
            "steps = [{ draw = 'fate', amount = 2 }]\n[actions.draw]",
            "line 15, column 27: `amount` is only for a deck with a hand. Remove `amount`.",
        ),
    ],
)
def test_slips_are_told(old: str, new: str, why: str) -> None:
    assert why in [str(one) for one in problems(GAME.replace(old, new, 1))]


def test_the_cards_of_a_deck_are_corrected_without_a_colon() -> None:
    """A colon begins the answers of a line."""
    assert [deck.out.said for deck in read_game_file(GAME).decks] == ["drawn-from-omens"]
