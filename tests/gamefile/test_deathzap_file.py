"""Deathzap 2 as a file, held against its Python package: the same needs, odds, dice and facts.

The file has words of its own. Of the package it has what docs/any-game.md says; units here have
figures of one kind, none of them a vehicle or a monster.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tracker.gamefile.build import ruleset_from
from tracker.procedures.requests import Roll
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.odds import OddsRunner
from tracker.rulesets.deathzap2 import RULESET as PYTHON
from tracker.rulesets.deathzap2.data.tables import SHOTS
from tracker.testing.play import BLUE, RED, Play, u
from tracker.vocabulary.names import UnitId

QUALITIES = ("basic", "regular", "elite")
SHIELDS = ("light", "medium", "heavy")
GRADES = ("basic", "upgraded", "advanced")
COVERS = ("open", "soft", "hard")
GUNS = tuple(gun for gun in SHOTS if gun != "destroyer")
R1, B1 = u("r1"), u("b1")


@pytest.fixture(scope="module")
def file() -> Ruleset:
    text = Path(__file__).with_name("deathzap.toml").read_text(encoding="utf-8")
    return ruleset_from(text)


def make_profile(quality: str, shields: str, gun: str, grade: str) -> tuple[Any, Any]:
    """A foot soldier as the package knows him, and as the file does."""
    guns = [{"id": gun, "kind": gun, "grade": grade}]
    arm = gun if grade == "basic" else f"{gun}-{grade}"
    return (
        {"type": "infantry", "quality": quality, "shields": shields, "guns": guns},
        {
            "quality": QUALITIES.index(quality) + 1,
            "shields": SHIELDS.index(shields) + 1,
            "move": 4,
            "weapons": [arm],
        },
    )


def set_up(rules: Ruleset, shooter: Any, target: Any) -> Play:
    """Two figures that may fire at three."""
    play = Play(rules)
    play.muster(RED, {"r1": {"shooter": 2}}, {"shooter": shooter})
    play.muster(BLUE, {"b1": {"target": 3}}, {"target": target})
    play.clock(1, "shoot", RED)
    return play


def say_shot(
    rules: Ruleset, unit: UnitId = R1, target: UnitId = B1, cover: str = "open", gun: str = ""
) -> Any:
    """A unit fires: with one kind of its guns where that is said."""
    if rules is PYTHON:
        share = {"target": target, "cover": cover, "guns": (gun,) if gun else ()}
        said: dict[str, Any] = {"unit": unit, "fire": (share,)}
    else:
        said = {"unit": unit, "target": target, "weapon": gun}
        said |= {} if cover == "open" else {cover: True}
    return rules.actions["shoot"].read(said)


def list_chances(play: Play, action: str, params: Any) -> list[Fraction]:
    """How likely each end of an action is, exactly."""
    runner = OddsRunner(play.ruleset, play.table.state, number=Fraction)
    side = play.match.side_of(params.unit)
    stage = play.ruleset.actions[action].stage
    return sorted(runner.run(stage, (side, params)).chances.values())


def list_rolls(play: Play, faces: str) -> list[object]:
    """What is rolled and needed, one roll after another, where all dice show these faces."""
    found = []
    while not play.idle:
        asked = play.asked
        assert isinstance(asked, Roll)
        found.append((asked.count, asked.needs.number, asked.side, asked.subject, asked.target))
        play.roll(faces * asked.count)
    return found


@pytest.mark.parametrize(
    ("quality", "cover", "gun"),
    [
        pytest.param(*each, marks=() if at % 5 == 0 else pytest.mark.thorough)
        for at, each in enumerate(product(QUALITIES, COVERS, GUNS))
    ],
)
def test_a_volley_has_the_same_rolls_and_exact_odds(
    file: Ruleset, quality: str, cover: str, gun: str
) -> None:
    for defence, shields, grade in product(QUALITIES, SHIELDS, GRADES):
        shooters = make_profile(quality, "light", gun, grade)
        targets = make_profile(defence, shields, "rifle", "basic")
        told = []
        for rules, at in ((PYTHON, 0), (file, 1)):
            play = set_up(rules, shooters[at], targets[at])
            params = say_shot(rules, cover=cover)
            odds = list_chances(play, "shoot", params)
            play.do("shoot", RED, params)
            told.append((odds, list_rolls(play, "6")))
        assert told[0] == told[1]
