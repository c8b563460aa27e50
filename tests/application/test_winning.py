"""Chances to win: games played on by chance, counted, kept, the same for the same book."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.application.test_late_again import any_game
from tests.saying import say
from tests.tui.kit import RULES, VOLLEY, begin, book
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.win_probability.game_rollouts import RolloutResult, run_rollouts
from tracker.application.win_probability.sampled_line_win_chances import (
    LineWinChance,
    WinChances,
    choose_sampled_lines,
    compute_missing_chances,
    find_last_version_affecting_chances,
    list_chance_changing_lines,
    sort_lines_coarse_to_fine,
)
from tracker.application.win_probability.win_chance_cache import (
    compute_win_chances,
    read_cached_chances,
)
from tracker.testing.random_games import play_random_game


@pytest.fixture(scope="module")
def over() -> Game:
    """A game of Deathzap 2 by chance, to its end."""
    return play_random_game(RULES["deathzap2"], random.Random(5))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_a_chance_and_its_error_by_hand() -> None:
    played = RolloutResult((62, 30), drawn=8)
    assert played.game_count == 100
    assert played.get_win_chance(0) == 0.62
    # (62.5 / 101) = 0.6188; √(0.6188 · 0.3812 / 101) = 0.0483
    assert played.compute_standard_error(0) == pytest.approx(0.0483, abs=0.0001)
    # none of a hundred: (0.5 / 101) = 0.00495; √(0.00495 · 0.99505 / 101) = 0.00698
    assert RolloutResult((0, 100), drawn=0).compute_standard_error(0) == pytest.approx(
        0.00698, abs=0.00001
    )


@pytest.mark.thorough
def test_a_game_that_is_over_is_won_as_it_was(over: Game) -> None:
    ended = over.state.current_values.ended
    assert ended is not None
    sides = [side.id for side in over.state.info.sides]
    found = run_rollouts(over.ruleset, over.state, 7, "x")
    assert found.won == tuple(7 * (side == ended.winner) for side in sides)
    assert found.drawn == (0 if ended.winner else 7)


@pytest.mark.thorough
def test_it_goes_on_from_the_state_and_leaves_it_alone(over: Game) -> None:
    line = choose_sampled_lines(over)[0]
    state = over.history.get_state_at(line.end)
    before = repr(state)
    first = run_rollouts(over.ruleset, state, 4, "seed")
    assert repr(state) == before
    assert first.game_count == 4
    assert run_rollouts(over.ruleset, state, 4, "seed") == first
    assert len({run_rollouts(over.ruleset, state, 8, str(n)) for n in range(4)}) > 1


def test_chances_are_told_where_something_changed_and_at_the_end(over: Game) -> None:
    every = choose_sampled_lines(over, 1000)
    assert [line.number for line in every] == sorted({line.number for line in every})
    assert over.history.get_state_at(every[-1].end).current_values.ended is not None
    few = choose_sampled_lines(over, 5)
    assert len(few) == 5
    assert (few[0], few[-1]) == (every[0], every[-1])
    for line in every:
        state = over.history.get_state_at(line.end)
        assert state.clock.turn
        assert not state.current_values.open


def test_the_ends_of_turns_come_first() -> None:
    """Turn 1 ends with line 9, turn 2 with line 14, and the game in turn 3 with line 16."""
    played = "r1 -1|b1 -1|r1 -1|b1 -1|next : r 2|b1 -1|r1 -1|next : r 0|b1 -1"
    game = any_game(*played.split("|"))
    say(game, "end")
    every = [line.number for line in list_chance_changing_lines(game)]
    assert every == [5, 6, 7, 8, 9, 11, 12, 14, 15, 16]
    lines = choose_sampled_lines(game, 6)
    assert [line.number for line in lines] == [5, 6, 9, 14, 15, 16]
    first, others = (sort_lines_coarse_to_fine(lines)[part] for part in (slice(4), slice(4, 6)))
    assert {line.number for line in first} == {5, 9, 14, 16}
    assert {line.number for line in others} == {6, 15}


def test_rough_first_and_each_once(over: Game) -> None:
    lines = choose_sampled_lines(over, 5)
    order = sort_lines_coarse_to_fine(lines)
    assert sorted(line.number for line in order) == [line.number for line in lines]
    assert order[:3] == [lines[0], lines[4], lines[2]]


@pytest.mark.thorough
def test_what_was_worked_out_is_kept_and_the_same_again(over: Game, cache: Path) -> None:
    told: list[tuple[int, int]] = []
    found = compute_win_chances(over, 4, 3, lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert [one.line for one in found.lines] == [
        line.number for line in choose_sampled_lines(over, 3)
    ]
    assert read_cached_chances(over, 4) == found
    assert list(compute_missing_chances(over, 4, 3, {one.line: one for one in found.lines})) == []
    (file,) = cache.glob("warledger/chances/*.json")
    file.write_text("spoilt", encoding="utf-8")
    assert read_cached_chances(over, 4).lines == ()
    assert compute_win_chances(over, simulated_games=4, max_lines=3) == found
    file.write_text(file.read_text(encoding="utf-8").replace('"drawn":', '"drawn":1'), "utf-8")
    assert read_cached_chances(over, 4).lines == ()  # not four games any more


@pytest.mark.thorough
def test_a_note_at_the_end_changes_nothing() -> None:
    game = play_random_game(RULES["deathzap2"], random.Random(5))
    found = compute_win_chances(game, simulated_games=3, max_lines=2)
    before = find_last_version_affecting_chances(game)
    game.add_note("a good game")
    assert find_last_version_affecting_chances(game) == before
    assert read_cached_chances(game, 3) == found


def test_between_lines_the_last_one_counts() -> None:
    early, late = (LineWinChance(n, RolloutResult((1, 0), 0)) for n in (10, 30))
    found = WinChances(("Red", "Blue"), (early, late))
    until = {n: found.get_last_chance(range(n + 1)) for n in (9, 10, 29, 30, 99)}
    assert until == {9: None, 10: early, 29: early, 30: late, 99: late}


def test_a_late_line_stands_where_it_was_played() -> None:
    """Line 13 was inserted before line 7, and turn 1 ends with line 8."""
    game = any_game()
    say(game, "b1 -1 late before 7", "end")
    assert [line.number for line in choose_sampled_lines(game)] == [5, 13, 8, 10, 19]
    found = compute_win_chances(game, 2)
    assert [one.line for one in found.lines] == [5, 13, 8, 10, 19]
    assert read_cached_chances(game, 2) == found
    first, late, turn, *_ = found.lines
    assert found.get_last_chance({2, 3, 5, 13}) == late
    assert found.get_last_chance({2, 3, 5, 13, 7, 8}) == turn
    assert found.get_last_chance({2, 3, 5}) == first


def test_a_second_end_with_another_winner_has_its_own_chance() -> None:
    game = any_game()
    say(game, "vp red 3", "end")
    ended = list_log_lines(game.history)[-1].number
    say(game, "end blue # agreed")
    again = list_log_lines(game.history)[-2].number
    won = {one.line: one.played.won for one in compute_win_chances(game, 2).lines}
    assert (won[ended], won[again]) == ((2, 0), (0, 2))


def test_of_a_game_that_goes_on_nothing_is_told() -> None:
    with pytest.raises(Refused, match="This game is still running"):
        compute_win_chances(begin(book(), VOLLEY))
