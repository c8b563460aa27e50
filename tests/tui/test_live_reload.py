"""Screens that are open show what others write: phones, another screen, commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.kit import TO_SHOOT, VOLLEY, Stage, act, begin, book
from tests.tui.quiet import quiet
from tests.tui.winter import club, evening
from tracker.application.book import Book
from tracker.application.errors import LedgerError
from tracker.application.typed_lines.line_and_script_play import play_line
from tui.home.home_screen import HomeScreen
from tui.league.standings.standings_screen import StandingsScreen
from tui.look_back.look_back_screen import LookBackScreen
from tui.table.table_screen import TableScreen
from tui.user_settings_and_drafts import UnsubmittedInputStore
from tui.widgets.line_entry_dialog import LineEntryDialog

TEN = "4516234612"
ASKED = (*TO_SHOOT, "r1 > b2 soft")


async def look(stage: Stage) -> None:
    """What the application does by itself several times a second."""
    stage.app.poll_changes_for_visible_screen()
    await stage.settle()


def say(kept: Book, line: str) -> None:
    """Somebody else says something."""
    done = play_line(kept.open_game("m1"), line)
    assert done.error is None, done.error


def typed(stage: Stage) -> str:
    return stage.table.prompt.typed_text


def at(lines: tuple[str, ...], story: Callable[[Stage, Book], Any]) -> None:
    kept = book()
    begin(kept, lines)

    async def told(stage: Stage) -> None:
        await story(stage, kept)

    act(told, kept, game="m1")


@pytest.mark.thorough
def test_the_table_is_drawn_by_itself_when_others_wrote() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        assert "TO HIT" in stage.text
        kept.open_game("m1").answer_with_text(TEN)
        while "SAVE" not in stage.text and "THROUGH" not in stage.text:
            await stage.pilot.pause(0.05)  # no key, and nobody who looks
        assert stage.table.game.version == kept.open_game("m1").version

    at(ASKED, story)


@pytest.mark.thorough
def test_half_typed_dice_stay_while_the_same_is_asked() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        await stage.press("4516")
        kept.open_game("m1").add_note("Dusk falls")
        await look(stage)
        assert "Dusk falls" in stage.text
        assert typed(stage) == "4516"
        assert not stage.table.prompt.is_stale
        before = kept.open_game("m1").version
        await stage.press("234612⏎")
        assert (typed(stage), kept.open_game("m1").version > before) == ("", True)

    at(ASKED, story)


@pytest.mark.thorough
def test_dice_of_a_question_that_others_answered_answer_no_other() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        await stage.press("4516")
        kept.open_game("m1").answer_with_text(TEN)
        before = kept.open_game("m1").version
        await look(stage)
        assert typed(stage) == "4516"
        assert "`4516` was typed for" in " ".join(stage.text.split())
        await stage.press("⏎")  # told once more, and nothing is written
        assert kept.open_game("m1").version == before
        await stage.press("3")  # the next key takes its place
        assert typed(stage) == "3"

    at(ASKED, story)


@pytest.mark.thorough
def test_what_is_stale_is_not_kept_as_dice_of_the_next_question() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        stage.app.draft_input = UnsubmittedInputStore()
        await stage.press("4516")
        kept.open_game("m1").answer_with_text(TEN)
        await look(stage)
        assert stage.app.draft_input.get_text(*stage.table.clock_commands._make_draft_keys()) == ""

    at(ASKED, story)


def test_keys_that_would_say_something_else_now_are_told() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        await stage.press("1")
        said = stage.table.prompt.reader.expand_typed_line()
        game = kept.open_game("m1")
        while game.match.clock.side == "s:r":
            play_line(game, "next", override_reason="late")
        await look(stage)
        assert stage.table.prompt.reader.expand_typed_line() != said
        assert stage.table.prompt.is_stale
        assert "Another device entered something after you typed `1`" in " ".join(
            stage.text.split()
        )

    at(TO_SHOOT, story)


def test_consent_is_asked_anew_when_others_went_on() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        stage.table.view.play_line("r1 > r2 soft", "")
        assert stage.table.prompt.line_to_confirm == "r1 > r2 soft"
        kept.open_game("m1").add_note("wait")
        await look(stage)
        assert stage.table.prompt.line_to_confirm == ""

    at(TO_SHOOT, story)


def test_a_line_in_a_dialog_stays_and_is_not_taken_of_another_table() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        await stage.press(":" + "r1 > b2 soft")
        dialog = stage.app.screen
        kept.open_game("m1").add_note("Dusk falls")
        await look(stage)
        assert stage.app.screen is dialog
        assert isinstance(dialog, LineEntryDialog)
        assert "r1 > b2 soft" in stage.text
        assert "Dusk falls" in stage.text  # the table below follows
        before = kept.open_game("m1").version
        await stage.press("⏎")
        assert kept.open_game("m1").version == before
        assert "Somebody else has changed this game" in stage.text
        await stage.named("colon", "up", "enter")
        assert kept.open_game("m1").version > before

    at(TO_SHOOT, story)


@pytest.mark.thorough
def test_a_game_that_others_ended_opens_its_end_when_the_dialog_is_left() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        await stage.press(":" + "x")
        dialog = stage.app.screen
        say(kept, "end conceded blue")
        await look(stage)
        assert stage.app.screen is dialog
        await stage.press("⎋")
        assert type(stage.app.screen).__name__ == "EndingScreen"
        kept.open_game("m1").undo()
        await look(stage)
        assert isinstance(stage.app.screen, TableScreen)

    at(TO_SHOOT, story)


def test_look_back_keeps_its_line_and_the_dice_below_are_told_as_stale() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        await stage.press("4516")
        await stage.named("t")
        back = stage.app.screen
        assert isinstance(back, LookBackScreen)
        number = back.log_cursor.current_line.number
        kept.open_game("m1").answer_with_text(TEN)
        await look(stage)
        assert back.log_cursor.current_line.number == number
        assert back.log_cursor.later_line_count > 0 or back.log_cursor.highest_line_number > number
        assert "Something was entered on another device" in " ".join(stage.text.split())
        await stage.press("⎋")
        assert stage.table.prompt.is_stale

    at(ASKED, story)


@pytest.mark.thorough
def test_home_follows_and_its_mark_stays_on_its_game() -> None:
    kept = book()
    first = begin(kept, TO_SHOOT, title="First").stream
    begin(kept, TO_SHOOT, title="Second")

    async def story(stage: Stage) -> None:
        home = stage.app.screen
        assert isinstance(home, HomeScreen)
        marked = home.rows.marked_row
        kept.clock.tick()  # type: ignore[attr-defined]
        kept.open_game(first).add_note("later")
        begin(kept, TO_SHOOT, title="Third")
        assert "Third" not in stage.text
        await look(stage)
        assert "Third" in stage.text
        assert home.rows.marked_row is not None
        assert home.rows.marked_row.stream == marked.stream  # type: ignore[union-attr]
        version = home.rows._loaded_change_count
        await look(stage)
        assert home.rows._loaded_change_count == version  # nothing new: nothing is read

    act(story, kept, game=None)


def test_standings_follow_without_a_key() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        league = kept.open_league("l1")
        screen = StandingsScreen(kept, league)
        await stage.app.push_screen(screen)
        await stage.settle()
        other = kept.open_league("l1")
        other.people.enrol_players("Zora Newcomer")
        assert "Zora Newcomer" not in stage.text
        await look(stage)
        assert "Zora Newcomer" in stage.text

    act(story, kept, game=None)


def test_a_ledger_that_is_away_is_said_at_the_prompt_and_taken_away_again() -> None:
    async def story(stage: Stage, kept: Book) -> None:
        del kept
        await stage.press("4516")
        table = stage.table
        there, table.live.source = table.live.source, Away()
        table.live.reload_and_redraw_if_changed()
        await stage.settle()
        assert "The ledger is away." in stage.text
        assert typed(stage) == "4516"
        table.live.source = there
        table.live.reload_and_redraw_if_changed()
        await stage.settle()
        assert "The ledger is away." not in stage.text

    at(ASKED, story)


class Away:
    """A ledger that cannot be read."""

    is_behind = True

    @property
    def ledger_change_counter(self) -> int:
        raise LedgerError("The ledger is away.")

    def reload(self) -> None:
        raise AssertionError


@pytest.mark.parametrize("name", ["table", "home"])
def test_nothing_is_read_while_nothing_is_written(name: str, tmp_path: Path) -> None:
    del tmp_path
    kept = book()
    game = begin(kept, VOLLEY)
    read: list[str] = []
    screen = quiet(TableScreen(game) if name == "table" else HomeScreen(kept, ""))
    screen.live.source.reload = lambda: read.append(name)
    for _ in range(3):
        screen.live.reload_and_redraw_if_changed()
    assert read == []
