"""Vehicles and walkers in close combat (TA-VEH, TA-T13, TA-G15, TA-G64, TA-G68)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trial_assault.table import B1, BLUE, RENDER, VENOM, Table, model, needed
from tracker.procedures.requests import Score
from tracker.projection.displayed_subject_status import list_visible_links
from tracker.rulesets.trial_assault.combat import vehicle_combat
from tracker.rulesets.trial_assault.data import markers, rule_tables
from tracker.rulesets.trial_assault.data.profile_types import Armour
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.rulesets.trial_assault.phases.move_and_fire_reports import MovementReport
from tracker.testing.match_in_memory import RED, u
from tui.views.pending_question_view import build_question_view

CAR = model(a=0, vehicle=Armour(12, 11, 10))
WALKER = model(ws=5, s=6, i=4, a=2, vehicle=Armour(12, 12, 10, walker=True))


def table(who: str = "trooper", n: int = 3, what: Any = CAR, **options: Any) -> Table:
    profiles = {"car": what, "giant": model(s=9, monstrous=True)}
    return Table({"r1": {who: n}}, {"b1": {"car": 1}}, profiles=profiles, options=options)


def assault(play: Table, facing: str = "front") -> None:
    play.charge("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    play.choose(facing)


@pytest.mark.rule("TA-T13")
def test_what_hits_a_vehicle() -> None:
    assert rule_tables.find_number_to_hit_vehicle(moved=False, fast=False) == 1
    assert rule_tables.find_number_to_hit_vehicle(moved=True, fast=False) == 4
    assert rule_tables.find_number_to_hit_vehicle(moved=True, fast=True) == 6


@pytest.mark.rule("TA-T13", "TA-VEH-01", "TA-MOVE-01")
@pytest.mark.parametrize(
    ("inches", "skimmer", "number"),
    [(None, False, 1), (None, True, 1), (600, False, 4), (601, False, 6), (300, True, 6)],
)
def test_by_how_it_moved(inches: int | None, skimmer: bool, number: int) -> None:
    play = table(what=model(a=0, vehicle=Armour(12, 11, 10, skimmer=skimmer)))
    if inches is not None:
        play.to("movement", BLUE)
        play.do("move", BLUE, MovementReport((B1,), inches))
    assert (
        vehicle_combat.find_need_to_hit_vehicle(
            4, vehicle_combat.get_struck_vehicle(play.match, B1)
        ).number
        == number
    )
    play.fix(markers.DAMAGED.set(B1, value="immobilised"))
    if not skimmer and inches != 601:
        assert (
            vehicle_combat.find_need_to_hit_vehicle(
                4, vehicle_combat.get_struck_vehicle(play.match, B1)
            ).number
            == 1
        )


@pytest.mark.rule("TA-T13", "TA-G68", "TA-VEH-01")
def test_a_walker_is_hit_by_weapon_skill_and_strikes_back() -> None:
    play = table(what=WALKER)
    assert (
        vehicle_combat.find_need_to_hit_vehicle(
            4, vehicle_combat.get_struck_vehicle(play.match, B1)
        ).number
        == 4
    )
    assert (
        vehicle_combat.find_need_to_hit_vehicle(
            6, vehicle_combat.get_struck_vehicle(play.match, B1)
        ).number
        == 3
    )
    play.charge("r1", "b1")
    play.fight()
    play.strike("b1", "r1")
    assert needed(play) == (2, 3)


@pytest.mark.rule("TA-G68", "TA-CHG-01")
@pytest.mark.parametrize(("what", "against"), [(CAR, ["vehicle"]), (WALKER, [])])
def test_only_walkers_charge(what: Any, against: list[str]) -> None:
    play = Table({"r1": {"car": 1}}, {"b1": {"trooper": 3}}, profiles={"car": what})
    charge = ChargeDeclaration((u("r1"),), (B1,))
    assert [one.id for one in play.objections("charge", RED, charge)] == against


@pytest.mark.rule("TA-G68", "TA-CHG-01")
@pytest.mark.parametrize(("what", "locks"), [(CAR, False), (WALKER, True)])
def test_only_walkers_lock(what: Any, locks: bool) -> None:
    """A charged car is struck, but neither the car nor its attacker is shown as locked."""
    play = table(what=what)
    play.charge("r1", "b1")
    for name in ("r1", "b1"):
        linked = [said for _, said, _ in list_visible_links(play.table.state, u(name))]
        assert ("locked" in linked) is locks
    play.fight()
    play.strike("r1", "b1")


@pytest.mark.rule("TA-T13")
def test_who_rolls_for_penetration_is_told_the_armour() -> None:
    play = table("trooper", 1)  # its side has 11
    assault(play, "side")
    assert play.table.pending is not None
    question = build_question_view(play.match, play.table.pending)
    assert question.need == "armour 11: 11 glances, 12+ penetrates"


@pytest.mark.rule("TA-W35", "TA-SPEC-10", "TA-T13", "TA-T3")
@pytest.mark.parametrize(("dice", "how"), [("12", "glancing"), ("11", ""), ("22", "penetrating")])
def test_a_monster_adds_two_dice_to_its_strength(dice: str, how: str) -> None:
    play = table("giant", 1)
    assault(play)
    play.roll(dice)
    shown = play.asked.what
    if how:
        assert how in shown
    else:
        assert shown == "penetration"


@pytest.mark.rule("TA-W35", "TA-SPEC-08", "TA-G58", "TA-T3")
def test_a_rending_six_adds_one_die_more() -> None:
    play = table("render", 1)
    assault(play)
    play.roll("6")
    play.roll("3")  # 4 + 6 + 3 = 13 against 12
    assert "penetrating" in play.asked.what
    play.choose("nothing")
    play.roll("6")
    play.roll("6")  # the further die adds none
    assert "penetrating" in play.asked.what
    assert RENDER.kind == "rending"


@pytest.mark.rule("TA-T13", "TA-VEH-01")
def test_a_second_result_is_added_to_the_first() -> None:
    play = table("giant", 1)
    assault(play)
    play.roll("66")
    play.choose("immobilised")
    play.roll("66")
    play.choose("shaken")
    assert play.match.mark(B1, markers.DAMAGED) == "immobilised, shaken"
    assert vehicle_combat.get_struck_vehicle(play.match, B1).fixed


@pytest.mark.rule("TA-VEH-01")
@pytest.mark.parametrize(
    ("result", "both"),
    [("shaken", "shaken"), ("weapon destroyed", "weapon destroyed, weapon destroyed")],
)
def test_only_the_loss_of_a_weapon_counts_twice(result: str, both: str) -> None:
    play = table("giant", 1)
    assault(play)
    for _ in range(2):
        play.roll("66")
        play.choose(result)
    assert play.match.mark(B1, markers.DAMAGED) == both
    assert not vehicle_combat.get_struck_vehicle(play.match, B1).fixed


@pytest.mark.rule("TA-G56", "TA-SPEC-06")
def test_poison_does_nothing_to_it() -> None:
    play = table("venom", 3)
    assault(play)
    assert play.idle
    assert VENOM.kind == "poisoned"


@pytest.mark.rule("TA-T13", "TA-G56")
@pytest.mark.parametrize(
    ("who", "spoken_against"),
    [
        ("trooper", False),  # 4 + 6 come to its rear of 10
        ("guard", True),  # 3 + 6 do not
        ("render", False),  # 4 + 6 + 6
        ("giant", False),
        ("venom", True),
    ],
)
def test_blows_that_could_never_harm_it_are_spoken_against(who: str, spoken_against: bool) -> None:
    play = table(who, 2)
    play.charge("r1", "b1")
    play.fight()
    against = play.objections("strikes", RED, StrikeDeclaration(u("r1"), B1))
    found = [one for one in against if one.id == "cannot-harm"]
    assert bool(found) == spoken_against
    for one in found:
        assert (one.text, one.legal) == ("no weapon of R1 can harm B1", True)


@pytest.mark.rule("TA-G15", "TA-VEH-01")
def test_the_players_say_what_a_hit_does() -> None:
    play = table("trooper", 2)
    assault(play, "rear")
    play.roll("6")  # 4 + 6 = 10: glancing
    assert "glancing" in play.asked.what
    play.choose("stunned")
    assert play.match.mark(B1, markers.DAMAGED) == "stunned"
    play.roll("5")
    play.roll("6")
    play.choose("destroyed")
    assert play.count("b1") == (0,)
    assert play.idle  # whoever is gone is hit no more


@pytest.mark.rule("TA-G64")
@pytest.mark.parametrize(("counts", "score"), [("0", 0), ("1_2", 1)])
def test_what_hits_on_vehicles_count(counts: str, score: int) -> None:
    play = table("trooper", 1, vehicle_wounds=counts)
    assault(play, "rear")
    play.roll("6")
    play.choose("shaken")
    assert play.score("r1")[0] == score


@pytest.mark.rule("TA-G68")
def test_nobody_tests() -> None:
    play = table("trooper", 1, vehicle_wounds="1_2")
    assault(play, "rear")
    play.roll("6")
    play.choose("shaken")
    play.roll("1")
    assert not play.has("b1", markers.LOST)
    assert not play.has("r1", markers.LOST)


@pytest.mark.rule("TA-T13", "TA-VEH-01")
def test_the_hits_of_all_who_strike_it_go_through_one_by_one() -> None:
    """Two blows each of Strength 4 and of 8 against 12: nothing on 1, glancing on 4 of the 8."""
    strong = model(s=8)
    play = Table(
        {"r1": {"trooper": 1, "strong": 1}},
        {"b1": {"car": 1}},
        profiles={"car": CAR, "strong": strong},
    )
    assault(play)
    to_follow = []
    for dice in "1114":
        assert isinstance(play.asked, Score)
        to_follow.append(play.asked.made_of)
        play.roll(dice)
    assert to_follow == ["1 hit to follow", "", "1 hit to follow", ""]
    assert "glancing" in play.asked.what
    play.choose("nothing")
    assert play.idle
