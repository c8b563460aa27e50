"""The line of a figure on its sheet: its rank, its action points, its shots."""

from __future__ import annotations

import pytest

from tests.combat_zone.firefight import RIFLE, Firefight, machine, profile, who
from tracker.procedures.ruleset import ResourceTally
from tracker.rulesets.combat_zone import RULESET

LEADER = profile("veteran leader", "heavy-pistol", "sword", "assault-rifle")
HERO = profile("elite hero", "sword")


def fight() -> Firefight:
    return Firefight({"r1": (LEADER, RIFLE), "r2": (HERO,), "b1": (RIFLE,), "b2": (machine(),)})


def points(match: Firefight, figure: str) -> tuple[int, int]:
    """Spent and left."""
    (pips,) = [tally for tally in tallies(match, figure) if tally.pips]
    return pips.spent, pips.left


def tallies(match: Firefight, figure: str) -> tuple[ResourceTally, ...]:
    return RULESET.sheet(match.match, who(figure)).tallies


@pytest.mark.rule("CZ-T2")
def test_the_sheet_of_a_figure_that_has_done_nothing() -> None:
    """An average figure has 6 points, a Hero 8; a rifle fires 3 a turn, a heavy pistol 2."""
    match = fight()
    rifle, pistol = ResourceTally("assault rifle", 0, 3), ResourceTally("heavy pistol", 0, 2)
    assert tallies(match, "r12") == (ResourceTally("action points", 0, 6, pips=True), rifle)
    assert tallies(match, "r11")[1:] == (pistol, rifle)
    assert tallies(match, "r21") == (ResourceTally("action points", 0, 8, pips=True),)
    ranks = [RULESET.sheet(match.match, who(one)).rank for one in ("r11", "r12", "r21", "b21")]
    assert ranks == ["Leader", "", "Hero", "machine"]


@pytest.mark.rule("CZ-SHOOT-08")
def test_points_and_shots_go_down() -> None:
    """A burst of 2 costs 2 of 6 points and leaves 1 of 3 shots."""
    match = fight()
    match.shoot("r12", "b11", cm=20, shots=2)
    assert points(match, "r12") == (2, 4)
    assert tallies(match, "r12")[1] == ResourceTally("assault rifle", 2, 1)
    assert points(match, "r11") == (0, 6)


@pytest.mark.rule("CZ-MORALE-11")
def test_panic_leaves_what_is_over_of_three_points() -> None:
    match = fight()
    match.panic("r12")
    assert points(match, "r12") == (0, 3)
    match.mark("r12", "spent", 2)
    assert points(match, "r12") == (2, 1)
    match.mark("r12", "spent", 5)
    assert points(match, "r12") == (5, 0)


def test_who_is_gone_has_nothing_left() -> None:
    match = fight()
    match.remove("r11")
    assert RULESET.sheet(match.match, who("r11")).rank == "Leader"
    assert tallies(match, "r11") == ()
