"""Dice of a game file by themselves: in tests, as markers, of both sides; tests without dice."""

from __future__ import annotations

from random import Random

import pytest

from tests.gamefile.kit import text_of
from tests.gamefile.test_broken import problems
from tests.saying import say
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.match_history import MatchHistory
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.requests import Faces, Roll
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.random_games import begin_random_game
from tracker.vocabulary.events import ActionTaken, Moved

GAME = """\
warledger_game = 1
id = "apart"
title = "Apart"
[[phases]]
id = "lead"
first = true
[[phases]]
id = "orders"
order = "sides"
[[phases]]
id = "act"
order = "sides"
[stats]
nerve = [2, 6]
[profiles.fighter]
nerve = 4
[contact]
word = "melee"
[markers.order]
counts = true
most = 6
until = "turn"
[markers.hurt]
counts = true
until = "phase"
[tests.orders]
dice = "d6"
when = "orders"
begins = true
passes = 1
pass = [{ mark = "order", amount = "die1" }]
[tests.losses]
when = ["act", "orders"]
who = "hurt > 0"
pass = [{ lose = "hurt" }]
[tests.waver]
dice = "2d6"
when = "act"
who = "hurt > 0"
passes = "die1 * figures >= die2 * hurt"
fail = [{ flee = "2 * die2" }]
[actions.strike]
phases = ["act"]
at = "enemy"
bar_at = "target.hurt >= target.figures"
why_at = "has fallen"
steps = [{ engage = "target" }, { mark = "hurt", on = "target", amount = "order" }]
"""
R1, B1, B2 = u("r1"), u("b1"), u("b2")


@pytest.fixture(scope="module")
def apart() -> Ruleset:
    return build_ruleset(GAME)


@pytest.fixture
def play(apart: Ruleset) -> Play:
    return make_table(apart)


def make_table(rules: Ruleset) -> Play:
    """Five of Red against six and two of Blue, when both sides roll for who acts first."""
    play = Play(rules)
    fighter = {"fighter": {"nerve": 4}}
    play.muster(RED, {"r1": {"fighter": 5}}, fighter)
    play.muster(BLUE, {"b1": {"fighter": 6}, "b2": {"fighter": 2}}, fighter)
    play.automatic()
    return play


def go_on(play: Play) -> None:
    play.feed_input(ActionTaken(action="next"))


def strike(play: Play, order: str) -> None:
    """Blue leads, everybody has its order, and Red strikes at B1 last."""
    play.rolls("16")
    go_on(play)
    play.rolls("11")
    go_on(play)
    play.roll(order)
    go_on(play)
    go_on(play)
    play.do("strike", RED, play.ruleset.actions["strike"].params(unit=R1, target=B1))


def test_next_leaves_the_dice_that_the_app_has_asked_for_by_itself() -> None:
    rules = build_ruleset(text_of("picket").replace("order =", "first = true\norder =", 1))
    game = begin_random_game(rules, Random(1))
    before = game.version
    say(game, "next")
    assert game.version == before
    say(game, "next : 53")
    assert game.match.clock.order == (RED, BLUE)


def test_who_rolls_higher_acts_first_and_level_dice_are_rolled_again(play: Play) -> None:
    play.rolls("44", "25")
    assert play.match.clock.order == (BLUE, RED)
    go_on(play)
    assert (play.match.phase, play.match.clock.side) == ("orders", BLUE)


def test_each_side_tests_when_its_part_begins_and_the_die_is_kept(play: Play) -> None:
    play.rolls("16")
    go_on(play)
    assert isinstance(play.asked, Faces)
    assert [label.subject for label in play.asked.labels] == [B1, B2]
    play.roll("35")
    go_on(play)
    play.roll("2")
    assert [play.match.mark(unit, "order") for unit in (B1, B2, R1)] == [3, 5, 2]


def test_losses_come_off_together_and_the_dice_are_set_against_each_other(play: Play) -> None:
    """Four of six fall: 2 times 4 is level with 4 times 2, so B1 stands and is in contact."""
    strike(play, "4")
    assert len(play.match.figures(B1)) == 6
    go_on(play)
    assert len(play.match.figures(B1)) == 2
    assert isinstance(play.asked, Faces)
    assert play.asked.need == "die1 × figures is at least die2 × hurt"
    assert play.asked.first_need == "die1 * figures >= die2 * hurt"
    assert [part.name for part in play.asked.explanation] == ["B1: die1 × 2 is at least die2 × 4"]
    assert [label.what for label in play.asked.labels] == ["die1", "die2"]
    play.roll("42")
    assert play.match.links("contact", B1) == (R1,)


def test_who_fails_flees_so_far_and_touches_nobody(play: Play) -> None:
    """2 times 1 is less than 4 times 3: twice 3 inches."""
    strike(play, "4")
    go_on(play)
    facts = play.roll("13")
    assert [(one.unit, one.length, one.how) for one in facts if isinstance(one, Moved)] == [
        (B1, 600, "fled")
    ]
    assert play.match.links("contact", B1) == ()


def strike_with_dice(need: str) -> Play:
    """The same, but B1 rolls four dice; as many of it are hurt as fail."""
    dice = f'{{ roll = "hits", by = "target", dice = 4, need = "{need}" }}'
    text = GAME.replace('amount = "order"', 'amount = "4 - hits"')
    text = text.replace('{ engage = "target" }', dice)
    play = make_table(build_ruleset(f"{text}[rolls.hits]\n"))
    strike(play, "4")
    return play


def test_a_marker_is_told_that_counts_as_many_as_dice_that_failed() -> None:
    """Three of four dice fail, and three are hurt."""
    play = strike_with_dice("4")
    play.roll("1134")
    story = MatchHistory(play.lines)
    assert list_log_lines(story)[-1].text.endswith("B1 hurt ×3")


@pytest.mark.parametrize(
    ("need", "parts"),
    [
        ("if(order, nerve + 1, 6)", [("nerve", 4), ("base", 1)]),
        ("if(not order, 2, if(order > 3, nerve - 1, 6))", [("nerve", 4), ("base", -1)]),
        ("if(turn > 1, nerve, 6)", []),
    ],
)
def test_a_need_with_a_condition_shows_the_parts_that_hold(
    need: str, parts: list[tuple[str, int]]
) -> None:
    """R1 has order 4 and nerve 4 in the first turn."""
    asked = strike_with_dice(need).asked
    assert isinstance(asked, Roll)
    assert [(one.name, one.value) for one in asked.modifiers] == parts


def test_a_target_that_cannot_be_chosen_is_neither_proposed_nor_taken(play: Play) -> None:
    strike(play, "6")
    action = play.ruleset.actions["strike"]
    assert [way.target for _, way in action.candidates(play.match)] == [B2]
    said = action.params(unit=R1, target=B1)
    assert [one.text for one in action.objections(play.match, RED, said)] == ["B1 has fallen"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("passes = 1\n", "", "The test orders needs `need`: the number to roll."),
        (
            "passes = 1\n",
            "passes = 1\nneed = 3\n",
            "The test orders cannot have both `need` and `passes`.",
        ),
        (
            "passes = 1\n",
            'passes = "die2 > 1"\n',
            "`passes`: there is nothing called 'die2': did you mean 'die1'?",
        ),
        ('who = "hurt > 0"\npass', 'who = "die1"\npass', None),
        ('dice = "2d6"', 'dice = "99d6"', None),
        ('flee = "2 * die2"', 'flee = "2 * dye2"', None),
        ('when = ["act", "orders"]', 'when = ["act", "order"]', None),
        (
            'phases = ["act"]',
            'phases = ["act"]\nflags = { target = "x" }',
            "'target' cannot be a flag. Use another word in lower-case letters.",
        ),
        (
            'phases = ["act"]',
            'phases = ["act"]\nmeasured = true\nflags = { length = "x" }',
            "'length' cannot be a flag. Use another word in lower-case letters.",
        ),
        ("passes = 1\n", 'need = "3"\n', None),
        (
            'phases = ["act"]',
            'phases = ["act"]\nflags = { far = "x" }\nnumbers = ["far"]',
            "`numbers` must list words in lower-case letters that are not flags.",
        ),
        ("first = true", 'first = "d6"', "`first` must be true or false."),
    ],
)
def test_slips_are_told_with_their_line(old: str, new: str, said: str | None) -> None:
    text = GAME.replace(old, new, 1)
    found = problems(text)
    assert found
    assert said is None or said in [one.text for one in found]
