"""The page of the ledger: what can be done with all of it, without a command line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.widgets import Input

from exports.game_export_formats import find_game_export_format
from exports.players_own_content import PlayerContent
from tests.ledger.test_faults import by_hand
from tests.tui.kit import VOLLEY, Stage, act, begin, book, both_sizes, golden, on_stage
from tracker.application.automatic_backups import back_up_if_due
from tracker.application.book import Book, open_book
from tracker.application.errors import LedgerError
from tracker.ledger.backup_folder import list_backup_files
from tui import app as screens
from tui.app import WarledgerApp
from tui.ledger.ledger_maintenance_screen import LedgerScreen

Story = Callable[[Stage], Awaitable[None]]


@pytest.fixture(autouse=True)
def _keeps_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARLEDGER_BACKUPS", "3,7")


def kept_in(folder: Path, *, copies: int = 1) -> Path:
    """A ledger in a file with a game of two lines and, of itself, copies from before the second."""
    path = folder / "ledger.db"
    with open_book(path) as kept:
        game = begin(kept)
        for _ in range(copies):
            game.add_note("one")
            assert back_up_if_due(kept) == ""
            for copy in list_backup_files(path)[:-1]:
                copy.file.unlink()
        game.add_note("two")
    return path


def on(path: Path, story: Story) -> WarledgerApp:
    """A story on the page of a ledger that lies in a file."""
    last: list[WarledgerApp] = []

    async def run() -> None:
        with open_book(path) as kept:
            app = WarledgerApp(kept, location=str(path))
            last.append(app)
            async with on_stage(app, (120, 40)) as stage:
                await stage.press("b")
                await story(stage)

    asyncio.run(run())
    return last[0]


async def done(stage: Stage) -> None:
    """What was begun beside the screen is through."""
    await stage.app.workers.wait_for_complete()
    await stage.settle()


@both_sizes
def test_what_it_shows(size: tuple[int, int]) -> None:
    kept = book()
    begin(kept, VOLLEY)

    async def story(stage: Stage) -> None:
        await stage.press("b")
        golden("ledger", size, stage.text)

    act(story, kept, size=size, game=None)


def test_every_row_is_checked_and_the_anchor_told(tmp_path: Path) -> None:
    path = kept_in(tmp_path)
    with open_book(path) as kept:
        anchor, rows = str(kept.compute_history_anchor()), kept.list_games()[0].version

    async def story(stage: Stage) -> None:
        await stage.press("v")
        await done(stage)
        assert f"{rows} events checked: no problems found" in stage.text
        assert f"anchor {anchor}" in stage.text
        await stage.press(f"a{anchor}⏎")
        assert "found in this ledger" in stage.text

    on(path, story)


def test_what_is_not_as_it_was_written_is_named(tmp_path: Path) -> None:
    path = kept_in(tmp_path)
    by_hand(path, "UPDATE event SET author = 'eve' WHERE position = 2")

    async def story(stage: Stage) -> None:
        await stage.press("v")
        await done(stage)
        assert "problems found" in stage.text
        assert "m1: version 2 was changed" in stage.text

    on(path, story)


def test_an_anchor_with_a_slip_in_it_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("anonsense⏎")
        assert "×" in stage.text
        assert "Traceback" not in stage.text

    on(kept_in(tmp_path), story)


def test_all_games_are_played_again_and_lists_made_anew(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("g")
        await done(stage)
        assert "1 match replayed: no differences" in stage.text
        await stage.press("m")
        await done(stage)
        assert "read; nothing differed" in stage.text

    on(kept_in(tmp_path), story)


def test_a_copy_is_made_where_it_is_said_and_never_over_a_file(tmp_path: Path) -> None:
    path, target = kept_in(tmp_path), tmp_path / "usb" / "copy.db"
    target.parent.mkdir()

    async def story(stage: Stage) -> None:
        for said in ("Copied, and every row verified", "×"):
            await stage.press("c")
            await stage.named("ctrl+u")
            await stage.press(f"{target}⏎")
            assert said in stage.text
        assert "copy to" in stage.text  # the refused path can be edited
        assert stage.app.screen.query_one(Input).value == str(target)

    on(path, story)
    with open_book(target, only_reading=True) as copy:
        assert [one.title for one in copy.list_games()] == ["Iron Third v Red Dusk"]


@pytest.mark.thorough
def test_a_record_is_brought_in_once(tmp_path: Path) -> None:
    theirs = book()
    record = find_game_export_format("record").render_game(
        begin(theirs, VOLLEY, title="From elsewhere"), PlayerContent()
    )
    (tmp_path / "elsewhere.txt").write_text(record, encoding="utf-8")

    async def story(stage: Stage) -> None:
        for said in ("m2 From elsewhere: ", "already in the ledger as m2 From elsewhere"):
            await stage.press(f"i{tmp_path}/else⇥⏎")
            assert said in stage.text

    path = kept_in(tmp_path)
    on(path, story)
    with open_book(path, only_reading=True) as kept:
        assert {one.title for one in kept.list_games()} == {
            "Iron Third v Red Dusk",
            "From elsewhere",
        }


@pytest.mark.parametrize("said", ["nowhere.txt", "ledger.db", "letter.txt"])
def test_what_is_no_record_is_refused_in_a_sentence(tmp_path: Path, said: str) -> None:
    (tmp_path / "letter.txt").write_text("Dear diary", encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press(f"i{tmp_path}/{said}⏎")
        assert "×" in stage.text

    path = kept_in(tmp_path)
    on(path, story)
    with open_book(path, only_reading=True) as kept:
        assert len(kept.list_games()) == 1


def test_a_folder_is_not_imported(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(f"i{tmp_path}⏎")
        assert "is a folder. Give the path of a match or league record." in " ".join(
            stage.text.split()
        )

    on(kept_in(tmp_path), story)


def test_everything_is_written_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def story(stage: Stage) -> None:
        await stage.press("e⏎")
        assert "Exported every event to" in stage.text

    on(kept_in(tmp_path), story)
    assert '"format":"warledger-ledger"' in (tmp_path / "ledger.json").read_text(encoding="utf-8")


def test_it_is_written_as_pages_into_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def story(stage: Stage) -> None:
        await stage.press("s⏎")
        await done(stage)
        assert "3 pages, 3 written" in stage.text
        (tmp_path / "pages" / "m1.html").write_text("mine", encoding="utf-8")
        (tmp_path / "pages" / "warledger-site.json").unlink()
        await stage.press("s⏎")
        await done(stage)
        assert "so it was left as it is" in " ".join(stage.text.split())

    on(kept_in(tmp_path), story)
    assert (tmp_path / "pages" / "index.html").exists()


def test_a_refused_folder_for_pages_stays_in_its_field(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        ledger = stage.app.screen
        assert isinstance(ledger, LedgerScreen)
        ledger.current_task = "verifying"  # as of a ledger that takes long
        await stage.press("g")
        assert "Still verifying. Please wait." in stage.text
        await stage.press("s")
        await stage.named("ctrl+u")
        await stage.press(f"{tmp_path}/site⏎")
        assert "× Still verifying. Please wait." in stage.text
        assert stage.app.screen.query_one(Input).value == f"{tmp_path}/site"

    on(kept_in(tmp_path), story)


def test_a_copy_is_put_back_and_what_stood_there_kept(tmp_path: Path) -> None:
    path = kept_in(tmp_path)

    async def story(stage: Stage) -> None:
        await stage.press("⏎")
        assert "restore this backup?" in stage.text
        assert "The ledger now contains 1 game" in stage.text
        await stage.press("⎋")
        assert stage.app.is_running
        await stage.press("⏎y")

    app = on(path, story)
    assert app.copy_to_restore == list_backup_files(path)[0].file
    said = str(screens._restore_backup_and_describe(path, app.copy_to_restore))
    assert said.startswith(
        "The ledger was restored from the backup. The previous ledger is kept as "
    )
    assert [note for note in notes(path) if note in ("one", "two")] == ["one"]
    assert [note for note in notes(Path(said.split("kept as ", 1)[1])) if note == "two"] == ["two"]


def test_the_restored_backup_is_reported_at_the_bottom_until_the_next_key(tmp_path: Path) -> None:
    kept_as = str(tmp_path / "ledger-before-restore.db")[-60:]
    said = f"The ledger was restored from the backup. The previous ledger is kept as {kept_as}"

    async def run() -> None:
        with open_book(kept_in(tmp_path)) as kept:
            app = WarledgerApp(kept, location="ledger.db", start_notice=said)
            async with on_stage(app, (80, 24)) as stage:
                *_, first, second, footer = stage.text.splitlines()
                assert first.strip() == (
                    "✓ The ledger was restored from the backup. The previous ledger is kept as"
                )
                assert second.strip() == kept_as
                assert "n new game" in footer
                await stage.press("1")
                assert "restored" not in stage.text
                await stage.press("q")
                assert "restored" not in stage.text

    asyncio.run(run())


def notes(path: Path) -> list[str]:
    with open_book(path, only_reading=True) as kept:
        game = kept.open_game_read_only("m1")
        return [getattr(line.event, "text", "") for line in game.history.path]


def test_no_copy_takes_the_place_of_a_book_that_the_program_was_not_opened_on() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("b⏎")
        assert "There are no backups yet" in stage.text

    act(story, book(), game=None)


def test_a_copy_that_cannot_be_put_back_leaves_the_ledger(tmp_path: Path) -> None:
    path = kept_in(tmp_path)
    copy = tmp_path / "spoilt.db"
    copy.write_text("Dear diary", encoding="utf-8")
    before = path.read_bytes()
    refused = screens._restore_backup_and_describe(path, copy)
    assert isinstance(refused, LedgerError)
    assert "spoilt.db is not a Warledger ledger" in str(refused)
    assert path.read_bytes() == before


@pytest.mark.thorough
def test_the_palette_finds_it_by_what_people_call_it() -> None:
    kept: Book = book()

    async def story(stage: Stage) -> None:
        for word in ("verify", "backup", "restore", "import"):
            await stage.named("ctrl+p")
            await stage.press(word)
            await stage.settle()
            assert "erify, copy or restore the ledger" in stage.text, word
            await stage.named("escape", "escape")

    act(story, kept, game=None)


@pytest.mark.thorough
def test_a_league_record_is_written_with_its_key_and_brought_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    theirs = book()
    theirs.begin_league("Winter", players=("Anna", "Farid"), zone="UTC")

    async def writes(stage: Stage) -> None:
        await stage.press("1")
        await stage.named("f4")
        await stage.press("r")
        assert "Written:" in stage.text

    async def story(stage: Stage) -> None:
        for said in (
            "l1 Winter: 2 lines imported",
            "l1 Winter is already in the ledger; nothing was",
        ):
            await stage.press(f"i{tmp_path}/winter.league⏎")
            assert said in stage.text

    act(writes, theirs, game=None)
    path = kept_in(tmp_path)
    on(path, story)
    with open_book(path, only_reading=True) as kept:
        assert [one.title for one in kept.list_leagues()] == ["Winter"]


def test_a_path_that_cannot_be_imported_stays_in_the_prompt(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(f"i{tmp_path}/nofile.record⏎")
        assert "nofile.record cannot be read" in stage.text
        assert stage.text.splitlines()[-2].rstrip().endswith("nofile.record")
        await stage.press("b")
        assert stage.text.splitlines()[-2].rstrip().endswith("nofile.recordb")

    on(kept_in(tmp_path), story)


def test_a_changed_record_is_imported_after_a_question(tmp_path: Path) -> None:
    game = begin(book(), VOLLEY, title="From elsewhere")
    text = find_game_export_format("record").render_game(game, PlayerContent())
    assert "impetus : 42" in text
    file = tmp_path / "changed.record"
    file.write_text(text.replace("impetus : 42", "impetus : 43"), encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press(f"i{file}⏎")
        assert "import this record anyway?" in stage.text
        assert "of the record was changed after it was written." in stage.text
        assert "--changed" not in stage.text
        await stage.press("⎋")
        assert "imported" not in stage.text
        await stage.press(f"i{file}⏎y")
        assert "m2 From elsewhere: " in stage.text

    on(kept_in(tmp_path), story)
