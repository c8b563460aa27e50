"""What is in play, fixed by hand: printed objectives, and what one's own are worth."""

from __future__ import annotations

import pytest

from tests.deathzap2 import evening
from tests.saying import refused, say
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.procedures.pieces.objectives_and_awards import (
    list_objective_sides,
    list_objectives_in_play,
)
from tracker.rulesets.deathzap2.phases import mission_objectives
from tracker.testing.random_games import check_game, check_manual_adjustments
from tracker.vocabulary.subject_ids import MATCH, make_side_id

RED, BLUE = make_side_id("r"), make_side_id("b")


def advanced(**options: str) -> Game:
    """5 and 1 are Push and Hold (DZ-T10, DZ-T11, DZ-W04); both sides are on the table."""
    chosen = {"game": "advanced", "orders_table": "custom", **options}
    game = evening.undeployed(evening.book(), chosen)
    dice = "51" if "objectives" not in options else "51 / 33"
    say(game, f"answer : {dice}", "deployment : 52 / 1", "impetus : 4 2", "skip orders")
    return game


def row(game: Game, word: str) -> str:
    rows = game.ruleset.setting_right.list_rows(game.match)
    return next(one.value for one in rows if (one.subject, one.word) == (MATCH, word))


def told(game: Game) -> str:
    return list_log_lines(game.history)[-1].text


@pytest.mark.rule("DZ-WIN-03")
def test_an_objective_that_was_rolled_wrong_is_another() -> None:
    game = advanced()
    assert row(game, "sides playing for Push") == "all sides"
    before = game.state.fork_state()
    say(game, "fix game objective push off | fix game objective hard-hitters")
    assert list_objective_sides(game.match, mission_objectives.PUSH) == ()
    assert list_objective_sides(game.match, mission_objectives.HARD_HITTERS) == (RED, BLUE)
    assert row(game, "sides playing for Push") == "–"
    assert told(game) == ("Push no longer in play, Hard Hitters is in play, fixed by hand")
    assert [label for label, _ in mission_objectives.describe_objectives(game.match)] == [
        "Hard Hitters",
        "Hold",
    ]
    game.undo()
    assert game.state == before


@pytest.mark.rule("DZ-G49")
def test_the_side_that_plays_for_one_is_set_right() -> None:
    """Each its own: Red has Push and Hold, Blue (3 and 3) Hard Hitters and Extermination."""
    game = advanced(objectives="per_player")
    assert row(game, "sides playing for Hold") == "Red"
    say(game, "fix game objective hold blue", 'fix game objective "Hard Hitters"')
    assert list_objective_sides(game.match, mission_objectives.HOLD) == (BLUE,)
    assert list_objective_sides(game.match, mission_objectives.HARD_HITTERS) == (RED, BLUE)
    assert told(game) == "Hard Hitters is in play, fixed by hand"
    say(game, "fix game objective hold off")
    assert told(game) == "Hold no longer in play for Blue, fixed by hand"
    check_game(game)


def test_counters_stay_where_they_lie_while_intel_is_out() -> None:
    game = advanced(intel_placement="players")
    say(game, "fix game objective intel", "counters mill ford barn hill")
    say(game, "fix game objective intel off", "fix game objective intel red")
    (intel,) = (
        o for o in list_objectives_in_play(game.match) if o.kind == mission_objectives.INTEL
    )
    assert (intel.side, intel.counters) == (RED, ("mill", "ford", "barn", "hill"))


def test_ones_own_is_worth_what_was_agreed() -> None:
    game = advanced()
    say(game, 'objective "the mill" 2', 'fix game worth "the mill" 3')
    assert row(game, "the mill is worth") == "3"
    assert told(game) == "the mill is in play and worth 3 VP, fixed by hand"
    assert (
        dict(mission_objectives.describe_objectives(game.match))["the mill"]
        == "3 VP, awarded by hand"
    )
    say(game, "fix game worth own-1 4")
    assert row(game, "the mill is worth") == "4"


def test_names_of_objectives_need_no_quotes_and_no_hyphen() -> None:
    game = advanced(objectives="per_player")
    say(game, "fix game objective hard hitters red", 'objective "the old mill" 2')
    assert list_objective_sides(game.match, mission_objectives.HARD_HITTERS) == (RED,)
    say(game, "fix game worth the old mill 3", "fix game objective hard hitters off")
    assert row(game, "the old mill is worth") == "3"
    assert list_objective_sides(game.match, mission_objectives.HARD_HITTERS) == ()
    assert "Now is not understood after fix: leave it out." in refused(
        game, "fix game objective hard hitters red now"
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fix game objective", "No objective is called"),
        ("fix game objective intel off", "Intel is not an objective of this game."),
        ("fix game objective hold green", "No side is called green"),
        ("fix game worth mill 2", "This game has no objective that you added."),
        ("fix r1 objective hold", "That belongs to the whole game, so type `fix game`."),
    ],
)
def test_what_cannot_be_is_refused(line: str, why: str) -> None:
    assert why in refused(advanced(), line)


@pytest.mark.thorough
def test_all_of_it_obeys_the_law_of_setting_right() -> None:
    game = advanced()
    say(game, 'objective "the mill" 2')
    check_manual_adjustments(game)
    basic = evening.begin()
    words = [one.word for one in basic.ruleset.setting_right.list_rows(basic.match)]
    assert not any("played for" in word for word in words)


@pytest.mark.rule("DZ-WIN-04", "DZ-SETUP-03")
def test_until_targets_are_named_nobody_is_said_to_have_none() -> None:
    """1 is Assassinate (DZ-T10); its targets are named after both sides have set up."""
    game = evening.undeployed(evening.book(), {"game": "advanced"})
    say(game, "answer : 11")
    shown = dict(mission_objectives.describe_objectives(game.match))
    assert shown["Assassinate"] == "Red target not named yet · Blue target not named yet"
