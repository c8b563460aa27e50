"""Fire: what is rolled, what waits, and what it is worth in markers (XF-SHOOT, XF-SUPP)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import Table
from tracker.rulesets.xenocide.attacks.aiming import Share
from tracker.rulesets.xenocide.phases.firing import Fire
from tracker.testing.laws import check_all
from tracker.testing.play import BLUE, RED, u

R1, R2, B1, B2 = u("r1"), u("r2"), u("b1"), u("b2")


@pytest.mark.rule("XF-GEN-06", "XF-SHOOT-02", "XF-G99")
def test_an_exchange_of_fire_is_simultaneous() -> None:
    # XF-W72: threshold 4, hit on 3, save on 3
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}, "b2": {"rifle": 4}})
    play.do("fire", RED, Fire(R1, (Share(B1, range=1200),)))
    play.rolls("316290", "582")  # 3 hits, 2 wounds, 6/4 = 1 marker: all held
    assert play.stands("b1") == (5, 0)
    play.do("fire", BLUE, Fire(B1, (Share(R1, range=1200),)))
    play.rolls("42387", "91")  # 5 dice still; 2 hits, 1 lost; 5/4 = 1 marker
    assert play.stands("r1") == (5, 1)
    assert play.stands("b1") == (3, 1)
    play.do("fire", BLUE, Fire(B2, (Share(R1, range=1200),)))
    play.roll("9999")
    assert play.stands("r1") == (5, 2)  # 4/4 = 1 more, at once
    check_all(play)
