"""A table sat down again by its book, and rules that have changed since."""

from __future__ import annotations

from typing import Any

import pytest

from tests.procedures.small import a_die, mark, playing, small, take
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, StageCall, call_pure_stage, roll_check
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.procedures.runners.live_table_runner import ReplayMismatch
from tracker.testing.match_in_memory import RED, Play
from tracker.testing.ruleset_laws import record_play, resume_table
from tracker.vocabulary.events import Noted


def old_book() -> Play:
    """A book in mid-action: two dice rolled (one hit), a second question waits."""

    def stage(match: Match) -> Asking[None]:
        hits = yield from roll_check("dice", 2, 4)
        match.record(mark("a", value=hits), mark("b"))
        yield from roll_check("more dice", 1, 4)

    play = playing(small(go=stage))
    take(play, "go")
    play.roll("14")
    return play


def resumed(play: Play, stage: Any) -> ReplayMismatch:
    with pytest.raises(ReplayMismatch) as caught:
        resume_table(small(go=stage), play.lines)
    return caught.value


def test_rules_that_ask_something_else_do_not_go_on_with_the_book() -> None:
    def stage(match: Match) -> Asking[None]:
        yield from roll_check("dice", 2, 5)

    play = old_book()
    wrong = resumed(play, stage)
    assert wrong.version == play.lines[-3].version
    assert str(wrong) == "the rules still ask for dice, but not as in the record"


def test_rules_that_write_something_else_are_told_apart_by_the_field() -> None:
    def stage(match: Match) -> Asking[None]:
        hits = yield from roll_check("dice", 2, 4)
        match.record(mark("a", value=hits + 1), mark("b"))
        yield from roll_check("more dice", 1, 4)

    play = old_book()
    wrong = resumed(play, stage)
    assert wrong.version == play.lines[-2].version
    assert str(wrong) == "the record has MarkerSet with value 1, the current rules have 2"


def test_rules_that_write_less_are_told_apart_at_the_line_they_lack() -> None:
    def stage(match: Match) -> Asking[None]:
        hits = yield from roll_check("dice", 2, 4)
        match.record(mark("a", value=hits))
        yield from roll_check("more dice", 1, 4)

    play = old_book()
    wrong = resumed(play, stage)
    assert wrong.version == play.lines[-1].version
    assert str(wrong) == "the record has MarkerSet where the current rules have nothing more"


@pytest.mark.parametrize("later", [False, True])
def test_rules_that_write_more_are_told_apart_at_the_last_line_they_share(later: bool) -> None:
    def stage(match: Match) -> Asking[None]:
        hits = yield from roll_check("dice", 2, 4)
        match.record(mark("a", value=hits), mark("b"), mark("c"))
        yield from roll_check("more dice", 1, 4)

    play = old_book()
    last = play.lines[-1].version
    if later:
        play.feed_input(Noted(text="and then"))
    wrong = resumed(play, stage)
    assert wrong.version == last
    assert str(wrong) == "the record has nothing more where the current rules have MarkerSet"


def test_rules_that_are_through_too_soon_do_not_swallow_the_rest() -> None:
    play = old_book()
    play.roll("6")
    lines = play.lines[:-1]  # the book is cut before its ActionEnded

    def stage(match: Match) -> Asking[None]:
        hits = yield from roll_check("dice", 2, 4)
        match.record(mark("a", value=hits), mark("b"))

    with pytest.raises(ReplayMismatch) as caught:
        resume_table(small(go=stage), lines)
    assert caught.value.version == play.lines[-3].version


def test_an_action_that_today_s_rules_do_not_know_does_not_go_on() -> None:
    play = old_book()
    with pytest.raises(ReplayMismatch, match="no action is called 'go'") as caught:
        resume_table(small(), play.lines)
    assert caught.value.version == play.table.open_action_versions[0]


def test_a_do_inside_a_sub_is_no_pure_arithmetic() -> None:
    """The odds say so, rather than being wrong."""

    def impure() -> Asking[None]:
        yield StageCall(fn=a_die, args=())

    def stage(match: Match) -> Asking[None]:
        yield from call_pure_stage({}, impure)

    play = playing(small(go=stage))
    runner = OddsRunner(play.ruleset, play.table.state)
    with pytest.raises(TypeError, match="no odds for StageCall"):
        runner.compute_odds(play.ruleset.actions["go"].stage, (RED, None))


def test_the_record_of_a_match_is_its_book() -> None:
    play = old_book()
    kept = record_play(play)
    assert [line.version for line in kept.events] == list(range(1, play.version + 1))
    assert [entry[0].entry for entry in kept.entries] == [e[0].version for e in kept.entries]
    assert len(kept.entries) == len(kept.pending_questions)
