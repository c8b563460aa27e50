"""The view from across the table: large, read-only, and it follows the game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.tui.kit import VOLLEY, Clock, Stage, begin, book, both_sizes, golden, on_stage
from tests.tui.quiet import quiet, standin
from tracker.application.book import Book
from tracker.application.errors import LedgerError
from tracker.application.match.game import Game
from tracker.ledger.ledger_errors import ReadOnlyLedger
from tracker.ledger.store_opening_and_copying import open_store
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tui.app import WarledgerApp
from tui.table.spectator_screen import SpectatorScreen
from tui.widgets.dialogs import FailureDialog
from tui.widgets.large_characters import draw_large_digits


def watching(story: object, kept: Book, size: tuple[int, int]) -> None:
    async def run() -> None:
        app = WarledgerApp(kept, location="~/warledger.db", game="m1", watch=True)
        async with on_stage(app, size) as stage:
            await story(stage)  # type: ignore[operator]

    asyncio.run(run())


@both_sizes
def test_score_phase_and_the_number_needed_are_large(size: tuple[int, int]) -> None:
    kept = book()
    begin(kept, VOLLEY)

    async def story(stage: Stage) -> None:
        golden("watch", size, stage.text)
        scale = 2 if size[0] >= 100 else 1
        for row in (*draw_large_digits("0 : 0", scale), *draw_large_digits("4+", scale)):
            assert row.strip() in stage.text

    watching(story, kept, size)


def test_it_follows_the_game_and_takes_no_dice() -> None:
    kept = book()
    game = begin(kept, VOLLEY)

    async def story(stage: Stage) -> None:
        before = game.version
        await stage.press("451623⏎")
        assert kept.store.get_version("m1") == before  # nothing was written
        game.answer_with_text("=3")
        await stage.press("⏎")  # a key looks at once
        assert "SAVE" in stage.text

    watching(story, kept, (80, 24))


class Looked:
    """A game that somebody else writes on."""

    def __init__(self) -> None:
        self.is_behind = False
        self.ledger_change_counter = 0
        self.read = 0
        self.fault: Exception | None = None

    def reload(self) -> None:
        if self.fault is not None:
            raise self.fault
        self.read += 1


def test_a_key_looks_and_q_leaves_to_where_it_was_opened_or_ends() -> None:
    game: Any = Looked()
    screen = quiet(SpectatorScreen(game))
    drawn: list[str] = []
    screen.query_one = lambda kind: standin(refresh=lambda: drawn.append(kind.__name__))
    ended: list[str] = []
    screen.under.exit = lambda: ended.append("end")
    assert screen.handle_character("5")
    assert (game.read, drawn) == (0, [])  # nothing new
    game.is_behind, game.ledger_change_counter = True, 1
    assert not screen.handle_character("q")
    assert (game.read, drawn) == (0, [])
    assert screen.handle_character("5")
    screen.do_reload_now()
    assert (game.read, drawn) == (1, ["SpectatorPanel"])  # nothing new
    game.ledger_change_counter = 2
    screen.do_reload_now()
    assert (game.read, drawn) == (2, ["SpectatorPanel", "SpectatorPanel"])
    game.ledger_change_counter = 3
    game.fault = LedgerError("The ledger is gone.")
    screen.live.reload_and_redraw_if_changed()
    assert [type(one) for one in screen.pushed] == [FailureDialog]
    assert screen.pushed[0].title_text == "The game cannot be read"
    assert (game.read, len(drawn)) == (2, 2)
    screen.under.screen_stack = ["empty", "home", "this"]
    screen.do_leave()
    assert (screen.given, ended) == ([None], [])
    screen.under.screen_stack = ["empty", "this"]
    screen.do_leave()
    assert (screen.given, ended) == ([None], ["end"])


def test_a_ledger_that_is_away_is_said_once_until_it_is_back() -> None:
    game: Any = Looked()

    async def run() -> None:
        app = WarledgerApp(book(), location="~/warledger.db")
        async with app.run_test(size=(80, 24)) as pilot:
            begin(app.book, VOLLEY)
            screen = SpectatorScreen(app.book.open_game("m1"))
            await app.push_screen(screen)
            screen.live.source, there = game, screen.game
            for change in (1, 2, 3):
                game.ledger_change_counter, game.is_behind, game.fault = (
                    change,
                    True,
                    LedgerError("Away."),
                )
                screen.live.reload_and_redraw_if_changed()
                await pilot.pause()
                assert [type(one) for one in app.screen_stack[-2:]] == [
                    SpectatorScreen,
                    FailureDialog,
                ]
            screen.live.source = there
            screen.live.reload_and_redraw_if_changed()
            await pilot.pause()
            assert app.screen is screen
            screen.live.source, game.ledger_change_counter = game, 4
            screen.live.reload_and_redraw_if_changed()
            await pilot.pause()
            assert isinstance(app.screen, FailureDialog)

    asyncio.run(run())


def ledger(path: Path) -> Game:
    """A game in a file that is then written to no more."""
    with open_store(path) as store:
        kept = Book(
            store, clock=Clock(), rulesets={"deathzap2": load_playable_rulesets()["deathzap2"]}
        )
        return begin(kept, VOLLEY)


@pytest.mark.thorough
def test_a_protected_file_in_a_protected_folder_can_be_watched(tmp_path: Path) -> None:
    folder = tmp_path / "shown"
    folder.mkdir()
    path = folder / "club.db"
    version = ledger(path).version
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        with open_store(path, only_reading=True) as store:
            assert store.get_version("m1") == version
            assert Book(store).open_game("m1").pending is not None
            with pytest.raises(LedgerError):
                Book(store).open_game("m1").answer_with_text("=3")
    finally:
        folder.chmod(0o755)


@pytest.mark.thorough
def test_what_others_write_meanwhile_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    ledger(path)
    with open_store(path) as writing, open_store(path, only_reading=True) as reading:
        game = Book(writing).open_game("m1")
        game.answer_with_text("=3")
        assert reading.get_version("m1") == game.version


def test_only_reading_makes_no_ledger(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="There is no ledger"):
        open_store(tmp_path / "none.db", only_reading=True)
    assert list(tmp_path.iterdir()) == []


def test_only_reading_refuses_to_write_where_it_could(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    ledger(path)
    with open_store(path, only_reading=True) as store, pytest.raises(ReadOnlyLedger):
        Book(store).open_game("m1").answer_with_text("=3")


def test_who_acts_stands_first_also_where_the_target_saves() -> None:
    kept = book()
    game = begin(kept, VOLLEY)
    game.answer_with_text("=3")

    async def story(stage: Stage) -> None:
        assert "1 Alpha ▸ 2 Dusk rifles" in stage.text
        assert "SAVE 3 dice" in stage.text

    watching(story, kept, (80, 24))
