"""A ruleset written from docs/rulesets.md alone: secret orders, wounds, blows, nerves, tables.

Expected values are worked out by hand from its ``rules.toml`` and the comments of its game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec import Struct

from tests.plugins import third_party
from tracker.application.demo import demo_games
from tracker.application.demo.demo_games import find_demo_game
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.typed_lines.line_and_script_play import play_script
from tracker.procedures.declared.printed_tables import find_used_cells
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.pieces.common_roster_reader import make_profile_reader
from tracker.procedures.pieces.face_down_markers import list_face_down_marker_bearers
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.random_games import (
    begin_random_game,
    check_game,
    check_manual_adjustments,
    check_undo,
    make_book,
    play_random_game,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary import events as ev

TITLE = "The gate at the farm"
PROFILES = {"rifle": {"skill": 4, "blows": 5, "save": 5, "nerve": 8}}


@pytest.fixture(autouse=True, scope="module")
def hedgerow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    with third_party("hedgerow", tmp_path_factory.mktemp("site")):
        yield load_playable_rulesets()["hedgerow"]


@pytest.fixture
def play(hedgerow: Ruleset) -> Play:
    play = Play(hedgerow)
    play.muster(RED, {"r1": {"rifle": 3}, "r2": {"rifle": 3}}, PROFILES)
    play.muster(BLUE, {"b1": {"rifle": 3}}, PROFILES)
    play.automatic()
    return play


def take(play: Play, action: str, *who: str, **how: object) -> None:
    params = play.ruleset.actions[action].params
    if action.startswith("order"):
        play.do(action, play.match.side_of(u(who[0])), params(tuple(map(u, who))))
    elif who:
        named = dict(zip(("unit", "target"), map(u, who), strict=False))
        play.do(action, play.match.side_of(u(who[0])), params(**named, **how))
    else:
        play.do(action, None, params())


def test_its_recorded_game_ends_as_it_was_worked_out(hedgerow: Ruleset) -> None:
    show = find_demo_game(TITLE)
    game = demo_games.begin_demo_game(make_book(hedgerow, random.Random(1)), TITLE, show)
    done = play_script(game, show.lines)
    assert done.error is None, done.error
    assert not done.objections
    ended = game.match.ended
    assert ended is not None
    assert (ended.how, ended.winner) == ("last standing", RED)
    assert (game.match.points(RED), game.match.points(BLUE)) == (11, 1)
    check_game(game)
    # Expected: 4 × ⅓ × ½ = 0.67.
    (snap,) = (one.text for one in list_log_lines(game.history) if "R2 Hearth moves" in one.text)
    assert snap.startswith(
        "R2 Hearth moves B1 Ditch | B1 ▸ R2 (snap fire), expected 0.7 not saved:"
        " 4 dice 2 hit, 2 dice 1 saved"
    )


def test_orders_are_seen_by_their_own_side_until_all_are_turned_over(play: Play) -> None:
    take(play, "order_shoot", "r1")
    order = play.ruleset.markers[0]
    assert list_face_down_marker_bearers(play.match, order) == (u("r1"),)
    assert play.match.marker(u("r1"), order).hidden_from == (BLUE,)  # type: ignore[union-attr]
    take(play, "next")
    assert list_face_down_marker_bearers(play.match, order) == ()
    assert play.match.mark(u("b1"), order) == "advance"  # who has none


def test_the_row_of_the_table_is_the_one_the_number_came_from(play: Play) -> None:
    take(play, "order_shoot", "r1")
    take(play, "next")
    take(play, "fire", "r1", "b1", cover=True)
    (grid,) = play.ruleset.grids(play.match, "action")
    assert [grid.rows[at][0] for at in find_used_cells(grid, play.asked).rows] == ["skill", "cover"]
    play.roll("456")  # 4 and 1 for cover: two hits
    play.roll("14")  # saves 5: two lost
    assert (len(play.match.figures(u("b1"))), play.match.points(RED)) == (1, 2)


def test_what_is_wrong_in_a_force_is_told_with_its_line(hedgerow: Ruleset) -> None:
    assert hedgerow.forces is not None
    text = """name = "Farm"
[profiles.rifle]
skill = 7
blows = 5
save = 5
[profiles.guard]
skill = 4
blows = 5
save = 5
nerve = 8
[[squads]]
name = "Barn"
figures = { guard = 1, rifle = 1 }
[[squads]]
figures = { guard = 2 }
"""
    roster = hedgerow.forces.read(text, {})
    assert [(one.line, one.text) for one in roster.problems] == [
        (2, "the nerve must be a whole number from 2 to 12"),
        (3, "the skill must be a whole number from 2 to 6"),
        (14, "a squad has no name"),
    ]
    assert roster.profiles["guard"]["wounds"] == 1  # unless it is said


def test_a_squad_without_figures_is_told_the_key_and_its_line(hedgerow: Ruleset) -> None:
    assert hedgerow.forces is not None
    text = 'name = "B"\nruleset = "hedgerow"\n[profiles]\n[[squads]]\nname = "Barn"\nfigures = 3\n'
    (one,) = hedgerow.forces.read(text, {}).problems
    assert (one.line, one.text) == (6, "Barn has no figures: write figures = { rifleman = 5 }")


def test_limits_are_those_of_the_fields_of_a_profile() -> None:
    class Guard(Struct, frozen=True):
        skill: int

    with pytest.raises(ValueError, match="fields of Guard differ in skil, skill"):
        make_profile_reader(Guard, {"skil": (2, 6)})


def test_a_bar_says_who_is_not_to_act_now(play: Play) -> None:
    take(play, "next")
    bars = play.ruleset.actions["move"].bars
    assert [bar.why for bar in bars(play.match, u("b1"))] == ["is not in its action phase now"]
    assert [bar.why for bar in bars(play.match, u("r1"))] == []


def test_games_by_chance_keep_the_laws(hedgerow: Ruleset) -> None:
    game = play_random_game(hedgerow, random.Random(2))
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


@pytest.mark.thorough
def test_all_that_it_declares_can_be_set_right(hedgerow: Ruleset) -> None:
    check_manual_adjustments(begin_random_game(hedgerow, random.Random(1)))


def test_nobody_acts_after_the_end(play: Play) -> None:
    """However a ruleset's ``finish`` answers: nothing is entered behind the end of a game."""
    play.fix(ev.FiguresRemoved(figures=play.match.figures(u("b1"))))
    for _ in range(4):
        if play.match.ended is None:
            take(play, "next")
    assert play.match.ended is not None
