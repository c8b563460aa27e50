"""Lines that cannot be meant: each refused in a sentence of its own, and nothing is written."""

from __future__ import annotations

import pytest

from tests.combat_zone import evening as figures_evening
from tests.deathzap2 import evening
from tests.saying import refused
from tracker.application.match.game import Game

UNITS = (
    ("skip", "Name the phase to skip, as in `skip impetus`"),
    ("skip tea", "tea"),
    ("skip orders twice", "twice is not understood after skip"),
    ("edge north", "is not understood after edge"),
    ("fix r1 order 7", "Order die: type a number from 1 to 6, not 7."),
    ("fix r1 order six", "Order die: six is not a number."),
    ("fix r1 order " + "9" * 40, "Order die: type a number from 1 to 6."),
    (
        "fix r1 moved often",
        "often is not understood. Remove it, or type `off` instead",
    ),
    ("fix r3 losing-at-phase-end", "Guns it loses: describe it in words"),
    ("fix r1 melee", "Name who the melee is with, as in `fix r1 melee b1`"),
    ("fix r1 melee r1", "R1 cannot be in a melee with itself"),
    ("fix r1 unit", "Name the unit that r1 joins, as in `fix r1 unit r2`"),
    ("fix r1 unit b1", "R1 can only join another unit of its own side"),
    ("fix r1 unit r1", "R1 can only join another unit of its own side"),
    ("fix r1.2 unit", "Name the unit that r1.2 joins, as in `fix r1.2 unit r2`"),
    ("fix r1.2 unit b1", "R1.2 can only join another unit of its own side"),
    ("fix r1 played-on red", "That belongs to the whole game, so type `fix game`"),
    ("deploy red 4ft", "4ft is not a distance; write it as in `4in`"),
    ("deploy red 4.555in", "4.555in is not a distance; write it as in `4.5in`"),
    ("end conceded", "Name the side that concedes, as in `end conceded red`"),
    ("end turn", "To end this phase, type `next`; `end` ends the whole game"),
    ("r1 splits all", "Name the figures that leave, as in `r1 splits r1.4,r1.5`"),
)
FIGURES = (
    ("fix r11 group", "Name the group that r11 joins, as in `fix r11 group r2`"),
    ("fix r11 group b1", "R11 can only join another group of its own side"),
    ("fix r11 combat", "Name who the close combat is with, as in `fix r11 combat b11`"),
    ("fix r11 combat r11", "R11 cannot be in a close combat with itself"),
    ("end tea", "No end is called tea; choose one of: last side, nobody, turns, time, conceded"),
    ("end round", "To end this phase, type `next`; `end` ends the whole game"),
    ("end time red tea", "`tea` is not allowed after `end`; name one side, or enter `draw`"),
    ("coherent r12=x/9", "x is not a distance; write it as in `4cm`"),
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
