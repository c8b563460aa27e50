"""A game of Picket worked out by hand, line by line: two turns between the sample forces.

Riflemen hit on 4+, save on 6+, nerve 7; gunners hit on 3+; guards hit on 3+, save on 5+, nerve 6.
"""

from __future__ import annotations

import random

import pytest

from tests.gamefile.kit import shipped
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.cli.open_question_output import build_question_shape
from tracker.server.access_tokens import Role
from tracker.server.game_view import can_answer
from tracker.testing.random_games import check_game, make_book, replay_in_memory
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.subject_ids import make_side_id, make_unit_id
from tui.views.open_action_description import describe_actor_and_target
from tui.views.pending_question_view import build_question_view

LINES: tuple[tuple[str, dict[str, int], tuple[int, int]], ...] = (
    # Turn 1, Red begins. Cover: 5+, so 6 5 5 hit; 6 5 save, 1 does not: one of B1 falls.
    ("r1 fires b1 cover : 655432 / 651", {"b1": 4}, (1, 0)),
    # 3+: 3 3 3 hit; only the 6 saves: two of R1 fall.
    ("b2 fires r1 : 33321 / 116", {"r1": 4}, (1, 2)),
    ("r2 moves 6in", {}, (1, 2)),
    # B1 is pinned once: 4+, so 4 4 4 hit; all are saved, and R2 is pinned all the same.
    ("b1 fires r2 : 4443 / 666", {"r2": 6}, (1, 2)),
    # Cover: 4+, so the 4 hits and the 3 does not; 4 saves nobody.
    ("r3 fires b3 cover : 43 / 4", {"b3": 3}, (2, 2)),
    ("b3 moves 5in", {}, (2, 2)),
    # Nerve: R1 5 + 3 on 8+ passes; R2 3 + 4 fails, half of six flee; B1 3 + 3 on 7+ fails, half of
    # four flee; B3 6 + 1 passes. Red holds two objectives, Blue one, each two points.
    ("next : 53343361 / 2 red, 1 blue", {"r1": 4, "r2": 3, "b1": 2, "b3": 3}, (6, 4)),
    # Turn 2, Blue begins. Nobody is pinned: 3+, 6 6 hit, 1 5 save nobody.
    ("b1 fires r1 : 66 / 15", {"r1": 2}, (6, 6)),
    ("r3 fires b2 : 12", {"b2": 5}, (6, 6)),
    ("b2 passes", {}, (6, 6)),
    # Cover and one pin: 4 + 1 + 1 = 6+; the 6 hits, the 3 does not save.
    ("r1 fires b2 cover : 61 / 3", {"b2": 4}, (7, 6)),
    ("b3 moves 5in", {}, (7, 6)),
    ("r2 moves 6in", {}, (7, 6)),
    # R1 1 + 1 on 8+ fails, half of two flee; B2 6 + 6 on 7+ passes. Blue holds all three.
    ("next : 1166 / 3 blue", {"r1": 1, "b2": 4}, (7, 12)),
)


@pytest.fixture
def game() -> Game:
    rules = shipped("picket")
    assert rules.forces is not None
    patrol, garrison = (sample.text for sample in rules.forces.samples())
    book = make_book(rules, random.Random(0))
    return book.begin_match("picket", [Entrant("Red", patrol), Entrant("Blue", garrison)])


def test_it_goes_as_it_was_worked_out(game: Game) -> None:
    for line, figures, points in LINES:
        done = play_line(game, line)
        assert done.error is None, f"{line}: {done.error}"
        match = game.match
        assert {unit: len(match.figures(make_unit_id(unit))) for unit in figures} == figures, line
        assert (match.points(make_side_id("r")), match.points(make_side_id("b"))) == points, line
    nerve = next(line.text for line in list_log_lines(game.history) if "nerve" in line.text)
    assert nerve.startswith("nerve: R1 Alpha 5 + 3 = 8 (8+), R2 Bravo 3 + 4 = 7 (8+), B1 First")
    assert game.match.turn == 3
    assert not game.match.marked("pinned")
    assert play_line(game, "end").error is None
    assert game.match.ended is not None
    assert game.match.ended.winner == make_side_id("b")
    check_game(game)
    check_all_laws(replay_in_memory(game))


def test_a_test_of_both_sides_is_rolled_by_no_side_alone(game: Game) -> None:
    """R1 and B1 are pinned; with R1 alone it is Red's roll."""
    for line in ("r1 fires b1 cover : 655432 / 651", "b2 fires r1 : 33321 / 116", "next"):
        assert play_line(game, line).error is None
    assert game.pending is not None
    assert build_question_view(game.match, game.pending).side == ""
    for line in ("answer : 6666", "answer : 0", "b1 fires r2 : 6111 / 1", "next"):
        assert play_line(game, line).error is None
    assert build_question_view(game.match, game.pending).side == "Red"


def test_a_test_of_one_side_is_rolled_by_that_side() -> None:
    """Red acts last and ends the phase, but only B1 is pinned."""
    game = make_book(shipped("picket"), random.Random(0)).begin_match(
        "picket", [Entrant("Red", "6 riflemen\n5 riflemen"), Entrant("Blue", "5 guards")]
    )
    for line in ("r1 fires b1 : 666111 / 666", "b1 moves", "r2 moves", "next"):
        assert play_line(game, line).error is None
    assert game.pending is not None
    assert build_question_view(game.match, game.pending).side == "Blue"
    assert describe_actor_and_target(game, game.pending) == "Blue"
    blue, red = (Role("side", make_side_id(side)) for side in "br")
    asked = game.pending.request
    assert (can_answer(game, blue, asked), can_answer(game, red, asked)) == (True, False)
    shown = build_question_shape(game)
    assert shown is not None
    assert shown.side == "Blue"
