"""Before the first turn: what rosters bring to the table, and what the players say of it."""

from __future__ import annotations

import pytest

from tests.xenocide.evening import begin
from tests.xenocide.table import B1, R1, R2, Table, apc
from tracker.application.log.game_log_lines import list_log_lines
from tracker.procedures.pieces.deployment import list_undeployed_units
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers, state_queries, unit_profiles
from tracker.rulesets.xenocide.forces.roster_reader import FORCES
from tracker.rulesets.xenocide.phases.order_counters import OrderCounter, SideCounters
from tracker.rulesets.xenocide.phases.setup_phase import DefaultOrder, ForceDeployment, StartAboard
from tracker.testing.match_in_memory import BLUE, RED, Play, f, u
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import FiguresJoined, FiguresRemoved, MusteredFigure

SAMPLES = {sample.file.removesuffix(".toml"): sample.text for sample in FORCES.samples()}
KITE = apc(propulsion="flying")
R3, R4, R5, R6, B5 = u("r3"), u("r4"), u("r5"), u("r6"), u("b5")


def met(red: str, blue: str) -> Play:
    """Two samples mustered, at the beginning of set-up."""
    play = Play(RULESET)
    for side, letter, name in ((RED, "r", red), (BLUE, "b", blue)):
        roster = FORCES.read(SAMPLES[name], RULESET.map_options_to_defaults())
        play.feed_input(FORCES.muster(roster, side, letter))
    play.automatic()
    assert play.match.phase == "setup"
    return play


def ids(play: Play, action: str, side: object, params: object) -> list[str]:
    return [one.id for one in play.objections(action, side, params)]  # type: ignore[arg-type]


@pytest.mark.rule("XF-SETUP-02", "XF-G67")
def test_nobody_has_markers_and_who_starts_aboard_is_so() -> None:
    play = met("ridge-guard", "dust-runners")
    match = play.match
    aboard = {(R4, R5), (B1, u("b6")), (u("b2"), B5)}
    assert {*match.pairs(markers.ABOARD)} == aboard
    assert all(markers.SUPPRESSED.number(match, unit) == 0 for unit in match.units())
    assert all(markers.SPEED.number(match, unit) == 0 for unit in match.units())
    check_all_laws(play)


@pytest.mark.rule("XF-SETUP-02", "XF-G67")
def test_flyers_begin_at_speed_one_and_nothing_else_does() -> None:
    play = met("high-wardens", "lamp-keepers")
    moving = [unit for unit in play.match.units() if markers.SPEED.number(play.match, unit)]
    assert moving == [R6]  # the kite
    assert markers.SPEED.number(play.match, R6) == 1


@pytest.mark.rule("XF-SETUP-02", "XF-G67")
def test_a_flyer_that_joins_later_also_begins_at_speed_one() -> None:
    """With speed 0, it would crash at the next reveal of orders."""
    play = Table({"r1": {"rifle": 2}}, {"b5": {"flyer": 1}}, profiles={"flyer": KITE})
    kite = MusteredFigure(f("b9", 1), play.match.figure(play.match.figures(B5)[0]).profile)
    play.fix(FiguresJoined(unit=u("b9"), side=BLUE, name="Kite", figures=(kite,)))
    assert markers.SPEED.number(play.match, u("b9")) == 1


def test_each_side_that_has_not_set_up_is_asked_to() -> None:
    play = met("ridge-guard", "dust-runners")
    ways = play.ruleset.actions["deploy"].candidates
    assert [side for side, _ in ways(play.match)] == [RED, BLUE]
    play.do("deploy", RED, ForceDeployment())
    assert [side for side, _ in ways(play.match)] == [BLUE]


@pytest.mark.rule("XF-ORD-02")
def test_a_force_that_runs_by_default_has_it_at_the_reveal() -> None:
    play = met("stone-kin", "ridge-guard")
    for side in (RED, BLUE):
        play.do("deploy", side, ForceDeployment())
    play.automatic()
    play.do("next", None, RULESET.actions["next"].params())
    assert {
        state_queries.get_order(play.match, unit)
        for unit in unit_profiles.list_infantry(play.match, RED)
    } == {"run"}
    assert state_queries.get_order(play.match, B1) == "standard"
    check_all_laws(play)


@pytest.mark.rule("XF-ORD-02", "XF-SETUP-01")
def test_a_default_is_declared_before_the_game_only() -> None:
    play = met("ridge-guard", "dust-runners")
    play.do("default_order", RED, DefaultOrder("run"))
    assert play.match.mark(RED, markers.DEFAULT_ORDER) == "run"
    assert ids(play, "default_order", None, DefaultOrder("run")) == ["no-side"]
    for side in (RED, BLUE):
        play.do("deploy", side, ForceDeployment())
    play.automatic()
    assert "default_order" not in {
        action.id for action in RULESET.actions.values() if play.match.phase in action.phases
    }


@pytest.mark.rule("XF-SETUP-02", "XF-FORCE-16")
def test_players_put_squads_aboard() -> None:
    play = met("ridge-guard", "dust-runners")
    play.do("start_aboard", RED, StartAboard(R4, R5))
    assert state_queries.list_passengers(play.match, R5) == (R4,)  # it was there already
    assert ids(play, "start_aboard", RED, StartAboard(R3, R5)) == ["full"]  # 6 + 4 of 8
    assert ids(play, "start_aboard", RED, StartAboard(R1, R2)) == ["no-vehicle"]
    assert ids(play, "start_aboard", RED, StartAboard(R5, R5)) == ["no-vehicle"]
    other = StartAboard(R3, B5)
    assert "full" in ids(play, "start_aboard", RED, other)
    assert len(ids(play, "start_aboard", RED, other)) == 2  # and it is Blue's
    play.do("start_aboard", RED, other)
    assert state_queries.find_carrier(play.match, R3) == B5
    play.do("start_aboard", RED, StartAboard(R3, R5))
    assert state_queries.find_carrier(play.match, R3) == R5


@pytest.mark.rule("XF-SETUP-01", "XF-G87")
def test_sides_set_up_in_areas_they_name_and_then_the_game_begins() -> None:
    play = met("ridge-guard", "dust-runners")
    assert [due.why for due in RULESET.due(play.match)] == [
        "Red has not set up",
        "Blue has not set up",
    ]
    play.do("deploy", RED, ForceDeployment("the north edge"))
    assert play.match.mark(RED, markers.AREA) == "the north edge"
    assert ids(play, "deploy", RED, ForceDeployment()) == ["deployed"]
    play.do("deploy", BLUE, ForceDeployment())
    assert list_undeployed_units(play.match) == ()
    assert play.match.mark(BLUE, markers.AREA) is None
    play.automatic()
    assert (play.match.turn, play.match.phase) == (1, "orders")
    check_all_laws(play)


@pytest.mark.rule("XF-G87", "XF-ORD-01")
def test_who_places_counters_before_the_first_turn_has_set_up() -> None:
    play = met("ridge-guard", "dust-runners")
    assert [due.action for due in RULESET.due(play.match)] == ["orders", "orders"]
    counters = (OrderCounter(R1, "run"), OrderCounter(R5, speed=1))
    assert ids(play, "orders", RED, SideCounters(counters)) == []
    assert ids(play, "orders", BLUE, SideCounters(counters)) == ["not-own", "not-own"]
    play.do("orders", RED, SideCounters(counters))
    assert list_undeployed_units(play.match) == ()
    assert (play.match.turn, play.match.phase) == (1, "orders")
    assert play.match.mark(R1, markers.ORDER) == "run"
    assert play.match.mark(R5, markers.NEXT_SPEED) == 1
    assert not play.match.has(BLUE, markers.ORDERED)
    check_all_laws(play)


@pytest.mark.rule("XF-ORD-02")
def test_default_orders_of_all_are_said_in_one() -> None:
    play = met("ridge-guard", "dust-runners")
    play.do("orders", None, SideCounters())
    play.automatic()
    assert (play.match.turn, play.match.phase) == (1, "shooting")
    assert {
        state_queries.get_order(play.match, unit)
        for unit in unit_profiles.list_infantry(play.match)
    } == {"standard"}
    check_all_laws(play)


@pytest.mark.rule("XF-FORCE-02")
def test_a_unit_that_is_gone_is_what_it_was() -> None:
    play = Table({"r1": {"rifle": 1}, "r2": {"apc": 1}}, {"b1": {"rifle": 1}})
    play.fix(FiguresRemoved(figures=(f("r2", 1),), how="destroyed"))
    assert unit_profiles.is_vehicle(play.match, R2)
    assert not unit_profiles.is_vehicle(play.match, R1)


@pytest.mark.rule("XF-SETUP-02")
def test_the_log_says_in_which_vehicle_a_squad_starts() -> None:
    assert (
        list_log_lines(begin("aboard r3 r5").history)[-1].text == "R3 Guns starts aboard R5 Carrier"
    )
