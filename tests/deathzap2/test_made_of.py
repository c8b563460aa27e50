"""What makes so many dice is said beside every roll that the one before does not explain."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tracker.procedures.requests import Roll, Split, Tally
from tracker.rulesets.deathzap2.attacks.strike_allocation import TargetedStrikes
from tracker.testing.match_in_memory import u

PROFILES = {
    "foot": profile("basic infantry light", "basic rifle"),
    "better": profile("basic infantry light", "upgraded rifle"),
    "beast": profile("regular beast light", "", "basic jaws"),
    "two": profile("regular infantry light", "", "basic basic + basic jaws"),
    "brute": profile("regular monster heavy", "", "upgraded monstrous-jaws + upgraded jaws"),
    "sergeant": profile("elite infantry heavy"),
    "destroyer": profile("elite infantry heavy", "upgraded destroyer"),
}
FURY: Any = {"orders": {"5": {"text": "fury", "attacks": 1}}}


def melee(reds: dict[str, int], **how: Any) -> Skirmish:
    game = Skirmish(PROFILES, {"r1": reds, "b1": {"foot": 4}}, phase="melee", **how)
    game.engage("r1", "b1")
    return game


@pytest.mark.parametrize(
    ("reds", "dice", "made_of"),
    [
        ({"foot": 5}, 5, "5 free attacks"),
        ({"foot": 1}, 1, "1 free attack"),
        ({"beast": 6}, 12, "6 jaws of 2 dice each"),
        ({"beast": 1}, 2, "jaws of 2 dice"),
        ({"two": 2}, 6, "2 plain weapons, 2 jaws of 2 dice each"),
        ({"brute": 1}, 10, "monstrous jaws of 8 dice, jaws of 2 dice"),
    ],
)
def test_the_weapons_of_a_melee(reds: dict[str, int], dice: int, made_of: str) -> None:
    game = melee(reds)
    game.fight("r1", "b1")
    request = game.request(Roll)
    assert (request.count, request.made_of) == (dice, made_of)


def test_the_dice_of_an_order_are_told_apart() -> None:
    game = melee({"two": 3}, options={"orders_table": "custom"}, tables=FURY)
    game.order("r1", 5)
    game.fight("r1", "b1")
    request = game.request(Roll)
    assert request.count == 3 * (1 + 1) + 3 * 2
    assert request.made_of == "3 plain weapons of 2 dice each (+1 by order), 3 jaws of 2 dice each"


def test_only_those_who_strike_at_this_enemy_count() -> None:
    game = Skirmish(
        PROFILES, {"r1": {"beast": 5}, "b1": {"foot": 4}, "b2": {"foot": 4}}, phase="melee"
    )
    game.engage("r1", "b1")
    game.engage("r1", "b2")
    game.fight("r1", TargetedStrikes(u("b1"), figures=2), TargetedStrikes(u("b2")))
    assert game.request(Roll).made_of == "2 jaws of 2 dice each"
    game.roll("1111")
    assert game.request(Roll).made_of == "3 jaws of 2 dice each"


def test_hits_and_saves_of_one_kind_are_those_of_the_roll_before() -> None:
    game = Skirmish(PROFILES, {"r1": {"foot": 4}, "b1": {"foot": 4}})
    game.fire("r1", "b1")
    game.roll("6666")
    assert game.request(Roll).made_of == ""
    game.roll("6666")
    assert (game.request(Roll).what, game.request(Roll).made_of) == ("save", "")


def test_hits_of_two_grades_say_how_many_of_each() -> None:
    game = Skirmish(PROFILES, {"r1": {"foot": 2, "better": 3}, "b1": {"foot": 9}})
    game.fire("r1", "b1")
    game.rolls("66", "661")
    said = []
    while game.asked.what == "through":
        said.append(game.request(Roll).made_of)
        game.roll("6" * game.request(Roll).count)
    assert said == ["2 hits", "2 hits"]
    assert game.request(Roll).made_of == ""  # one save for all that came through


def test_hits_and_saves_of_a_mixed_unit_say_on_whom() -> None:
    game = Skirmish(PROFILES, {"r1": {"foot": 4}, "b1": {"foot": 2, "sergeant": 1}})
    game.fire("r1", "b1")
    game.roll("6666")
    plain, heavy = "Basic infantry, Light shields", "Elite infantry, Heavy shields"
    game.choose(
        tuple((share.id, n) for share, n in zip(game.request(Split).shares, (3, 1), strict=True))
    )
    assert game.request(Roll).made_of == f"3 hits on {plain}"
    game.roll("661")
    assert game.request(Roll).made_of == f"1 hit on {heavy}"
    game.roll("6")
    assert game.request(Roll).made_of == f"2 through on {plain}"
    game.roll("66")
    assert game.request(Roll).made_of == f"1 through on {heavy}"


@pytest.mark.rule("DZ-SHOOT-11")
def test_a_blast_hits_without_a_die() -> None:
    game = Skirmish(PROFILES, {"r1": {"destroyer": 1}, "b1": {"foot": 4}})
    game.fire("r1", "b1")
    game.roll("6")
    game.choose(((game.request(Tally).shares[0].id, 2),))
    request = game.request(Roll)
    assert (request.what, request.made_of) == ("through", "3 automatic hits")
