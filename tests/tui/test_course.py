"""How a game that is over went, over its lines: points, figures left, chances to win."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.tui.kit import RULES, Stage, act, both_sizes, golden
from tracker.application.book import Book, open_book
from tracker.application.match.undo_steps_and_branches import undo_after_line
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.win_probability.game_rollouts import RolloutResult
from tracker.application.win_probability.sampled_line_win_chances import (
    LineWinChance,
    choose_sampled_lines,
)
from tracker.application.win_probability.win_chance_cache import (
    read_cached_chances,
    save_chances_to_cache,
)
from tracker.application.win_probability.win_chance_process import WinChanceProcess
from tracker.ledger.sqlite.store import SqliteStore
from tracker.testing.random_games import begin_random_game, play_random_game, play_random_input
from tui.look_back.game_course_charts import (
    GameCourseGraph,
    compute_share_of_first_side,
    describe_win_chances,
)
from tui.look_back.look_back_screen import LookBackScreen
from tui.user_settings_and_drafts import UserSettings


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def over() -> Book:
    """A book of one game by chance, to its end; chances are kept at each of its moments."""
    rng = random.Random(5)
    game = begin_random_game(RULES["deathzap2"], rng)
    while play_random_input(game, rng):
        pass
    kept = Book(game.journal.store)
    lines = choose_sampled_lines(game)
    chances = [
        LineWinChance(one.number, RolloutResult((50 + at, 50 - at), 0))
        for at, one in enumerate(lines)
    ]
    save_chances_to_cache(game, chances)
    return kept


def test_words_by_hand() -> None:
    # 62 of 100: error 0.048; 30 of 100: √(0.302 · 0.698 / 101) = 0.0457
    found = LineWinChance(41, RolloutResult((62, 30), drawn=8))
    assert describe_win_chances(("Red", "Blue"), found, 41) == "Red 62 % ± 5 · Blue 30 % ± 5"
    assert describe_win_chances(("Red", "Blue"), found, 45) == "Red 62 % ± 5 · Blue 30 % ± 5 (41)"


@pytest.mark.parametrize(
    ("values", "expected"), [([3, 1], 0.75), ([0, 0], None), ([-1, 1], 0.0), ([1, -1], 1.0)]
)
def test_a_part_of_what_is_shared(values: list[int], expected: float | None) -> None:
    assert compute_share_of_first_side(values) == expected


@pytest.mark.thorough
@both_sizes
@pytest.mark.parametrize("plain", [False, True])
def test_the_rows_under_the_timeline(size: tuple[int, int], plain: bool) -> None:
    settings = UserSettings()
    settings.plain = plain

    async def story(stage: Stage) -> None:
        await stage.press("t")
        await stage.named("left_square_bracket")
        rows = stage.text.splitlines()[2:5]
        assert [row.split()[0] for row in rows] == ["points", "figures", "chance"]
        golden(f"course/{'plain' if plain else 'signs'}", size, stage.text)

    act(story, over(), size=size, game="m1", settings=settings)


def test_the_rows_follow_a_correction_that_leaves_fewer_lines() -> None:
    def find_texts(stage: Stage) -> list[int]:
        return [row.index("Red ") for row in stage.text.splitlines()[2:4]]

    async def story(stage: Stage) -> None:
        await stage.press("t")
        columns = find_texts(stage)
        game, screen = stage.table.game, stage.app.screen
        assert isinstance(screen, LookBackScreen)
        undo_after_line(game, 90)
        screen.update_after_reload(None)
        await stage.settle()
        assert "figures" not in stage.text.splitlines()[3], "a game that goes on has no rows"
        while game.pending is not None:
            undo_after_line(game, game.history.last_line_number - 1)
        assert play_line(game, "end conceded blue").error is None
        screen.update_after_reload(None)
        await stage.settle()
        assert find_texts(stage) == columns
        assert "left" in stage.text.splitlines()[3]

    act(story, over(), game="m1")


@both_sizes
def test_unknown_chances_name_the_command_with_the_game(size: tuple[int, int]) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        assert "run warledger match chances m1" in stage.text

    game = play_random_game(RULES["deathzap2"], random.Random(5))
    act(story, Book(game.journal.store), size=size, game="m1")


@pytest.mark.thorough
def test_a_game_that_goes_on_has_none() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        assert not stage.app.screen.query(GameCourseGraph)

    kept = Book(begin_random_game(RULES["deathzap2"], random.Random(5)).journal.store)
    act(story, kept, game="m1")


def test_a_game_that_lies_in_no_file_is_not_worked_out_beside_it() -> None:
    process = WinChanceProcess(play_random_game(RULES["deathzap2"], random.Random(5)))
    assert not process.is_running
    process.stop()


@pytest.mark.thorough
def test_it_is_worked_out_in_a_process_of_its_own_that_can_be_stopped(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    rng = random.Random(5)
    with SqliteStore(file) as store:
        game = begin_random_game(RULES["deathzap2"], rng, store)
        while play_random_input(game, rng):
            pass
    with open_book(file, only_reading=True) as kept:
        game = kept.open_game("m1")
        assert kept.file is None, "a book of which no copies are kept, such as the demo"
        process = WinChanceProcess(game, games=10)
        until = time.monotonic() + 60
        while not read_cached_chances(game, 10).lines and time.monotonic() < until:
            time.sleep(0.05)
        process.stop()
        assert not process.is_running
        found = read_cached_chances(game, 10).lines
        assert found
        assert {one.line for one in found} <= {one.number for one in choose_sampled_lines(game)}
        time.sleep(0.3)
        assert read_cached_chances(game, 10).lines == found, "it went on"
