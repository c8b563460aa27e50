"""Saves, wounds and who falls (XF-DMG)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, LASER, R1, R2, Table, brute, fire, trooper
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.rulesets.xenocide.attacks.hits_and_saves import group_figures_by_armour_and_wounds
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.testing.match_in_memory import BLUE, RED
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Wounded


@pytest.mark.rule("XF-W09", "XF-DMG-02", "XF-FORCE-03")
def test_wounds_add_up_on_the_unit() -> None:
    play = Table(
        {"r1": {"rifle": 7}, "r2": {"rifle": 2}},
        {"b1": {"soft": 4}},
        profiles={"soft": trooper(wounds=3, armour=1)},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("1111111")  # save on 0: none is rolled
    assert (play.stands("b1")[0], play.carried("b1")) == (2, 1)
    fire(play, RED, R2, B1)
    play.roll("11")
    assert (play.stands("b1")[0], play.carried("b1")) == (1, 0)
    check_all_laws(play)


@pytest.mark.rule("XF-W10", "XF-WPN-05", "XF-DMG-03", "XF-G24")
@pytest.mark.parametrize(("dice", "wounds", "lost"), [("29", 3, 0), ("30", 3, 0), ("30", 1, 1)])
def test_several_saves_of_one_hit_are_of_one_model(dice: str, wounds: int, lost: int) -> None:
    play = Table(
        {"r1": {"laser": 1}},
        {"b1": {"target": 3}},
        profiles={"laser": trooper(LASER), "target": trooper(armour=7, wounds=wounds)},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("1", dice)  # save on 7 - 5 = 2
    failed = sum(int(die) > 2 or die == "0" for die in dice)
    assert play.stands("b1")[0] == 3 - lost
    assert play.carried("b1") == (failed if wounds > 1 else 0)


def test_saves_of_one_hit_say_how_many_hits_follow() -> None:
    """Two lasers hit; each hit takes two saves, and one wound at most of who bears one."""
    profiles = {"laser": trooper(LASER), "target": trooper(armour=7)}
    play = Table({"r1": {"laser": 2}}, {"b1": {"target": 3}}, profiles=profiles)
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("11")
    for told in ("2 saves for one hit, 1 hit to follow", "2 saves for one hit"):
        assert play.asked.made_of == told  # type: ignore[attr-defined]
        play.rolls("99")


@pytest.mark.rule("XF-W37", "XF-DMG-03", "XF-G24")
def test_three_saves_a_hit_on_brutes() -> None:
    gun = Gun("cannon", 3, power=4, saves=3, normal=36)
    play = Table({"r1": {"gunner": 2}}, {"b1": {"brute": 2}}, profiles={"gunner": trooper(gun)})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("11", "159780")  # save on 2: two fail of the first hit, three of the second
    assert (play.stands("b1")[0], play.carried("b1")) == (1, 2)


@pytest.mark.rule("XF-W37", "XF-G24")
@pytest.mark.parametrize(("cap", "left"), [("model_wounds", 4), ("none", 2)])
def test_what_one_model_cannot_bear_is_lost(cap: str, left: int) -> None:
    gun = Gun("cannon", 3, power=4, saves=3, normal=36)
    play = Table(
        {"r1": {"gunner": 1}},
        {"b1": {"rifle": 5}},
        profiles={"gunner": trooper(gun)},
        options={"multi_save_cap": cap},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("1")  # save on 0: all three fail
    assert play.stands("b1")[0] == left


@pytest.mark.rule("XF-DMG-01", "XF-G26", "XF-FORCE-04", "XF-WPN-03")
@pytest.mark.parametrize(("ten_fails", "lost"), [(False, 0), (True, 1)])
def test_a_sure_save_is_not_rolled(ten_fails: bool, lost: int) -> None:
    play = Table(
        {"r1": {"rifle": 1}},
        {"b1": {"hard": 3}},
        profiles={"hard": trooper(armour=11)},
        options={"save_natural_ten_fails": ten_fails},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("1")
    if ten_fails:
        play.roll("0")
    assert play.stands("b1")[0] == 3 - lost


@pytest.mark.rule("XF-DMG-04", "XF-G25")
def test_the_owner_deals_hits_to_unlike_figures_once_each_first() -> None:
    play = Table({"r1": {"rifle": 3}}, {"b1": {"rifle": 1, "brute": 1}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("111")
    assert play.asked.side == BLUE
    assert play.asked.total == 1  # type: ignore[attr-defined]  # one each, then one more


@pytest.mark.rule("XF-DMG-04", "XF-G25")
@pytest.mark.parametrize(("hits", "proposed"), [("1", (("1", 1),)), ("111", (("1", 2), ("2", 1)))])
def test_hits_are_proposed_for_the_plainest_figures_and_commanders_last(
    hits: str, proposed: tuple[tuple[str, int], ...]
) -> None:
    play = Table(
        {"r1": {"rifle": len(hits)}},
        {"b1": {"chief": 1, "plain": 2, "elite": 2}},
        profiles={
            "chief": trooper(armour=5, commander=True, cost=10),
            "plain": trooper(armour=3, cost=20),
            "elite": trooper(armour=4, cost=30),
        },
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll(hits)
    assert get_default_answer(play.asked) == proposed


@pytest.mark.rule("XF-DMG-05", "XF-G100")
def test_the_owner_picks_among_those_who_bear_alike() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 2, "lmg": 1}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("1", "9")
    assert play.asked.side == BLUE
    play.choose((("1", 1),))
    assert play.match.figures(B1)[-1] == play.match.figures(B1)[1]


@pytest.mark.rule("XF-G25")
def test_by_house_rule_who_fired_deals_hits_or_all_save_as_most_do() -> None:
    for rule, asked in (("shooter", RED), ("majority", None)):
        options = {"hit_allocation": rule}
        units = {"rifle": 2, "brute": 1}
        play = Table({"r1": {"rifle": 4}}, {"b1": units}, options=options)
        play.orders(b1="run")
        fire(play, RED, R1, B1)
        play.roll("1111")
        if asked is None:
            assert play.asked.count == 4  # type: ignore[attr-defined]  # all on the riflemen
        else:
            assert (play.asked.side, play.asked.subject) == (asked, B1)
            play.choose((("0", 1),))  # one each, and one more on a rifleman
            assert play.asked.side == BLUE  # who saves, as ever


@pytest.mark.rule("XF-G100")
def test_by_house_rule_a_die_says_who_falls() -> None:
    options = {"casualty_choice": "random"}
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2, "lmg": 1}}, options=options)
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("11", "99")
    first, second, third = play.match.figures(B1)
    assert (play.asked.side, play.asked.subject) == (BLUE, B1)
    play.roll("0")  # three of them: 1 to 9, and a ten again
    play.rolls("4", "5")  # the second of three; then 1 to 5 is the first of two
    assert play.match.figures(B1) == (third,)
    assert {play.match.figure(one).gone for one in (first, second)} == {"killed"}
    check_all_laws(play)


@pytest.mark.rule("XF-DMG-05", "XF-G100")
def test_the_owner_says_who_of_them_is_left() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2, "lmg": 1}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("11", "99")
    assert (play.asked.side, play.asked.total) == (BLUE, 2)  # type: ignore[attr-defined]


@pytest.mark.rule("XF-DMG-02", "XF-DMG-05", "XF-G100")
def test_who_is_left_keeps_the_wounds_he_had_and_no_more() -> None:
    """Three wounds and the one that the boss carries fell one of three wounds, and one is left."""
    play = Table(
        {"r1": {"rifle": 3}},
        {"b1": {"brute": 1, "boss": 1}},
        profiles={"boss": brute(commander=True)},
    )
    play.orders(b1="run")
    boss = play.match.figures(B1)[1]
    play.fix(Wounded(subjects=(boss,), wounds=1))
    fire(play, RED, R1, B1)
    play.rolls("111", "999")  # armour 6, power 1: saved on 5
    play.choose((("0", 1),))
    assert play.match.figures(B1) == (boss,)
    assert play.carried("b1") == 1


@pytest.mark.rule("XF-DMG-04")
def test_figures_that_save_alike_are_told_together() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 2, "light-rocket": 1, "brute": 1}})
    found = [
        (one.armour, one.wounds, one.text)
        for one in group_figures_by_armour_and_wounds(play.match, B1)
    ]
    assert found == [(4, 1, "rifle and light rocket"), (6, 3, "brute")]


@pytest.mark.rule("XF-DMG-03", "XF-DMG-04")
def test_who_is_dealt_no_hit_rolls_no_saves() -> None:
    play = Table({"r1": {"laser": 1}}, {"b1": {"rifle": 1, "brute": 1}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("1")
    play.choose((("0", 1),))  # on the rifleman: power 5 against armour 4 leaves no save
    assert play.idle
    assert [play.match.figure(one).profile for one in play.match.figures(B1)] == ["brute"]


@pytest.mark.rule("XF-DMG-03", "XF-G24")
def test_each_of_two_hits_that_take_two_saves_is_rolled_by_itself() -> None:
    play = Table({"r1": {"laser": 2}}, {"b1": {"hard": 3}}, profiles={"hard": trooper(armour=7)})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("11", "99", "29")  # saved on 2: both fail of the first, one of the second
    assert play.stands("b1")[0] == 1


@pytest.mark.rule("XF-DMG-04")
def test_saves_of_unlike_figures_say_whose_they_are() -> None:
    play = Table({"r1": {"rifle": 3}}, {"b1": {"rifle": 1, "brute": 1}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("111")
    play.choose((("0", 1),))  # one each, and one more
    assert play.asked.made_of == "2 on rifle"  # type: ignore[attr-defined]


@pytest.mark.rule("XF-DMG-04", "XF-G25")
def test_hits_of_another_weapon_go_first_to_who_has_none() -> None:
    play = Table({"r1": {"rifle": 1, "pistol": 1}}, {"b1": {"rifle": 1, "brute": 1}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("1", "1")
    play.choose((("0", 1),))  # one hit on the rifleman; nobody is asked of the other
    whose = []
    while not play.idle:
        whose.append(play.asked.made_of)  # type: ignore[attr-defined]
        play.roll("1")
    assert whose == ["1 on rifle", "1 on brute"]
