"""Snap shots in lines: only at who moves, in its line; leaps from within (XF-SNAP, XF-SPEC-03)."""

from __future__ import annotations

import random

import pytest

from tests.saying import refused, say
from tests.xenocide import evening
from tests.xenocide.evening import begin
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.choice_parser import list_choice_options
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.cli.open_question_output import build_question_shape
from tracker.procedures.requests import Interrupt, Roll
from tracker.rulesets.xenocide import RULESET
from tracker.testing.random_games import make_book

MOVING = ("orders red : r1 run", "orders blue : b1 opp", "fix phase movement red")


def leapers() -> Game:
    """The red rifles have grav packs, and are on opportunity fire."""
    packed = evening.RED.replace("[profiles.rifleman]\n", '[profiles.rifleman]\npacks = ["grav"]\n')
    entrants = [Entrant("Red", packed), Entrant("Blue", evening.BLUE)]
    game = make_book(RULESET, random.Random(1)).begin_match(RULESET.id, entrants)
    orders = ("orders red : r2 opp", "orders blue", "fix phase movement red")
    say(game, "deploy red", "deploy blue", *orders)
    return game


@pytest.mark.rule("XF-SNAP-01")
def test_a_snap_shot_is_only_at_who_moves() -> None:
    game = begin(*MOVING, "r1 runs 6in claimed")
    (against,) = say(game, "b1 snaps r2 10in open").objections
    assert against.text_with_rule == "R1 is moving now, not R2 (XF-SNAP-01)"
    game = begin(*MOVING, "r1 runs 6in claimed")
    assert say(game, "b1 snaps r1 10in open").objections == ()


@pytest.mark.rule("XF-SNAP-01", "XF-VEH-10")
def test_a_snap_shot_can_be_at_passengers_of_the_open_vehicle_that_moves() -> None:
    orders = ("orders red : r2 opp", "orders blue", "fix phase movement blue", "fix b2 aboard b5")
    game = begin(*orders, "b5 drives 10in claimed")
    assert say(game, "r2 snaps b2 10in").objections == ()


@pytest.mark.rule("XF-SNAP-01", "XF-T3")
def test_machine_guns_fire_snap_shots_before_contact_but_not_in_another_melee() -> None:
    """R3 is on opportunity fire, and its machine guns cannot fire in melee."""
    orders = ("orders red : r3 opp", "orders blue : b1 run", "fix phase movement blue")
    line = "b1 moves 4in | b1 contacts r3 | r3 snaps b1 5in open"
    game = begin(*orders)
    assert say(game, line).objections == ()
    assert game.pending is not None
    assert len(game.pending.request.dice_sizes) == 12
    (against,) = say(begin(*orders, "fix r3 melee b2"), line).objections
    assert against.text_with_rule == "no weapon of R3 may fire in melee (XF-SNAP-01)"


@pytest.mark.rule("XF-SNAP-01", "XF-FIRM-03", "XF-G43")
def test_a_snap_shot_is_into_the_melee_only_after_the_contact() -> None:
    """The dice at friends in the melee say where a shot at an earlier point is typed."""
    orders = ("orders red : r2 opp", "orders blue : b1 run", "fix phase movement blue")
    shot = "r2 snaps b1 10in open : 99999"
    after = begin(*orders, f"b1 moves 4in | b1 contacts r3 | {shot}")
    before = begin(*orders, f"b1 moves 4in | {shot} | b1 contacts r3")
    asked = after.pending.request if after.pending else None
    assert isinstance(asked, Roll)
    hint = "(type a snap shot at an earlier point before `contacts`)"
    assert asked.made_of == f"at R3 Guns, friends in that melee {hint}"
    assert before.pending is None


@pytest.mark.rule("XF-SNAP-01", "XF-FIRM-03")
def test_a_melee_of_an_earlier_turn_has_no_earlier_point() -> None:
    orders = ("orders red : r2 opp", "orders blue : b1 run", "fix phase movement blue")
    game = begin("fix r3 melee b1", "fix turn 2", *orders, "r2 snaps b1 10in open : 99999")
    asked = game.pending.request if game.pending else None
    assert isinstance(asked, Roll)
    assert asked.made_of == "at R3 Guns, friends in that melee"


@pytest.mark.rule("XF-SNAP-01", "XF-SNAP-02")
def test_a_late_snap_shot_stands_in_the_line_of_who_it_was_at() -> None:
    game = begin(*MOVING, "r1 runs 6in", "r2 moves 3in")
    done = say(game, "b1 snaps r1 10in open late : 999999")
    assert done.messages == ("Inserted before line 12: r1 moves 6in.",)
    assert [line.text for line in list_log_lines(game.history)[-2:]] == [
        'R1 Runners moved 6" | B1 Bayonets ▸ R1 (10", snap shot): '
        "6 dice 0 hit (expected 1.2) (late)",
        'R2 Rifles moved 3"',
    ]


@pytest.mark.rule("XF-SPEC-03", "XF-G44")
@pytest.mark.parametrize(
    "lines",
    [
        ("r2 moves 4in leaps | r2 snaps b4 10in open : 91999",),
        ("r2 moves 4in leaps", "r2 snaps b4 10in open : 91999"),  # said right behind
    ],
)
def test_a_leaping_unit_snaps_from_the_air(lines: tuple[str, ...]) -> None:
    """Missile skill 3, two off in the air: one of these dice hits. 5 × 0.1 × 0.7 = 0.35."""
    game = leapers()
    for line in lines:
        assert say(game, line).objections == ()
    assert game.pending is not None
    roll = game.pending.request
    assert isinstance(roll, Roll)
    assert (roll.what, roll.count) == ("save", 1)
    say(game, "answer : 1")
    attack = 'R2 ▸ B4 Rocket (10", snap shot, in the air), expected 0.3 not saved'
    assert f"{attack}: 5 dice 1 hit" in list_log_lines(game.history)[-1].text


@pytest.mark.rule("XF-G44")
def test_who_does_not_leap_is_of_the_side_that_moves() -> None:
    game = leapers()
    (against,) = say(game, "r2 moves 4in | r2 snaps b4 10in open").objections
    assert against.id == "moves-itself"


def test_a_window_says_what_can_be_typed_and_refuses_the_rest_in_its_own_words() -> None:
    game = begin(*MOVING, "r1 runs 6in claimed")
    assert game.pending is not None
    window = game.pending.request
    assert isinstance(window, Interrupt)
    assert [offer.key for offer in list_choice_options(window)] == ["no"]
    asked = build_question_shape(game)
    assert asked is not None
    assert [(key.key, key.text) for key in asked.keys] == [("no", "nobody interrupts")]
    for line in ("answer : 45", "answer : yes", "answer : r"):
        said = refused(game, line)
        assert said == 'snap shot: type "no", or enter an action for B1 or B5.'
    say(game, "answer : no")
    assert game.pending is None
