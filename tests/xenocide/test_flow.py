"""The turn: its phases in order, and what passes by itself (XF-GEN-05)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, R1, Table, fire
from tracker.procedures.ruleset import SeveralUnitsParams
from tracker.rulesets.xenocide.data import markers
from tracker.testing.match_in_memory import BLUE, RED
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import FiguresRemoved


def go_on(play: Table) -> str:
    """The phase after the next "go on"."""
    play.do("next", play.match.clock.side, play.ruleset.actions["next"].params())
    return play.match.phase


@pytest.mark.rule("XF-GEN-05", "XF-SHOOT-02")
def test_the_phases_of_a_turn_follow_each_other() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2}}, phase="orders")
    play.orders(b1="opportunity")
    assert go_on(play) == "shooting"
    fire(play, RED, R1, B1)
    play.roll("99")
    assert go_on(play) == "initiative"
    play.do("initiative", None, play.ruleset.actions["initiative"].params())
    play.roll("38")
    play.default()
    assert (go_on(play), play.match.clock.side) == ("movement", RED)
    assert (go_on(play), play.match.clock.side) == ("movement", BLUE)
    assert go_on(play) == "opportunity"
    assert not play.has("r1", markers.HOLDS)
    play.do("hold", BLUE, SeveralUnitsParams((B1,)))
    # Nobody is in contact and nobody has markers: melee and recovery pass by themselves.
    assert (go_on(play), play.match.turn) == ("orders", 2)
    assert not play.has("r1", markers.FIRED)
    check_all_laws(play)


@pytest.mark.rule("XF-GEN-05")
def test_a_phase_of_fire_passes_where_nobody_may_fire() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2}}, phase="orders")
    play.orders(r1="run", b1="run")
    assert go_on(play) == "initiative"


@pytest.mark.rule("XF-SHOOT-02")
def test_what_waits_comes_true_as_the_phase_ends() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}})
    fire(play, RED, R1, B1)
    play.rolls("316290", "582")
    assert play.stands("b1") == (5, 0)
    assert go_on(play) == "initiative"
    assert play.stands("b1") == (3, 1)
    check_all_laws(play)


@pytest.mark.rule("XF-GEN-05", "XF-MOVE-01")
def test_the_half_of_a_side_that_has_nobody_left_passes() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2}}, phase="movement")
    play.to("movement", RED, BLUE)
    play.orders(r1="opportunity")
    play.fix(FiguresRemoved(figures=play.match.figures(B1), how="fled"))
    go_on(play)
    play.choose(value=False)  # they advance without an enemy
    assert play.match.phase == "opportunity"


def test_nothing_is_left_to_do_in_a_game_that_is_over() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2}})
    assert play.ruleset.due(play.match)
    play.do("end", None, play.ruleset.actions["end"].params())
    assert play.ruleset.due(play.match) == ()
