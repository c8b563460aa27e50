"""Hedgerow of the authors' guide as a file, as far as a file goes: the same odds and facts.

In the file, a squad moves into contact with an action of its own, and has no order if nobody gave
it one: it may then advance.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.gamefile.test_skirmish_file import odds
from tests.plugins import third_party
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play
from tracker.testing.random_games import check_game, check_undo, play_random_game, replay_in_memory
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId

PROFILES = {
    "veteran": {"skill": 3, "blows": 4, "save": 4, "nerve": 9, "wounds": 2},
    "raider": {"skill": 4, "blows": 3, "save": 6, "nerve": 7, "wounds": 1},
}


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    with third_party("hedgerow", tmp_path_factory.mktemp("site")):
        yield load_playable_rulesets()["hedgerow"]


@pytest.fixture(scope="module")
def file() -> Ruleset:
    return build_ruleset(Path(__file__).with_name("hedgerow.toml").read_text(encoding="utf-8"))


def table(rules: Ruleset) -> Play:
    play = Play(rules)
    play.muster(RED, {"r1": {"veteran": 2}}, PROFILES)
    play.muster(BLUE, {"b1": {"raider": 3}}, PROFILES)
    play.automatic()
    return play


def taken(action: str, **more: bool) -> ev.ActionTaken:
    return ev.ActionTaken(
        action=action, side=RED, params={"unit": "u:r1", "target": "u:b1", **more}
    )


@pytest.mark.parametrize("action", ["fire", "snap", "fight"])
def test_the_odds_are_the_same(python: Ruleset, file: Ruleset, action: str) -> None:
    one, other = odds(table(python), taken(action)), odds(table(file), taken(action))
    assert sum(one) == sum(other) == Fraction(1)
    assert one == other


def test_whoever_falls_to_the_last_answer_scores_for_the_enemy(file: Ruleset) -> None:
    """Two raiders fight a veteran: his one blow misses, both answers hit, no save: he falls."""
    play = Play(file)
    play.muster(RED, {"r1": {"veteran": 1}}, PROFILES)
    play.muster(BLUE, {"b1": {"raider": 2}}, PROFILES)
    play.automatic()
    play.feed_input(taken("fight"))
    play.rolls("1", "66", "11")
    assert play.match.units(RED) == ()
    assert [play.match.points(side) for side in (RED, BLUE)] == [0, 1]
    assert play.match.figure(FigureId("f:r1.1")).by == "u:b1"


@pytest.mark.parametrize("seed", range(3))
def test_games_by_chance_keep_the_laws(file: Ruleset, seed: int) -> None:
    game = play_random_game(file, random.Random(seed), {})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))
