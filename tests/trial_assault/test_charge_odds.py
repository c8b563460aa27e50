"""What odds tell of a charge before it is declared: the fight, who breaks, who is caught."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.trial_assault import evening
from tests.trial_assault.table import B1, BLUE, R1, R2, RED, Table, guard, model
from tracker.application.chances.action_odds import forecast_line
from tracker.procedures.runners.odds import Odds, OddsRunner, sample
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.tables import INCH
from tracker.rulesets.trial_assault.phases.charges import ChargeAt
from tracker.testing.laws import check_odds
from tui.views.forecast_work import describe_forecast

CHARGE = RULESET.actions["charge"]
AT_B1 = ChargeAt((R1,), (B1,))
KILLED = Fraction(368, 729)
"""Two blows of a trooper at a guard, each 4/6 x 4/6 x 4/6: 1 - (19/27) squared."""
STRUCK_BACK = Fraction(1, 18)
"""The blow of a guard that is left: hits on 4, wounds on 5, saved on 3: 1/2 x 1/3 x 1/3."""


def odds(play: Table, params: ChargeAt = AT_B1) -> Odds:
    assert CHARGE.foretold is not None
    runner = OddsRunner(RULESET, play.table.state, number=Fraction)
    return runner.run(CHARGE.foretold, (RED, params))


def told(found: Odds, what: str, subject: str) -> dict[int | str, Any]:
    return {
        one.value: chance
        for one, chance in found.told.items()
        if (one.what, one.subject) == (what, subject)
    }


def carrying(found: Odds, marker: str) -> Any:
    """How likely it is that B1 carries a marker in the end."""
    return found.of(lambda match, _: match.exists(B1) and match.has(B1, marker)).get(True, 0)


@pytest.mark.rule("TA-RES-01")
def test_one_against_one_by_hand() -> None:
    """The trooper strikes first, at step 4; who is slain strikes nobody."""
    found = odds(Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}))
    lost = (1 - KILLED) * STRUCK_BACK
    assert told(found, "close combat", R1) == {
        "won": KILLED,
        "lost": lost,
        "drawn": 1 - KILLED - lost,
    }
    assert told(found, "wounds", RED) == {1: KILLED, 0: 1 - KILLED}
    assert told(found, "wounds", BLUE) == {1: lost, 0: 1 - lost}
    assert found.of(lambda match, _: match.exists(B1)) == {False: KILLED, True: 1 - KILLED}
    assert set(found.assumptions) == {
        "all of R1 in contact",
        "all of B1 in contact",
        "B1 in no cover from R1",
    }


def hunted(**more: Any) -> Table:
    """A hunter at a beast of three wounds that does not strike: two blows, each 4/6 x 4/6."""
    profiles = {"hunter": model(**more), "ox": guard(w=3, a=0, sv=0)}
    return Table({"r1": {"hunter": 1}}, {"b1": {"ox": 1}}, profiles=profiles)


@pytest.mark.rule("TA-SWEEP-02", "TA-MORALE-04")
def test_who_breaks_and_who_is_caught_by_hand() -> None:
    """Leadership 7 fails in 15 of 36; of two throws of 2D6, 146 of 1,296 are alike, and of the
    others one half has the sweep higher.
    """
    found = odds(hunted())
    assert told(found, "wounds", RED) == {
        0: Fraction(25, 81),
        1: Fraction(40, 81),
        2: Fraction(16, 81),
    }
    broke = Fraction(56, 81) * Fraction(15, 36)
    assert told(found, "morale", B1) == {"holds": Fraction(56, 81) - broke, "breaks off": broke}
    assert carrying(found, markers.CAUGHT) == broke * Fraction(575, 1296)
    assert carrying(found, markers.FLEES) == broke * Fraction(721, 1296)


def test_both_oracles_agree_on_a_charge_to_its_end() -> None:
    one = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}})
    assert check_odds(one, "charge", RED, AT_B1) == 3


@pytest.mark.thorough
def test_both_oracles_agree_on_a_charge_with_a_sweep() -> None:
    assert check_odds(hunted(a=0), "charge", RED, AT_B1) > 10
    assert check_odds(hunted(sweep=0), "charge", RED, AT_B1) == 5


@pytest.mark.rule("TA-CHG-12")
def test_a_charge_that_may_fall_short() -> None:
    """Four inches through terrain: not with both dice below 4, 1 in 4."""
    play = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}})
    found = odds(play, ChargeAt((R1,), (B1,), length=4 * INCH, rough=True))
    assert told(found, "charge", R1) == {
        "in contact": Fraction(3, 4),
        "not in contact": Fraction(1, 4),
    }
    assert told(found, "close combat", R1)["won"] == KILLED * Fraction(3, 4)


@pytest.mark.rule("TA-MULTI-01")
def test_two_units_at_one_fight_one_combat() -> None:
    """Both reach both guards: four blows, each slays in 4/6 x 4/6 x 4/6, and two guards can die."""
    one = {"zealot": 1}
    profiles = {"zealot": model(fearless=True), "brave": guard(fearless=True)}
    play = Table({"r1": one, "r2": one}, {"b1": {"brave": 2}}, profiles=profiles)
    found = odds(play, ChargeAt((R1, R2), (B1,)))
    slays, misses = Fraction(8, 27), Fraction(19, 27)
    none, single = misses**4, 4 * slays * misses**3
    assert told(found, "wounds", RED) == {0: none, 1: single, 2: 1 - none - single}


@pytest.mark.thorough
def test_a_sample_is_what_the_exact_odds_say_within_its_error() -> None:
    play, runs = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}), 60
    exact = odds(play)
    assert CHARGE.foretold is not None
    found = sample(RULESET, play.table.state, CHARGE.foretold, (RED, AT_B1), runs, Random(3))
    for one, chance in exact.told.items():
        deviation = float(chance * (1 - chance) / runs) ** 0.5
        assert abs(found.told.get(one, 0) - chance) < 4 * deviation + 1e-9


def test_what_is_told_is_not_taken_for_granted() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}})
    play.fix(markers.TOLD.set(R1), markers.ENGAGED.set(*play.match.figures(R1), value="b1"))
    play.fix(markers.COVERED.link_between(B1, R1))
    assert odds(play).assumptions == ("all of B1 in contact",)


def test_a_narrow_screen_says_who_wins_before_how_many_are_lost_in_all() -> None:
    game = evening.begin("next", "next", "fix r1 figures -6", "fix b1 figures -4")
    found = forecast_line(game, "r1 charges b1")
    line = describe_forecast(found, 76)
    assert re.fullmatch(
        r"Troopers expected \d\.\d · won \d+%  drawn \d+%  lost \d+% · B1 [a-z ]+ \d+%", line
    )
    assert re.search(r"expected \d\.\d wounds of Red at Blue", describe_forecast(found, 400))


def test_a_charge_by_leave_of_the_table_after_the_fight_is_no_fight_yet() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}, phase="pile")
    assert not told(odds(play), "close combat", R1)


def test_a_charge_is_foretold_before_its_phase_and_once_its_dice_lie() -> None:
    game = evening.begin("fix r1 figures -7", "fix b1 figures -5")
    found = forecast_line(game, "r1 charges b1")
    ways = {one.kind: one for one in found.ways}
    assert ways["close combat"].what == "close combat of R1 Raiders against B1 Troopers"
    assert "charge" not in ways
    begun = forecast_line(game, "r1 charges b1 4in rough : 46")
    assert begun.ways == found.ways
    (contact,) = (
        one for one in forecast_line(game, "r1 charges b1 4in rough").ways if one.kind == "charge"
    )
    assert [one.chance for one in contact.chances] == pytest.approx([0.25, 0.75])
