"""Held fire, bands of a ten-sided die, and a vehicle with people inside."""

from __future__ import annotations

import pytest

from tests.thin.xenocide import RULESET, EndPhase, Fire
from tests.thin.xenocide_vehicles import Strike
from tracker.testing.match_in_memory import BLUE, RED, Play, f, u
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import FiguresRemoved, Linked, MarkerSet, UnitFormed

A1, A2, B1, C1, RAIDER = u("r1"), u("r2"), u("b1"), u("b2"), u("b5")
PROFILES: dict[str, dict[str, int]] = {name: {} for name in ("rifle", "sergeant", "raider", "crew")}


def game(red: int = 6, blue: int = 5, crew: int = 0) -> Play:
    play = Play(RULESET)
    play.muster(RED, {"r1": {"rifle": red}, "r2": {"rifle": 4}}, PROFILES)
    units = {"b1": {"rifle": blue}, "b2": {"rifle": 4}, "b5": {"raider": 1, "crew": crew}}
    play.muster(BLUE, units, PROFILES)
    play.clock(1, "shooting")
    return play


def stands(play: Play, handle: str) -> tuple[int, int]:
    """How many figures, and how many suppression markers."""
    match = play.match
    return len(match.figures(u(handle))), int(match.mark(u(handle), "suppressed") or 0)


def test_an_exchange_of_fire_is_simultaneous() -> None:
    # XF-W72: threshold 4, hit on 3, save on 3
    play = game()
    play.do("fire", RED, Fire(A1, B1))
    play.rolls("316290", "582")  # 3 hits, 2 wounds, 6/4 = 1 marker: all held
    assert stands(play, "b1") == (5, 0)
    play.do("fire", BLUE, Fire(B1, A1))
    play.rolls("42387", "91")  # 5 dice still; 2 hits, 1 lost; 5/4 = 1 marker
    assert stands(play, "r1") == (5, 1)
    assert stands(play, "b1") == (3, 1)
    play.do("fire", BLUE, Fire(C1, A1))
    play.roll("9999")
    assert stands(play, "r1") == (5, 2)  # 4/4 = 1 more, at once
    check_all_laws(play)


def test_what_is_held_takes_effect_at_the_end_of_the_phase() -> None:
    play = game()
    play.do("fire", RED, Fire(A1, B1))
    play.rolls("316290", "582")
    play.do("end", None, EndPhase())
    assert stands(play, "b1") == (3, 1)
    assert play.match.phase == "movement"
    assert not play.match.has(A1, "fired")
    check_all_laws(play)


def test_the_owner_picks_who_falls_when_held_fire_is_released() -> None:
    play = game()
    play.fix(UnitFormed(unit=u("b9"), side=BLUE, name="mixed", figures=(f("b1", 1), f("b5", 1))))
    play.do("fire", RED, Fire(A1, u("b9"), power=4))
    play.roll("100000")  # one hit; on 0 nobody can save, so nothing is rolled
    play.do("fire", BLUE, Fire(u("b9"), A1))
    play.roll("99")
    assert play.asked.side == BLUE
    play.choose((("1", 1),))
    assert play.match.figures(u("b9")) == (f("b1", 1),)
    check_all_laws(play)


def test_natural_tens_hit_the_friends_between() -> None:
    play = game()
    play.do("fire", RED, Fire(A1, B1, past=A2))
    play.rolls("300491", "99", "94")  # 3 1 hit; two tens; 4 is near, and nothing without an area
    assert play.match.mark(B1, "held") == 2
    assert play.match.mark(A2, "held") == 2
    assert not play.match.has(A2, "held-markers")  # stray shots do not suppress
    check_all_laws(play)


def test_an_area_weapon_that_misses_by_two_still_strikes() -> None:
    # two rockets of 2 d3: one hits (3 + 1 = 4 struck), one is 5 against 3: near, 2 struck.
    # 6, but only 5 figures are there; 2 x 2 attacks / 4 = 1 marker
    play = game(red=2)
    play.do("fire", RED, Fire(A1, B1, area=2))
    play.rolls("25", "31", "11199")
    assert (play.match.mark(B1, "held"), play.match.mark(B1, "held-markers")) == (2, 1)
    check_all_laws(play)


def test_passengers_of_a_wreck_save_and_stand_outside() -> None:
    # XF-W60: save -3, die 4: 7 markers, twice the threshold of 3. XF-W64: 3 of 5 passengers lost
    play = game()
    play.fix(Linked(relation="aboard", a=B1, b=RAIDER))
    play.do("strike", RED, Strike(A1, RAIDER, 1, -3))
    play.rolls("4", "41901")
    assert stands(play, "b1") == (2, 0)
    assert play.match.links("aboard") == ()
    assert not play.match.exists(RAIDER)
    assert play.match.figure(f("b5", 1)).gone == "destroyed"
    check_all_laws(play)


def test_a_crew_bails_out_as_a_unit() -> None:
    play = game(crew=2)
    play.do("strike", RED, Strike(A1, RAIDER, 2, 3))
    play.rolls("72")  # 7 - 3 = 4, 2 is saved: at least 3, less than 6
    assert (play.match.mark(RAIDER, "damage"), play.match.has(RAIDER, "disabled")) == (4, True)
    play.do("strike", RED, Strike(A1, RAIDER, 1, 3))
    play.rolls("5", "19")  # 4 + 2 = 6 destroys; one of the crew saves on 1
    assert play.match.figures(u("b6")) == (f("b5", 2),)
    assert play.match.unit(u("b6")).side == BLUE
    assert play.match.figure(f("b5", 3)).gone == "killed"
    check_all_laws(play)


def test_held_fire_goes_with_the_unit_that_is_gone() -> None:
    play = game()
    play.do("fire", RED, Fire(A1, B1))
    play.rolls("316290", "582")
    facts = play.fix(FiguresRemoved(figures=play.match.figures(B1), how="fled"))
    assert len(facts) == 3
    assert not play.match.has(B1, "held")
    check_all_laws(play)


@pytest.mark.parametrize("held", [0, 1])
def test_odds_of_held_fire(held: int) -> None:
    play = game(red=2, blue=2)
    if held:
        play.fix(MarkerSet(subjects=(A1,), marker="held", value=1))
    # 0, 1 or 2 losses held by the target; the firer's own loss applies when it has fired
    assert assert_odds_agree(play, "fire", RED, Fire(A1, B1)) == 3


def test_odds_of_an_area_weapon_past_friends() -> None:
    play = game(red=2, blue=2)
    assert assert_odds_agree(play, "fire", RED, Fire(A1, B1, past=A2, area=1)) > 5


def test_odds_of_a_wreck() -> None:
    play = game(blue=2, crew=1)
    play.fix(Linked(relation="aboard", a=B1, b=RAIDER))
    # no damage, 1 to 5 markers, or destroyed at 6, 7 with 0-2 passengers and 0-1 crew lost
    assert assert_odds_agree(play, "strike", RED, Strike(A1, RAIDER, 1, 3)) == 1 + 5 + 2 * 3 * 2
