"""What answers itself, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.procedures.small import (
    R1,
    Amount,
    a_die,
    mark,
    next_roll,
    playing,
    small,
    take,
    with_action,
)
from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    Asking,
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
    ask,
    roll_check,
)
from tracker.procedures.ruleset import Action
from tracker.procedures.runners.request_answer_reading import (
    InvalidAnswer,
    find_only_answer,
    make_question_fields,
    read_roll_answer,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.dice_bands import Band
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import ActionTaken, AskedRollRecord, Rewound, Rolled
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId

SHARES = (Share("x", "x", 2), Share("y", "y", 0), Share("z", "z", 3))


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (Roll(count=0, needs=Need(4)), (0, 0)),
        (Roll(count=3, needs=Need(7)), (3,)),
        (Score(dice=(), bonus=2), 2),
        (Faces(dice=()), ()),
        (Pick(options=(Option("x", "x"),), default="x"), "x"),
        (Number(low=2, high=2), 2),
        (Split(total=0, shares=SHARES, default=()), ()),
        (Split(total=5, shares=SHARES, default=()), (("x", 2), ("z", 3))),
        (Split(total=9, shares=SHARES, default=()), (("x", 2), ("z", 3))),
        (Split(total=1, shares=SHARES[:2], default=()), (("x", 1),)),
        (Tally(shares=SHARES[1:2]), ()),
        (Interrupt(by=(), actions=("go",)), False),
    ],
)
def test_what_leaves_nothing_open_answers_itself(request_: Request[Any], answer: Any) -> None:
    assert find_only_answer(request_) == (answer,)


@pytest.mark.parametrize(
    "request_",
    [
        Roll(count=1, needs=Need(4)),
        Score(dice=(6,)),
        Faces(dice=(6,)),
        Pick(options=(Option("x", "x"), Option("y", "y")), default="x"),
        Number(low=1, high=2),
        Confirm(),
        Split(total=1, shares=SHARES, default=()),
        Tally(shares=SHARES),
        Interrupt(by=("u:r1",), actions=("go",)),
    ],
)
def test_what_leaves_something_open_is_asked(request_: Request[Any]) -> None:
    assert find_only_answer(request_) is None


def test_what_does_not_fit_changes_nothing() -> None:
    def choose(match: Match) -> Asking[None]:
        yield from ask(Number(what="how many", low=1, high=3))

    play = playing(small(go=a_die, choose=choose))
    idle = play.table.state.fork_state()
    with pytest.raises(InvalidAnswer, match="no question is open"):
        play.feed_input(Rolled(key="x", what="x", form="pool", dice=(6,), result=(1,)))
    with pytest.raises(InvalidAnswer, match="no action is called 'fly'"):
        play.feed_input(ActionTaken(action="fly"))
    with pytest.raises(InvalidAnswer, match="cannot go back"):
        play.feed_input(Rewound(to=1))
    assert play.table.state == idle
    take(play, "choose")
    for value in (0, 4, True, "2", None):
        with pytest.raises(InvalidAnswer, match="type a number from 1 to 3"):
            play.choose(value)
    play.choose(2)
    take(play, "go")
    good = next_roll(play, "4")
    with pytest.raises(InvalidAnswer, match="the open question is a die"):
        play.feed_input(replace(good, key="go:a die:#2"))
    with pytest.raises(InvalidAnswer, match="type results of dice, not a choice"):
        play.choose(1)
    play.feed_input(good)
    assert play.idle


def test_parameters_that_cannot_be_read_change_nothing() -> None:
    def stage(match: Match, _: SideId | None, params: Amount) -> None:
        match.record(mark("a", value=params.amount))

    rules = with_action(small(), Action("set", "sets", Amount, stage))
    play = playing(rules)
    before = play.table.state.fork_state()
    with pytest.raises(InvalidAnswer, match=r"sets: .*amount"):
        play.feed_input(ActionTaken(action="set", params={"amount": "many"}))
    assert play.table.state == before
    assert play.table.open_action_versions == ()


POOL = Roll(what="dice", count=2, needs=Need(4))
SCORE = Score(what="dice", dice=(8, 6), bonus=-2)
FACES = Faces(what="dice", dice=(10, 6), labels=(Label("location"), Label("size")))


@pytest.mark.parametrize(
    ("request_", "wrong"),
    [
        (POOL, {"form": "score"}),
        (POOL, {"result": (1, 2)}),
        (POOL, {"result": (3, -1)}),
        (POOL, {"result": (2,)}),
        (POOL, {"dice": (6, 6, 6), "result": (1, 2)}),
        (POOL, {"bands": Need(3).bands}),
        (SCORE, {"result": (-1,)}),
        (SCORE, {"result": (13,)}),
        (SCORE, {"result": (3, 4)}),
        (SCORE, {"bonus": 0}),
        (FACES, {"result": (10,)}),
        (FACES, {"result": (6, 7)}),
        (FACES, {"result": (0, 1)}),
        (FACES, {"labels": (Label("size"), Label("location"))}),
    ],
)
def test_impossible_dice_are_refused(request_: Request[Any], wrong: dict[str, Any]) -> None:
    def stage(match: Match) -> Asking[None]:
        yield from ask(request_)

    play = playing(small(go=stage))
    take(play, "go")
    good = next_roll(play, "46")
    with pytest.raises(InvalidAnswer, match="dice"):
        play.feed_input(replace(good, **wrong))
    play.feed_input(good)
    assert play.idle


def test_the_table_may_roll_another_number_of_dice() -> None:
    play = playing(small(go=two_dice))
    take(play, "go")
    asked = AskedRollRecord(dice=(6, 6), bands=Need(4).bands)
    three = replace(next_roll(play, "46"), dice=(6, 6, 6), result=(0, 3), faces=(4, 5, 6))
    play.feed_input(replace(three, asked=asked, why="a die too few in the book"))
    assert play.match.mark(R1, "a") == 3
    check_all_laws(play)


def two_dice(match: Match) -> Asking[None]:
    hits = yield from roll_check("dice", 2, 4)
    match.record(mark("a", value=hits))


def test_a_roll_answers_a_question_whose_bands_have_new_names() -> None:
    """A band's name is only words. The dice were counted by its faces."""
    old = Roll(count=3, needs=Need(4, special=(Band("partial", 2, 3, told=True),)), what="to hit")
    new = replace(old, needs=Need(4, special=(Band("hit on B5", 2, 3, told=True),)))
    other = replace(old, needs=Need(4, special=(Band("partial", 3, 3, told=True),)))
    rolled = Rolled(dice=(6,) * 3, result=(1, 1, 1), **make_question_fields(old, "x"))
    assert read_roll_answer(new, rolled) == (1, 1, 1)
    with pytest.raises(InvalidAnswer, match="this roll has other dice"):
        read_roll_answer(other, rolled)


@pytest.mark.parametrize("what", ["hits", "hits on", "hits at"])
def test_a_division_is_named_in_sentences_without_its_preposition(what: str) -> None:
    assert Split(total=2, shares=SHARES, default=(), what=what).name == "hits"
