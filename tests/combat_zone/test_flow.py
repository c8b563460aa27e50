"""Set-up and the four phases of a turn, what passes by itself and what is due (CZ-TURN)."""

from __future__ import annotations

import pytest

from tests.combat_zone.table import BLUE, FOES, RED, Zone, ids, who
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.pieces.deployment import list_undeployed_units
from tracker.procedures.pieces.match_endings import DECLINED_END
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.ruleset import OneUnitParams
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import markers, state_queries
from tracker.rulesets.combat_zone.phases.movement import Move
from tracker.rulesets.combat_zone.phases.shooting_actions import OpportunityWatch
from tracker.testing.match_in_memory import Play, u
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import PhaseBegan, TurnBegan
from tracker.vocabulary.subject_ids import MATCH

PHASES = ["setup", "compulsory", "reaction", "initiative", "actions"]


def phases(play: Play) -> list[str]:
    """The phases that began, in order, each once for as long as it lasted."""
    found = [line.event.phase for line in play.lines if isinstance(line.event, PhaseBegan)]
    return [phase for n, phase in enumerate(found) if n == 0 or phase != found[n - 1]]


@pytest.mark.rule("CZ-G02", "CZ-SETUP-01")
def test_set_up_waits_until_people_say_that_everybody_stands() -> None:
    zone = Zone()
    zone.automatic()
    assert zone.at == (0, "setup")
    assert [item.side for item in zone.ruleset.due(zone.match)] == [RED, BLUE]
    zone.do("deploy", RED, NoParams())
    zone.automatic()
    assert zone.at == (0, "setup")
    assert ids(zone.objections("deploy", RED, NoParams())) == ["deployed"]
    zone.do("deploy", BLUE, NoParams())
    zone.automatic()
    assert zone.at == (1, "initiative")


@pytest.mark.rule("CZ-G02")
def test_going_on_puts_everybody_on_the_table() -> None:
    zone = Zone()
    zone.automatic()
    zone.do("next", None, NextParams())
    assert list_undeployed_units(zone.match) == ()
    assert zone.match.turn == 1


def test_nothing_begins_before_both_forces_are_there() -> None:
    play = Play(RULESET)
    assert RULESET.automatic(play.match) is None
    play.muster(BLUE, FOES, {})
    assert RULESET.automatic(play.match) is None


@pytest.mark.rule("CZ-T1", "CZ-TURN-01", "CZ-COMP-01", "CZ-MORALE-01")
def test_four_phases_in_their_order() -> None:
    """With somebody routing and somebody in panic no phase passes by itself."""
    zone = Zone()
    zone.rout("r13")
    zone.panic("b13")
    zone.fix(TurnBegan(turn=1), PhaseBegan(phase="actions"))
    zone.go_on()
    zone.automatic()
    assert zone.asked.what == "left the table"
    assert zone.at == (2, "compulsory")
    zone.default()
    zone.automatic()
    assert zone.at == (2, "reaction")
    zone.roll("5555")
    zone.automatic()
    assert (zone.at, zone.asked.what) == ((2, "initiative"), "out of coherency")
    zone.default()
    zone.automatic()
    assert zone.asked.what == "initiative"
    zone.roll("52")
    assert zone.asked.what == "Red goes"
    zone.choose("first")
    zone.automatic()
    assert zone.at == (2, "actions")
    assert zone.match.clock.subject == u("r1")  # the only group of the side that goes first
    assert phases(zone) == ["actions", *PHASES[1:]]
    check_all_laws(zone)


@pytest.mark.rule("CZ-TURN-01")
def test_phases_with_nothing_to_do_pass_by_themselves() -> None:
    zone = Zone()
    zone.automatic()
    zone.do("next", None, NextParams())
    zone.automatic()
    assert phases(zone) == ["setup", "initiative"]


@pytest.mark.rule("CZ-TURN-01")
def test_a_phase_can_be_left_with_work_undone_but_not_unsaid() -> None:
    zone = Zone()
    zone.rout("r13")
    zone.panic("b14")
    zone.fix(TurnBegan(turn=2), PhaseBegan(phase="compulsory"))
    assert ids(zone.objections("next", None, NextParams())) == ["due-routs"]
    zone.go_on()
    assert zone.at == (2, "reaction")
    assert ids(zone.objections("next", None, NextParams())) == ["due-react", "due-react"]
    zone.go_on()
    assert ids(zone.objections("next", None, NextParams())) == ["due-initiative"]
    zone.go_on()
    assert ids(zone.objections("next", None, NextParams())) == ["due-activate", "due-activate"]
    zone.go_on()
    assert zone.match.turn == 3


@pytest.mark.rule("CZ-TURN-03", "CZ-TURN-01")
def test_the_turn_ends_when_every_group_has_been_activated() -> None:
    zone = Zone(red={"r1": {"trooper": 2}}, blue={"b1": {"trooper": 2}})
    zone.active("b1")
    zone.set(markers.RECOVERED, "b11", until="turn")
    zone.go_on()
    zone.automatic()
    assert zone.match.clock.subject == u("r1")
    assert zone.has("b11", markers.RECOVERED)
    zone.do("move", RED, Move((who("r11"), who("r12")), points=6))
    zone.automatic()
    assert zone.match.turn == 2
    assert not zone.has("b11", markers.RECOVERED)


@pytest.mark.rule("CZ-TURN-03", "CZ-MORALE-10")
def test_a_counter_that_was_turned_up_again_stays() -> None:
    zone = Zone()
    zone.set(markers.RECOVERED, "r13", until="turn")
    zone.panic("r13")
    zone.clock(3, "compulsory")
    assert zone.reaction("r13") == "panic"


@pytest.mark.rule("CZ-TURN-02", "CZ-W45", "CZ-OPP-04")
def test_what_goes_back_to_nothing_as_a_turn_begins() -> None:
    """Unused opportunity fire is gone before the rout moves, points and shots are there again."""
    zone = Zone()
    zone.active("b1")
    zone.do("opp", BLUE, OpportunityWatch(who("b13")))
    zone.fix(state_queries.make_shots_fired_fact(zone.match, who("b14"), "assault-rifle", 3))
    assert zone.has("b13", markers.OPPORTUNITY)
    zone.rout("r13")
    zone.panic("r14")
    zone.engage("r15", "b15")
    zone.set(markers.DOWN, "r12")
    zone.fix(TurnBegan(turn=2))
    assert not zone.has("b13", markers.OPPORTUNITY)
    assert zone.left("b13") == 6
    assert state_queries.count_shots_fired_by_weapon(zone.match, who("b14")) == {}
    assert not zone.match.has(u("b1"), markers.ACTIVATED)
    assert (zone.reaction("r13"), zone.reaction("r14")) == ("rout", "panic")
    assert state_queries.is_engaged(zone.match, who("r15"))
    assert zone.has("r12", markers.DOWN)


@pytest.mark.rule("CZ-SETUP-04", "CZ-COMP-03")
def test_who_is_gone_is_disengaged_and_watches_nobody() -> None:
    zone = Zone()
    zone.engage("r13", "b13")
    zone.engage("r14", "b13")
    zone.set(markers.OPPORTUNITY, "b14", value="any")
    zone.lose("b13", "b14")
    assert not zone.match.links(markers.ENGAGED)
    assert not zone.match.marked(markers.OPPORTUNITY)


@pytest.mark.rule("CZ-OPP-04", "CZ-G24")
@pytest.mark.parametrize("how", ["panic", "rout", "engaged"])
def test_opportunity_fire_is_lost_to_panic_rout_and_close_combat(how: str) -> None:
    zone = Zone()
    zone.set(markers.OPPORTUNITY, "b14", "b15", value="any")
    if how == "engaged":
        zone.engage("r13", "b14")
    else:
        zone.set(how, "b14", value=1)
    assert zone.match.marked(markers.OPPORTUNITY) == (who("b15"),)


@pytest.mark.rule("CZ-SETUP-04")
def test_every_counter_the_table_uses_is_declared() -> None:
    shown = {word.id for word in RULESET.words.markers if word.shown != "hidden"}
    assert {"panic", "rout", "recovered", "opportunity", "down", "damage"} <= shown
    assert {word.id for word in RULESET.words.links} == {"engaged"}


def test_the_end_of_the_game_is_the_end_of_it() -> None:
    zone = Zone({"victory": "turn_limit", "turn_limit": 3}, red={"r1": {"trooper": 1}})
    zone.clock(3, "actions", RED)
    zone.do("activate", RED, OneUnitParams(u("r1")))
    zone.go_on()
    zone.go_on()
    zone.default()
    assert zone.match.ended is not None
    assert zone.ruleset.automatic(zone.match) is None
    assert zone.ruleset.due(zone.match) == ()
    assert not zone.match.has(MATCH, DECLINED_END)
