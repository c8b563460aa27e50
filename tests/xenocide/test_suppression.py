"""What fire is worth in markers, and who is broken by them (XF-SUPP)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, B2, R1, R2, RIFLE, Table, fire, needed, trooper
from tracker.rulesets.xenocide.attacks.unit_fire import find_unit_suppression_threshold
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire
from tracker.rulesets.xenocide.table import unit_damage_and_fired_guns
from tracker.testing.match_in_memory import RED, u
from tracker.testing.ruleset_laws import check_all_laws


@pytest.mark.rule("XF-SUPP-01", "XF-SUPP-04", "XF-G16", "XF-W07", "XF-WPN-06")
@pytest.mark.parametrize(("morale", "markers_"), [(5, 2), (6, 1)])
def test_area_weapons_count_once_a_d3(morale: int, markers_: int) -> None:
    play = Table(
        {"r1": {"rifle": 4, "rocket": 2}},
        {"b1": {"target": 5}},
        profiles={"target": trooper(RIFLE, morale=morale)},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)  # 4 + 2 x 2 = 8 attacks against 4, or 5
    play.rolls("9999", "99")
    assert play.stands("b1") == (5, markers_)


@pytest.mark.rule("XF-W27", "XF-SUPP-04", "XF-SUPP-09", "XF-G14", "XF-G15")
@pytest.mark.parametrize(("fewer", "dice"), [(False, 9), (True, 7)])
def test_the_markers_of_the_firer_are_taken_off_its_attacks(fewer: bool, dice: int) -> None:
    play = Table(
        {"r1": {"rifle": 9}},
        {"b1": {"rifle": 5}},
        options={"suppressed_fire_reduces_dice": fewer},
    )
    play.suppress("r1", 2)
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    assert (play.asked.count, needed(play)) == (dice, 1)  # type: ignore[attr-defined]
    play.roll("9" * dice)
    assert play.stands("b1") == (5, 1)  # 9 - 2 = 7, and 7 // 4


@pytest.mark.rule("XF-W25", "XF-SUPP-06", "XF-G96")
@pytest.mark.parametrize(("armour", "power", "counted"), [(11, 1, 0), (10, 1, 1), (8, -2, 0)])
def test_what_cannot_wound_does_not_suppress(armour: int, power: int, counted: int) -> None:
    gun = Gun("gun", 2, power=power, normal=18)
    play = Table(
        {"r1": {"firer": 4}},
        {"b1": {"target": 5}},
        profiles={"firer": trooper(gun), "target": trooper(armour=armour)},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("9999")
    assert play.stands("b1") == (5, counted)


@pytest.mark.rule("XF-SUPP-05", "XF-TGT-05")
def test_units_that_are_mixed_with_the_target_are_suppressed_too() -> None:
    play = Table(
        {"r1": {"rifle": 8}},
        {"b1": {"rifle": 5}, "b2": {"steady": 5}},
        profiles={"steady": trooper(RIFLE, morale=8)},
    )
    play.orders(b1="run", b2="run")
    fire(play, RED, R1, B1, mixed=(B2,))
    play.roll("99999999")
    assert (play.stands("b1")[1], play.stands("b2")[1]) == (2, 1)  # 8 // 4, 8 // 7


@pytest.mark.rule("XF-G14")
def test_dice_are_taken_from_the_last_weapons_first() -> None:
    options = {"suppressed_fire_reduces_dice": True}
    play = Table({"r1": {"rifle": 2, "lmg": 1}}, {"b1": {"rifle": 9}}, options=options)
    play.suppress("r1", 1)
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    assert play.asked.count == 2  # type: ignore[attr-defined]
    play.roll("99")
    assert play.asked.count == 3  # type: ignore[attr-defined]


@pytest.mark.rule("XF-G13")
@pytest.mark.parametrize(("pooling", "markers_"), [("per_attack", 0), ("per_phase", 1)])
def test_attacks_of_several_units_do_not_add_up(pooling: str, markers_: int) -> None:
    play = Table(
        {"r1": {"rifle": 3}, "r2": {"rifle": 1}, "r3": {"rifle": 3}},
        {"b1": {"rifle": 5}},
        options={"suppression_pooling": pooling},
    )
    play.orders(b1="run")
    for unit, dice in ((R1, "999"), (R2, "9"), (u("r3"), "999")):
        fire(play, RED, unit, B1)
        play.roll(dice)
    assert play.stands("b1") == (5, markers_)  # none is 4 by itself, or 7 // 4


@pytest.mark.rule("XF-G12")
@pytest.mark.parametrize(("which", "markers_"), [("base", 2), ("highest", 1)])
@pytest.mark.parametrize("figures", [{"rifle": 4, "leader": 1}, {"leader": 1, "rifle": 4}])
def test_the_rank_and_file_set_the_threshold(
    figures: dict[str, int], which: str, markers_: int
) -> None:
    play = Table(
        {"r1": {"rifle": 8}},
        {"b1": figures},
        profiles={"leader": trooper(RIFLE, morale=7)},
        options={"suppression_morale": which},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("99999999")
    assert play.stands("b1")[1] == markers_  # 8 // 4, 8 // 6


@pytest.mark.rule("XF-W79", "XF-TGT-01", "XF-G30")
def test_figures_with_targets_of_their_own_suppress_nobody() -> None:
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 5}, "b2": {"rifle": 5}})
    play.orders(b1="run", b2="run")
    play.do("fire", RED, Fire(R1, (TargetedFire(B1, weapons=3), TargetedFire(B2)), individual=True))
    play.rolls("999", "99")
    assert (play.stands("b1"), play.stands("b2")) == ((5, 0), (5, 0))
    check_all_laws(play)


@pytest.mark.rule("XF-W29", "XF-SUPP-08", "XF-G07")
@pytest.mark.parametrize(
    ("figures", "n", "at_least", "more_than"),
    [
        ({"rifle": 3}, 2, False, False),
        ({"rifle": 3}, 3, True, False),
        ({"rifle": 6}, 4, True, True),
        ({"brute": 2}, 3, False, False),
    ],
)
def test_broken_at_four_markers_or_as_many_as_wounds(
    figures: dict[str, int], n: int, at_least: bool, more_than: bool
) -> None:
    for rule, broken in (("at_least", at_least), ("more_than", more_than)):
        play = Table({"r1": {"rifle": 1}}, {"b1": figures}, options={"broken_at_wounds": rule})
        play.suppress("b1", n)
        assert play.has("b1", markers.BROKEN) is broken


@pytest.mark.rule("XF-W29", "XF-SUPP-08", "XF-FORCE-03")
def test_losses_alone_can_break_a_unit() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 4}})
    play.suppress("b1", 3)
    assert not play.has("b1", markers.BROKEN)
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("1", "9")
    assert play.stands("b1") == (3, 3)
    assert play.has("b1", markers.BROKEN)


@pytest.mark.rule("XF-SHOOT-03")
def test_markers_come_before_the_dice_and_do_not_change_them() -> None:
    rocket = Gun("rocket", 0, rate=4, power=3, area=1, normal=24)
    play = Table(
        {"r1": {"rockets": 1}}, {"b1": {"rifle": 5}}, profiles={"rockets": trooper(rocket)}
    )
    play.engage("r1", "b1")
    fire(play, RED, R1, B1)
    # Its own area weapons suppress it, too: the number is the same for all that.
    assert [markers.HELD_MARKERS.number(play.match, unit) for unit in (R1, B1)] == [1, 1]
    assert needed(play) == 4


@pytest.mark.rule("XF-WPN-15")
def test_what_is_special_about_a_weapon_is_said_with_its_dice() -> None:
    net = Gun("net gun", 2, power=1, normal=18, notes=("who is hit does not move", "one shot"))
    play = Table({"r1": {"nets": 2}}, {"b1": {"rifle": 5}}, profiles={"nets": trooper(net)})
    fire(play, RED, R1, B1)
    said = "2 net guns (who is hit does not move, one shot) · a marker for each 4 attacks"
    assert play.asked.made_of == said  # type: ignore[attr-defined]


@pytest.mark.rule("XF-SUPP-08")
def test_markers_stand_beside_the_name_with_what_is_left_and_what_waits() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 3}})
    play.suppress("b1", 1)
    play.fix(markers.HELD_MARKERS.set(B1, value=1))
    assert unit_damage_and_fired_guns.build_unit_notes(play.match, R1).tallies == ()
    (tally,) = unit_damage_and_fired_guns.build_unit_notes(play.match, B1).tallies
    assert (tally.word, tally.sign) == ("suppression", "▪")
    assert (tally.spent, tally.left, tally.held) == (1, 2, 1)  # three break three


@pytest.mark.rule("XF-G12", "XF-SUPP-02", "XF-T7")
@pytest.mark.parametrize("order", [("leader", "rifle"), ("rifle", "leader")])
def test_a_leader_and_one_man_have_the_base_morale_of_the_man(order: tuple[str, str]) -> None:
    leader = trooper(RIFLE, morale=8, brave=True, commander=True)
    play = Table({"r1": {"rifle": 4}}, {"b1": dict.fromkeys(order, 1)}, profiles={"leader": leader})
    assert find_unit_suppression_threshold(play.match, B1, "open") == 4
