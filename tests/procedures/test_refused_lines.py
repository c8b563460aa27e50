"""Lines that cannot be meant: each refused in a sentence of its own, and nothing is written."""

from __future__ import annotations

import pytest

from tests.combat_zone import evening as figures_evening
from tests.deathzap2 import evening
from tests.saying import refused
from tracker.application.match.game import Game

UNITS = (
    ("skip", "Skip what? Name the phase: skip impetus"),
    ("skip tea", "tea"),
    ("skip orders twice", "twice says nothing after skip"),
    ("edge north", "says nothing after edge"),
    ("fix r1 order 7", "Order die: a number from 1 to 6 is meant, not 7."),
    ("fix r1 order six", "Order die: six is no number."),
    ("fix r1 order " + "9" * 40, "Order die: a number from 1 to 6 is meant."),
    ("fix r1 moved often", "often says nothing here: it is there, or it is off"),
    ("fix r3 losing-at-phase-end", "Guns it loses: say it in words"),
    ("fix r1 melee", "Melee with whom? fix r1 melee b1"),
    ("fix r1 melee r1", "R1 is in no melee with itself"),
    ("fix r1 unit", "Which unit does it belong to? fix r1 unit r2"),
    ("fix r1 unit b1", "R1 becomes part of another unit of its own side"),
    ("fix r1 unit r1", "R1 becomes part of another unit of its own side"),
    ("fix r1.2 unit", "Which unit does it belong to? fix r1.2 unit r2"),
    ("fix r1.2 unit b1", "R1.2 comes into another unit of its own side"),
    ("fix r1 played-on red", "That is of the whole game: fix game"),
    ("deploy red 4ft", "4ft is no distance; write it as 4in"),
    ("deploy red 4.555in", "4.555in is no distance; write it as 4.5in"),
    ("end conceded", "Who gives up? end conceded red"),
    ("r1 splits all", "Who leaves? Name the figures: r1 splits r1.4,r1.5"),
)
FIGURES = (
    ("fix r11 group", "Which group does it belong to? fix r11 group r2"),
    ("fix r11 group b1", "R11 comes into another group of its own side"),
    ("fix r11 combat", "Close combat with whom? fix r11 combat b11"),
    ("fix r11 combat r11", "R11 is in no close combat with itself"),
    ("end tea", "No end is called tea; there are last side, nobody, turns, time, conceded"),
    ("end time red tea", "tea says nothing after end"),
    ("coherent r12=x/9", "x is no distance; write it as 4cm"),
    ("fix b1 down", "b1"),
)


@pytest.fixture(scope="module")
def units() -> Game:
    """Deathzap, in the Shooting phase."""
    return evening.shooting()


@pytest.fixture(scope="module")
def figures() -> Game:
    """Combat Zone, in the activation of the Jackals."""
    return figures_evening.begin(*figures_evening.RED_ACTS)


@pytest.mark.parametrize(("line", "says"), UNITS)
def test_where_units_act(units: Game, line: str, says: str) -> None:
    before = units.version
    told = refused(units, line)
    assert says.casefold() in told.casefold()
    assert told.endswith((".", "?"))
    assert units.version == before


@pytest.mark.parametrize(("line", "says"), FIGURES)
def test_where_figures_act(figures: Game, line: str, says: str) -> None:
    before = figures.version
    assert says.casefold() in refused(figures, line).casefold()
    assert figures.version == before
