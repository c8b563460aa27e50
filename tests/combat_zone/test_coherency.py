"""Coherency: who is near enough, what nobody needs to be asked, and house rules (CZ-INIT-01)."""

from __future__ import annotations

import pytest

from tests.combat_zone.table import BLUE, RED, Zone, ids, who
from tracker.procedures.requests import Tally
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.data.state_queries import counts_as_out_of_coherency
from tracker.rulesets.combat_zone.phases.coherency import CoherencyCheck, LeaderDistances
from tracker.rulesets.combat_zone.phases.initiative import make_initiative_pool_of_side
from tracker.testing.match_in_memory import u
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import Scalar

CM = 100


def declared(zone: Zone, params: CoherencyCheck, turn: int = 2) -> None:
    zone.clock(turn, "initiative")
    zone.do("coherency", None, params)


def out(zone: Zone, unit: str = "r1") -> bool:
    return counts_as_out_of_coherency(zone.match, u(unit))


@pytest.mark.rule("CZ-W20", "CZ-T10", "CZ-INIT-01", "CZ-SETUP-02")
@pytest.mark.parametrize(
    ("leader", "sub", "scattered"),
    [
        (16, 9, False),  # 16 cm from the Leader, but 9 from the Sub-leader
        (16, 11, True),  # one straggler puts the whole group out
        (15, None, False),  # exactly 15 is within 15
        (None, 10, False),  # exactly 10 is within 10
        (15.01, 10.01, True),
    ],
)
def test_measured(leader: float | None, sub: float | None, scattered: bool) -> None:
    lengths = [None if n is None else round(n * CM) for n in (leader, sub)]
    zone = Zone()
    declared(zone, CoherencyCheck((u("r1"), u("b1")), (LeaderDistances(who("r13"), *lengths),)))
    assert out(zone) is scattered
    assert make_initiative_pool_of_side(zone.match, RED).dice == ((4,) if scattered else (6,))
    assert zone.allowance("r14") == (5 if scattered else 6)
    assert not out(zone, "b1")


@pytest.mark.rule("CZ-INIT-01", "CZ-G16")
@pytest.mark.parametrize(
    ("figure", "lengths", "scattered"),
    [("r12", (16, None), False), ("r11", (None, 11), False), ("r13", (16, None), True)],
)
def test_a_leader_far_from_the_other_is_its_own_anchor(
    figure: str, lengths: tuple[int | None, int | None], scattered: bool
) -> None:
    leader, sub_leader = (None if n is None else n * CM for n in lengths)
    zone = Zone()
    measured = LeaderDistances(who(figure), leader, sub_leader)
    declared(zone, CoherencyCheck((u("b1"),), (measured,)))
    assert out(zone) is scattered


@pytest.mark.rule("CZ-W17", "CZ-G32", "CZ-FORCE-02", "CZ-ACT-02")
def test_a_group_without_leaders_is_out_without_asking() -> None:
    zone = Zone(blue={"b1": {"leader": 1}})
    zone.lose("r11", "r12")
    zone.clock(2, "initiative")
    zone.do("coherency", None, CoherencyCheck())
    assert zone.idle
    assert out(zone)
    assert make_initiative_pool_of_side(zone.match, RED).dice == (4,)
    assert [zone.allowance(h) for h in ("r13", "r14", "r15")] == [5, 5, 5]
    assert "no-leader" in ids(zone.objections("coherency", None, CoherencyCheck((u("r1"),))))


@pytest.mark.rule("CZ-INIT-01")
def test_leaders_alone_are_together_without_asking() -> None:
    zone = Zone(red={"r1": {"leader": 1, "sub": 1}}, blue={"b1": {"leader": 1}})
    declared(zone, CoherencyCheck())
    assert zone.idle
    assert not out(zone)


@pytest.mark.rule("CZ-INIT-01", "CZ-TURN-01")
def test_one_question_for_all_groups_with_last_turn_as_its_answer() -> None:
    zone = Zone()
    declared(zone, CoherencyCheck())
    asked = zone.asked
    assert isinstance(asked, Tally)
    assert [share.id for share in asked.shares] == ["u:r1", "u:b1"]
    assert asked.default == ()
    zone.choose((("u:b1", 1),))
    assert (out(zone), out(zone, "b1")) == (False, True)
    declared(zone, CoherencyCheck(), turn=3)
    again = zone.asked
    assert isinstance(again, Tally)
    assert again.default == (("u:b1", 1),)
    zone.choose(())
    assert not out(zone, "b1")
    check_all_laws(zone)


@pytest.mark.rule("CZ-G58", "CZ-INIT-01")
@pytest.mark.parametrize(("rule", "scattered"), [("any", False), ("steady_only", True)])
def test_whether_a_leader_in_panic_still_holds_them(rule: Scalar, scattered: bool) -> None:
    zone = Zone({"anchor_state": rule}, red={"r1": {"leader": 1, "trooper": 3}})
    zone.panic("r11")
    declared(zone, CoherencyCheck((u("r1"), u("b1"))))
    assert out(zone) is scattered


@pytest.mark.rule("CZ-G16")
def test_leaving_coherency_in_mid_turn_matters_next_turn() -> None:
    zone = Zone(red={"r1": {"leader": 1, "trooper": 3}})
    declared(zone, CoherencyCheck((u("r1"), u("b1"))))
    zone.active("r1", turn=2)
    zone.lose("r11")
    assert zone.allowance("r12") == 6
    assert "not-now" in ids(zone.objections("coherency", None, CoherencyCheck((u("r1"),))))


@pytest.mark.rule("CZ-G16")
def test_live_coherency_is_lost_at_once() -> None:
    zone = Zone({"coherency_check": "live"}, red={"r1": {"leader": 1, "trooper": 3}})
    declared(zone, CoherencyCheck((u("r1"), u("b1"))))
    zone.active("r1", turn=2)
    assert zone.allowance("r12") == 6
    zone.lose("r11")
    assert zone.allowance("r12") == 5
    assert ids(zone.objections("coherency", None, CoherencyCheck((u("b1"),)))) == []


@pytest.mark.rule("CZ-G16")
def test_only_stragglers_lose_a_point_under_a_house_rule() -> None:
    zone = Zone({"coherency_scope": "per_figure_ap"})
    declared(zone, CoherencyCheck((u("b1"),)))
    stragglers = zone.asked
    assert isinstance(stragglers, Tally)
    # neither Leader nor Sub-leader can be away from himself
    assert [share.id for share in stragglers.shares] == ["f:r1.3", "f:r1.4", "f:r1.5"]
    zone.choose((("f:r1.4", 1),))
    assert [zone.allowance(f"r1{n}") for n in (1, 3, 4)] == [6, 6, 5]
    assert make_initiative_pool_of_side(zone.match, RED).dice == (4,)


@pytest.mark.rule("CZ-G16")
def test_stragglers_who_came_back_have_their_point_again() -> None:
    zone = Zone({"coherency_scope": "per_figure_ap", "coherency_check": "live"})
    for stragglers, points in ((("f:r1.3", "f:r1.4"), [5, 5]), (("f:r1.4",), [6, 5])):
        declared(zone, CoherencyCheck((u("b1"),)))
        zone.choose(tuple((figure, 1) for figure in stragglers))
        assert [zone.allowance(handle) for handle in ("r13", "r14")] == points
    declared(zone, CoherencyCheck((u("r1"), u("b1"))))
    assert not any(zone.match.marked(markers.STRAGGLER))


@pytest.mark.rule("CZ-W67", "CZ-INIT-03", "CZ-G32", "CZ-G57", "CZ-G58", "CZ-FORCE-02")
def test_losing_leaders() -> None:
    zone = Zone()
    zone.lose("r11")
    # turn 3: a trooper 12 cm from the Sub-leader: out. D4 + 1, everybody 5 points
    declared(
        zone, CoherencyCheck((u("b1"),), (LeaderDistances(who("r13"), None, 12 * CM),)), turn=3
    )
    assert (
        make_initiative_pool_of_side(zone.match, RED).dice,
        make_initiative_pool_of_side(zone.match, RED).bonus,
    ) == (
        (4,),
        1,
    )
    assert [zone.allowance(f"r1{n}") for n in (2, 3, 4, 5)] == [5, 5, 5, 5]
    # turn 4: all near, but the Sub-leader panics: in. D6 + 0, the others 6, he 3
    zone.panic("r12")
    declared(zone, CoherencyCheck((u("r1"), u("b1"))), turn=4)
    assert (
        make_initiative_pool_of_side(zone.match, RED).dice,
        make_initiative_pool_of_side(zone.match, RED).bonus,
    ) == (
        (6,),
        0,
    )
    assert [zone.allowance(f"r1{n}") for n in (2, 3, 4, 5)] == [3, 6, 6, 6]
    # turn 5: he is gone, too; nobody takes his place
    zone.lose("r12")
    declared(zone, CoherencyCheck((u("b1"),)), turn=5)
    assert (
        make_initiative_pool_of_side(zone.match, RED).dice,
        make_initiative_pool_of_side(zone.match, RED).bonus,
    ) == (
        (4,),
        0,
    )
    assert [zone.allowance(f"r1{n}") for n in (3, 4, 5)] == [5, 5, 5]


@pytest.mark.rule("CZ-INIT-01")
def test_odds_assume_last_turn() -> None:
    zone = Zone()
    zone.clock(2, "initiative")
    assert assert_odds_agree(zone, "coherency", None, CoherencyCheck()) == 1
    assert zone.match.side_of(u("b1")) == BLUE
    assert not zone.match.has("m:", markers.DECLARED)
