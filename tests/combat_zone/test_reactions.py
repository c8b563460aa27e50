"""Reaction tests: who tests, the modifiers, the results, and several in one go (CZ-MORALE)."""

from __future__ import annotations

import pytest

from tests.combat_zone.giving import given
from tests.combat_zone.table import RED, Zone, ids, who
from tracker.procedures.requests import Confirm, Faces, Score
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.reaction_tests import (
    ReactionTests,
    find_reaction_test_result,
    list_modifiers_besides_leader_contact,
)
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import Scalar


def taken(zone: Zone, handle: str, faces: str, *touching: str) -> str:
    """What a test makes of a figure; who touches a Leader is told beforehand."""
    zone.clock(2, "reaction")
    zone.do("react", RED, ReactionTests((who(handle),), tuple(map(who, touching))))
    zone.roll(faces)
    if not zone.idle:
        zone.default()
    return zone.reaction(handle)


def ask_contact(zone: Zone, handle: str, faces: str) -> None:
    """Roll a test of a panicking figure, whose result depends on contact with a leader."""
    zone.panic(handle)
    zone.clock(2, "reaction")
    zone.do("react", RED, ReactionTests((who(handle),)))
    zone.roll(faces)
    assert isinstance(zone.asked, Confirm)


def adds(zone: Zone, handle: str) -> dict[str, int]:
    return {
        modifier.name: modifier.value
        for modifier in list_modifiers_besides_leader_contact(zone.match, who(handle))
    }


@pytest.mark.rule("CZ-T7", "CZ-MORALE-05")
def test_results_by_total() -> None:
    found = [find_reaction_test_result(total) for total in range(2, 13)]
    assert found == ["rout"] * 3 + ["panic"] * 3 + ["steady"] * 5


@pytest.mark.rule("CZ-W02", "CZ-MORALE-02", "CZ-MORALE-05")
def test_a_panicked_trooper_stays_in_panic() -> None:
    # 3 + 4 = 7, Average, nothing else: 7 is Panic, and 3 points are left to it
    zone = Zone()
    zone.panic("r13")
    assert taken(zone, "r13", "34") == "panic"
    assert zone.allowance("r13") == 3
    check_all_laws(zone)


@pytest.mark.rule("CZ-W04", "CZ-MORALE-03", "CZ-T6", "CZ-MORALE-07")
def test_a_routing_green_improves_to_panic() -> None:
    # 5 + 4 = 9, - 1 Green - 1 already routing = 7: Panic, 3 points
    zone = Zone(red={"r1": {"leader": 1, "green": 3}})
    zone.rout("r12")
    assert taken(zone, "r12", "54") == "panic"
    assert zone.allowance("r12") == 3
    assert not zone.has("r12", markers.ROUT)


@pytest.mark.rule("CZ-W05", "CZ-T8")
def test_a_routing_elite_leader() -> None:
    # 2 + 2 = 4, + 2 Elite + 2 Leader - 1 routing = 7: Panic
    zone = Zone(red={"r1": {"elite-leader": 1, "trooper": 3}})
    zone.rout("r11")
    assert taken(zone, "r11", "22") == "panic"


@pytest.mark.rule("CZ-W07", "CZ-G13", "CZ-MORALE-04", "CZ-T8")
def test_the_last_of_three() -> None:
    # half of 3 is 1, and 1 is not fewer than 1: only -2. 4 + 6 = 10 - 2 = 8: OK
    zone = Zone(red={"r1": {"trooper": 3}})
    zone.lose("r12", "r13")
    zone.panic("r11")
    assert adds(zone, "r11") == {"last of its group": -2}
    assert taken(zone, "r11", "46") == "recovered"


@pytest.mark.rule("CZ-W09", "CZ-COMP-04", "CZ-T8")
def test_rout_while_engaged_is_the_end_of_it() -> None:
    # 3 + 2 = 5 - 1 engaged = 4: Rout; engaged, so removed at once
    zone = Zone()
    zone.panic("r13")
    zone.engage("b13", "r13")
    assert taken(zone, "r13", "32") == "killed"
    assert not zone.match.links(markers.ENGAGED)
    check_all_laws(zone)


@pytest.mark.rule("CZ-W10", "CZ-T8", "CZ-MORALE-04")
def test_a_sub_leader_who_touches_his_leader() -> None:
    # 3 + 3 = 6 + 1 Sub-leader = 7; touching the Leader makes 8: asked, because it matters
    zone = Zone()
    ask_contact(zone, "r12", "33")
    zone.choose(True)
    assert zone.reaction("r12") == "recovered"
    check_all_laws(zone)


@pytest.mark.rule("CZ-MORALE-04")
def test_contact_is_asked_only_where_it_changes_something() -> None:
    # 6 stays Panic with or without the +1; 4 would be 5, Panic instead of Rout
    zone = Zone()
    zone.panic("r13", "r14")
    assert taken(zone, "r13", "33") == "panic"
    zone.clock(2, "reaction")
    zone.do("react", RED, ReactionTests((who("r14"),)))
    zone.roll("22")
    assert isinstance(zone.asked, Confirm)
    zone.default()
    assert zone.reaction("r14") == "rout"


@pytest.mark.rule("CZ-MORALE-04", "CZ-G14")
def test_contact_told_beforehand_needs_a_leader_that_counts() -> None:
    zone = Zone({"leader_contact": "steady_only"})
    zone.panic("r13")
    zone.clock(2, "reaction")
    touching = ReactionTests((who("r13"),), (who("r13"),))
    assert ids(zone.objections("react", RED, touching)) == []
    zone.panic("r11", "r12")
    assert ids(zone.objections("react", RED, touching)) == ["no-leader"]


@pytest.mark.rule("CZ-MORALE-04")
def test_contact_told_beforehand_is_in_the_roll() -> None:
    zone = Zone()
    zone.panic("r13")
    zone.clock(2, "reaction")
    zone.do("react", RED, ReactionTests((who("r13"),), (who("r13"),)))
    asked = zone.asked
    assert isinstance(asked, Score)
    assert asked.bonus == 1
    zone.roll("34")  # 7 + 1 = 8
    assert zone.reaction("r13") == "recovered"


@pytest.mark.rule("CZ-MORALE-04", "CZ-G13")
@pytest.mark.parametrize(("started", "alive", "under"), [(7, 3, False), (7, 2, True), (6, 2, True)])
def test_fewer_than_half_rounded_down(started: int, alive: int, under: bool) -> None:
    # 7 started: half is 3, so 2 or fewer. 6 started: half is 3
    zone = Zone(red={"r1": {"trooper": started}})
    zone.lose(*(f"r1{n}" for n in range(alive + 1, started + 1)))
    assert ("under half alive" in adds(zone, "r11")) is under


@pytest.mark.rule("CZ-MORALE-04", "CZ-FORCE-01")
def test_last_and_under_half_come_together_but_not_for_a_group_of_one() -> None:
    zone = Zone(red={"r1": {"trooper": 5}, "r2": {"trooper": 1}})
    zone.lose("r12", "r13", "r14", "r15")
    assert adds(zone, "r11") == {"last of its group": -2, "under half alive": -1}
    assert adds(zone, "r21") == {}


@pytest.mark.rule("CZ-FORCE-03", "CZ-MORALE-03", "CZ-T8")
def test_a_hero_has_his_quality_and_never_a_group() -> None:
    zone = Zone(red={"r1": {"leader": 1, "trooper": 2}, "r2": {"hero": 1}})
    zone.lose("r12", "r13")
    zone.panic("r21")
    assert adds(zone, "r21") == {"elite": 2}
    # contact with a Leader counts for him, too: 2 + 3 + 2 = 7, + 1 = 8
    assert taken(zone, "r21", "23", "r21") == "recovered"


@pytest.mark.rule("CZ-G15", "CZ-COMP-03", "CZ-MORALE-04")
@pytest.mark.parametrize(("counts", "last"), [("on_table", True), ("not_casualty", False)])
def test_whether_figures_that_fled_count(counts: Scalar, last: bool) -> None:
    zone = Zone({"strength_counts": counts}, red={"r1": {"trooper": 3}})
    zone.lose("r12", how="killed")
    zone.lose("r13", how="fled")
    assert ("last of its group" in adds(zone, "r11")) is last


@pytest.mark.rule("CZ-G14")
@pytest.mark.parametrize(
    ("rule", "asked"),
    [("any_friendly", True), ("own_group", False), ("steady_only", False)],
)
def test_whose_leader_comforts(rule: Scalar, asked: bool) -> None:
    """Another group's Leader, who is panicking himself."""
    zone = Zone({"leader_contact": rule}, red={"r1": {"trooper": 2}, "r2": {"leader": 1}})
    zone.panic("r11", "r21")
    zone.clock(2, "reaction")
    zone.do("react", RED, ReactionTests((who("r11"),)))
    zone.roll("34")
    assert (not zone.idle) is asked


@pytest.mark.rule("CZ-G14", "CZ-MORALE-04")
def test_a_leader_does_not_comfort_himself() -> None:
    # 2 + 3 = 5 + 2 = 7 would be 8 with contact, but nobody else leads
    zone = Zone(red={"r1": {"leader": 1, "trooper": 2}})
    zone.panic("r11")
    zone.clock(2, "reaction")
    zone.do("react", RED, ReactionTests((who("r11"),)))
    zone.roll("23")
    assert zone.idle
    assert zone.reaction("r11") == "panic"


@pytest.mark.rule("CZ-MORALE-06", "CZ-SETUP-04", "CZ-ACT-01", "CZ-TURN-03")
def test_who_recovers_has_three_points_and_no_reaction() -> None:
    zone = Zone()
    zone.panic("r13")
    assert taken(zone, "r13", "66") == "recovered"
    assert not markers.is_panicking_or_routing(zone.match, who("r13"))
    assert zone.allowance("r13") == 3
    zone.clock(3, "compulsory")  # as the turn ends, the counter comes off
    assert zone.reaction("r13") == "steady"
    assert zone.allowance("r13") == 6


@pytest.mark.rule("CZ-MORALE-01", "CZ-MORALE-02", "CZ-TURN-01")
def test_only_those_with_a_reaction_test_and_once() -> None:
    zone = Zone()
    zone.panic("r13")
    zone.clock(2, "reaction")
    assert ids(zone.objections("react", RED, ReactionTests((who("r14"),)))) == ["no-reaction"]
    taken(zone, "r13", "34")
    assert ids(zone.objections("react", RED, ReactionTests((who("r13"),)))) == ["tested"]
    assert zone.ruleset.due(zone.match) == ()
    zone.clock(3, "initiative")
    assert "no-tests-now" in ids(zone.objections("react", RED, ReactionTests((who("r13"),))))


@pytest.mark.rule("CZ-MORALE-02", "CZ-G34", "CZ-MORALE-09")
def test_all_figures_in_one_go() -> None:
    """One sheet for both sides; nobody is asked before, and everything follows by itself."""
    zone = Zone()
    zone.panic("r13", "b14")
    zone.rout("b15")
    zone.clock(2, "reaction")
    zone.automatic()
    sheet = zone.asked
    assert isinstance(sheet, Faces)
    assert sheet.dice == (6,) * 6
    assert tuple(label.text for label in sheet.labels) == (
        "r13 +0",
        "r13 +0",
        "b14 +0",
        "b14 +0",
        "b15 -1",
        "b15 -1",
    )
    zone.roll("553311")
    # r13 10: OK; b14 6: Panic; b15 2 - 1 = 1: Rout stays, and runs next turn
    assert [zone.reaction(h) for h in ("r13", "b14", "b15")] == ["recovered", "panic", "rout"]
    assert zone.allowance("b15") == 0
    check_all_laws(zone)


@pytest.mark.rule("CZ-G34", "CZ-COMP-04")
def test_each_test_takes_effect_before_the_next() -> None:
    """The first of two falls engaged, so the second is the last of its group when it tests."""
    zone = Zone(red={"r1": {"trooper": 2}})
    zone.panic("r11", "r12")
    zone.engage("b11", "r11")
    zone.clock(2, "reaction")
    zone.do("react", None, ReactionTests())
    zone.roll("1135")
    # r11: 2 - 1 engaged = 1: Rout, removed. r12: 8 - 2 last of its group = 6: Panic
    assert (zone.reaction("r11"), zone.reaction("r12")) == ("killed", "panic")


@pytest.mark.rule("CZ-MORALE-01", "CZ-MORALE-09")
@pytest.mark.parametrize("faces", ["66", "33", "11"])
def test_a_figure_found_steady_before_its_dice_has_no_test(faces: str) -> None:
    """Neither face down with 3 points, nor routing; and contact is not asked."""
    zone = Zone()
    zone.panic("r13")
    zone.clock(2, "reaction")
    zone.do("react", RED, ReactionTests((who("r13"),)))
    zone.fix(markers.PANIC.cleared(who("r13")))
    zone.roll(faces)
    assert zone.idle
    assert (zone.reaction("r13"), zone.allowance("r13")) == ("steady", 6)


@pytest.mark.rule("CZ-MORALE-01", "CZ-MORALE-04")
@pytest.mark.parametrize(("now", "then"), [("", "steady"), ("rout", "panic")])
def test_a_reaction_corrected_while_contact_is_asked(now: str, then: str) -> None:
    # 3 + 4 = 7, + 1 contact = 8; but 7 if it was routing already
    zone = Zone()
    ask_contact(zone, "r13", "34")
    zone.fix(markers.PANIC.cleared(who("r13")))
    if now:
        zone.rout("r13")
    zone.choose(True)
    assert zone.reaction("r13") == then


@pytest.mark.rule("CZ-MORALE-08", "CZ-MORALE-05")
def test_panic_can_worsen_to_rout_and_then_nothing_is_left() -> None:
    zone = Zone()
    zone.panic("r13")
    assert taken(zone, "r13", "13") == "rout"
    assert zone.allowance("r13") == 0


@pytest.mark.rule("CZ-G12")
@pytest.mark.parametrize(("rule", "ran"), [("next_compulsory", False), ("immediate", True)])
def test_when_a_figure_that_routs_runs_first(rule: Scalar, ran: bool) -> None:
    zone = Zone({"rout_move": rule})
    zone.panic("r13")
    zone.clock(2, "reaction")
    zone.do("react", RED, ReactionTests((who("r13"),)))
    zone.roll("12")
    assert (not zone.idle) is ran  # asked who left the table
    if ran:
        assert zone.asked.what == "left the table"


@pytest.mark.rule("CZ-G30")
@pytest.mark.parametrize(("reactions", "shaken"), [(False, False), (True, True)])
def test_whether_machines_panic(reactions: bool, shaken: bool) -> None:
    zone = Zone({"machine_reactions": reactions}, red={"r1": {"robot": 1}, "r2": {"trooper": 1}})
    zone.active("r2")
    given(zone, "r11", "panic")
    assert zone.has("r11", markers.PANIC) is shaken


@pytest.mark.rule("CZ-MORALE-02")
@pytest.mark.parametrize(
    "handles", [("r13",), pytest.param(("r13", "r14"), marks=pytest.mark.thorough)]
)
def test_odds_of_the_tests_against_the_table(handles: tuple[str, ...]) -> None:
    """Nobody leads: recovered, Panic or Rout for each."""
    zone = Zone(red={"r1": {"trooper": 5}})
    zone.panic(*handles)
    zone.clock(2, "reaction")
    assert assert_odds_agree(zone, "react", None, ReactionTests()) == 3 ** len(handles)
