"""Orders that lie face down in a game file, markers with words, and what a step asks people."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.gamefile.test_broken import problems
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.requests import Number
from tracker.procedures.ruleset import Ruleset
from tracker.projection.hidden_information import hide_secret_marker_values
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import (
    check_game,
    check_undo,
    make_book,
    play_random_game,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.subject_ids import UnitId

GAME = """\
warledger_game = 1
id = "ambush"
title = "Ambush"
phases = [{ id = "orders" }, { id = "act" }]
[stats]
skill = [2, 6]
[profiles.fighter]
skill = 4
[markers.order]
words = ["hold", "open fire"]
sign = "o"
secret = true
until = "turn"
[rolls.hits]
[tests.show]
when = "act"
begins = true
who = "order"
pass = [{ reveal = "order" }]
[forces.patrol]
units = ["2 fighters", "3 fighters"]
[actions.order]
word = "gets an order"
verb = "orders"
phases = ["orders"]
flags = { hold = "h", fire = "f" }
steps = [
  { mark = "order", as = "hold", if = "hold" },
  { mark = "order", as = "open fire", if = "fire" },
]
[actions.throw]
word = "throws at"
phases = ["act"]
at = "enemy"
bar = "order == 'hold'"
why = "holds"
steps = [
  { ask = "figures under the blast", as = "near", most = 3 },
  { roll = "hits", dice = "near", need = "skill" },
  { ask = "is it dark", as = "dark", by = "target" },
  { lose = "hits", if = "not dark" },
]
"""
PROFILES = {"fighter": {"skill": 4}}
R1, R2, B1 = u("r1"), u("r2"), u("b1")


@pytest.fixture(scope="module")
def ambush() -> Ruleset:
    return build_ruleset(GAME)


@pytest.fixture
def play(ambush: Ruleset) -> Play:
    """R1 is to hold, R2 to open fire; both orders lie face down."""
    play = Play(ambush)
    play.muster(RED, {"r1": {"fighter": 2}, "r2": {"fighter": 2}}, PROFILES)
    play.muster(BLUE, {"b1": {"fighter": 4}}, PROFILES)
    play.automatic()
    params = ambush.actions["order"].params
    play.do("order", RED, params(unit=R1, hold=True))
    play.do("order", RED, params(unit=R2, fire=True))
    return play


def bars(play: Play, unit: UnitId) -> list[str]:
    found = play.ruleset.actions["throw"].bars
    assert found is not None
    return [bar.why for bar in found(play.match, unit) if bar.id == "holds"]


def test_an_order_is_seen_by_its_own_side_alone(play: Play) -> None:
    state, key = play.table.state, (R1, "order")
    assert state.markers[key].value == "hold"
    assert hide_secret_marker_values(state).markers[key].value is True
    assert hide_secret_marker_values(state, BLUE).markers[key].value is True
    assert hide_secret_marker_values(state, RED).markers[key].value == "hold"


def test_rules_know_what_it_says_only_once_it_is_turned_over(play: Play) -> None:
    assert (bars(play, R1), bars(play, R2)) == ([], [])
    play.do("next", None, NextParams())
    assert (bars(play, R1), bars(play, R2)) == (["holds"], [])
    assert play.match.mark(R2, "order") == "open fire"
    assert hide_secret_marker_values(play.table.state).markers[R1, "order"].value == "hold"


def test_the_log_says_that_it_lies_there_and_not_what_it_is(ambush: Ruleset) -> None:
    book = make_book(ambush, random.Random(1))
    sides = [Entrant("Red", "2 fighters"), Entrant("Blue", "2 fighters")]
    game = book.begin_match("ambush", sides)
    assert play_line(game, "r1 orders hold").error is None
    told = " ".join(str(line) for line in list_log_lines(game.history))
    assert "hold" not in told
    assert play_line(game, "next").error is None
    assert "hold" in " ".join(str(line) for line in list_log_lines(game.history))


def test_a_step_asks_a_number_or_yes_and_no(play: Play, ambush: Ruleset) -> None:
    """Three under the blast, 4+: 5 and 6 hit, 2 does not; in the light two of four fall."""
    play.do("next", None, NextParams())
    play.do("throw", RED, ambush.actions["throw"].params(unit=R2, target=B1))
    assert isinstance(play.asked, Number)
    assert (play.asked.low, play.asked.high, play.asked.what) == (0, 3, "figures under the blast")
    play.choose(3)
    play.roll("562")
    assert (play.asked.what, play.asked.side) == ("is it dark", BLUE)
    play.choose(False)
    assert len(play.match.figures(B1)) == 2


def test_odds_take_for_granted_that_nobody_is_near(play: Play, ambush: Ruleset) -> None:
    play.do("next", None, NextParams())
    params = ambush.actions["throw"].params(unit=R2, target=B1)
    odds = check_agreed_odds(ambush, play.table.state, ambush.actions["throw"].stage, (RED, params))
    assert [*odds.values()] == [Fraction(1)]


def test_games_by_chance_keep_the_laws(ambush: Ruleset) -> None:
    game = play_random_game(ambush, random.Random(4), {})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('as = "hold", ', "", "[actions.order.steps.1] needs `as`: allowed: hold, open fire."),
        ('as = "hold"', 'as = "hould"', "`as` cannot be 'hould': did you mean 'hold'?"),
        (
            'sign = "o"',
            "counts = true",
            "order cannot have both `words` and `counts`. Remove one of the two.",
        ),
        (
            'as = "near"',
            'as = "Near"',
            "`as` must be a name in lower-case letters, such as `near`.",
        ),
        (
            "pass = [{ reveal",
            'pass = [{ ask = "why", as = "w" }, { reveal',
            "Step 1 of pass cannot have `ask`: only the steps of an action can.",
        ),
        (
            "steps = [\n  { mark",
            'steps = [\n  { ask = "why", as = "why" },\n  { mark',
            "order is secret: set this marker in an action, before dice, questions and interrupts.",
        ),
        (
            'verb = "orders"',
            'verb = "orders"\nopen_to = ["throw"]',
            "order is secret: set this marker in an action, before dice, questions and interrupts.",
        ),
        (
            "pass = [{ reveal",
            'pass = [{ mark = "order", as = "hold" }, { reveal',
            "order is secret: set this marker in an action, before dice, questions and interrupts.",
        ),
        (
            'words = ["hold", "open fire"]\n',
            "",
            "`as` is only for markers with words. Remove `as`.",
        ),
    ],
)
def test_slips_are_told(old: str, new: str, why: str) -> None:
    assert why in [one.text for one in problems(GAME.replace(old, new, 1))]
