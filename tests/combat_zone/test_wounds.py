"""Wound scores and what they do (CZ-SHOOT-12 to 16, CZ-MELEE-10, CZ-T14, CZ-T15, CZ-T20)."""

from __future__ import annotations

import pytest

from tests.combat_zone.firefight import RIFLE, Firefight, profile
from tracker.procedures.requests import Score
from tracker.rulesets.combat_zone.data import markers
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Json

# A light pistol rolls 2D4, a rifle 3D6; both can be made to give any of these scores.
KINDS = {
    7: profile("average"),
    8: profile("average gang-leader"),
    9: profile("elite hero"),
}


def shot(target: dict[str, Json], faces: str, **how: object) -> Firefight:
    """A rifle's hit with these wound dice."""
    options = how.pop("options", None)
    game = Firefight({"r1": (RIFLE,), "b1": (target, RIFLE)}, options)  # type: ignore[arg-type]
    game.shoot("r11", "b11", **{"cm": 40, "shots": 1, **how})
    game.roll("6")
    game.roll(faces)
    return game


@pytest.mark.rule("CZ-W37", "CZ-SHOOT-16", "CZ-T14", "CZ-T15", "CZ-FORCE-05", "CZ-FORCE-03")
@pytest.mark.parametrize(
    ("toughness", "score", "state"),
    [
        (7, 7, "gone"),
        (7, 6, "panic"),
        (7, 5, "panic"),
        (7, 4, "panic"),
        (7, 3, "ok"),
        (8, 8, "gone"),
        (8, 7, "panic"),
        (8, 5, "panic"),
        (8, 4, "ok"),
        (9, 9, "gone"),
        (9, 8, "panic"),
        (9, 6, "panic"),
        (9, 5, "ok"),
    ],
)
def test_what_a_shot_does(toughness: int, score: int, state: str) -> None:
    faces = f"11{score - 2}" if score <= 8 else "126"
    assert shot(KINDS[toughness], faces).state("b11") == state


@pytest.mark.rule("CZ-SHOOT-16")
def test_the_prompt_says_what_each_score_does() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (KINDS[8],)})
    game.shoot("r11", "b11", cm=40, shots=1)
    game.roll("6")
    assert game.request(Score).need == "8 to kill, 5 to 7 panic"


@pytest.mark.rule("CZ-SHOOT-12", "CZ-SHOOT-13", "CZ-T13", "CZ-SETUP-03", "CZ-G40")
@pytest.mark.parametrize(
    ("cover", "bonus"),
    [("open", 0), ("soft", -1), ("medium", -2), ("hard", -3), ("extra-hard", -4)],
)
def test_cover_of_the_target(cover: str, bonus: int) -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)})
    game.shoot("r11", "b11", cm=40, shots=1, cover=cover)
    game.roll("6")
    assert game.score_roll("wound") == ((6, 6, 6), bonus)


@pytest.mark.rule("CZ-SHOOT-15", "CZ-T13", "CZ-SHOOT-10")
@pytest.mark.parametrize(("cm", "bonus"), [(3, 1), (20, 0), (40, 0)])
def test_only_point_blank_range_adds_to_the_wound(cm: int, bonus: int) -> None:
    game = Firefight({"r1": (profile("elite", "assault-rifle"),), "b1": (RIFLE,)})
    game.aim("r11", "b11", cm=cm)
    game.roll("6")
    assert game.score_roll("wound") == ((6, 6, 6), bonus)  # neither quality nor aiming


@pytest.mark.rule("CZ-SHOOT-12", "CZ-SHOOT-13", "CZ-SHOOT-14")
def test_a_score_may_be_negative() -> None:
    # 2D4: 1 + 1 - 4 (extra hard) - 3 (suit) = -5
    pistol = profile("average", "light-pistol")
    game = Firefight({"r1": (pistol,), "b1": (profile("average combat-suit"),)})
    game.shoot("r11", "b11", cm=30, shots=1, cover="extra-hard")
    game.roll("6")
    assert game.score_roll("wound") == ((4, 4), -7)
    game.roll("11")
    assert game.state("b11") == "ok"
    check_all_laws(game)


@pytest.mark.rule("CZ-G56", "CZ-SHOOT-12")
def test_a_wound_of_shooting_is_rolled_without_a_question() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)})
    game.shoot("r11", "b11", cm=40, shots=1)
    game.roll("6")
    assert isinstance(game.asked, Score)


@pytest.mark.rule("CZ-SHOOT-16", "CZ-MORALE-10", "CZ-G46")
@pytest.mark.parametrize(("house", "state"), [("no_effect", "panic"), ("rout", "rout")])
def test_a_second_panic(house: str, state: str) -> None:
    # 1 + 1 + 2 = 4 against 7: panic, twice
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE, RIFLE)}, {"double_panic": house})
    game.shoot("r11", "b11", cm=2, cover="soft", shots=2)  # +1 and -1
    game.rolls("66", "112", "112")
    assert game.state("b11") == state
    check_all_laws(game)


@pytest.mark.rule("CZ-MORALE-10", "CZ-SHOOT-16")
def test_panic_does_nothing_to_who_is_routing() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)})
    game.rout("b11")
    game.shoot("r11", "b11", cm=40, shots=1)
    game.rolls("6", "112")
    assert game.state("b11") == "rout"


@pytest.mark.rule("CZ-MORALE-10", "CZ-SHOOT-16")
def test_a_counter_lying_face_down_is_turned_up() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)})
    game.mark("b11", markers.RECOVERED)
    game.shoot("r11", "b11", cm=40, shots=1)
    game.rolls("6", "112")
    assert game.state("b11") == "panic"
    assert not game.has("b11", markers.RECOVERED)


@pytest.mark.rule("CZ-W50", "CZ-MELEE-10", "CZ-T20", "CZ-T14")
@pytest.mark.parametrize(
    ("toughness", "score", "state"),
    [
        (7, 8, "gone"),
        (7, 7, "gone"),
        (7, 6, "rout"),
        (7, 5, "rout"),
        (7, 4, "panic"),
        (7, 3, "panic"),
        (7, 2, "ok"),
        (8, 8, "gone"),
        (8, 6, "rout"),
        (8, 4, "panic"),
        (8, 3, "ok"),
        (9, 9, "gone"),
        (9, 8, "rout"),
        (9, 7, "rout"),
        (9, 6, "panic"),
        (9, 5, "panic"),
        (9, 4, "ok"),
    ],
)
def test_what_a_blow_does(toughness: int, score: int, state: str) -> None:
    game = Firefight({"r1": (profile("average"),), "b1": (KINDS[toughness],)})
    game.charge("r11", "b11")
    dice, _ = game.score_roll("attack")
    game.roll("6" * len(dice))  # 18
    dice, _ = game.score_roll("attack")
    game.roll("1" * len(dice))
    assert game.score_roll("wound") == ((6, 6), 0)
    game.roll(f"{max(score - 6, 1)}{min(score - 1, 6)}")
    assert game.state("b11") == state
    if state != "gone":
        assert game.opponents("b11") == ("r11",)


@pytest.mark.rule("CZ-MELEE-10")
def test_the_prompt_of_a_blow() -> None:
    game = Firefight({"r1": (profile("average"),), "b1": (KINDS[7],)})
    game.charge("r11", "b11")
    game.rolls("666", "11")
    assert game.request(Score).need == "7 to kill, 5 to 6 rout, 3 to 4 panic"
