"""Action points: what figures have, and what general actions cost (CZ-ACT, CZ-T2, CZ-T5)."""

from __future__ import annotations

import pytest

from tests.combat_zone.giving import given
from tests.combat_zone.table import RED, Zone, ids, who
from tracker.rulesets.combat_zone.data import markers, state_queries, unit_profiles
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.rulesets.combat_zone.phases.movement import FacingChange, Move
from tracker.rulesets.combat_zone.phases.posture_and_object_actions import GeneralAction
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import Scalar

KINDS = {"green": 1, "trooper": 1, "veteran": 1, "elite": 1}


def does(zone: Zone, action: str, handle: str, what: str = "") -> None:
    zone.do(action, RED, GeneralAction(who(handle), what))


@pytest.mark.rule("CZ-T2", "CZ-ACT-01", "CZ-FORCE-04", "CZ-FORCE-03", "CZ-FORCE-05")
def test_points_by_quality() -> None:
    zone = Zone(red={"r1": KINDS, "r2": {"hero": 1}, "r3": {"robot": 1}, "r4": {"elite-leader": 1}})
    assert [zone.allowance(f"r1{n}") for n in (1, 2, 3, 4)] == [5, 6, 6, 7]
    # a Hero 8, a machine what its owner entered, a Gang Leader by quality
    assert [zone.allowance(h) for h in ("r21", "r31", "r41")] == [8, 5, 7]


@pytest.mark.rule("CZ-T2", "CZ-ACT-02")
def test_out_of_coherency_each_figure_has_one_less_but_no_hero_or_machine() -> None:
    zone = Zone(red={"r1": KINDS, "r2": {"hero": 1}, "r3": {"robot": 1}})
    zone.scatter("r1", "r2", "r3")
    assert [zone.allowance(f"r1{n}") for n in (1, 2, 3, 4)] == [4, 5, 5, 6]
    assert [zone.allowance(h) for h in ("r21", "r31")] == [8, 5]


@pytest.mark.rule("CZ-W22", "CZ-G09", "CZ-ACT-02", "CZ-MORALE-07")
@pytest.mark.parametrize(("rule", "left"), [("three", 3), ("two", 2)])
def test_panicked_and_out_of_coherency(rule: Scalar, left: int) -> None:
    # min(6 - 1, 3) = 3
    zone = Zone({"panic_coherency": rule})
    zone.clock(1, "actions")
    zone.scatter("r1")
    zone.panic("r13")
    zone.set(markers.RECOVERED, "r14")
    assert (zone.allowance("r13"), zone.allowance("r14")) == (left, left)
    assert zone.allowance("r15") == 5


@pytest.mark.rule("CZ-T2", "CZ-MORALE-07", "CZ-MORALE-08", "CZ-ACT-01")
def test_reactions_limit_heroes_too() -> None:
    zone = Zone(red={"r1": {"hero": 1}, "r2": {"hero": 1}})
    zone.clock(1, "actions")
    zone.panic("r11")
    zone.rout("r21")
    assert (zone.allowance("r11"), zone.allowance("r21")) == (3, 0)
    assert action_points_and_interrupts.list_action_point_limits(zone.match, who("r11")) == (
        (8, "Hero"),
        (3, "panicking"),
    )


@pytest.mark.rule("CZ-W25", "CZ-T5", "CZ-T3", "CZ-ACT-04", "CZ-ACT-05", "CZ-ACT-06", "CZ-ACT-07")
def test_seven_points_of_an_elite() -> None:
    # obstacle 3 + door 1 + drop 1 + item 1 + about turn 1 = 7
    zone = Zone(red={"r1": {"elite": 1, "trooper": 1}})
    zone.active("r1")
    left = []
    for action in ("cross", "door", "drop", "pick"):
        does(zone, action, "r11")
        left.append(zone.left("r11"))
    zone.do("turn", RED, FacingChange(who("r11"), about=True))
    assert [*left, zone.left("r11")] == [4, 3, 2, 1, 0]
    check_all_laws(zone)


@pytest.mark.rule("CZ-W25", "CZ-MOVE-04", "CZ-T3", "CZ-G23")
def test_a_quarter_turn_is_free() -> None:
    zone = Zone(red={"r1": {"elite": 2}})
    zone.active("r1")
    zone.do("turn", RED, FacingChange(who("r11")))
    assert zone.left("r11") == 7
    zone.do("turn", RED, FacingChange(who("r11"), about=True))
    assert zone.left("r11") == 6


@pytest.mark.rule("CZ-ACT-05", "CZ-FORCE-07")
def test_a_weapon_that_was_picked_up_is_one_of_its_weapons() -> None:
    zone = Zone()
    zone.active("r1")
    does(zone, "pick", "r13", "Machine Gun")
    carried = unit_profiles.list_weapons(zone.match, who("r13"))
    assert carried == ("assault-rifle", "dagger", "machine-gun")
    does(zone, "pick", "r13", "the red folder")
    assert zone.match.figure(who("r13")).gained == ("machine-gun", "the-red-folder")
    assert unit_profiles.list_weapons(zone.match, who("r13")) == carried


@pytest.mark.rule("CZ-ACT-06")
def test_a_panicking_figure_can_cross_an_obstacle_and_do_nothing_else() -> None:
    zone = Zone()
    zone.panic("r13")
    zone.active("r1")
    assert zone.objections("cross", RED, GeneralAction(who("r13"))) == []
    does(zone, "cross", "r13")
    assert zone.left("r13") == 0
    assert ids(zone.objections("door", RED, GeneralAction(who("r13")))) == ["no-points"]


@pytest.mark.rule("CZ-ACT-07", "CZ-ACT-08", "CZ-G21", "CZ-T5")
def test_down_and_up_again() -> None:
    zone = Zone()
    zone.active("r1")
    does(zone, "drop", "r13")
    assert zone.has("r13", markers.DOWN)
    for action in ("move", "cross"):
        params = Move((who("r13"),), points=1) if action == "move" else GeneralAction(who("r13"))
        assert ids(zone.objections(action, RED, params)) == ["down"]
    for action in ("door", "pick"):
        assert zone.objections(action, RED, GeneralAction(who("r13"))) == []
    assert ids(zone.objections("drop", RED, GeneralAction(who("r13")))) == ["down"]
    does(zone, "stand", "r13")
    assert not zone.has("r13", markers.DOWN)
    assert zone.left("r13") == 4
    assert ids(zone.objections("stand", RED, GeneralAction(who("r13")))) == ["up"]


@pytest.mark.rule("CZ-G21")
def test_house_rules_about_getting_up_and_crawling() -> None:
    zone = Zone({"stand_up_cost": 0, "crawl": True})
    zone.active("r1")
    does(zone, "drop", "r13")
    assert zone.objections("move", RED, Move((who("r13"),), points=1)) == []
    does(zone, "stand", "r13")
    assert zone.left("r13") == 5


@pytest.mark.rule("CZ-ACT-07", "CZ-TURN-02")
def test_down_stays_when_the_turn_ends() -> None:
    zone = Zone()
    zone.active("r1")
    does(zone, "drop", "r13")
    zone.clock(2, "compulsory")
    assert zone.has("r13", markers.DOWN)
    assert zone.match.mark(who("r13"), markers.SPENT) is None


@pytest.mark.rule("CZ-MORALE-11", "CZ-G08", "CZ-MORALE-10")
@pytest.mark.parametrize(
    ("rule", "spent", "left"),
    [("total_three", 2, 1), ("total_three", 5, 0), ("next_turn", 2, 4)],
)
def test_panicked_in_mid_activation(rule: Scalar, spent: int, left: int) -> None:
    # 3 in all: 3 - 2 = 1, never below 0
    zone = Zone({"mid_turn_panic": rule})
    zone.active("r1")
    zone.do("move", RED, Move((who("r13"),), points=spent))
    given(zone, "r13", "panic")
    assert zone.left("r13") == left
    zone.clock(2, "actions")
    assert zone.allowance("r13") == 3


@pytest.mark.rule("CZ-MORALE-11")
def test_panicked_before_its_activation_and_routed_in_the_middle_of_it() -> None:
    zone = Zone()
    given(zone, "r14", "panic")
    zone.active("r1")
    assert zone.left("r14") == 3
    zone.do("move", RED, Move((who("r13"),), points=1))
    given(zone, "r13", "rout")
    assert zone.left("r13") == 0
    assert ids(zone.objections("door", RED, GeneralAction(who("r13")))) == ["routing"]


@pytest.mark.rule("CZ-MORALE-10", "CZ-G46", "CZ-SETUP-04")
@pytest.mark.parametrize(
    ("had", "got", "has"),
    [
        ("panic", "panic", "panic"),
        ("rout", "panic", "rout"),
        ("panic", "rout", "rout"),
        ("recovered", "panic", "panic"),
        ("recovered", "rout", "rout"),
    ],
)
def test_the_worse_reaction_counts(had: str, got: str, has: str) -> None:
    zone = Zone()
    zone.set(had, "r13", value=1)
    given(zone, "r13", "panic" if got == "panic" else "rout")
    assert zone.reaction("r13") == has
    on = [m for m in (markers.PANIC, markers.ROUT, markers.RECOVERED) if zone.has("r13", m)]
    assert on == [has]


@pytest.mark.rule("CZ-G46")
def test_a_second_panic_under_a_house_rule() -> None:
    zone = Zone({"double_panic": "rout"})
    zone.panic("r13")
    given(zone, "r13", "panic")
    assert zone.reaction("r13") == "rout"


@pytest.mark.rule("CZ-MORALE-09", "CZ-TURN-02")
def test_reactions_never_wear_off() -> None:
    zone = Zone()
    zone.panic("r13")
    zone.rout("r14")
    zone.engage("r15", "b11")
    zone.clock(5, "actions")
    assert (zone.reaction("r13"), zone.reaction("r14")) == ("panic", "rout")
    assert state_queries.is_engaged(zone.match, who("r15"))


@pytest.mark.rule("CZ-ACT-03", "CZ-INIT-06", "CZ-MELEE-02", "CZ-MORALE-08")
def test_what_stands_against_any_action() -> None:
    zone = Zone()
    zone.rout("r12")
    zone.engage("b13", "r13")
    zone.lose("r15")
    zone.active("r1")

    def against(handle: str) -> list[str]:
        return ids(zone.objections("door", RED, GeneralAction(who(handle))))

    assert against("r12") == ["routing"]
    assert against("r13") == ["engaged"]
    assert against("r14") == []
    assert against("r15") == ["gone"]
    assert against("b11") == ["not-own", "not-its-go"]
    zone.go_on()
    assert against("r14") == ["not-its-go"]


@pytest.mark.rule("CZ-ACT-03", "CZ-TURN-02")
def test_points_are_neither_saved_nor_shared() -> None:
    zone = Zone()
    zone.active("r1")
    zone.do("move", RED, Move((who("r13"),), points=2))
    assert (zone.left("r13"), zone.left("r14")) == (4, 6)
    zone.active("r1", turn=2)
    assert zone.left("r13") == 6


@pytest.mark.rule("CZ-ACT-03")
def test_more_points_than_are_left_are_taken_all_the_same() -> None:
    """The rules advise; the table is always right."""
    zone = Zone()
    zone.active("r1")
    assert ids(zone.objections("move", RED, Move((who("r13"),), points=7))) == ["no-points"]
    zone.do("move", RED, Move((who("r13"),), points=7))
    assert zone.left("r13") == 0


@pytest.mark.rule("CZ-ACT-04")
@pytest.mark.parametrize("action", ["door", "pick", "cross", "drop"])
def test_odds_have_one_end_where_nothing_is_rolled(action: str) -> None:
    zone = Zone()
    zone.active("r1")
    assert assert_odds_agree(zone, action, RED, GeneralAction(who("r13"))) == 1
