"""Moving: steps, suits, difficult terrain, and opportunity fire in between (CZ-MOVE)."""

from __future__ import annotations

import pytest

from tests.combat_zone.table import BLUE, RED, Zone, ids, moves, who
from tracker.procedures.requests import Interrupt
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import movement
from tracker.rulesets.combat_zone.phases.movement import Move
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import FiguresRemoved, MarkerSet, Scalar

CM = 100


def cost(zone: Zone, handle: str, length: float, rough: float = 0) -> int:
    return movement.count_move_cost(zone.match, who(handle), round(length * CM), round(rough * CM))


@pytest.mark.rule("CZ-MOVE-01", "CZ-T3", "CZ-G54", "CZ-SETUP-02")
@pytest.mark.parametrize(
    ("length", "points"), [(0.5, 1), (5, 1), (5.1, 2), (12, 3), (20, 4), (30, 6)]
)
def test_five_cm_a_point_rounded_up(length: float, points: int) -> None:
    assert cost(Zone(), "r13", length) == points


def test_the_menu_has_a_point_for_one_all_that_is_left_and_a_point_for_everybody() -> None:
    """R11 has spent 2 of 6 points, R12 none."""
    zone = Zone(red={"r1": {"trooper": 2}})
    zone.active("r1")
    zone.do("move", RED, Move((who("r11"),), points=2))
    menu = [(move.figures, move.points) for _, move in movement.list_move_candidates(zone.match)]
    r11, r12 = who("r11"), who("r12")
    assert menu == [((r11,), 1), ((r11,), 4), ((r12,), 1), ((r12,), 6), ((r11, r12), 1)]


@pytest.mark.rule("CZ-MOVE-02", "CZ-T3", "CZ-FORCE-06")
@pytest.mark.parametrize(("length", "points"), [(4, 1), (4.5, 2), (12, 3), (20, 5)])
def test_four_cm_in_a_combat_suit(length: float, points: int) -> None:
    assert cost(Zone(red={"r1": {"suit": 1}}), "r11", length) == points


@pytest.mark.rule("CZ-W24", "CZ-MOVE-03", "CZ-G22", "CZ-SETUP-03")
def test_eight_cm_of_difficult_terrain() -> None:
    # two steps of 2 points each, on foot (5 + 3) and in a suit (4 + 4)
    zone = Zone(red={"r1": {"trooper": 1, "suit": 1}})
    assert (cost(zone, "r11", 8, 8), cost(zone, "r12", 8, 8)) == (4, 4)


@pytest.mark.rule("CZ-MOVE-03")
def test_a_step_with_any_part_in_it_costs_two() -> None:
    # 12 cm are 3 steps; 3 cm of it difficult make one of them cost 2: 4
    zone = Zone()
    assert cost(zone, "r13", 12, 3) == 4
    assert cost(zone, "r13", 12, 6) == 5
    zone.active("r1")
    zone.do("move", RED, Move((who("r13"),), points=5))
    again = Move((who("r13"),), length=3 * CM, rough=3 * CM)
    assert ids(zone.objections("move", RED, again)) == ["no-points"]  # 1 point buys no step there


@pytest.mark.rule("CZ-G22")
@pytest.mark.parametrize(("rule", "points"), [("four", 6), ("five", 4)])
def test_a_suit_in_difficult_terrain(rule: Scalar, points: int) -> None:
    # 10 cm: three steps of 4 cm at 2 points, or two of 5 cm
    zone = Zone({"suit_difficult": rule}, red={"r1": {"suit": 1}})
    assert cost(zone, "r11", 10, 10) == points
    assert cost(zone, "r11", 8) == 2


@pytest.mark.rule("CZ-G22", "CZ-MOVE-03")
@pytest.mark.parametrize(
    ("rule", "length", "rough", "points"),
    [
        ("four", 4, 1, 2),
        ("four", 9, 2, 4),
        ("five", 4, 1, 2),
        ("five", 9, 2, 3),
        ("five", 13, 6, 5),
    ],
)
def test_the_rest_of_a_difficult_step_is_open_ground(
    rule: Scalar, length: int, rough: int, points: int
) -> None:
    # 9 cm with 2 of them difficult: a difficult step of 5 cm and one of 4, or 3 steps of 4 cm
    zone = Zone({"suit_difficult": rule}, red={"r1": {"suit": 1}})
    assert cost(zone, "r11", length, rough) == points


@pytest.mark.rule("CZ-MOVE-01", "CZ-ACT-03")
def test_a_length_is_paid_for_and_written_down() -> None:
    zone = Zone()
    zone.active("r1")
    facts = zone.do("move", RED, Move((who("r13"),), length=12 * CM))
    assert zone.left("r13") == 3
    (moved,) = moves(facts)
    assert (moved.figures, moved.length) == ((who("r13"),), 12 * CM)
    assert ids(zone.objections("move", RED, Move((who("r14"),), points=2, length=12 * CM))) == [
        "too-far"
    ]
    check_all_laws(zone)


@pytest.mark.rule("CZ-MOVE-01", "CZ-MOVE-02")
def test_a_group_moves_the_same_way_at_each_ones_price() -> None:
    # 12 cm: 3 points on foot, 3 in a suit (4 + 4 + 4); 20 cm more: 4 and 5
    zone = Zone(red={"r1": {"elite": 1, "suit": 1}})
    zone.active("r1")
    zone.do("move", RED, Move((who("r11"), who("r12")), length=20 * CM))
    assert (zone.left("r11"), zone.left("r12")) == (3, 1)


def watched(zone: Zone, params: Move) -> None:
    """Blue is on opportunity fire and says so."""
    zone.set(markers.OPPORTUNITY, "b12", value="assault-rifle")
    zone.do("move", RED, params)
    window = zone.asked
    assert isinstance(window, Interrupt)
    assert (window.by, window.side) == ((who("b12"),), BLUE)


@pytest.mark.rule("CZ-OPP-02", "CZ-OPP-03", "CZ-G43")
def test_nobody_is_asked_unless_somebody_speaks_up() -> None:
    zone = Zone()
    zone.set(markers.OPPORTUNITY, "b12", value="any")
    zone.active("r1")
    facts = zone.do("move", RED, Move((who("r13"),), points=2))
    assert zone.idle
    assert moves(facts)


@pytest.mark.rule("CZ-OPP-03", "CZ-G62", "CZ-MORALE-11")
@pytest.mark.parametrize(("spent", "arrives"), [(2, True), (3, True), (4, False)])
def test_panicked_in_mid_move(spent: int, arrives: bool) -> None:
    zone = Zone()
    zone.active("r1")
    watched(zone, Move((who("r13"),), points=spent, claimed=True))
    zone.fix(MarkerSet(subjects=(who("r13"),), marker=markers.PANIC, value=1))
    facts = zone.default()
    assert bool(moves(facts)) is arrives
    assert zone.left("r13") == max(3 - spent, 0)
    check_all_laws(zone)


@pytest.mark.rule("CZ-G62", "CZ-G09", "CZ-MORALE-11")
@pytest.mark.parametrize(("spent", "arrives"), [(2, True), (3, False)])
def test_panicked_in_mid_move_with_only_two_points(spent: int, arrives: bool) -> None:
    zone = Zone({"panic_coherency": "two"})
    zone.scatter("r1")
    zone.active("r1")
    watched(zone, Move((who("r13"),), points=spent, claimed=True))
    zone.fix(MarkerSet(subjects=(who("r13"),), marker=markers.PANIC, value=1))
    assert bool(moves(zone.default())) is arrives


@pytest.mark.rule("CZ-G62")
def test_who_was_panicking_before_is_not_stopped_by_it() -> None:
    """The table let it move 4 points; the interruption changed nothing."""
    zone = Zone()
    zone.panic("r13")
    zone.active("r1")
    watched(zone, Move((who("r13"),), points=4, claimed=True))
    assert moves(zone.default())


@pytest.mark.rule("CZ-G62", "CZ-G08")
def test_panic_that_counts_next_turn_stops_nobody() -> None:
    zone = Zone({"mid_turn_panic": "next_turn"})
    zone.active("r1")
    watched(zone, Move((who("r13"),), points=5, claimed=True))
    zone.fix(MarkerSet(subjects=(who("r13"),), marker=markers.PANIC, value=2))
    assert moves(zone.default())


@pytest.mark.rule("CZ-OPP-03")
@pytest.mark.parametrize("fate", ["killed", "rout"])
def test_who_falls_or_routs_does_not_arrive(fate: str) -> None:
    zone = Zone()
    zone.active("r1")
    watched(zone, Move((who("r13"),), points=1, claimed=True))
    if fate == "killed":
        zone.fix(FiguresRemoved(figures=(who("r13"),)))
    else:
        zone.rout("r13")
    facts = zone.default() if not zone.idle else []
    assert moves(facts) == []
    assert zone.reaction("r13") == fate


@pytest.mark.rule("CZ-G43")
def test_opportunity_fire_after_the_action_under_a_house_rule() -> None:
    zone = Zone({"of_timing": "after_action"})
    zone.active("r1")
    watched(zone, Move((who("r13"),), points=4, claimed=True))
    moved = [line.event for line in zone.lines if type(line.event).__name__ == "Moved"]
    assert len(moved) == 1  # it has arrived when the window opens
    zone.default()


@pytest.mark.rule("CZ-OPP-03")
def test_of_a_group_each_can_be_stopped() -> None:
    zone = Zone()
    zone.active("r1")
    watched(zone, Move((who("r13"), who("r14")), points=1, claimed=True))
    assert zone.asked.target == who("r13")
    zone.fix(FiguresRemoved(figures=(who("r13"),)))
    zone.default()
    assert zone.asked.target == who("r14")
    zone.default()
    moved = [x.event for x in zone.lines if type(x.event).__name__ == "Moved"]
    assert [m.figures for m in moved] == [(who("r14"),)]  # type: ignore[union-attr]


@pytest.mark.rule("CZ-MOVE-01")
def test_odds_of_a_move() -> None:
    zone = Zone()
    zone.active("r1")
    assert assert_odds_agree(zone, "move", RED, Move((who("r13"),), points=2)) == 1
