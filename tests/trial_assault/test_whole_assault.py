"""Whole assaults, from the charge to who falls back (the sequences of the register)."""

from __future__ import annotations

from tests.trial_assault.table import B1, BLUE, R1, RED, Table, limit, needed
from tracker.procedures.pieces.flow import GoOn
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases.breaking_off import Flees, Sweeps
from tracker.rulesets.trial_assault.phases.morale import MoraleCheck

EACH = "123456"


def test_a_mob_charges_a_squad_in_the_open() -> None:
    play = Table({"r1": {"raider": 8}}, {"b1": {"trooper": 6}})
    play.charge("r1", "b1")
    play.do("next", RED, GoOn())
    play.strike("b1", "r1")
    assert needed(play) == (6, 4)
    play.roll("124456")
    assert needed(play) == (4, 4)
    play.roll("2456")
    assert needed(play) == (3, 6)
    play.roll("362")
    assert play.count("r1", "b1") == (6, 6)
    play.strike("r1", "b1")
    assert needed(play) == (24, 4)
    play.roll(EACH * 4)
    assert needed(play) == (12, 5)
    play.roll("112233445566")
    assert needed(play) == (4, 4)
    play.roll("3326")
    assert play.count("r1", "b1") == (6, 3)
    assert play.score("r1") == (3, 2)
    assert play.has("b1", markers.LOST)
    play.do("test", BLUE, MoraleCheck(B1))
    assert limit(play) == 6  # TA-W61: Ld 8, outnumbered 2:1
    play.roll("34")
    play.do("flee", BLUE, Flees(B1))
    play.roll("25")
    play.do("sweep", RED, Sweeps(R1))
    play.choose(True)
    play.roll("44")
    assert not play.has("b1", markers.FLEES)
    assert markers.is_locked(play.match, R1)
