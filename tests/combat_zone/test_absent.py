"""What the printed rules do not have: no arc of fire, no ammunition (CZ-G49, CZ-G50)."""

from __future__ import annotations

import pytest

from tests.combat_zone.firefight import RIFLE, Firefight, share, who
from tracker.procedures.requests import Roll
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import unit_profiles
from tracker.rulesets.combat_zone.phases.movement import FacingChange
from tracker.testing.match_in_memory import RED


@pytest.mark.rule("CZ-G49")
def test_no_arc_is_asked_or_spoken_against_however_a_figure_has_turned() -> None:
    """The same target before and after turning about: the hit roll is all that is asked."""
    fight = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)})
    for about in (False, True):
        fight.do("turn", RED, FacingChange(who("r11"), about=about))
        assert fight.against_shot("r11", share("b11", shots=1)) == set()
        fight.shoot("r11", "b11", shots=1)
        assert isinstance(fight.asked, Roll)
        assert (fight.asked.what, fight.asked.need) == ("to hit", "6")
        fight.roll("1")


@pytest.mark.rule("CZ-G50")
def test_a_weapon_never_runs_out_or_jams() -> None:
    """Every shot of every turn for thirty turns, all ones: the next turn it has all of them."""
    fight = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)})
    for turn in range(1, 31):
        fight.turn(turn, "r1")
        assert fight.against_shot("r11", share("b11", shots=3)) == set()
        fight.shoot("r11", "b11", shots=3)
        fight.roll("111")
        assert fight.idle
    assert "assault-rifle" in unit_profiles.list_weapons(fight.match, who("r11"))
    words = {word.id for word in RULESET.words.markers}
    assert not {word for word in words if "ammo" in word or "reload" in word or "jam" in word}
