"""The number to hit by fire and what it is made of (XF-SHOOT-05 to 09, XF-T8)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, LIGHT_ROCKET, R1, R2, RIFLE, Table, fire, needed, trooper
from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.input_parsing.dice_reader import parse_dice
from tracker.input_parsing.dice_reading_results import DiceReading, DiceRefusal
from tracker.procedures.requests import Roll
from tracker.rulesets.xenocide.attacks import shooting_dice
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire
from tracker.testing.match_in_memory import RED
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.roll_needs import Need


@pytest.mark.rule("XF-SHOOT-05", "XF-FORCE-05", "XF-FORCE-06", "XF-W08", "XF-GEN-03")
def test_skill_and_aspect_make_the_number() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"apc": 1}})
    fire(play, RED, R1, B1)
    assert needed(play) == 5  # 3 + Aspect 2


@pytest.mark.rule("XF-W22", "XF-ORD-05", "XF-WPN-08", "XF-SHOOT-06", "XF-G01", "XF-G03")
@pytest.mark.parametrize(("penalty", "number"), [(2, 1), (1, 2)])
def test_a_pistol_on_the_run(penalty: int, number: int) -> None:
    play = Table(
        {"r1": {"pistol": 1}},
        {"b1": {"rifle": 5}},
        phase="opportunity",
        options={"run_fire_penalty": penalty},
    )
    play.orders(r1="run")
    fire(play, RED, R1, B1, range=500, cover="light")
    assert needed(play) == number  # 3 - 2 + 1 - 1


@pytest.mark.rule("XF-WPN-07", "XF-G02")
@pytest.mark.parametrize(
    ("inches", "penalty", "number"), [(18, 2, 3), (18.01, 2, 1), (36, 2, 1), (20, 1, 2)]
)
def test_beyond_normal_range(inches: float, penalty: int, number: int) -> None:
    play = Table(
        {"r1": {"rifle": 1}}, {"b1": {"rifle": 5}}, options={"long_range_penalty": penalty}
    )
    fire(play, RED, R1, B1, range=round(inches * 100))
    assert needed(play) == number


@pytest.mark.rule("XF-WPN-07", "XF-G27", "XF-TGT-06")
@pytest.mark.parametrize(
    ("range_", "dice", "counted"), [(3600, ("9" * 5, "9999"), 2), (3601, ("9999",), 1)]
)
def test_a_weapon_out_of_reach_does_not_fire(
    range_: int, dice: tuple[str, ...], counted: int
) -> None:
    play = Table({"r1": {"rifle": 5, "lmg": 1}}, {"b1": {"rifle": 5}})
    play.orders(b1="run")
    fire(play, RED, R1, B1, range=range_)  # rifles reach 36 inches, the machine gun 48
    assert needed(play) == 1
    play.rolls(*dice)
    assert play.stands("b1") == (5, counted)  # 5 + 4 attacks, or its 4 alone, against 4


@pytest.mark.rule("XF-W19", "XF-SHOOT-07", "XF-SHOOT-08")
def test_where_nothing_is_left_of_the_number_ones_are_rolled_again() -> None:
    play = Table(
        {"r1": {"poor": 6}},
        {"b1": {"rifle": 5}},
        profiles={"poor": trooper(RIFLE, missile=2)},
    )
    play.suppress("r1", 2)
    play.orders(b1="run")
    fire(play, RED, R1, B1, cover="light")
    assert needed(play) == 0  # 2 - 1 - 2 = -1
    play.rolls("151302", "56")  # the two ones: 5 hits, 6 does not
    play.roll("9")
    assert play.stands("b1")[0] == 4
    check_all_laws(play)


@pytest.mark.rule("XF-SHOOT-07")
def test_no_number_is_above_nine() -> None:
    play = Table(
        {"r1": {"ace": 1}}, {"b1": {"apc": 1}}, profiles={"ace": trooper(RIFLE, missile=9)}
    )
    fire(play, RED, R1, B1)
    assert needed(play) == 9


@pytest.mark.rule("XF-SHOOT-06", "XF-SUPP-09")
def test_darkness_markers_and_cover_add_up() -> None:
    play = Table(
        {"r1": {"ace": 1}}, {"b1": {"rifle": 5}}, profiles={"ace": trooper(RIFLE, missile=8)}
    )
    play.suppress("r1", 1)
    fire(play, RED, R1, B1, cover="heavy", dark=True)
    assert needed(play) == 4  # 8 - 2 - 1 - 1


@pytest.mark.rule("XF-THROW-01", "XF-THROW-02", "XF-G34")
@pytest.mark.parametrize(
    ("rule", "cover", "number"),
    [
        ("flat1", "open", 4),
        ("flat1", "light", 3),
        ("flat1", "heavy", 3),
        ("normal", "light", 3),
        ("normal", "heavy", 2),
    ],
)
def test_grenades_lose_one_to_any_cover(rule: str, cover: str, number: int) -> None:
    play = Table({"r1": {"grenadier": 1}}, {"b1": {"rifle": 5}}, options={"grenade_cover": rule})
    fire(play, RED, R1, B1, guns=("grenade",), range=500, cover=cover)
    assert needed(play) == number  # 3 + 1 point blank, less the cover


@pytest.mark.rule("XF-THROW-01")
def test_a_grenade_flies_twelve_inches_and_is_no_bigger_than_a_pistol() -> None:
    big = Gun("satchel", 1, area=1, normal=12, thrown=True)
    play = Table(
        {"r1": {"grenadier": 1, "sapper": 1}},
        {"b1": {"rifle": 5}},
        profiles={"sapper": trooper(big)},
    )
    far = Fire(R1, (TargetedFire(B1, guns=("grenade",), range=1300),))
    assert play.against("fire", RED, far) == ("no-weapon",)
    heavy = Fire(R1, (TargetedFire(B1, guns=("satchel",)),))
    assert play.against("fire", RED, heavy) == ("weapon",)


@pytest.mark.rule("XF-W20", "XF-SHOOT-09", "XF-G105")
@pytest.mark.parametrize(
    ("light", "heavy", "models", "number"),
    [(3, 0, 6, 2), (2, 0, 5, 3), (3, 0, 5, 2), (1, 2, 6, 2), (1, 3, 6, 1)],
)
def test_cover_of_half_the_models_counts(light: int, heavy: int, models: int, number: int) -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": models}})
    fire(play, RED, R1, B1, light=light, heavy=heavy)
    assert needed(play) == number


@pytest.mark.rule("XF-G109")
def test_partly_hidden_is_light_cover_and_no_more_than_that() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 5}})
    play.orders(b1="run")
    fire(play, RED, R1, B1, cover="light")
    assert needed(play) == 2
    play.roll("9999")
    assert play.stands("b1")[1] == 0  # 4 attacks against 4 + 1


@pytest.mark.rule("XF-G35", "XF-THROW-01")
def test_a_grenade_is_point_blank_within_six_inches() -> None:
    play = Table({"r1": {"grenadier": 1}}, {"b1": {"rifle": 5}})
    fire(play, RED, R1, B1, guns=("grenade",), range=600)
    assert needed(play) == 4


@pytest.mark.rule("XF-OPP-02")
def test_opportunity_fire_is_fire_with_suppression_and_without_the_penalty_of_a_snap_shot() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 5}}, phase="opportunity")
    play.orders(r1="opportunity", b1="standard")
    fire(play, RED, R1, B1)
    assert needed(play) == 3
    play.rolls("1999", "9")
    assert play.stands("b1") == (4, 1)


@pytest.mark.rule("XF-GEN-01", "XF-G18")
def test_a_nought_is_a_ten() -> None:
    roll = AskedRoll(form="faces", dice=(10, 10, 10))
    reading = parse_dice("0 10 3", roll)
    assert isinstance(reading, DiceReading)
    assert reading.faces == (10, 10, 3)
    assert isinstance(parse_dice("11 1 1", roll), DiceRefusal)


@pytest.mark.rule("XF-SHOOT-08", "XF-G20", "XF-G32")
def test_ones_rolled_again_hit_miss_or_strike_a_friend() -> None:
    """Of three ones that become 5, 6 and 10, one hits, one is near, and one strays."""
    play = Table(
        {"r1": {"poor": 3}, "r2": {"rifle": 9}},
        {"b1": {"rifle": 9}},
        profiles={"poor": trooper(LIGHT_ROCKET, missile=0)},
    )
    play.orders(b1="run", r2="run")
    fire(play, RED, R1, B1, past=(R2,))
    play.roll("111")
    assert isinstance(play.asked, Roll)
    assert (play.asked.rule, play.asked.count, needed(play)) == ("XF-SHOOT-08", 3, 5)
    play.rolls("560", "4", "8")  # the hit strikes two, the near miss one, the ten three friends
    play.rolls("999", "999")  # power 3 against armour 4: saved on 1
    assert (play.stands("b1")[0], play.stands("r2")[0]) == (6, 6)


def test_no_hits_of_a_weapon_are_nothing() -> None:
    pool = shooting_dice.ShootingPool(2, Need(3, less=True, die=10), power=1)
    assert shooting_dice.add_hits((), pool, 0) == ()
    assert shooting_dice.add_hits((((1, 1), 2),), pool, 1) == (((1, 1), 3),)


@pytest.mark.rule("XF-ORD-05", "XF-G03")
def test_who_fires_in_the_shooting_phase_all_the_same_does_not_fire_on_the_run() -> None:
    play = Table({"r1": {"pistol": 1}}, {"b1": {"rifle": 5}})
    play.orders(r1="run")
    fire(play, RED, R1, B1)
    assert needed(play) == 3


@pytest.mark.rule("XF-SHOOT-08", "XF-FIRM-03", "XF-G33")
def test_a_one_that_misses_again_is_a_miss_into_a_melee_like_any() -> None:
    play = Table(
        {"r1": {"poor": 3}, "r2": {"rifle": 5}},
        {"b1": {"rifle": 5}},
        profiles={"poor": trooper(RIFLE, missile=0)},
    )
    play.orders(b1="run", r2="run")
    play.engage("r2", "b1")
    fire(play, RED, R1, B1)
    play.rolls("112", "56")  # one of the ones hits; it and the 2 have missed
    assert isinstance(play.asked, Roll)
    assert (play.asked.count, play.asked.target) == (2, R2)


@pytest.mark.rule("XF-SHOOT-04")
def test_no_more_weapons_fire_than_were_named() -> None:
    """Three of two rifles and two machine guns: two dice, and four."""
    play = Table({"r1": {"rifle": 2, "lmg": 2}}, {"b1": {"rifle": 5}})
    play.orders(b1="run")
    fire(play, RED, R1, B1, weapons=3)
    assert isinstance(play.asked, Roll)
    assert play.asked.count == 2
    play.roll("99")
    assert play.asked.count == 4
