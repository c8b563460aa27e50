"""Correcting a line without a terminal: which keys count when, what is said, what changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.saying import say
from tests.tui.kit import TO_SHOOT, begin, book
from tests.tui.quiet import pressed, quiet, standin
from tracker.application.errors import LedgerError, Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.vocabulary.events import Noted
from tui.correcting.adjustment_dialog import AdjustmentDialog
from tui.correcting.correction_screen import CorrectionScreen
from tui.views.editable_line_fields import list_entries_with_fields
from tui.widgets.dialogs import FailureDialog
from tui.widgets.line_entry_dialog import LineEntryDialog


def shot(game: Game) -> LogLine:
    """Alpha's line against Dusk rifles."""
    return [line for line in list_log_lines(game.history) if line.kind == "action"][-1]


@pytest.fixture
def game() -> Game:
    return begin(book(), (*TO_SHOOT, "r1 > b2 soft : -10"))


@pytest.fixture
def screen(game: Game) -> Any:
    return quiet(CorrectionScreen(game, shot(game)))


ANSWER = 30
"""The number of a line's dice, which are corrected."""


def preview(trouble: Exception | None = None, *, finished: bool = True) -> Any:
    def keep() -> Any:
        if trouble is not None:
            raise trouble
        return standin(is_finished=finished)

    return standin(save_correction=keep, number=ANSWER)


def keys(screen: Any) -> list[str]:
    return [key.id for key in screen._select_footer_keys()]


def test_the_keys_are_those_of_what_is_asked(screen: Any) -> None:
    assert keys(screen) == [
        "correct_typing_slip",
        "correct_wrong_play",
        "choose_note_only",
        "help",
        "leave",
    ]
    screen.do_preview_or_confirm_correction()  # nothing is looked at before a slip is said
    screen.do_confirm_correction()
    screen.do_add_note()
    assert (screen.progress.preview, screen.pushed, screen.given) == (None, [], [])
    parts, screen.line_parts = screen.line_parts, []
    screen.do_correct_typing_slip()  # nobody typed it
    assert not screen.progress.is_editing
    screen.line_parts = parts
    screen.do_correct_typing_slip()
    assert keys(screen) == ["preview_or_confirm_correction", "leave"]
    screen.progress.error = "no"
    event = pressed("x")
    screen.handle_key_press(event)
    assert (screen.progress.error, event._stop_propagation) == ("", True)
    screen.do_correct_wrong_play()
    screen.do_choose_note_only()
    assert screen.pushed == []
    screen.progress.preview = preview()
    assert keys(screen) == ["confirm_correction", "edit_line_again", "add_note", "leave"]
    (paging,) = screen.parts
    paging.do_down()
    paging.do_down()
    paging.do_up()
    assert screen.progress.first_row == 1
    screen.do_edit_line_again()
    assert screen.progress.preview is None
    screen.do_leave()
    assert screen.given == [""]


def test_what_became_of_the_line_is_told(screen: Any) -> None:
    """The log says ``line 30 corrected``, whatever the number of the action's own line."""
    screen.progress.is_editing = True
    screen.progress.preview = preview()
    screen.do_preview_or_confirm_correction()
    screen.progress.preview = preview(finished=False)
    screen.do_confirm_correction()
    assert screen.given == [
        "Line 30 is corrected.",
        "Line 30 is corrected. Now answer the question; the later lines follow.",
    ]
    screen.progress.preview = preview(Refused("It cannot be."))
    screen.do_confirm_correction()
    assert (screen.progress.preview, screen.progress.error) == (None, "It cannot be.")
    screen.progress.preview = preview(LedgerError("The ledger is gone."))
    screen.do_confirm_correction()
    assert [type(one) for one in screen.pushed] == [FailureDialog]
    screen.given.clear()
    screen._close_after_adjustment(None)
    screen._close_after_adjustment("")
    assert screen.given == []
    screen._close_after_adjustment("done")
    assert screen.given == [
        f"Corrected from now on. Line {screen.line.number} stays as it was played."
    ]


def test_who_was_looked_for_is_set_right_first(game: Game) -> None:
    line = shot(game)

    def first(wanted: str) -> str:
        found: str = quiet(CorrectionScreen(game, line, wanted))._list_subjects()[0]
        return found

    assert [first(wanted) for wanted in ("dusk", "alpha", "r1", "b2 T1")] == [
        "u:b2", "u:r1", "u:r1", "u:b2",
    ]  # fmt: skip
    screen = quiet(CorrectionScreen(game, line))
    screen.do_correct_wrong_play()
    assert [type(one) for one in screen.pushed] == [AdjustmentDialog]


def test_a_note_is_written_about_the_line(game: Game, screen: Any) -> None:
    screen.do_choose_note_only()
    assert [type(one) for one in screen.pushed] == [LineEntryDialog]
    screen._save_note(None)
    screen._save_note("  ")
    assert screen.given == []
    screen._save_note(" one die fell off the table ")
    assert screen.given == ["The note is saved. The line is unchanged."]
    noted = next(
        e.input for e in game.history.iterate_path_entries_backwards() if isinstance(e.input, Noted)
    )
    assert (noted.text, noted.about) == ("one die fell off the table", screen.line.version)


def test_a_note_that_is_refused_keeps_the_screen_open(
    game: Game, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise Refused("The ledger is only read.")

    monkeypatch.setattr(game, "add_note", refuse)
    screen._save_note("not written")
    assert screen.given == []
    assert screen.said == ["× The ledger is only read."]


@pytest.mark.parametrize("line", ["fix r1 figures -1 # one too many", "vp r +3 # the mill"])
def test_a_line_entered_by_hand_is_in_its_field(game: Game, line: str) -> None:
    say(game, line)
    fixed = list_log_lines(game.history)[-1]
    assert [field.text for _, field in list_entries_with_fields(game, fixed)] == [line]
