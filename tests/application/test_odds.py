"""What could happen, against hand arithmetic; nothing of it is written."""

from __future__ import annotations

import random
from math import comb

import pytest

from tests.application.forecast_kinds import list_result_kinds
from tests.deathzap2.evening import begin, book, shooting, undeployed
from tests.saying import refused, say
from tracker.application.chances.action_forecast_types import Forecast
from tracker.application.chances.action_odds import (
    OddsBudget,
    forecast_action,
    forecast_line,
    forecast_rest_of_open_action,
)
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import parse_command
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.projection.match_state import Changes, State
from tracker.rulesets.deathzap2 import RULESET
from tracker.testing.match_in_memory import u
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.vocabulary.subject_ids import UnitId

FORECASTS = 8
"""Of a random game, that are read in both ways."""


def odds(game: Game, line: str, runs: int = 500) -> Forecast:
    return forecast_action(game, parse_command(game, line), OddsBudget(runs))


def lost(found: Forecast, unit: str = "b2") -> dict[int, float]:
    (losses,) = [losses for losses in found.losses if losses.who == unit]
    return {one.n: one.chance for one in losses.chances}


def binomial(n: int, chance: float) -> dict[int, float]:
    return {k: comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)}


def marked(found: Forecast) -> dict[str, float]:
    return {one.what: one.chance for one in found.marks}


def rest(game: Game) -> Forecast:
    found = forecast_rest_of_open_action(game)
    assert found is not None
    return found


def test_a_volley_before_it_is_rolled() -> None:
    # Alpha's eight dice: hit on 4+, through on 4+, not saved on 1 to 5.
    game = shooting()
    before = game.version
    found = odds(game, "r1 > b2 soft")
    assert lost(found) == pytest.approx(binomial(8, 1 / 2 * 1 / 2 * 5 / 6))
    assert found.exact
    assert game.version == before
    assert game.pending is None


def test_the_rest_of_a_volley_keeps_its_dice() -> None:
    game = shooting()
    say(game, "r1 > b2 soft : =5")
    assert lost(rest(game)) == pytest.approx(binomial(5, 1 / 2 * 5 / 6))
    say(game, "answer : =3")
    assert lost(rest(game)) == pytest.approx(binomial(3, 5 / 6))
    assert rest(game).exact


@pytest.mark.thorough
def test_the_rest_after_every_roll_makes_up_the_whole() -> None:
    game = shooting()
    whole = lost(odds(game, "r1 > b2 soft"))
    summed: dict[int, float] = {}
    for hits, chance in binomial(8, 1 / 2).items():
        say(game, f"r1 > b2 soft : ={hits}")
        found = forecast_rest_of_open_action(game)
        after = {0: 1.0} if found is None else lost(found)
        for n, more in after.items():
            summed[n] = summed.get(n, 0.0) + chance * more
        game.undo_action_or_correction()
    assert summed == pytest.approx(whole)


def test_damage_and_what_follows_it_are_named() -> None:
    # Hammer's Destroyer on the Stalker: hits on 2+, through its medium shields on 4+, the save on
    # 3+ fails; then 1 or 2 halve its speed, 4 or 5 enrage it, 6 destroys it.
    found = odds(shooting(), "r3 > b3 open with destroyer")
    damage = 5 / 6 * 1 / 2 * 1 / 3
    marks = {mark.what: mark.chance for mark in found.marks}
    assert marks["B3.1 Stalker: half speed at phase end"] == pytest.approx(damage / 3)
    assert {one.what: one.chance for one in found.aftermaths} == pytest.approx(
        {"enraged": damage / 3}
    )
    assert lost(found, "b3")[1] == pytest.approx(damage / 6)
    assert found.assumptions == ("others within 3 inches: nobody",)


def test_a_number_carried_by_who_may_be_destroyed_is_that_of_who_is_still_there() -> None:
    # The Stalker's speed is halved for good; a volley that destroys it changes nothing of that.
    game = shooting()
    say(game, "fix b3 half")
    found = odds(game, "r1 > b3")
    assert "half speed" not in list_result_kinds(found)
    assert list_result_kinds(found) >= {"losses", "half speed at phase end"}


def test_marks_that_are_certain_are_no_news() -> None:
    game = shooting()
    assert odds(game, "r1 holds") == Forecast((), (), ())
    assert not any("fired" in mark.what for mark in odds(game, "r1 > b2").marks)


def test_panic_at_the_end_of_the_phase() -> None:
    # Six left, four killed: panicked where 4 x second die > 6 x first die. With a 1 first that is
    # 2 to 6, with a 2 it is 4 to 6, with a 3 it is 5 and 6: ten pairs of 36.
    game = shooting()
    say(game, "fix b2 to-remove +4", "next")
    (mark,) = odds(game, "next").marks
    assert mark.what == "B2 Dusk rifles: PANIC"
    assert mark.chance == pytest.approx(10 / 36)


def test_panic_checks_that_end_the_game_are_told_once() -> None:
    # Nobody is left of Blue, so the game ends right after the check of Alpha: three left, three
    # killed. The second die is the higher in 15 pairs of 36.
    game = shooting()
    say(game, *(f"fix b{unit} figures 0" for unit in (1, 2, 3)), "fix r1 to-remove +3")
    panic = pytest.approx(15 / 36)
    assert marked(odds(game, "next"))["R1 Alpha: PANIC"] == panic
    say(game, "next")
    assert marked(rest(game))["R1 Alpha: PANIC"] == panic


def test_a_roll_that_is_made_again_after_a_tie() -> None:
    # A tie is rolled again, so that each side has every other chance.
    game = begin()
    each = {"Red: acts first": 0.5, "Blue: acts first": 0.5}
    assert marked(rest(game)) == pytest.approx(each)
    say(game, "impetus : 33")
    assert marked(rest(game)) == pytest.approx(each)
    assert list_result_kinds(rest(game)) == {"acts first"}


def test_the_deployment_roll_says_who_sets_up_first() -> None:
    game = undeployed(book(), {"game": "basic"})
    each = {"Red: sets up first": 0.5, "Blue: sets up first": 0.5}
    assert marked(rest(game)) == pytest.approx(each)


def frightened(left: int, killed: int) -> float:
    """DZ-T18 by counting: the die for the killed times their number is the higher."""
    return sum(killed * b > left * a for a in range(1, 7) for b in range(1, 7)) / 36


def test_a_volley_tells_its_hits_and_the_panic_of_its_target_beside_its_losses() -> None:
    # Eight dice hit on 4+; each kills by 5/24. Ten stand: of k killed, 10 - k are left.
    game = shooting()
    found = odds(game, "r1 > b2 soft")
    (hits,) = found.rolled
    assert hits.what == "hits of R1 Alpha at B2 Dusk rifles"
    assert {one.n: one.chance for one in hits.chances} == pytest.approx(binomial(8, 1 / 2))
    assert hits.expected == pytest.approx(4)
    killed = binomial(8, 1 / 2 * 1 / 2 * 5 / 6)
    panic = sum(chance * frightened(10 - k, k) for k, chance in killed.items())
    assert marked(found) == pytest.approx({"B2 Dusk rifles: PANIC": panic})
    assert found.assumptions == ("no more killed in this phase",)
    assert list_result_kinds(found) == {"losses", "hits", "PANIC"}


@pytest.mark.parametrize("killed", [2, 5, 9])
def test_the_panic_that_is_told_is_that_of_the_end_of_the_phase(killed: int) -> None:
    # Of nine killed the last one stands alone, and panics whatever is rolled.
    game = shooting()
    say(game, f"r1 > b2 soft : =8 / =8 / -{min(killed, 8)}")
    if killed > 8:
        say(game, "r2 > b2 soft : =1 / =1 / -1")
    (told,) = RULESET.later(game.match)
    assert told.chance == pytest.approx(frightened(10 - killed, killed) if killed < 9 else 1)
    say(game, "next")
    if killed < 9:
        assert marked(odds(game, "next")) == pytest.approx({"B2 Dusk rifles: PANIC": told.chance})
    else:
        say(game, "next")
        assert game.match.has(u("b2"), told.marker)


def test_losses_so_far_count_also_where_a_volley_misses() -> None:
    # Four of ten are killed already: a miss leaves the ten pairs of 36 there are.
    game = shooting()
    say(game, "fix b2 to-remove +4")
    found = forecast_line(game, "r1 > b2 soft : =1 / =1")
    chance = 5 / 6 * frightened(5, 5) + 1 / 6 * frightened(6, 4)
    assert marked(found) == pytest.approx({"B2 Dusk rifles: PANIC": chance})


def test_of_who_has_panicked_already_it_is_not_told_that_it_stays_so() -> None:
    game = shooting()
    say(game, "fix b2 panic", "fix b2 figures -7")  # three left, who may all fall
    found = odds(game, "r1 > b2 soft")
    assert lost(found)[3] > 0.1
    assert marked(found) == {}


def test_answers_count_and_what_is_not_answered_is_open() -> None:
    # Six rolled to hit, then four others near: five dice, through on 2+ of an upgraded weapon
    # against light shields, saved by a 6.
    game = shooting()
    line = "r3 > b2 open with destroyer"
    found = forecast_line(game, f"{line} : 6 / in 4")
    assert lost(found) == pytest.approx(binomial(5, 2 / 3 * 5 / 6))
    assert lost(forecast_line(game, f"{line} : 6")) != lost(found)
    missed = forecast_line(game, f"{line} : 1")
    assert (missed.losses, missed.marks) == ((), ())
    all_of_it = forecast_line(game, f"{line} : 6 / in 4 / =3 / -2")
    assert lost(all_of_it) == {2: 1}
    assert marked(all_of_it) == pytest.approx({"B2 Dusk rifles: PANIC": frightened(8, 2)})
    # Three of the five have gone through, two are still out.
    some = forecast_line(game, f"{line} : 6 / in 4 / 636")
    open_yet = binomial(2, 2 / 3)
    assert lost(some)[5] == pytest.approx(open_yet[2] * (5 / 6) ** 5)
    assert lost(some)[0] == pytest.approx(sum(open_yet[n] * (1 / 6) ** (3 + n) for n in range(3)))
    with pytest.raises(Refused, match="5 dice to roll, 6 typed"):
        forecast_line(game, f"{line} : 6 / in 4 / 666666")
    with pytest.raises(Refused, match="5 dice to roll, 3 typed"):
        forecast_line(game, f"{line} : 6 / in 4 / 666 / -1")
    with pytest.raises(Refused, match="Leave out `r`, and type only dice that you have rolled"):
        forecast_line(game, f"{line} : r")
    with pytest.raises(Refused, match="Type one action"):
        forecast_line(game, "r1 > b2 soft : =0 | r2 > b2 soft : =0")


def test_one_die_of_a_roll_off_leaves_the_other_open() -> None:
    # A 5 beats 1 to 4; a second 5 is a tie, after which each side has every other chance.
    found = forecast_line(begin(), "impetus : 5")
    assert marked(found)["Red: acts first"] == pytest.approx(4 / 6 + 1 / 6 / 2)


def test_once_a_monster_rages_the_odds_are_those_of_its_attack() -> None:
    # A 4 of damage enrages the Stalker. Its eight dice hit on 4+ (Regular on both sides), go
    # through medium shields on 5+, and Regular infantry saves on 5+.
    game = shooting()
    say(game, "r3 > b3 open with destroyer : 6 / in 0 / =1 / -1 / 4")
    assert 'reaches Alpha within 4": no' in rest(game).assumptions
    say(game, "answer : r1 / yes")
    found = rest(game)
    bites = binomial(8, 1 / 2 * 1 / 3 * 2 / 3)
    # Six of Alpha stand: more bites than those kill nobody more.
    most = {k: bites[k] for k in range(6)} | {6: bites[6] + bites[7] + bites[8]}
    assert lost(found, "r1") == pytest.approx(most)
    assert found.aftermaths == ()


@pytest.mark.thorough
def test_samples_come_close_to_what_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    game = shooting()
    exact = odds(game, "r1 > b2 soft").losses[0].expected
    monkeypatch.setattr("tracker.application.chances.action_odds.BUDGET", 10)
    sampled = odds(game, "r1 > b2 soft", runs=400)
    assert (sampled.exact, sampled.runs) == (False, 400)
    assert sampled.off_by == pytest.approx(0.049)  # 1.96 x 0.5 / 20
    assert sampled.losses[0].expected == pytest.approx(exact, abs=0.25)
    say(game, "r1 > b2 soft : =5 / =3")
    again = forecast_rest_of_open_action(game, OddsBudget(400))
    assert again is not None
    # The dice that were said stand: three saves, each failed five times in six.
    assert max(lost(again)) == 3
    assert again.losses[0].expected == pytest.approx(2.5, abs=0.25)


def test_nothing_open_has_no_rest() -> None:
    assert forecast_rest_of_open_action(shooting()) is None


def test_odds_of_what_is_no_action_are_refused() -> None:
    game = shooting()
    for line in ("fix b1 panic", "r1 > b2 | r2 > b2", "panic b1"):
        with pytest.raises(Exception, match="Type one action"):
            parse_command(game, line)
    assert refused(game, "r9 > b2")


@pytest.mark.parametrize("name", sorted(load_playable_rulesets()))
def test_units_that_an_action_leaves_alone_need_not_be_read_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The forecasts of a random game are those that read every unit after each outcome."""

    def list_every_unit(state: State, changes: Changes) -> set[UnitId]:
        return {*state.units, *(unit for unit, _ in changes[1])}

    rng = random.Random(5)
    game = begin_random_game(load_playable_rulesets()[name], rng)
    told = 0
    while told < FORECASTS and play_random_input(game, rng):
        found = _forecast(game)
        with monkeypatch.context() as every:
            every.setattr(State, "find_changed_units", list_every_unit)
            assert _forecast(game) == found
        told += found is not None and found.has_uncertain_results
    assert told


def _forecast(game: Game) -> Forecast | None:
    try:
        return forecast_rest_of_open_action(game, OddsBudget(20, 2_000))
    except Refused:
        return None
