"""The base class of the parts of the table screen, each with some of its commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from textual.app import App
from textual.geometry import Size
from textual.screen import Screen

from tracker.application.errors import LedgerError, Refused
from tui.prompt.prompt_state import Notice
from tui.screen_base_classes import KeyedScreen
from tui.table.panels.score_and_phase_bars import WIDE_WIDTH
from tui.table.table_view_model import TableViewModel
from tui.widgets.dialogs import FailureDialog
from tui.widgets.line_entry_dialog import LineEntryDialog

T = TypeVar("T")


class TableScreenPart:
    """The base class of the table screen's parts. A part contains commands or the layout."""

    def __init__(self, view: TableViewModel, screen: KeyedScreen[Any]) -> None:
        self.view = view
        self.screen = screen
        self.game = view.game
        self.prompt = view.prompt

    @property
    def app(self) -> App[Any]:
        return self.screen.app

    @property
    def size(self) -> Size:
        return self.app.size

    @property
    def is_wide(self) -> bool:
        return self.size.width >= WIDE_WIDTH

    def redraw(self) -> None:
        self.view.redraw()

    def play_line(self, line: str, override_reason: str = "") -> None:
        self.view.play_line(line, override_reason)

    def show_message(self, text: str) -> None:
        self.prompt.notice = Notice(text)

    def show_error(self, error: LedgerError) -> None:
        self.app.push_screen(FailureDialog(str(error)))

    def ask_for_line(
        self,
        entry: LineEntryDialog,
        on_accept: Callable[[str], None],
        on_typed: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Ask for a line, then pass it to ``on_typed`` and ``on_accept``.

        If others made entries while the dialog was open, ``on_accept`` is not called. Instead, a
        message shows the text, so that the user can check it.
        """
        version = self.game.version

        def accept_line(text: str | None) -> None:
            if text is None:
                return
            on_typed(text)
            if self.game.version == version:
                on_accept(text)
            elif text.strip():
                message = (
                    "Somebody else has changed this game. Check it, then enter your line again: "
                    f"{text.strip()}"
                )
                self.prompt.show_refusal(message)
                self.redraw()

        self.app.push_screen(entry, accept_line)

    def open_screen(
        self, opened: Screen[T], on_close: Callable[[T | None], None] = lambda _: None
    ) -> None:
        """Open a screen over the table. The game may change while the screen is open."""
        snapshot = self.prompt.take_reload_snapshot()
        version = self.game.version

        def handle_close(result: T | None) -> None:
            if self.game.version != version:
                self.prompt.revalidate_input_after_reload(snapshot)
            on_close(result)
            self.redraw()

        self.app.push_screen(opened, handle_close)

    def write_or_show_error(self, write: Callable[[], object]) -> bool:
        """Call ``write``. If the call fails, show why. Return whether the call succeeded."""
        waited = self.prompt.pending
        try:
            write()
        except Refused as refused:
            self.prompt.mark_typed_text_stale_if_answered(waited)
            self.prompt.show_refusal(refused.message)
        except LedgerError as error:
            self.show_error(error)
        else:
            return True
        return False
