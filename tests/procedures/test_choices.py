"""What is no answer to a question: each is told in a sentence what could be said instead."""

from __future__ import annotations

from typing import Any

import pytest

from tests.procedures.small import playing, small
from tracker.procedures.match_view import UnknownName
from tracker.procedures.requests import (
    Confirm,
    Faces,
    Interrupt,
    Number,
    Option,
    Pick,
    Request,
    Roll,
    Score,
    Share,
    Split,
    Tally,
)
from tracker.procedures.ruleset import HouseRule
from tracker.procedures.runners.request_answer_reading import (
    InvalidAnswer,
    get_default_answer,
    get_roll_form,
    read_choice_answer,
)
from tracker.testing.match_in_memory import RED
from tracker.vocabulary.events import Value
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import make_side_id

PICK = Pick(what="edge", options=(Option("n", "north"), Option("s", "south")), default="n")
SHARES = (Share("a", "Alpha", 2), Share("b", "Bravo", 3))
SPLIT = Split(what="hits", total=4, shares=SHARES)
TALLY = Tally(what="near", shares=SHARES)
WINDOW = Interrupt(what="fire", by=("u:r1",), actions=("snap",))


@pytest.mark.parametrize(
    ("request_", "value", "says"),
    [
        (PICK, "west", "edge: choose one of north, south"),
        (Number(what="how many", low=1, high=4), 0, "how many: type a number from 1 to 4"),
        (Number(what="how many", low=1, high=4), 5, "how many: type a number from 1 to 4"),
        (Number(what="how many", low=0, high=4), True, "how many: type a number from 0 to 4"),
        (Confirm(what="reached"), 1, "reached: type `yes` or `no`"),
        (SPLIT, (("a", 1), ("b", 2)), "hits: divide 4 among Alpha (at most 2), Bravo (at most 3)"),
        (SPLIT, (("a", 3), ("b", 1)), "hits: divide 4 among Alpha (at most 2), Bravo (at most 3)"),
        (SPLIT, (("a", 2), ("a", 2)), "hits: divide 4 among Alpha (at most 2), Bravo (at most 3)"),
        (SPLIT, 4, "hits: divide 4 among Alpha (at most 2), Bravo (at most 3)"),
        (TALLY, (("c", 1),), "near: type how many of Alpha (at most 2), Bravo (at most 3)"),
        (TALLY, (("a", 0),), "near: type how many of Alpha (at most 2), Bravo (at most 3)"),
        (WINDOW, True, "fire: type an action of the other side, or `nobody`"),
        (
            Roll(what="to hit", count=2, needs=Need(4)),
            2,
            "to hit: type results of dice, not a choice",
        ),
    ],
)
def test_what_is_no_answer_is_refused(request_: Request[Any], value: Value, says: str) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        read_choice_answer(request_, value)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("request_", "value", "answer"),
    [
        (PICK, "s", "s"),
        (Number(what="how many", low=1, high=4), 4, 4),
        (Confirm(what="reached"), False, False),
        (SPLIT, (("b", 3), ("a", 1)), (("a", 1), ("b", 3))),
        (TALLY, (), ()),
        (TALLY, (("b", 1), ("a", 2)), (("a", 2), ("b", 1))),
        (WINDOW, False, False),
    ],
)
def test_what_is_one_is_taken_in_the_order_of_the_question(
    request_: Request[Any], value: Value, answer: Value
) -> None:
    assert read_choice_answer(request_, value) == answer


def test_stated_defaults_and_dice_that_have_none() -> None:
    assert get_default_answer(PICK) == "n"
    assert get_default_answer(Number(what="x", low=1, high=4, default=2)) == 2
    assert get_default_answer(Confirm(what="x", default=True)) is True
    # The first take as much as they may.
    assert get_default_answer(SPLIT) == (("a", 2), ("b", 2))
    assert get_default_answer(TALLY) == ()
    assert get_default_answer(WINDOW) is False
    with pytest.raises(InvalidAnswer, match="x: no default; type the results or let the app roll"):
        get_default_answer(Faces(what="x", dice=(6,)))


def test_how_rolls_are_answered() -> None:
    assert get_roll_form(Roll(count=2, needs=Need(4))) == "pool"
    assert get_roll_form(Score(dice=(6, 6))) == "score"
    assert get_roll_form(Faces(dice=(6,))) == "faces"
    with pytest.raises(InvalidAnswer, match="this question is a choice, not a roll"):
        get_roll_form(PICK)


def test_what_a_house_rule_may_be_in_words() -> None:
    assert HouseRule("a", (False, True), "R-1", "A.").allowed_text == "one of false, true"
    assert (
        HouseRule("a", (6, 3), "R-1", "A.", low=1, high=99).allowed_text == "a number from 1 to 99"
    )
    assert HouseRule("a", (6, 3), "R-1", "A.", low=2).allowed_text == "one of 6, 3"


def test_rules_that_ask_for_what_there_is_not_are_told() -> None:
    match = playing(small()).match
    with pytest.raises(UnknownName, match="no option is called 'wind'"):
        match.option("wind")
    with pytest.raises(UnknownName, match="no side is called 's:x'"):
        match.side_name(make_side_id("x"))
    assert match.table("weather") == {}
    assert match.other(RED) == "s:b"
