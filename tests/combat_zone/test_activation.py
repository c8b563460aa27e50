"""Slots in turn, one group at a time, and one figure after another (CZ-INIT-06)."""

from __future__ import annotations

import pytest

from tests.combat_zone.table import BLUE, RED, Zone, ids, who
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.ruleset import OneUnitParams
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import activation_slots
from tracker.rulesets.combat_zone.phases.activation import GroupAttachment, Hold
from tracker.rulesets.combat_zone.phases.movement import Move
from tracker.rulesets.combat_zone.phases.posture_and_object_actions import GeneralAction
from tracker.testing.match_in_memory import u
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.subject_ids import SideId

TWO = {"trooper": 2}


def actions(zone: Zone, *order: SideId) -> None:
    """The Actions phase begins; whoever goes first has the first slot."""
    zone.clock(2, "actions", order[0], *order)


def in_order(zone: Zone) -> list[str]:
    """Activate whoever comes next, first in the list, and end it, until nobody is left."""
    found = []
    while (side := activation_slots.find_side_to_act(zone.match)) is not None:
        unit = activation_slots.list_units_to_activate(zone.match, side)[0]
        zone.do("activate", side, OneUnitParams(unit))
        found.append(unit.partition(":")[2])
        zone.go_on()
    return found


@pytest.mark.rule("CZ-W19", "CZ-INIT-06", "CZ-G19", "CZ-T1")
@pytest.mark.parametrize(
    ("first", "order"),
    [(BLUE, ["b1", "r1", "r2", "r3"]), (RED, ["r1", "b1", "r2", "r3"])],
)
def test_three_groups_against_one(first: SideId, order: list[str]) -> None:
    zone = Zone(red={"r1": TWO, "r2": TWO, "r3": TWO}, blue={"b1": TWO})
    # the phase is entered by going on from initiative, so that the first slot is worked out
    zone.clock(2, "initiative", None, *((RED, BLUE) if first == RED else (BLUE, RED)))
    zone.go_on()
    assert zone.match.clock.side == first
    played = []
    while zone.match.phase == "actions":
        side = zone.match.clock.side
        assert side is not None
        waiting = activation_slots.list_units_to_activate(zone.match, side)
        if not waiting:
            break
        zone.do("activate", side, OneUnitParams(waiting[0]))
        played.append(waiting[0].partition(":")[2])
        zone.go_on()
    assert played == order


@pytest.mark.rule("CZ-INIT-06", "CZ-G61", "CZ-FORCE-03", "CZ-FORCE-08")
def test_heroes_and_machines_take_slots_of_their_own() -> None:
    zone = Zone(red={"r1": TWO, "r2": {"hero": 1}, "r3": {"robot": 1}}, blue={"b1": TWO, "b2": TWO})
    zone.clock(2, "initiative", None, RED, BLUE)
    zone.go_on()
    assert activation_slots.list_units_to_activate(zone.match, RED) == (u("r1"), u("r2"), u("r3"))
    zone.do("activate", RED, OneUnitParams(u("r2")))
    assert activation_slots.list_active_figures(zone.match) == (who("r21"),)
    zone.go_on()
    assert zone.match.clock.side == BLUE
    check_all_laws(zone)


@pytest.mark.rule("CZ-G61")
def test_a_hero_in_the_slot_of_a_group_under_a_house_rule() -> None:
    zone = Zone({"lone_activation": "with_a_group"}, red={"r1": TWO, "r2": {"hero": 1}})
    zone.do("with", RED, GroupAttachment(u("r2"), u("r1")))
    zone.active("r1")
    assert activation_slots.list_active_figures(zone.match) == (
        who("r11"),
        who("r12"),
        who("r21"),
    )
    assert activation_slots.list_units_to_activate(zone.match, RED) == ()
    plain = Zone(red={"r1": TWO, "r2": {"hero": 1}})
    assert ids(plain.objections("with", RED, GroupAttachment(u("r2"), u("r1")))) == ["own-slot"]


@pytest.mark.rule("CZ-G61")
def test_a_hero_whose_group_is_gone_has_his_own_slot_again() -> None:
    zone = Zone({"lone_activation": "with_a_group"}, red={"r1": TWO, "r2": {"hero": 1}})
    zone.do("with", RED, GroupAttachment(u("r2"), u("r1")))
    zone.lose("r11", "r12")
    assert activation_slots.list_units_to_activate(zone.match, RED) == (u("r2"),)


@pytest.mark.rule("CZ-G61", "CZ-INIT-06")
def test_a_hero_who_joins_a_group_after_its_slot_keeps_his_own() -> None:
    zone = Zone({"lone_activation": "with_a_group"}, red={"r1": TWO, "r2": {"hero": 1}})
    zone.active("r1")
    zone.go_on()
    zone.do("with", RED, GroupAttachment(u("r2"), u("r1")))
    assert activation_slots.list_units_to_activate(zone.match, RED) == (u("r2"),)


@pytest.mark.rule("CZ-G61", "CZ-INIT-06")
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_hero_who_joins_a_group_during_its_slot_acts_in_it_only(by_hand: bool) -> None:
    zone = Zone({"lone_activation": "with_a_group"}, red={"r1": TWO, "r2": {"hero": 1}})
    zone.active("r1")
    if by_hand:
        zone.fix(markers.WITH.set(u("r2"), value=u("r1")))
    else:
        zone.do("with", RED, GroupAttachment(u("r2"), u("r1")))
    assert who("r21") in activation_slots.list_active_figures(zone.match)
    assert activation_slots.list_units_to_activate(zone.match, RED) == ()


@pytest.mark.rule("CZ-INIT-06", "CZ-TURN-01")
def test_what_stands_against_an_activation() -> None:
    zone = Zone(red={"r1": TWO, "r2": TWO, "r3": TWO})
    zone.active("r1")

    def against(unit: str, side: SideId = RED) -> list[str]:
        return ids(zone.objections("activate", side, OneUnitParams(u(unit))))

    assert against("r2") == ["busy", "not-its-slot"]
    assert "activated" in against("r1")
    zone.go_on()
    assert against("r2") == ["not-its-slot"]
    assert against("b1", BLUE) == []
    zone.lose("r31", "r32")
    assert "gone" in against("r3")


@pytest.mark.rule("CZ-INIT-06")
def test_the_only_group_is_activated_by_itself_and_a_choice_is_not() -> None:
    zone = Zone(red={"r1": TWO, "r2": TWO}, blue={"b1": TWO})
    zone.clock(2, "initiative", None, BLUE, RED)
    zone.automatic()
    assert zone.match.clock.subject == u("b1")
    zone.go_on()
    zone.automatic()
    assert zone.match.clock.side == RED
    assert zone.match.clock.subject is None


@pytest.mark.rule("CZ-INIT-06", "CZ-ACT-03")
def test_an_activation_ends_by_itself_when_no_points_are_left() -> None:
    zone = Zone(red={"r1": TWO, "r2": TWO}, blue={"b1": TWO, "b2": TWO})
    zone.active("r1")
    zone.do("move", RED, Move((who("r11"), who("r12")), points=5))
    assert zone.ruleset.automatic(zone.match) is None
    zone.do("move", RED, Move((who("r11"), who("r12")), points=1))
    zone.automatic()
    assert (zone.acting, zone.match.clock.side) == (None, BLUE)


@pytest.mark.rule("CZ-INIT-06")
def test_points_that_are_left_keep_it_open_until_people_go_on() -> None:
    zone = Zone(red={"r1": TWO, "r2": TWO}, blue={"b1": TWO, "b2": TWO})
    zone.active("r1")
    zone.do("move", RED, Move((who("r11"),), points=2))
    zone.do("move", RED, Move((who("r12"),), points=6))
    assert zone.ruleset.automatic(zone.match) is None
    zone.go_on()
    assert zone.match.clock.side == BLUE


@pytest.mark.rule("CZ-INIT-06", "CZ-G19")
def test_a_group_destroyed_before_its_slot_loses_it() -> None:
    zone = Zone(red={"r1": TWO, "r2": TWO}, blue={"b1": TWO})
    zone.active("b1")
    zone.lose("r11", "r12")
    zone.go_on()
    assert activation_slots.list_units_to_activate(zone.match, RED) == (u("r2"),)


@pytest.mark.rule("CZ-G19", "CZ-MORALE-08")
def test_a_group_that_wholly_routs_uses_its_slot() -> None:
    zone = Zone(red={"r1": TWO}, blue={"b1": TWO, "b2": TWO})
    zone.rout("r11", "r12")
    zone.clock(2, "initiative", None, RED, BLUE)
    zone.automatic()
    # Red's group was activated and could do nothing: it is Blue's slot, with a choice
    assert zone.match.has(u("r1"), markers.ACTIVATED)
    assert (zone.acting, zone.match.clock.side) == (None, BLUE)


@pytest.mark.rule("CZ-G19")
def test_passing_only_under_a_house_rule() -> None:
    zone = Zone(red={"r1": TWO, "r2": TWO}, blue={"b1": TWO, "b2": TWO})
    actions(zone, RED, BLUE)
    assert ids(zone.objections("pass", RED, NoParams())) == ["no-passing"]
    zone = Zone({"pass": "allowed"}, red={"r1": TWO}, blue={"b1": TWO, "b2": TWO})
    actions(zone, RED, BLUE)
    zone.automatic()
    assert zone.acting is None  # the only group may still let it go by
    assert zone.objections("pass", RED, NoParams()) == []
    zone.do("pass", RED, NoParams())
    assert zone.match.clock.side == BLUE
    zone.do("activate", BLUE, OneUnitParams(u("b1")))
    zone.go_on()
    assert zone.match.clock.side == RED
    zone.do("pass", RED, NoParams())
    zone.do("pass", BLUE, NoParams())
    zone.automatic()  # everybody let it go by: the turn is over, and the next one begins
    assert zone.match.turn == 3


@pytest.mark.rule("CZ-G20", "CZ-ACT-03")
@pytest.mark.parametrize(
    ("rule", "against"), [("one_at_a_time", ["finished"]), ("interleaved", [])]
)
def test_choosing_the_next_figure_finishes_the_one_before(rule: Scalar, against: list[str]) -> None:
    zone = Zone({"figure_order": rule})
    zone.active("r1")
    zone.do("move", RED, Move((who("r11"),), points=1))
    zone.do("drop", RED, GeneralAction(who("r12")))
    assert ids(zone.objections("move", RED, Move((who("r11"),), points=1))) == against
    assert ids(zone.objections("move", RED, Move((who("r12"),), points=1))) == ["down"]


@pytest.mark.rule("CZ-G20")
def test_moving_the_whole_group_finishes_nobody() -> None:
    zone = Zone()
    zone.active("r1")
    everybody = tuple(who(f"r1{n}") for n in range(1, 6))
    facts = zone.do("move", RED, Move(everybody, points=1))
    assert [type(fact).__name__ for fact in facts] == ["MarkerSet", "Moved", "ActionEnded"]
    assert [zone.left(f"r1{n}") for n in range(1, 6)] == [5] * 5
    assert zone.objections("move", RED, Move((who("r11"),), points=1)) == []


@pytest.mark.rule("CZ-ACT-03", "CZ-INIT-06")
def test_all_hold() -> None:
    zone = Zone(red={"r1": TWO}, blue={"b1": TWO, "b2": TWO})
    zone.active("r1")
    zone.do("hold", RED, Hold((who("r11"), who("r12"))))
    assert activation_slots.explain_cannot_act(zone.match, who("r11")) == "holds"
    zone.automatic()
    assert zone.match.clock.side == BLUE
    assert ids(zone.objections("hold", RED, Hold((who("r11"),)))) == ["not-active"]


@pytest.mark.rule("CZ-ACT-03", "CZ-INIT-06", "CZ-MORALE-08")
def test_why_a_figure_has_nothing_more_to_do() -> None:
    zone = Zone(red={"r1": {"trooper": 5}, "r2": TWO})
    zone.rout("r12")
    zone.lose("r13")
    zone.active("r1")
    zone.do("move", RED, Move((who("r14"),), points=6))
    zone.do("move", RED, Move((who("r11"),), points=1))
    zone.do("move", RED, Move((who("r15"),), points=1))
    told = {
        h: activation_slots.explain_cannot_act(zone.match, who(h))
        for h in ("r11", "r12", "r13", "r14", "r15", "r21")
    }
    assert told == {
        "r11": "finished",
        "r12": "routing",
        "r13": "not on the table",
        "r14": "no points left",
        "r15": None,
        "r21": "not its slot",
    }
    due = [item.subject for item in zone.ruleset.due(zone.match)]
    assert due == [who("r15")]
    zone.go_on()
    assert activation_slots.explain_cannot_act(zone.match, who("r11")) == "has been activated"


@pytest.mark.rule("CZ-G24")
def test_opportunity_fire_that_lasts_until_the_next_activation() -> None:
    zone = Zone({"of_expiry": "own_next_activation"})
    zone.set(markers.OPPORTUNITY, "r13", value="any")
    zone.clock(2, "compulsory")
    assert zone.has("r13", markers.OPPORTUNITY)
    zone.active("r1", turn=2)
    assert not zone.has("r13", markers.OPPORTUNITY)


def test_units_are_taken_in_order() -> None:
    zone = Zone(red={"r1": TWO, "r2": TWO}, blue={"b1": TWO})
    actions(zone, RED, BLUE)
    zone.do("activate", RED, OneUnitParams(u("r2")))
    zone.go_on()
    assert in_order(zone) == ["b1", "r1"]


def test_groups_are_activated_in_their_phase_alone() -> None:
    zone = Zone(red={"r1": TWO}, blue={"b1": TWO})
    zone.clock(2, "reaction", None)
    assert "not-actions" in ids(zone.objections("activate", RED, OneUnitParams(u("r1"))))
    actions(zone, RED, BLUE)
    assert ids(zone.objections("activate", RED, OneUnitParams(u("r1")))) == ids([])
