"""What could happen, against hand arithmetic; nothing of it is written."""

from __future__ import annotations

from math import comb

import pytest

from tests.deathzap2.evening import begin, refused, say, shooting
from tracker.application.chances.odds import Forecast, odds_of, odds_of_the_rest
from tracker.application.lines.line import command_of
from tracker.application.match.game import Game


def odds(game: Game, line: str, runs: int = 500) -> Forecast:
    return odds_of(game, command_of(game, line), runs=runs)


def lost(found: Forecast, unit: str = "u:b2") -> dict[int, float]:
    (losses,) = [losses for losses in found.losses if losses.unit == unit]
    return {one.n: one.chance for one in losses.chances}


def binomial(n: int, chance: float) -> dict[int, float]:
    return {k: comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)}


def rest(game: Game) -> Forecast:
    found = odds_of_the_rest(game)
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


def test_the_rest_after_every_roll_makes_up_the_whole() -> None:
    game = shooting()
    whole = lost(odds(game, "r1 > b2 soft"))
    summed: dict[int, float] = {}
    for hits, chance in binomial(8, 1 / 2).items():
        say(game, f"r1 > b2 soft : ={hits}")
        found = odds_of_the_rest(game)
        after = {0: 1.0} if found is None else lost(found)
        for n, more in after.items():
            summed[n] = summed.get(n, 0.0) + chance * more
        game.undo_action()
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
    assert lost(found, "u:b3")[1] == pytest.approx(damage / 6)
    assert found.assumptions == ("others within 3 inches: nobody",)


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


def test_a_roll_that_is_made_again_after_a_tie() -> None:
    # Whoever it is that acts first, nobody is lost and no mark is put on.
    game = begin()
    assert rest(game) == Forecast((), (), ())
    say(game, "impetus : 33")
    assert rest(game) == Forecast((), (), ())


def test_samples_come_close_to_what_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    game = shooting()
    exact = odds(game, "r1 > b2 soft").losses[0].expected
    monkeypatch.setattr("tracker.application.chances.odds.BUDGET", 10)
    sampled = odds(game, "r1 > b2 soft", runs=400)
    assert (sampled.exact, sampled.runs) == (False, 400)
    assert sampled.off_by == pytest.approx(0.049)  # 1.96 x 0.5 / 20
    assert sampled.losses[0].expected == pytest.approx(exact, abs=0.25)
    say(game, "r1 > b2 soft : =5 / =3")
    again = odds_of_the_rest(game, runs=400)
    assert again is not None
    # The dice that were said stand: three saves, each failed five times in six.
    assert max(lost(again)) == 3
    assert again.losses[0].expected == pytest.approx(2.5, abs=0.25)


def test_nothing_open_has_no_rest() -> None:
    assert odds_of_the_rest(shooting()) is None


def test_odds_of_what_is_no_action_are_refused() -> None:
    game = shooting()
    for line in ("fix b1 panic", "r1 > b2 | r2 > b2", "panic b1"):
        with pytest.raises(Exception, match="Say one action"):
            command_of(game, line)
    assert refused(game, "r9 > b2")
