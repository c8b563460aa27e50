"""What always follows, and what must be the same in every runner."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.procedures.small import (
    B1,
    R1,
    Amount,
    Nothing,
    a_die,
    check_odds_of,
    mark,
    playing,
    small,
    take,
    with_action,
)
from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    Asking,
    Faces,
    ask,
    call_pure_stage,
    call_stage,
    continue_with,
    note_assumption,
    roll_check,
)
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.procedures.runners.live_table_runner import EndlessConsequences
from tracker.procedures.runners.stage_chance_calculator import TooManyPaths
from tracker.testing.match_in_memory import RED, f, u
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import (
    ActionEnded,
    AnyFact,
    ForceMustered,
    MarkerCleared,
    MarkerSet,
    UnitFormed,
)
from tracker.vocabulary.subject_ids import SideId


def ab(match: Match) -> Iterator[AnyFact]:
    """Who has an a gets a b, which stays."""
    for unit in match.take_touched():
        if match.has(unit, "a") and not match.has(unit, "b"):
            yield mark("b", unit)


def test_what_always_follows_is_written_before_the_next_question() -> None:
    def stage(match: Match) -> Asking[None]:
        match.record(mark("a"))
        yield from roll_check("a die", 1, 4)
        match.record(mark("a", B1))

    play = playing(small(ab, go=stage))
    assert take(play, "go") == [mark("a"), mark("b")]
    facts = play.roll("4")
    assert facts == [mark("a", B1), mark("b", B1), ActionEnded(action=play.lines[-7].version)]
    assert play.fix(mark("a", B1)) == [mark("a", B1)]
    check_all_laws(play)


def test_what_always_follows_follows_before_a_sub_in_the_odds_too() -> None:
    """The a is gone again after the dice, but it was there when they were asked."""

    def rolls() -> Asking[int]:
        return (yield from roll_check("a die", 1, 4))

    def stage(match: Match) -> Asking[None]:
        match.record(mark("a"))
        hits = yield from call_pure_stage({}, rolls)
        match.record(MarkerCleared(subjects=(R1,), marker="a"), mark("c", value=hits))

    play = playing(small(ab, go=stage))
    assert check_odds_of(play) == 2
    take(play, "go")
    play.roll("4")
    assert play.match.has(R1, "b")
    check_all_laws(play)


def test_what_always_follows_follows_before_a_sub_that_asks_nothing() -> None:
    def nothing() -> Asking[int]:
        yield from ()
        return 1

    def stage(match: Match) -> Asking[None]:
        match.record(mark("a"))
        value = yield from call_pure_stage({}, nothing)
        match.record(MarkerCleared(subjects=(R1,), marker="a"), mark("c", value=value))

    play = playing(small(ab, go=stage))
    assert check_odds_of(play) == 1
    take(play, "go")
    assert play.match.has(R1, "b")


def test_what_follows_from_a_muster_is_written_with_it() -> None:
    def lone(match: Match) -> Iterator[AnyFact]:
        for unit in match.take_touched():
            if len(match.figures(unit)) == 1 and not match.has(unit, "a"):
                yield mark("a", unit)

    play = playing(small(lone), figures=1)
    assert play.facts == [mark("a", B1)]
    check_all_laws(play)


def test_a_table_sat_down_again_touches_nothing_that_was_at_rest() -> None:
    """A rule that looks at touched units alone must not see older ones after a restart."""

    def touched_in_x(match: Match) -> Iterator[AnyFact]:
        for unit in match.take_touched():
            if match.phase == "x" and not match.has(unit, "b"):
                yield mark("b", unit)

    play = playing(small(touched_in_x, go=a_die))
    play.fix(mark("c"))
    play.clock(1, "x")
    take(play, "go")
    play.roll("4")
    check_all_laws(play)


def test_odds_merge_where_a_ruleset_never_asks_what_was_touched() -> None:
    def stage(match: Match) -> Asking[None]:
        hits = yield from roll_check("a die", 1, 4)
        if hits:
            match.record(mark("a"))
            match.record(MarkerCleared(subjects=(R1,), marker="a"))

    play = playing(small(go=stage))
    assert check_odds_of(play) == 1


def test_consequences_that_never_rest_are_an_error() -> None:
    def restless(match: Match) -> Iterator[AnyFact]:
        if match.has(R1, "a"):
            yield mark("a", value=int(match.mark(R1, "a") or 0) + 1)

    play = playing(small(restless))
    with pytest.raises(EndlessConsequences):
        play.fix(mark("a"))


def test_units_come_in_the_same_order_at_the_table_and_in_the_odds() -> None:
    """r9 and r10 are formed on the way; the last of Red's units is r10 in both."""

    def stage(match: Match) -> Asking[None]:
        for n in (1, 2):
            match.record(
                UnitFormed(unit=match.new_unit(RED), side=RED, name="", figures=(f("r1", n),))
            )
        hits = yield from call_stage(rolled)
        match.record(mark("a", match.units(RED)[-1], hits))

    def rolled(match: Match) -> Asking[int]:
        return (yield from roll_check("a die", 1, 4))

    play = playing(small(go=stage), red=8, figures=3)
    assert check_odds_of(play) == 2
    take(play, "go")
    play.roll("4")
    assert play.match.marked("a") == (u("r10"),)
    assert play.match.units()[-1] == B1


def test_profiles_mustered_later_are_read_anew() -> None:
    play = playing(small(go=lambda match: match.record(points(match))))

    def points(match: Match) -> MarkerSet:
        return mark("a", value=match.profile(f("r1", 1), Amount).amount)

    def muster(amount: int) -> None:
        profiles: dict[str, dict[str, Any]] = {"plain": {"amount": amount}}
        force = ForceMustered(side=RED, force="more", points=0, profiles=profiles, units=())
        play.feed_input(force)

    muster(3)
    take(play, "go")
    muster(4)
    take(play, "go")
    assert play.match.mark(R1, "a") == 4
    check_all_laws(play)


def test_odds_do_not_touch_the_match() -> None:
    play = playing(small(go=a_die))
    before = play.table.state.fork_state()
    runner = OddsRunner(play.ruleset, play.table.state, number=Fraction)
    odds = runner.compute_odds(play.ruleset.actions["go"].stage, (RED, None))
    assert odds.compute_distribution(lambda match, _: match.mark(R1, "a")) == {
        0: Fraction(1, 2),
        1: Fraction(1, 2),
    }
    assert play.table.state == before


def test_too_many_single_faces_are_told_before_they_are_counted_out() -> None:
    def stage(match: Match) -> Asking[None]:
        yield from ask(Faces(what="each die", dice=(6,) * 30))  # 6 ** 30 ways

    play = playing(small(go=stage))
    runner = OddsRunner(play.ruleset, play.table.state)
    with pytest.raises(TooManyPaths):
        runner.compute_odds(play.ruleset.actions["go"].stage, (RED, Nothing()))


def test_what_is_taken_for_granted_is_named_by_the_odds_and_nowhere_else() -> None:
    def stage(match: Match) -> Asking[None]:
        yield from note_assumption("nobody looks")
        return continue_with(a_die, match)

    play = playing(small(go=stage))
    assert check_odds_of(play) == 2
    odds = OddsRunner(play.ruleset, play.table.state).compute_odds(stage, ())
    assert odds.assumptions == ("nobody looks",)
    take(play, "go")
    play.roll("4")
    check_all_laws(play)


def test_an_action_may_be_foretold_with_what_follows_from_it() -> None:
    """Of two dice one after the other, as a mark that counts up: none, one or two."""

    def foretold(match: Match, _: SideId | None, __: Nothing) -> Asking[None]:
        yield from call_stage(a_die)
        return continue_with(once_more, match)

    def once_more(match: Match) -> Asking[None]:
        before = match.has(R1, "a") and match.mark(R1, "a")
        hits = yield from roll_check("a die", 1, 4)
        match.record(mark("b", value=hits + int(before or 0)))

    rules = small(go=a_die)
    action = replace(rules.actions["go"], foretold=foretold)
    play = playing(with_action(rules, action))
    assert check_odds_of(play) == 4
    take(play, "go")
    play.roll("4")
    assert not play.table.open_action_versions
