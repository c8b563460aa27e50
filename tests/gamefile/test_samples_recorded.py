"""Breach, Watchfire and Halberds worked out by hand, line by line, between their sample forces."""

from __future__ import annotations

import random

import pytest

from tests.gamefile.kit import shipped, text_of
from tracker.application.chances.action_odds import forecast_line
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.line_interpreter import parse_single_action
from tracker.application.typed_lines.line_parsing_with_suggestions import parse_line
from tracker.testing.random_games import (
    check_game,
    check_undo,
    make_book,
    play_random_game,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.subject_ids import make_side_id, make_unit_id

Lines = tuple[tuple[str, dict[str, int], dict[str, dict[str, int]], tuple[int, int]], ...]

BREACH: Lines = (
    # Marines aim 2, armour 9, nerve 9; raiders aim 1, armour 7, nerve 7. Two points each.
    ("r1 aims", {}, {"r1": {"aiming": 1, "spent": 1}}, (0, 0)),
    # 2 + 5, aim 2, a third of four 1, aiming 2: 12, which is 7 + 2 or more: two out. Fear 1; the
    # test 6 + 1 on 7 - 1 or less fails: one flees, fear is off, and they panic.
    ("r1 shoots b1 : 25 / 61", {"b1": 3}, {"b1": {"panic": 1, "fear": 0}}, (2, 0)),
    # Blue: 3 + 3, aim 1, a third of five 1: 8 in the open against armour 9: nothing.
    ("b2 shoots r1 : 33", {"r1": 4}, {}, (2, 0)),
    # 6 + 3 + 1 + 1 = 11, nine and two more: two out; the test 1 + 2 on 9 - 1 or less passes.
    ("b2 shoots r1 : 63 / 12", {"r1": 2}, {"r1": {"fear": 0}}, (2, 2)),
    # Cover: 4 + 3, aim 2, a third of four 1, less 2: 8 against armour 7: one out, fear 1.
    ("r2 shoots b3 cover : 43", {"b3": 2}, {"b3": {"fear": 1}}, (3, 2)),
    ("r2 moves 4in", {}, {"r2": {"activated": 1}}, (3, 2)),
    ("b1 moves 5in", {}, {}, (3, 2)),
    ("b1 passes", {}, {}, (3, 2)),
    ("b3 passes", {}, {}, (3, 2)),
    # The turn ends: B3 rolls 2 + 4 on 7 - 1 or less and has one fear less. Red holds both.
    ("next : 24 / 2 red", {"b3": 2}, {"b3": {"fear": 0}, "b1": {"panic": 0}}, (5, 2)),
)

WATCHFIRE: Lines = (
    # Rifles hit on 5 or less, save on 3, nerve 6; guards hit on 4, save on 5, nerve 7.
    ("r1 moves 6in", {}, {"r1": {"moved": 1}}, (0, 0)),
    ("next", {}, {}, (0, 0)),
    # Cover: 3 or less, so 1 2 3 hit and 4 9 do not; 5 saves, 6 and 7 do not.
    ("r1 fires b1 cover : 12349 / 567", {"b1": 2}, {"b1": {"suppressed": 3}}, (2, 0)),
    ("r2 watches", {}, {"r2": {"watch": 1}}, (2, 0)),
    # Blue's turn begins: B1 rolls 8 on 7 or less and stays down: pinned, three on two figures.
    ("next : 8", {}, {"b1": {"suppressed": 3}}, (2, 0)),
    # R2 snaps before B2 has moved: 5 or less, 5 hits and 6 7 8 do not; 1 saves. B2 goes on.
    (
        "b2 moves 6in | r2 snaps > b2 : 5678 / 1",
        {"b2": 4},
        {"r2": {"watch": 0}, "b2": {"moved": 1, "suppressed": 1}},
        (2, 0),
    ),
    ("next", {}, {}, (2, 0)),
    # Suppressed once: 3 or less, so 1 1 2 hit and 4 does not; 3 saves, 4 and 5 do not.
    ("b2 fires r1 : 1124 / 345", {"r1": 3}, {"r1": {"suppressed": 3}}, (2, 2)),
    # Red's turn: R1 rolls 6 on 6 or less and is free again.
    ("next : 6", {}, {"r1": {"suppressed": 0}}, (2, 2)),
)

HALBERDS: Lines = (
    # 7 + 4 + 3 + 2 for the pikes = 16 against 3 + 4 + 3 = 10: six better, three wounds; at two each
    # one falls, and one wound is carried.
    ("r1 strikes b1 charge : 7 / 3", {"b1": 4}, {"b1": {"winded": 1}}, (1, 0)),
    # 2 + 5 + 2 = 9 against 8 + 3 + 3 = 14: a wound comes back, with the one carried one more falls.
    ("b1 strikes r1 : 2 / 8", {"b1": 3, "r1": 5}, {"r1": {"winded": 1}}, (1, 0)),
    # More than ten inches: 7 or more, so 7 10 9 hit and 6 does not.
    ("r2 shoots b2 12in : 7069", {"b2": 0}, {}, (4, 0)),
    # B1 has lost two: 5 on 3 + 2 or more passes. Red holds the well.
    ("next : 5 / 1 red", {}, {"b1": {"shaken": 0}}, (5, 0)),
    # Blue begins: 9 + 5 + 2 = 16 against 1 + 2 + 2 = 5: eleven better, the ladder ends at four.
    ("b1 strikes r2 : 9 / 1", {"r2": 0}, {}, (5, 4)),
    # 4 + 4 + 3 = 11 against 4 + 4 + 2 = 10: one better, one wound, carried.
    ("r1 strikes b1 : 4 / 4", {"b1": 3}, {"b1": {"winded": 1}}, (5, 4)),
    # 4 on 5 or more fails. Blue holds the well.
    ("next : 4 / 1 blue", {"r1": 5, "b1": 3}, {"b1": {"shaken": 1}}, (5, 5)),
)


def begun(name: str) -> Game:
    rules = shipped(name)
    assert rules.forces is not None
    one, other = (sample.text for sample in rules.forces.samples())
    book = make_book(rules, random.Random(0))
    return book.begin_match(name, [Entrant("Red", one), Entrant("Blue", other)])


RECORDED = [("breach", BREACH), ("watchfire", WATCHFIRE), ("halberds", HALBERDS)]


@pytest.mark.parametrize(("name", "lines"), RECORDED)
def test_it_goes_as_it_was_worked_out(name: str, lines: Lines) -> None:
    game = begun(name)
    for line, figures, markers, points in lines:
        done = play_line(game, line)
        assert done.error is None, f"{line}: {done.error}"
        match = game.match
        assert {unit: len(match.figures(make_unit_id(unit))) for unit in figures} == figures, line
        found = {
            unit: {name: int(match.mark(make_unit_id(unit), name) or 0) for name in said}
            for unit, said in markers.items()
        }
        assert found == markers, line
        assert (match.points(make_side_id("r")), match.points(make_side_id("b"))) == points, line
    check_game(game)
    check_all_laws(replay_in_memory(game))


def test_one_crew_acts_at_a_time_and_within_its_points() -> None:
    game = begun("breach")
    assert play_line(game, "r1 aims").error is None
    assert "R2 waits: R1 is active" in told(game, "r2 aims")
    assert play_line(game, "r1 moves 5in").error is None
    assert "it is the other side's turn to act" in told(game, "r1 moves 5in")


def told(game: Game, line: str) -> str:
    """What the rules have against a line."""
    command = parse_single_action(game, parse_line(game, line))
    return "; ".join(one.text for one in game.list_objections(command))


def test_the_odds_of_a_shot_are_exact() -> None:
    """R1 at B1: 2D6 + 3 is 7 or more with 33/36, 9 or more with 26/36; then the nerve test on 6
    or less, of which 21/36 fail and one more flees.
    """
    (lost,) = forecast_line(begun("breach"), "r1 shoots b1").losses
    two, fails = 26 / 36, 21 / 36
    expected = {0: 3 / 36, 1: 7 / 36, 2: two * (1 - fails), 3: two * fails}
    assert {one.n: pytest.approx(one.chance) for one in lost.chances} == expected


def test_the_odds_of_two_sums_are_exact() -> None:
    """A D10 + 7 on either side: three better with 28 in 100 (two wounds, one falls), seven better
    with 6 in 100 (four wounds, two fall).
    """
    (lost,) = forecast_line(begun("halberds"), "r1 strikes b1").losses
    assert {one.n: pytest.approx(one.chance) for one in lost.chances} == {0: 0.72, 1: 0.22, 2: 0.06}


def test_wounds_of_a_unit_that_may_lose_figures_are_those_on_figures_that_still_stand() -> None:
    """Better by 1 or 2 (17 in 100) one wound is carried, by 3 or 4 one falls, by 5 or 6 (9 in 100)
    one falls and the next carries one, by 7 or more two fall. R1 takes one with 45 in 100.
    """
    target, actor = forecast_line(begun("halberds"), "r1 strikes b1").counts
    assert target.what.endswith(": wounds on surviving figures")
    assert {one.n: one.chance for one in target.chances} == pytest.approx({0: 0.74, 1: 0.26})
    assert actor.what.endswith(": wounds")
    assert {one.n: one.chance for one in actor.chances} == pytest.approx({0: 0.55, 1: 0.45})


def test_the_expected_wounds_of_a_lone_figure_follow_from_the_listed_chances() -> None:
    """The attack adds 4 and 3 ranks, the defence 3 and 1. So the attack is not higher with 28 in
    100, and better by 1 or 2 (one wound) with 17 in 100. Otherwise B1 falls. 0.17 are expected.
    """
    entrants = [Entrant("Red", "6 halberdier"), Entrant("Blue", "1 halberdier")]
    game = make_book(shipped("halberds"), random.Random(1)).begin_match("halberds", entrants)
    target, _ = forecast_line(game, "r1 strikes b1").counts
    assert {one.n: one.chance for one in target.chances} == pytest.approx({0: 0.28, 1: 0.17})
    assert target.expected == pytest.approx(0.17)


@pytest.mark.parametrize("name", ["breach", "watchfire", "halberds"])
def test_games_by_chance_keep_the_laws(name: str) -> None:
    assert len(text_of(name).splitlines()) <= 120
    game = play_random_game(shipped(name), random.Random(4), {"turns": 4})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


def test_a_test_within_an_action_is_passed_or_failed_as_at_the_end_of_a_turn() -> None:
    """Two out: 6 + 1 on nerve 7 less 1 for fear, or less, is failed."""
    game = begun("breach")
    for line in ("r1 aims", "r1 shoots b1 : 25 / 61"):
        assert play_line(game, line).error is None
    (told,) = [line.text for line in list_log_lines(game.history) if "nerve" in line.text]
    assert "nerve 7 (6 or less): failed, " in told
