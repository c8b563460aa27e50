"""The table runner: what it asks, what it takes, and actions inside one another."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tests.procedures.small import B1, R1, a_die, mark, playing, small, take, with_action
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.requests import (
    Asking,
    Interrupt,
    ask,
    call_aftermath,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
    roll_check,
)
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.procedures.runners.random_play import choose_random_answer
from tracker.procedures.runners.request_answer_reading import InvalidAnswer
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import (
    ActionEnded,
    ActionTaken,
    AnyFact,
    Corrected,
    FiguresRemoved,
    Linked,
    Noted,
    PointsScored,
    UnitFormed,
)
from tracker.vocabulary.subject_ids import make_side_id


def test_a_long_chain_of_stages_is_no_deeper_than_a_short_one() -> None:
    def stage(match: Match, left: int) -> Asking[None]:
        hits = yield from roll_check("nothing", 0, 4)
        return (
            continue_with(stage, match, left - 1 + hits)
            if left
            else continue_with(plain, match, 5000)
        )

    def plain(match: Match, left: int) -> None:
        return continue_with(plain, match, left - 1) if left else match.record(mark("a"))

    play = playing(small(go=lambda match: continue_with(stage, match, 5000)))
    take(play, "go")
    assert play.match.has(R1, "a")
    assert play.idle


def test_a_stage_may_ask_thousands_of_questions_that_answer_themselves() -> None:
    def stage(match: Match) -> Asking[None]:
        for _ in range(5000):
            yield from roll_check("nothing", 0, 4)
            yield from call_stage(lambda _: None)
        match.record(mark("a"))

    play = playing(small(go=stage))
    take(play, "go")
    assert play.match.has(R1, "a")


HIT = RollKind("hit", "to hit", "hit", "hits")


def test_questions_are_numbered_within_their_action() -> None:
    def stage(match: Match) -> Asking[None]:
        yield from roll_check(HIT, 1, 4, subject=R1)
        yield from roll_check(HIT, 1, 4, subject=R1)
        yield from roll_check(HIT, 1, 4, subject=B1)

    play = playing(small(go=stage))
    take(play, "go")
    play.rolls("4", "4", "4")
    keys = [wait.key for wait in play.waits if wait]
    assert keys == ["hit:to hit:u:r1#1", "hit:to hit:u:r1#2", "hit:to hit:u:b1#1"]


def test_a_question_without_an_id_is_known_by_what_it_asks() -> None:
    """Answers to it may have been stored under any first word: ``go`` was once a function."""

    def stage(match: Match) -> Asking[None]:
        yield from roll_check("to hit", 1, 4, subject=R1)
        match.record(mark("a"))

    play = playing(small(go=stage))
    take(play, "go")
    assert play.table.pending is not None
    roll = choose_random_answer(play.table.pending, random.Random(1))
    play.table.process_input(replace(roll, key="go:to hit:u:r1#1"), 99)
    assert play.match.has(R1, "a")


def test_dice_of_a_sub_belong_to_its_roles() -> None:
    def rolls() -> Asking[None]:
        yield from roll_check("to hit", 1, 4, role="attacker")
        return continue_with_pure(saves)

    def saves() -> Asking[None]:
        yield from roll_check("save", 1, 4, role="defender")
        yield from roll_check("luck", 1, 4)

    def stage(match: Match) -> Asking[None]:
        yield from call_pure_stage({"attacker": (RED, R1, B1), "defender": (BLUE, B1, R1)}, rolls)

    play = playing(small(go=stage))
    take(play, "go")
    play.rolls("4", "4", "4")
    asked = [wait.request for wait in play.waits if wait]
    owners = [(request.side, request.subject, request.target) for request in asked]
    assert owners == [(RED, R1, B1), (BLUE, B1, R1), (RED, None, None)]


@pytest.mark.parametrize("left_out", [False, True])
def test_an_aftermath_can_be_left_out(left_out: bool) -> None:
    def boom(match: Match) -> None:
        match.record(mark("a"))

    def after(match: Match) -> Asking[None]:
        yield from call_aftermath("explosion", boom)

    play = playing(small(go=after))
    table = TableRunner(
        play.ruleset,
        play.table.state,
        leaves_out=lambda name: left_out and name == "explosion",
    )
    table.process_input(ActionTaken(action="go"), 100)
    assert table.match.has(R1, "a") != left_out


def windows() -> Ruleset:
    """Any action may come between in any other, as often as people like."""

    def stage(match: Match) -> Asking[None]:
        while (yield from ask(Interrupt(what="anybody", by=(B1,), actions=("go", "roll")))):
            pass
        match.record(mark("a", value=int(match.mark(R1, "a") or 0) + 1))

    return small(go=stage, roll=a_die)


def test_actions_between_actions_end_before_what_they_came_between() -> None:
    play = playing(windows())
    take(play, "go")
    outer = play.lines[-1].version
    take(play, "go", BLUE)
    inner = play.lines[-1].version
    take(play, "roll")
    innermost = play.lines[-1].version
    assert list(play.table.open_action_versions) == [outer, inner, innermost]
    assert play.table.state.current_values.open == play.table.open_action_versions
    play.roll("6")
    assert [(line.event, line.action) for line in play.lines[-2:]] == [
        (mark("a", value=1), innermost),
        (ActionEnded(action=innermost), innermost),
    ]
    assert play.table.pending is not None
    assert (play.table.pending.key, play.table.pending.action) == (":anybody:#2", inner)
    play.default()
    assert list(play.table.open_action_versions) == [outer]
    play.default()
    assert play.match.mark(R1, "a") == 3
    assert [line.action for line in play.lines[-3:]] == [outer] * 3
    assert play.table.state.current_values.open == ()
    check_all_laws(play)


def test_by_hand_ends_the_innermost_action_alone() -> None:
    closed = []

    def stage(match: Match) -> Asking[None]:
        try:
            yield from call_stage(a_die)
        except GeneratorExit:
            closed.append("rolling")
            raise

    rules = windows()
    rolling = small(roll=stage).actions["roll"]
    play = playing(with_action(rules, rolling))
    take(play, "go")
    take(play, "roll", BLUE)
    play.feed_input(Corrected(reason="not seen", facts=(mark("a", value=7),), closes=True))
    assert closed == ["rolling"]
    ends = [line.event for line in play.lines if isinstance(line.event, ActionEnded)]
    assert [end.how for end in ends] == ["by hand"]
    assert len(play.table.open_action_versions) == 1
    play.default()
    assert play.match.mark(R1, "a") == 8
    check_all_laws(play)


def test_two_hundred_actions_inside_one_another() -> None:
    play = playing(windows())
    for _ in range(200):
        take(play, "go")
    assert len(play.table.open_action_versions) == 200
    for _ in range(200):
        play.default()
    assert play.match.mark(R1, "a") == 200


def test_nobody_comes_between_where_no_window_is_open() -> None:
    play = playing(windows())
    take(play, "roll")
    with pytest.raises(InvalidAnswer, match="answer the open question first: a die"):
        take(play, "go")
    assert play.table.state.current_values.open == (play.lines[-1].version,)
    play.roll("4")
    assert play.idle


def test_a_match_that_outlives_its_table_has_nothing_to_interrupt() -> None:
    match = TableRunner(small(), playing(small()).table.state).match
    assert match.units()
    assert match.interrupted is None


def test_notes_and_corrections_leave_the_question_as_it_is() -> None:
    def stage(match: Match) -> Asking[None]:
        yield from roll_check("a die", 1, 4)
        match.record(mark("b", value=int(match.mark(R1, "a") or 0)))

    play = playing(small(go=stage))
    take(play, "go")
    waits = play.table.pending
    assert play.feed_input(Noted(text="it rolled under the sofa")) == []
    assert play.fix(mark("a", value=5)) == [mark("a", value=5)]
    assert play.table.pending == waits
    assert play.lines[-1].action == play.table.open_action_versions[0]
    play.roll("4")
    assert play.match.mark(R1, "b") == 5  # the rule sees what was set right
    check_all_laws(play)


def test_facts_by_hand_with_unknown_names_change_nothing() -> None:
    play = playing(small(go=a_die))
    take(play, "go")
    before, waits = play.table.state.fork_state(), play.table.pending
    unknown: list[AnyFact] = [
        mark("nowhere"),
        mark("a", u("r9")),
        FiguresRemoved(figures=(f("r1", 1), f("r1", 9))),
        Linked(relation="near", a=R1, b=u("b9")),
        PointsScored(side=make_side_id("x"), points=1, why=""),
    ]
    for fact in unknown:
        with pytest.raises(UnknownName):
            play.feed_input(Corrected(reason="slip", facts=(mark("b"), fact)))
        assert play.table.state == before
        assert play.table.pending == waits
    named = UnitFormed(unit=u("r9"), side=RED, name="new", figures=(f("r1", 1),), out_of=(R1,))
    play.fix(named, mark("a", u("r9")))
    assert play.match.has(u("r9"), "a")
