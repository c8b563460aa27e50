"""One Initiative step: both sides strike at once, mixed armour, who falls first."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.thin.trial_assault import RULESET, Blow, Fight, Lost, leadership, morale
from tracker.procedures.requests import Pick, Score, Split
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.testing.match_in_memory import BLUE, RED, Play, f, u
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import MarkerSet

CHARGERS, GUARDS = u("r1"), u("b1")


def kind(
    skill: int, strength: int, toughness: int, attacks: int, save: int, **more: int
) -> dict[str, int | bool]:
    return {
        "skill": skill,
        "strength": strength,
        "toughness": toughness,
        "attacks": attacks,
        "save": save,
        **more,
    }


PROFILES = {
    "trooper": kind(4, 4, 4, 1, 3),
    "leader": kind(4, 8, 4, 2, 3, leads=True),  # with his fist
    "guard": kind(3, 3, 3, 1, 5, leadership=7),
    "raider": kind(4, 3, 4, 2, 6, leadership=7),
    "initiate": kind(4, 4, 4, 1, 3),
    "neophyte": kind(4, 4, 4, 1, 4),
}


def game(red: dict[str, int], blue: dict[str, int], supporting: tuple[int, ...] = ()) -> Play:
    play = Play(RULESET)
    play.muster(RED, {"r1": red}, PROFILES)
    play.muster(BLUE, {"b1": blue}, PROFILES)
    play.clock(1, "assault")
    if supporting:
        figures = tuple(f("b1", n) for n in supporting)
        play.fix(MarkerSet(subjects=figures, marker="supports"))
    return play


def test_a_round_with_its_result_and_a_sweep_that_fails() -> None:
    # TA-W62: in cover, guards and frag chargers both strike at step 10; the leader at step 1
    play = game({"trooper": 4, "leader": 1}, {"guard": 10}, supporting=(8, 9, 10))
    blows = (
        Blow(CHARGERS, GUARDS, "leader", bonus=2, best=7, step=1),
        Blow(GUARDS, CHARGERS, "guard", step=10),
        Blow(CHARGERS, GUARDS, "trooper", bonus=2, step=10),
    )
    play.do("fight", None, Fight(blows))
    play.rolls("1234456623", "25361", "25")  # 7 + 3 dice: 5 hits, 2 wounds, one fails
    assert isinstance(play.asked, Split)
    assert play.asked.side == RED
    play.default()  # a trooper, not the leader
    assert len(play.match.figures(CHARGERS)) == 5  # and he still strikes
    play.rolls("112233445566", "12345623", "51264")  # 12 dice: 8 hits, 5 wounds, 3 fail
    play.default()  # supporters fall first
    assert play.match.figures(CHARGERS) == (*(f("r1", n) for n in (1, 2, 3)), f("r1", 5))
    assert play.match.figures(GUARDS) == tuple(f("b1", n) for n in range(1, 8))
    play.rolls("2364", "125")  # 4 dice: 3 hits, 2 wounds, no save
    assert len(play.match.figures(GUARDS)) == 5
    assert play.match.clock.step == "1"
    # 5 : 1; guards 5 of 10, 4 enemies against 5: Leadership 7 as it is. 4 + 4 = 8 fails
    assert isinstance(play.asked, Score)
    assert (play.asked.subject, play.asked.need) == (GUARDS, "7 or less")
    play.rolls("44", "63", "35")  # 9 inches; sweep 8 is not more
    assert play.match.mark(GUARDS, "back") == 9
    check_all_laws(play)


def test_a_mob_is_caught_by_none_but_catches() -> None:
    # TA-W61: troopers strike at step 4, raiders at 2 with heavy weapons (saves capped at 4+)
    play = game({"raider": 8}, {"trooper": 6})
    blows = (
        Blow(CHARGERS, GUARDS, "raider", bonus=2, best=4, step=2),
        Blow(GUARDS, CHARGERS, "trooper", step=4),
    )
    play.do("fight", None, Fight(blows))
    play.rolls("124456", "2456", "362")  # 4 hits, 3 wounds, 2 raiders die
    play.rolls("1234561234561234561234" + "56", "112233445566", "3326")
    assert [len(play.match.figures(unit)) for unit in (CHARGERS, GUARDS)] == [6, 3]
    # 3 : 2; 3 of 6 is not below half, 6 against 3 is 2:1: 8 - 2 = 6
    assert isinstance(play.asked, Score)
    assert [(part.name, part.value) for part in play.asked.modifiers] == [
        ("Leadership", 8),
        ("outnumbered", -2),
    ]
    assert play.asked.need == "6 or less"
    play.rolls("34", "25", "44")  # 7 fails; falls back 7, sweep 8 catches
    assert play.match.has(GUARDS, "caught")
    check_all_laws(play)


@pytest.mark.parametrize(
    ("enemies", "models", "number"),
    # TA-W45: 4 v 5 nothing, 9 v 5 -1, 10 v 5 -2, 14 v 5 -2, 15 v 5 -3, 20 v 5 -4, 60 v 5 -4
    [(4, 5, 8), (5, 5, 8), (9, 5, 7), (10, 5, 6), (14, 5, 6), (15, 5, 5), (20, 5, 4), (60, 5, 4)],
)
def test_outnumbered(enemies: int, models: int, number: int) -> None:
    play = game({"trooper": 1}, {"trooper": models})
    assert leadership(play.match, Lost(GUARDS, enemies)).number == number


def test_morale_passes_on_the_number_itself() -> None:
    play = game({"trooper": 5}, {"trooper": 5})
    play.do("morale", BLUE, Lost(GUARDS, 5))
    play.roll("44")  # TA-W64: 4 + 4 = 8 on Leadership 8 holds
    assert play.idle
    assert not play.match.has(GUARDS, "back")
    check_all_laws(play)


@pytest.mark.thorough
def test_odds_of_morale_by_hand() -> None:
    # 8 - 2 = 6: 15 of 36 hold. Else 2D6 against 2D6: a tie in 146 of 1,296, so that a sweep is
    # more in (1,296 - 146) / 2 = 575; the other ends are lengths 2 to 12 it gets away
    play = game({"trooper": 6}, {"trooper": 3})
    assert assert_odds_agree(play, "morale", BLUE, Lost(GUARDS, 6)) == 1 + 1 + 11
    runner = OddsRunner(RULESET, play.table.state, number=Fraction)
    odds = runner.compute_odds(morale, (BLUE, Lost(GUARDS, 6)))
    assert odds.compute_distribution(lambda match, _: match.has(GUARDS, "caught"))[True] == (
        Fraction(21, 36) * Fraction(575, 1296)
    )
    away = odds.compute_distribution(lambda match, _: match.mark(GUARDS, "back"))
    assert away[None] == Fraction(15, 36) + Fraction(21, 36) * Fraction(575, 1296)
    # 12 inches, which no sweep is more than
    assert away[12] == Fraction(21, 36) * Fraction(1, 36)


def test_the_most_numerous_armour_takes_the_first_wounds() -> None:
    # TA-W09: 8 wounds on 4 initiates (3+) and 6 neophytes (4+): 6 saves at 4+, 4 fail; 2 at 3+,
    # 5 and 2, one fails
    play = game({"trooper": 8}, {"initiate": 4, "neophyte": 6})
    play.do("fight", RED, Fight((Blow(CHARGERS, GUARDS, "trooper"),), result=False))
    play.rolls("44444444", "44444444", "123345", "52")
    who = [play.match.figure(figure).profile for figure in play.match.figures(GUARDS)]
    assert who == ["initiate"] * 3 + ["neophyte"] * 2
    check_all_laws(play)


def test_the_owner_chooses_between_equal_groups() -> None:
    play = game({"trooper": 1}, {"initiate": 1, "neophyte": 1})
    play.do("fight", RED, Fight((Blow(CHARGERS, GUARDS, "trooper"),), result=False))
    play.rolls("4", "4")
    assert isinstance(play.asked, Pick)
    assert (play.asked.side, play.asked.default) == (BLUE, "3")
    play.choose("4")
    play.roll("3")  # saves on 4: the neophyte falls
    assert play.match.figures(GUARDS) == (f("b1", 1),)
    check_all_laws(play)


def test_wounds_lap_round_and_pass_on() -> None:
    # 5 wounds on 1 initiate and 2 neophytes: 2 + 1, then 2 again on the neophytes. 4 saves at 4+
    # all fail: both neophytes fall and 2 pass on; the initiate falls though his own save is made
    play = game({"trooper": 5}, {"initiate": 1, "neophyte": 2})
    play.do("fight", RED, Fight((Blow(CHARGERS, GUARDS, "trooper"),), result=False))
    play.rolls("44444", "44444", "1111", "6")
    assert not play.match.exists(GUARDS)
    check_all_laws(play)


def test_both_sides_wipe_each_other_out() -> None:
    play = game({"trooper": 1}, {"initiate": 1})
    blows = (Blow(GUARDS, CHARGERS, "initiate"), Blow(CHARGERS, GUARDS, "trooper"))
    play.do("fight", None, Fight(blows, result=False))
    play.rolls("4", "4", "1", "4", "4", "1")
    assert play.match.units() == ()
    check_all_laws(play)


def test_the_owner_may_let_another_fall() -> None:
    play = game({"trooper": 1, "leader": 1}, {"guard": 2})
    play.do("fight", None, Fight((Blow(GUARDS, CHARGERS, "guard"),), result=False))
    play.rolls("46", "56", "26")  # needs 4+, 5+; one save of 3+ fails
    play.choose((("1", 1),))
    assert play.match.figures(CHARGERS) == (f("r1", 1),)
    check_all_laws(play)


@pytest.mark.thorough
def test_odds_of_a_step_in_which_both_strike() -> None:
    play = game({"trooper": 2}, {"guard": 2}, supporting=(2,))
    blows = (Blow(GUARDS, CHARGERS, "guard"), Blow(CHARGERS, GUARDS, "trooper"))
    # 0-2 fall on either side, and all nine ways are possible
    assert assert_odds_agree(play, "fight", None, Fight(blows, result=False)) == 9


def test_odds_against_mixed_armour() -> None:
    play = game({"trooper": 3}, {"initiate": 1, "neophyte": 2})
    # the initiate is hit by the third wound only: 0-2 neophytes alone, or 0-2 with the initiate
    assert (
        assert_odds_agree(
            play, "fight", RED, Fight((Blow(CHARGERS, GUARDS, "trooper"),), result=False)
        )
        == 6
    )
