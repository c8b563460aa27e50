"""The odds engine on small rules of its own: merging, re-rolls, budgets, aftermaths, samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import comb
from random import Random
from typing import Any

import icepool
import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tests.drawn import Played, play_match
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.dice_tests import roll_dice_rows
from tracker.procedures.pieces.random_draw import draw_option
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Faces,
    Number,
    ReportedResult,
    Score,
    ask,
    call_aftermath,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
    roll_check,
)
from tracker.procedures.runners.exact_and_sampled_odds import (
    OddsRunner,
    make_single_action_ruleset,
    run_single_action_ruleset,
    sample_odds,
)
from tracker.procedures.runners.random_play import choose_random_answer
from tracker.procedures.runners.stage_chance_calculator import (
    OddsNotWanted,
    RunSharing,
    TooManyPaths,
)
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.attacks import needed_numbers_and_saves
from tracker.rulesets.deathzap2.attacks.attack_dice import (
    AttackDicePool,
    HitDivisionRules,
    roll_hits_and_saves,
)
from tracker.rulesets.deathzap2.attacks.unit_attack import AttackSource, attack_unit
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.rule_tables import DRAW
from tracker.testing.match_in_memory import u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.vocabulary.events import FiguresRemoved, MarkerSet
from tracker.vocabulary.roll_needs import Need

PROFILES = {
    "rifle": profile("regular infantry medium", "basic rifle"),
    "plain": profile("basic infantry light", "basic rifle"),
}


@pytest.fixture
def game() -> Skirmish:
    return Skirmish(PROFILES, {"r1": {"rifle": 3}, "b1": {"plain": 3}})


def tally(match: Match, n: int) -> None:
    match.record(MarkerSet(subjects=(u("b1"),), marker=markers.KILLED, value=n))


def both(game: Skirmish, fn: Any, *args: Any) -> dict[Any, Fraction]:
    return check_agreed_odds(RULESET, game.table.state, fn, args, again=("DZ-GEN-03", "DZ-G30"))


def test_scores_faces_and_choices(game: Skirmish) -> None:
    def stage(match: Match) -> Asking[None]:
        total = yield from ask(Score(what="sum", dice=(6, 4), bonus=1))
        a, b = yield from ask(Faces(what="two", dice=(3, 3)))
        if (yield from ask(Confirm(what="more", default=True))):
            total += yield from ask(Number(what="how many", low=0, high=9, default=2, spatial=True))
        tally(match, total + (a > b))

    odds = OddsRunner(RULESET, game.table.state, number=Fraction).compute_odds(stage, ())
    assert odds.assumptions == ("how many: 2",)
    values = odds.compute_distribution(lambda match, _: match.mark(u("b1"), markers.KILLED))
    # lowest: 1 + 1 + 1 + 2 = 5 where a > b is not so (6 of 9)
    assert values[5] == Fraction(1, 24) * Fraction(6, 9)
    both(game, stage)


def test_rows_of_dice_are_followed_by_their_results(game: Skirmish) -> None:
    """2d6 reach 7 in 21 of 36 ways, so 7 rows pass n times by the binomial formula."""

    def stage(match: Match, rows: int) -> Asking[None]:
        faces = Faces(what="tests", dice=(6, 6) * rows)
        tally(match, sum((yield from roll_dice_rows(faces, 2, lambda _, dice: sum(dice) >= 7))))

    both(game, stage, 2)
    odds = OddsRunner(RULESET, game.table.state, number=Fraction).compute_odds(stage, (7,))
    passed = odds.compute_distribution(lambda match, _: match.mark(u("b1"), markers.KILLED))
    each = Fraction(21, 36)
    assert passed == {n: comb(7, n) * each**n * (1 - each) ** (7 - n) for n in range(8)}


def test_a_stage_that_calls_back_merges_by_value_and_change(game: Skirmish) -> None:
    def inner(match: Match, n: int) -> Asking[int]:
        hits = yield from roll_check("inner", n, 4)
        tally(match, hits // 2)
        return hits % 2

    def outer(match: Match, left: int) -> Asking[None]:
        if not left:
            return None
        odd = yield from call_stage(inner, 3)
        return continue_with(outer, match, left - 1 - odd if left > 1 else 0)

    both(game, outer, 3)


def test_a_reroll_without_end_is_exact(game: Skirmish) -> None:
    names = ("a", "b", "c", "d")

    def stage(match: Match) -> Asking[None]:
        at = yield from call_pure_stage({}, draw_option, DRAW, "which", names)
        tally(match, at)

    assert set(both(game, stage).values()) == {Fraction(1, 4)}


def test_a_stage_that_begins_again_as_it_was_is_exact(game: Skirmish) -> None:
    def stage(match: Match) -> Asking[None]:
        (face,) = yield from ask(Faces(what="again", dice=(6,)))
        if face > 3:
            return continue_with(stage, match)
        tally(match, face)
        return None

    odds = OddsRunner(RULESET, game.table.state, number=Fraction).compute_odds(stage, ())
    assert set(odds.chances.values()) == {Fraction(1, 3)}


def test_going_round_in_a_circle_with_the_match_is_refused(game: Skirmish) -> None:
    def stage(match: Match) -> Asking[None]:
        hit = yield from roll_check("again", 1, 4)
        return continue_with(other, match) if not hit else None

    def other(match: Match) -> Asking[None]:
        hit = yield from roll_check("and again", 1, 4)
        return continue_with(stage, match) if not hit else None

    with pytest.raises(RuntimeError, match="form a loop"):
        OddsRunner(RULESET, game.table.state).compute_odds(stage, ())


def test_an_aftermath_is_an_outcome_of_its_own(game: Skirmish) -> None:
    def stage(match: Match) -> Asking[None]:
        hits = yield from roll_check("big", 1, 6)
        if hits:
            yield from call_aftermath("boom", tally, 9)
        tally(match, 1)

    found = both(game, stage)
    assert {end.aftermath: chance for end, chance in found.items()} == {
        "boom": Fraction(1, 6),
        "": Fraction(5, 6),
    }


@pytest.mark.parametrize(("earlier_answers", "named"), [(-1, ("boom",)), (1, ())])
def test_an_aftermath_that_has_begun_is_run(
    game: Skirmish, earlier_answers: int, named: tuple[str, ...]
) -> None:
    def stage(match: Match) -> Asking[None]:
        yield from roll_check("first", 1, 4)
        yield from call_aftermath("boom", aftermath)

    def aftermath(match: Match) -> Asking[None]:
        yield from roll_check("second", 1, 4)
        tally(match, 9)

    rng = Random(1)
    outcome, table = run_single_action_ruleset(
        make_single_action_ruleset(RULESET, stage, ()),
        game.table.state,
        lambda pending: choose_random_answer(pending, rng),
        earlier_answers=earlier_answers,
    )
    assert outcome is not None
    assert outcome.aftermaths == named
    assert (table.match.mark(u("b1"), markers.KILLED) == 9) == (not named)


def test_consequences_are_part_of_the_odds(game: Skirmish) -> None:
    """A forgotten consequence would keep merged and unmerged alike: only the table shows it."""
    game.remove(*game.match.figures(u("b1"))[1:2])

    def stage(match: Match) -> Asking[None]:
        hits = yield from roll_check("hit", 1, 4)
        if hits:
            match.record(FiguresRemoved(figures=match.figures(u("b1"))[:1]))
        tally(match, hits)

    found = OddsRunner(RULESET, game.table.state, number=Fraction).compute_odds(stage, ())
    panicked = found.compute_distribution(lambda match, _: match.has(u("b1"), markers.PANICKED))
    assert panicked == {True: Fraction(1, 2), False: Fraction(1, 2)}
    both(game, stage)


def test_too_many_paths_are_refused_and_sampling_takes_over(game: Skirmish) -> None:
    def stage(match: Match, left: int) -> Asking[None]:
        hits = yield from roll_check("hit", 9, 4)
        tally(match, hits + int(match.mark(u("b1"), markers.KILLED) or 0) * 10)
        return continue_with(stage, match, left - 1) if left else None

    def killed(match: Match, _: str) -> Any:
        return match.mark(u("b1"), markers.KILLED)

    state = game.table.state
    with pytest.raises(TooManyPaths):
        OddsRunner(RULESET, state, budget=200).compute_odds(stage, (3,))
    with pytest.raises(OddsNotWanted):
        sample_odds(RULESET, state, stage, (3,), 400, Random(1), is_wanted=lambda: False)
    shares = sample_odds(RULESET, state, stage, (0,), 400, Random(1)).compute_distribution(killed)
    for value, chance in (
        OddsRunner(RULESET, state).compute_odds(stage, (0,)).compute_distribution(killed).items()
    ):
        # 3 x sqrt(1/4 / 400) = 0.075 is three standard deviations of the most uncertain share.
        assert shares.get(value, 0) == pytest.approx(chance, abs=0.075)
    assert sum(shares.values()) == pytest.approx(1)


def test_runs_are_shared_out_exactly_but_for_parts_of_one() -> None:
    """Of 4 runs, 2.4 go one way and stay 2.4; two runs of 0.8 go where there are 0.6, 0.6, 0.4."""
    answers, rounds = [("a", 0.6), ("b", 0.15), ("c", 0.15), ("d", 0.1)], 4000
    sharing, sums = RunSharing(Random(4)), Counter[str]()
    for _ in range(rounds):
        found = dict(sharing.divide_runs_drawing_small_shares(4, answers))
        assert found.pop("a") == pytest.approx(2.4)
        assert sorted(found.values()) in (
            pytest.approx([0.8, 0.8]),
            pytest.approx([1.6]),  # c alone stands in both parts
        )
        sums.update(found)
    assert sharing.small == pytest.approx(1.6 * rounds)
    for answer, n in (("b", 0.6), ("c", 0.6), ("d", 0.4)):
        # 3 x 0.8 x sqrt(7/16 / 4000) = 0.025 is three standard deviations of what c gets.
        assert sums[answer] / rounds == pytest.approx(n, abs=0.025)
    tiny = sharing.divide_runs_drawing_small_shares(
        2, [("a", 1 - 2e-12), ("b", 1e-12), ("c", 1e-12)]
    )
    assert sum(n for _, n in tiny) == pytest.approx(2)
    assert len(tiny) == 2


@pytest.mark.parametrize(
    ("dice", "sides", "above"),
    [
        # Of a sum, what is above its mean is as likely as what is below; 670 of 10,000 are equal.
        (4, 10, (1 - 670 / 10_000) / 2),
        (3, 20, 1 / 2),
        (2, 100, (1 - 1 / 100) / 2),
    ],
)
def test_every_face_of_many_dice_is_sampled_as_well_as_by_runs_of_their_own(
    game: Skirmish, dice: int, sides: int, above: float
) -> None:
    """The faces stand in their order, which has a pattern. Of 500 runs each on its own, the
    standard deviation is at most sqrt(1/4 / 500).
    """

    def stage(match: Match) -> Asking[None]:
        faces = yield from ask(Faces(what="damage", dice=(sides,) * dice))
        tally(match, sum(faces))

    runner, errors = OddsRunner(RULESET, game.table.state), list[float]()
    for seed in range(20):
        found = runner.sample_odds(stage, (), 500, Random(seed)).compute_distribution(
            lambda match, _: 2 * int(match.mark(u("b1"), markers.KILLED) or 0) > dice * (sides + 1)
        )
        runner.calculator.restart_with_budgets(50_000, None)
        errors.append(found[True] - above)
    assert (sum(each * each for each in errors) / len(errors)) ** 0.5 < (1 / 4 / 500) ** 0.5


def test_within_one_stage_of_many_ways_it_is_left_off_when_nobody_wants_it(game: Skirmish) -> None:
    """6^5 ways through one stage; asked after each whether to go on, it ends with the tenth."""
    looked = count(1)

    def stage(match: Match) -> Asking[None]:
        yield from ask(Faces(what="many", dice=(6,) * 5))

    runner = OddsRunner(RULESET, game.table.state, wanted=lambda: next(looked) <= 10)
    with pytest.raises(OddsNotWanted):
        runner.compute_odds(stage, ())
    assert next(looked) == 12


def test_dice_upon_dice_are_refused_before_they_fill_the_memory(game: Skirmish) -> None:
    """One stage that asks 6^4 ways, and the same again after each of them."""
    runs = []

    def stage(match: Match) -> Asking[None]:
        runs.append(match.turn)
        for name in ("first", "second", "third"):
            yield from ask(Faces(what=name, dice=(6,) * 4))

    with pytest.raises(TooManyPaths):
        OddsRunner(RULESET, game.table.state, budget=5_000).compute_odds(stage, ())
    assert len(runs) < 5_000


def test_pure_stages_have_a_budget_of_their_own_and_are_left_off_too(game: Skirmish) -> None:
    """Three ways of two dice in a pure stage, and one way through the stage that asks for it."""

    def pure() -> Asking[int]:
        return (yield from roll_check("hit", 2, 4))

    def stage(match: Match) -> Asking[None]:
        tally(match, min((yield from call_pure_stage({}, pure)), 0))

    state = game.table.state
    with pytest.raises(TooManyPaths):
        OddsRunner(RULESET, state, pure=2).compute_odds(stage, ())
    found = OddsRunner(RULESET, state, budget=3, pure=3).compute_odds(stage, ())
    assert sum(found.chances.values()) == pytest.approx(1)
    with pytest.raises(TooManyPaths):
        OddsRunner(RULESET, state, budget=5).compute_odds(stage, ())
    looked = count(1)
    with pytest.raises(OddsNotWanted):
        OddsRunner(RULESET, state, wanted=lambda: next(looked) <= 2).compute_odds(stage, ())


def test_the_state_is_left_alone(game: Skirmish) -> None:
    before = game.table.state.fork_state()

    def stage(match: Match) -> Asking[None]:
        tally(match, (yield from roll_check("hit", 2, 4)))

    OddsRunner(RULESET, game.table.state).compute_odds(stage, ())
    sample_odds(RULESET, game.table.state, stage, (), 5, Random(2))
    assert game.table.state == before


def test_pure_stages_are_worked_out_once(game: Skirmish) -> None:
    calls = []

    def inner(n: int) -> Asking[int]:
        calls.append(n)
        return (yield from roll_check("x", n, 4))

    def chain(n: int) -> Asking[int]:
        more = yield from roll_check("y", n, 4)
        return continue_with_pure(inner, more)

    def stage(match: Match) -> Asking[None]:
        a = yield from call_pure_stage({}, chain, 2)
        b = yield from call_pure_stage({}, chain, 2)
        tally(match, 10 * a + b)

    OddsRunner(RULESET, game.table.state).compute_odds(stage, ())
    # chain(2) leads to inner(0), inner(1) and inner(2), run once for each answer to their dice:
    # none to roll, 0 or 1, and 0 to 2 successes; the second chain runs nothing
    assert (calls.count(0), calls.count(1), calls.count(2)) == (1, 2, 3)


def compute_values(
    runner: OddsRunner, stage: Callable[..., Any], args: tuple[Any, ...]
) -> dict[Any, Any]:
    """The chances of what a pure stage returns, without what it reports on the way."""
    ends = runner.calculator.compute_stage_result_chances(stage, args)
    return {end: chance for end, chance in ends.items() if type(end) is not ReportedResult}


def test_what_one_question_worked_out_serves_the_next(game: Skirmish) -> None:
    calls = []

    def down(n: int) -> Asking[int]:
        calls.append(n)
        hits = yield from roll_check("z", 1, 4)
        return continue_with_pure(down, n - 1) if n and not hits else n

    runner = OddsRunner(RULESET, game.table.state, number=Fraction)
    assert compute_values(runner, down, (2,)) == {
        2: Fraction(1, 2),
        1: Fraction(1, 4),
        0: Fraction(1, 4),
    }
    first = len(calls)
    assert compute_values(runner, down, (3,))[3] == Fraction(1, 2)
    assert calls[first:] == [3, 3]  # once for each answer; those below are known


def icepool_casualties(dice: int, hit: int, through: int, save: int, cap: int) -> Any:
    """The same chain by an independent dice calculator."""
    hits = dice @ (icepool.d6 >= hit)
    holes = hits.map(lambda n: n @ (icepool.d6 >= through) if n else icepool.Die([0]))
    failed = holes.map(lambda n: n @ (icepool.d6 < save) if n else icepool.Die([0]))
    return failed.map(lambda n: min(n, cap))


@pytest.mark.rule("DZ-SHOOT-05", "DZ-SHOOT-08", "DZ-SHOOT-09")
@pytest.mark.parametrize(("dice", "size"), [(1, 5), (8, 10), (30, 30), (12, 4)])
def test_a_volley_agrees_with_an_independent_calculator(dice: int, size: int) -> None:
    game = Skirmish(PROFILES, {"r1": {"rifle": dice}, "b1": {"plain": size}})
    pool = AttackDicePool(dice, Need(3), "basic")
    defences = needed_numbers_and_saves.list_target_defences(
        game.match, u("b1"), u("r1"), ("basic",)
    )
    runner = OddsRunner(RULESET, game.table.state, number=Fraction)
    found = compute_values(runner, roll_hits_and_saves, ((pool,), defences, HitDivisionRules()))
    theirs = icepool_casualties(dice, 3, 4, 6, size)
    assert {unsaved.failed[0]: chance for unsaved, chance in found.items()} == {
        n: Fraction(q, theirs.denominator()) for n, q in theirs.items() if q
    }


def paths(game: Skirmish, dice: int) -> int:
    pool = AttackDicePool(dice, Need(3), "basic")
    runner = OddsRunner(RULESET, game.table.state)
    target, side = u("b1"), game.owner("r1")
    return runner.compute_odds(
        attack_unit, (AttackSource(side, u("r1"), "fire"), target, (pool,))
    ).paths


def test_paths_grow_polynomially() -> None:
    game = Skirmish(PROFILES, {"r1": {"rifle": 9}, "b1": {"plain": 40}})
    for n in (5, 10, 20):
        assert paths(game, 2 * n) <= 8 * paths(game, n)


def answers(seed: int) -> list[Played]:
    game = Skirmish(PROFILES, {"r1": {"rifle": 9}, "b1": {"plain": 9}})
    return play_match(RULESET, game.table, Random(seed), 60, game.version + 1)


def test_random_play_is_the_same_for_the_same_seed() -> None:
    first = answers(3)
    assert len(first) > 10
    assert first == answers(3)
    assert first != answers(4)
