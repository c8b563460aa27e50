"""Fire past friends, into melees and from within them (XF-FIRM)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, R1, R2, RIFLE, Table, apc, fire, needed, trooper
from tracker.procedures.requests import Roll
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data.profile_types import Gun, WeaponMount
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire
from tracker.testing.match_in_memory import BLUE, RED, u
from tracker.testing.ruleset_laws import check_all_laws


@pytest.mark.rule("XF-W32", "XF-FIRM-01", "XF-G32", "XF-TGT-03")
def test_tens_strike_the_friends_between() -> None:
    play = Table({"r1": {"rifle": 6}, "r2": {"rifle": 5}}, {"b1": {"rifle": 5}})
    play.orders(b1="run", r2="run")
    fire(play, RED, R1, B1, past=(R2,))
    play.rolls("207301", "934", "52")  # 3 hits: two fail; two tens: one fails
    assert (play.stands("b1")[0], play.stands("r2")) == (3, (4, 0))
    check_all_laws(play)


@pytest.mark.rule("XF-G32", "XF-TGT-04")
@pytest.mark.parametrize("how", [{"options": {"through_friends": "off"}}, {"high": True}])
def test_tens_are_misses_where_nobody_is_in_the_way(how: dict[str, object]) -> None:
    options = how.get("options")
    play = Table({"r1": {"rifle": 6}, "r2": {"rifle": 5}}, {"b1": {"rifle": 5}}, options=options)  # type: ignore[arg-type]
    play.orders(b1="run", r2="run")
    fire(play, RED, R1, B1, past=(R2,), high=bool(how.get("high")))
    play.roll("000000")
    assert play.idle


@pytest.mark.rule("XF-W11", "XF-FIRM-04", "XF-G17")
def test_area_hits_into_a_melee_are_shared_out_evenly() -> None:
    play = Table({"r1": {"light-rocket": 3}, "r2": {"rifle": 5}}, {"b1": {"rifle": 4}})
    play.orders(b1="run", r2="run")
    play.engage("r2", "b1")
    fire(play, RED, R1, B1)
    play.roll("119")
    play.rolls("3", "8")  # 1 hit: all on the target; 3 hits: two and one
    play.rolls("999", "9")
    assert (play.stands("b1")[0], play.stands("r2")[0]) == (1, 4)


@pytest.mark.rule("XF-W34", "XF-G23")
def test_what_is_left_over_in_a_melee_of_three_goes_to_the_target_first() -> None:
    play = Table(
        {"r1": {"rocket": 1}, "r2": {"rifle": 5}, "r3": {"rifle": 5}}, {"b1": {"rifle": 5}}
    )
    play.orders(b1="run", r2="run", r3="run")
    play.engage("r2", "b1")
    play.engage("r3", "b1")
    fire(play, RED, R1, B1)
    play.rolls("1", "86")  # 3 + 2: one each, two left
    assert play.asked.side == BLUE  # the second of them, as the owner of the target says
    play.choose((("u:r2", 1),))
    play.rolls("99", "99", "9")
    assert [play.stands(unit)[0] for unit in ("b1", "r2", "r3")] == [3, 3, 4]


@pytest.mark.rule("XF-G23")
@pytest.mark.parametrize(("d3s", "left"), [("44", (3, 4, 4)), ("84", (3, 3, 4))])
def test_what_is_left_over_goes_to_other_enemies_after_the_target(
    d3s: str, left: tuple[int, ...]
) -> None:
    play = Table(
        {"r1": {"rocket": 1}, "r2": {"rifle": 5}}, {"b1": {"rifle": 5}, "b2": {"rifle": 5}}
    )
    play.orders(b1="run", b2="run", r2="run")
    play.engage("r2", "b1")
    play.engage("r2", "b2")
    fire(play, RED, R1, B1)
    play.rolls("1", d3s)  # 4 or 5: one each, then one more on b1, and of five on b2
    while not play.idle:
        play.roll("9" * play.asked.count)  # type: ignore[attr-defined]
    assert tuple(play.stands(unit)[0] for unit in ("b1", "b2", "r2")) == left


@pytest.mark.rule("XF-FIRM-02", "XF-FIRM-03", "XF-G33")
def test_misses_into_a_melee_are_rolled_again_at_friends() -> None:
    play = Table({"r1": {"rifle": 6}, "r2": {"rifle": 5}}, {"b1": {"rifle": 5}})
    play.orders(b1="run", r2="run")
    play.engage("r2", "b1")
    fire(play, RED, R1, B1)
    play.rolls("312999", "391")  # 3 hits; three that missed again: 3 and 1 hit friends
    play.rolls("999", "99")
    assert play.stands("b1") == (2, 1)
    assert play.stands("r2") == (3, 1)  # both are suppressed by all six attacks
    check_all_laws(play)


@pytest.mark.rule("XF-DMG-01", "XF-SUPP-06", "XF-G26")
@pytest.mark.parametrize(
    ("tens_fail", "armour", "harmless"),
    [
        (False, 11, True),
        (False, 10, False),
        (True, 11, False),
    ],
)
def test_fire_that_can_hurt_nobody_says_so_before_its_dice(
    tens_fail: bool, armour: int, harmless: bool
) -> None:
    """A rifle of Power 1: at armour 11 the save is 10 or less, which only fails by house rule."""
    play = Table(
        {"r1": {"rifle": 2}},
        {"b1": {"tank": 1}},
        profiles={"tank": trooper(RIFLE, armour=armour)},
        options={"save_natural_ten_fails": tens_fail},
    )
    fire(play, RED, R1, B1)
    asked = play.asked
    assert isinstance(asked, Roll)
    assert asked.made_of.startswith("2 rifles · cannot hurt B1") is harmless


@pytest.mark.rule("XF-FIRM-03")
def test_the_dice_that_are_rolled_again_say_at_whom() -> None:
    play = Table({"r1": {"rifle": 6}, "r2": {"rifle": 5}}, {"b1": {"rifle": 5}})
    play.engage("r2", "b1")
    fire(play, RED, R1, B1)
    play.roll("312999")
    again = play.asked
    assert isinstance(again, Roll)
    assert (again.what, again.count, again.rule) == ("to hit, misses again", 3, "XF-FIRM-03")
    assert again.made_of == "at R2, friends in that melee"


@pytest.mark.rule("XF-W35", "XF-FIRM-05", "XF-G06", "XF-WPN-09", "XF-WPN-10", "XF-WPN-11")
@pytest.mark.parametrize(
    ("gun", "number"), [("pistol", 4), ("carbine", 3), ("rifle", 2), ("lmg", None)]
)
def test_firing_from_within_a_melee(gun: str, number: int | None) -> None:
    play = Table({"r1": {gun: 1}}, {"b1": {"rifle": 5}})
    play.engage("r1", "b1")
    if number is None:
        shot = Fire(R1, (TargetedFire(B1),))
        assert "no-weapon" in play.against("fire", RED, shot)
    else:
        fire(play, RED, R1, B1)
        assert needed(play) == number


@pytest.mark.rule("XF-W35", "XF-G06")
def test_by_house_rule_a_carbine_is_point_blank_in_melee() -> None:
    options = {"engaged_point_blank_s_minus_1": True}
    play = Table({"r1": {"carbine": 1}}, {"b1": {"rifle": 5}}, options=options)
    play.engage("r1", "b1")
    fire(play, RED, R1, B1)
    assert needed(play) == 4


@pytest.mark.rule("XF-FIRM-06", "XF-G108")
def test_who_fires_in_a_melee_does_not_suppress_itself() -> None:
    play = Table({"r1": {"carbine": 5}}, {"b1": {"rifle": 5}})
    play.orders(b1="run", r1="standard")
    play.engage("r1", "b1")
    fire(play, RED, R1, B1)
    play.roll("99999")
    assert (play.stands("r1")[1], play.stands("b1")[1]) == (0, 1)
    assert play.idle  # no other friend is in it: nothing is rolled again


@pytest.mark.rule("XF-G108", "XF-SUPP-07", "XF-FIRM-06")
@pytest.mark.parametrize(("firer", "own"), [("rockets", 1), ("carrier", 0)])
def test_area_weapons_fired_within_a_melee_suppress_who_fires_them(firer: str, own: int) -> None:
    rocket = Gun("rocket", 0, rate=2, power=3, area=2, normal=24)
    profiles = {"rockets": trooper(rocket), "carrier": apc(WeaponMount(rocket, 4, 4))}
    play = Table({"r1": {firer: 1}}, {"b1": {"rifle": 5}}, phase="opportunity", profiles=profiles)
    play.orders(b1="standard", **({"r1": "opportunity"} if firer == "rockets" else {}))
    play.engage("r1", "b1")
    fire(play, RED, R1, B1)
    play.roll("99")
    assert (play.stands("r1")[1], play.stands("b1")[1]) == (own, 1)  # 2 x 2 attacks against 4


@pytest.mark.rule("XF-G22")
def test_a_ten_of_an_area_weapon_is_a_whole_hit_on_the_friends_between() -> None:
    rocket = Gun("rocket", 3, power=3, area=1, normal=24)
    profiles = {"ace": trooper(rocket, missile=8)}
    play = Table({"r1": {"ace": 1}, "r2": {"rifle": 3}}, {"b1": {"rifle": 5}}, profiles=profiles)
    play.orders(b1="run", r2="run")
    fire(play, RED, R1, B1, past=(R2,))
    play.rolls("0", "9")  # number 8: a 10 would be a near miss; it strikes three friends instead
    play.roll("999")
    assert (play.stands("b1")[0], play.stands("r2")[0]) == (5, 0)


@pytest.mark.rule("XF-FIRM-01", "XF-G32")
def test_tens_past_two_friends_strike_each_as_the_shooter_says() -> None:
    play = Table({"r1": {"rifle": 4}, "r2": {"rifle": 3}, "r3": {"rifle": 3}}, {"b1": {"rifle": 5}})
    play.orders(b1="run", r2="run", r3="run")
    fire(play, RED, R1, B1, past=(R2, u("r3")))
    play.roll("0009")
    play.choose((("u:r2", 1), ("u:r3", 2)))
    play.rolls("9", "99")
    assert [play.stands(unit)[0] for unit in ("b1", "r2", "r3")] == [5, 2, 1]


@pytest.mark.rule("XF-FIRM-01", "XF-AOE-01")
def test_the_dice_of_a_rocket_name_whose_models_they_strike() -> None:
    """Of four rockets, two hit the enemy, and two natural tens strike the friends in between."""
    play = Table({"r1": {"rocket": 4}, "r2": {"rifle": 5}}, {"b1": {"rifle": 5}})
    play.orders(b1="run", r2="run")
    fire(play, RED, R1, B1, past=(R2,))
    play.roll("1100")
    asked = []
    for _ in range(4):
        assert isinstance(play.asked, Roll)
        asked.append(play.asked.made_of)
        play.roll("11")
    assert asked == [
        "models of B1 · 1 more to follow",
        "models of B1",
        "models of R2, by a ten · 1 more to follow",
        "models of R2, by a ten",
    ]


@pytest.mark.rule("XF-FIRM-03", "XF-G33")
def test_missed_dice_of_two_guns_are_rolled_again_at_two_friends() -> None:
    """Three rifles and a machine gun of four dice all miss: four dice at one friend, three at the
    other, who is bigger.
    """
    play = Table(
        {"r1": {"rifle": 3, "lmg": 1}, "r2": {"rifle": 9}, "r3": {"brute": 9}}, {"b1": {"rifle": 5}}
    )
    play.orders(b1="run", r2="run", r3="run")
    play.engage("r2", "b1")
    play.engage("r3", "b1")
    fire(play, RED, R1, B1)
    play.rolls("999", "9999")
    play.choose((("u:r2", 4), ("u:r3", 3)))
    rolled = []
    for _ in range(3):  # three rifles and one die of the machine gun, then its three others
        rolled.append((play.asked.count, play.asked.target))  # type: ignore[attr-defined]
        play.roll("9" * play.asked.count)  # type: ignore[attr-defined]
    assert rolled == [(3, R2), (1, R2), (3, u("r3"))]
    assert play.idle


@pytest.mark.rule("XF-FIRM-03", "XF-G33")
def test_hits_on_friends_who_are_equally_hard_to_hit_are_divided_after_the_roll() -> None:
    red = {"r1": {"rifle": 4}, "r2": {"rifle": 5}, "r3": {"rifle": 5}}
    play = Table(red, {"b1": {"rifle": 5}})
    play.orders(b1="run", r2="run", r3="run")
    play.engage("r2", "b1")
    play.engage("r3", "b1")
    fire(play, RED, R1, B1)
    play.rolls("9999", "1119")
    assert (play.asked.side, play.asked.total) == (BLUE, 3)  # type: ignore[attr-defined]
    play.choose((("u:r2", 1), ("u:r3", 2)))
    play.rolls("9", "99")
    assert [play.stands(unit)[0] for unit in ("r2", "r3")] == [4, 3]


@pytest.mark.rule("XF-G23")
def test_by_house_rule_the_shooter_says_who_has_what_is_left_over() -> None:
    options = {"area_melee_remainder": "shooter_chooses"}
    reds = {"r1": {"rocket": 1}, "r2": {"rifle": 5}, "r3": {"rifle": 5}}
    play = Table(reds, {"b1": {"rifle": 5}}, options=options)
    play.orders(b1="run", r2="run", r3="run")
    play.engage("r2", "b1")
    play.engage("r3", "b1")
    fire(play, RED, R1, B1)
    play.rolls("1", "86")  # 3 + 2: one each, two left
    assert (play.asked.side, play.asked.total) == (RED, 2)  # type: ignore[attr-defined]
    play.choose((("u:r2", 1), ("u:r3", 1)))
    play.rolls("9", "99", "99")
    assert [play.stands(unit)[0] for unit in ("b1", "r2", "r3")] == [4, 3, 3]
