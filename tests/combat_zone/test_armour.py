"""Armour against shots and blows (CZ-FORCE-06, CZ-SHOOT-14, CZ-MELEE-09, CZ-G28)."""

from __future__ import annotations

import pytest

from tests.combat_zone.firefight import RIFLE, Firefight, profile
from tracker.rulesets.combat_zone.data import markers
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Scalar

ARMOURS = [
    ("none", 0),
    ("primitive", -1),
    ("ablative", -1),
    ("flak-jacket", -2),
    ("combat-suit", -3),
]


def game_against(armour: str, **options: Scalar) -> Firefight:
    """A rifleman with an axe against somebody who wears this."""
    attacker = profile("average", "assault-rifle", "axe")
    return Firefight({"r1": (attacker,), "b1": (profile(f"average {armour}"),)}, options)


@pytest.mark.rule("CZ-SHOOT-14", "CZ-T13", "CZ-FORCE-06")
@pytest.mark.parametrize(("armour", "less"), ARMOURS)
def test_against_shots(armour: str, less: int) -> None:
    game = game_against(armour)
    game.shoot("r11", "b11", cm=40, shots=1, cover="medium")
    game.roll("6")
    assert game.score_roll("wound") == ((6, 6, 6), less - 2)  # cover adds to it


@pytest.mark.rule("CZ-MELEE-09", "CZ-T19", "CZ-FORCE-06")
@pytest.mark.parametrize(("armour", "less"), ARMOURS)
def test_against_blows(armour: str, less: int) -> None:
    game = game_against(armour)
    game.charge("r11", "b11")
    game.rolls("6666", "11")
    assert game.score_roll("wound") == ((6, 6), 3 + less)  # Axe +3


@pytest.mark.rule("CZ-W55", "CZ-MELEE-09", "CZ-T18")
def test_an_axe_against_a_combat_suit() -> None:
    # 5 + 2 + 3 - 3 = 7
    game = game_against("combat-suit")
    game.charge("r11", "b11")
    game.rolls("6666", "11", "52")
    assert game.state("b11") == "gone"


@pytest.mark.rule("CZ-SHOOT-14")
def test_the_armour_that_counts_is_the_targets() -> None:
    shooter = profile("average combat-suit", "assault-rifle")
    game = Firefight({"r1": (shooter,), "b1": (RIFLE,)})
    game.shoot("r11", "b11", cm=40, shots=1)
    game.roll("6")
    assert game.score_roll("wound") == ((6, 6, 6), 0)


@pytest.mark.rule("CZ-G28", "CZ-FORCE-06")
@pytest.mark.parametrize(("house", "second"), [("permanent", -1), ("lost_after_first_hit", 0)])
def test_ablative_armour_after_a_hit(house: str, second: int) -> None:
    # 1 + 1 + 1 - 1 = 2: nothing; but it was a hit
    game = game_against("ablative", ablative=house)
    game.shoot("r11", "b11", cm=2, cover="soft", shots=3)  # point blank +1, soft -1
    game.roll("661")
    assert game.score_roll("wound")[1] == -1
    game.roll("111")
    assert game.score_roll("wound")[1] == second
    assert game.has("b11", markers.ARMOUR_LOST) is (house != "permanent")
    game.roll("111")
    check_all_laws(game)


@pytest.mark.rule("CZ-G28")
def test_only_ablative_armour_is_lost() -> None:
    game = game_against("primitive", ablative="lost_after_first_hit")
    game.shoot("r11", "b11", cm=40, shots=1)
    game.rolls("6", "111")
    assert not game.has("b11", markers.ARMOUR_LOST)
