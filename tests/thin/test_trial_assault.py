"""One Initiative step: both sides strike at once, mixed armour, who falls first."""

from __future__ import annotations

from tests.thin.trial_assault import RULESET, Blow, Fight
from tracker.procedures.requests import Pick, Split
from tracker.testing.laws import check_all, check_odds
from tracker.testing.play import BLUE, RED, Play, f, u
from tracker.vocabulary.events import MarkerSet

CHARGERS, GUARDS = u("r1"), u("b1")


def kind(
    skill: int, strength: int, toughness: int, attacks: int, save: int, leads: bool = False
) -> dict[str, int | bool]:
    return {
        "skill": skill,
        "strength": strength,
        "toughness": toughness,
        "attacks": attacks,
        "save": save,
        "leads": leads,
    }


PROFILES = {
    "trooper": kind(4, 4, 4, 1, 3),
    "leader": kind(4, 8, 4, 2, 3, leads=True),  # with his fist
    "guard": kind(3, 3, 3, 1, 5),
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


def test_both_sides_strike_in_one_step() -> None:
    # TA-W62: in cover, guards and frag chargers both strike at step 10; the leader at step 1
    play = game({"trooper": 4, "leader": 1}, {"guard": 10}, supporting=(8, 9, 10))
    blows = (Blow(GUARDS, CHARGERS, "guard"), Blow(CHARGERS, GUARDS, "trooper", bonus=2))
    play.do("fight", None, Fight(10, blows))
    play.rolls("1234456623", "25361", "25")  # 7 + 3 dice: 5 hits, 2 wounds, one fails
    assert isinstance(play.asked, Split)
    assert play.asked.side == RED
    play.default()  # a trooper, not the leader
    assert len(play.match.figures(CHARGERS)) == 5  # and he still strikes
    play.rolls("112233445566", "12345623", "51264")  # 12 dice: 8 hits, 5 wounds, 3 fail
    play.default()  # supporters fall first
    assert play.match.figures(CHARGERS) == (*(f("r1", n) for n in (1, 2, 3)), f("r1", 5))
    assert play.match.figures(GUARDS) == tuple(f("b1", n) for n in range(1, 8))
    play.do("fight", None, Fight(1, (Blow(CHARGERS, GUARDS, "leader", bonus=2, no_save=True),)))
    play.rolls("2364", "125")  # 4 dice: 3 hits, 2 wounds, no save
    assert len(play.match.figures(GUARDS)) == 5
    assert play.match.clock.step == "1"
    check_all(play)


def test_the_most_numerous_armour_takes_the_first_wounds() -> None:
    # TA-W09: 8 wounds on 4 initiates (3+) and 6 neophytes (4+): 6 saves at 4+, 4 fail; 2 at 3+,
    # 5 and 2, one fails
    play = game({"trooper": 8}, {"initiate": 4, "neophyte": 6})
    play.do("fight", RED, Fight(4, (Blow(CHARGERS, GUARDS, "trooper"),)))
    play.rolls("44444444", "44444444", "123345", "52")
    who = [play.match.figure(figure).profile for figure in play.match.figures(GUARDS)]
    assert who == ["initiate"] * 3 + ["neophyte"] * 2
    check_all(play)


def test_the_owner_chooses_between_equal_groups() -> None:
    play = game({"trooper": 1}, {"initiate": 1, "neophyte": 1})
    play.do("fight", RED, Fight(4, (Blow(CHARGERS, GUARDS, "trooper"),)))
    play.rolls("4", "4")
    assert isinstance(play.asked, Pick)
    assert (play.asked.side, play.asked.default) == (BLUE, "3")
    play.choose("4")
    play.roll("3")  # saves on 4: the neophyte falls
    assert play.match.figures(GUARDS) == (f("b1", 1),)
    check_all(play)


def test_wounds_lap_round_and_pass_on() -> None:
    # 5 wounds on 1 initiate and 2 neophytes: 2 + 1, then 2 again on the neophytes. 4 saves at 4+
    # all fail: both neophytes fall and 2 pass on; the initiate falls though his own save is made
    play = game({"trooper": 5}, {"initiate": 1, "neophyte": 2})
    play.do("fight", RED, Fight(4, (Blow(CHARGERS, GUARDS, "trooper"),)))
    play.rolls("44444", "44444", "1111", "6")
    assert not play.match.exists(GUARDS)
    check_all(play)


def test_both_sides_wipe_each_other_out() -> None:
    play = game({"trooper": 1}, {"initiate": 1})
    blows = (Blow(GUARDS, CHARGERS, "initiate"), Blow(CHARGERS, GUARDS, "trooper"))
    play.do("fight", None, Fight(4, blows))
    play.rolls("4", "4", "1", "4", "4", "1")
    assert play.match.units() == ()
    check_all(play)


def test_the_owner_may_let_another_fall() -> None:
    play = game({"trooper": 1, "leader": 1}, {"guard": 2})
    play.do("fight", None, Fight(3, (Blow(GUARDS, CHARGERS, "guard"),)))
    play.rolls("46", "56", "26")  # needs 4+, 5+; one save of 3+ fails
    play.choose((("3 leader", 1),))
    assert play.match.figures(CHARGERS) == (f("r1", 1),)
    check_all(play)


def test_odds_of_a_step_in_which_both_strike() -> None:
    play = game({"trooper": 2}, {"guard": 2}, supporting=(2,))
    blows = (Blow(GUARDS, CHARGERS, "guard"), Blow(CHARGERS, GUARDS, "trooper"))
    # 0-2 fall on either side, and all nine ways are possible
    assert check_odds(play, "fight", None, Fight(4, blows)) == 9


def test_odds_against_mixed_armour() -> None:
    play = game({"trooper": 3}, {"initiate": 1, "neophyte": 2})
    # the initiate is hit by the third wound only: 0-2 neophytes alone, or 0-2 with the initiate
    assert check_odds(play, "fight", RED, Fight(4, (Blow(CHARGERS, GUARDS, "trooper"),))) == 6
