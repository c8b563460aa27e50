"""The screen for spectators: a read-only game in characters that can be read from a distance."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.match.game import Game
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import KeyedScreen
from tui.table.panels.spectator_panel import SpectatorPanel
from tui.widgets.dialogs import FailureDialog
from tui.widgets.live_reload import LiveReload
from tui.widgets.screen_footers import Footer

SCREENS_IF_ALONE = 2  # screens: the empty one of every application, and this one


class SpectatorScreen(KeyedScreen[None]):
    """The screen on which spectators follow a game. Any key checks for changes at once."""

    commands = KEYS["watch"]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.live = LiveReload(game, self, updates_when_covered=True)
        self._error_dialog: FailureDialog | None = None

    def compose(self) -> ComposeResult:
        yield SpectatorPanel(self.game)
        yield Footer(FOOTERS["watch"])

    def redraw_after_reload(self, snapshot: None) -> None:
        self.query_one(SpectatorPanel).refresh()

    def show_ledger_error(self, reason: str) -> None:
        """Show the error over the screen until the ledger can be read again."""
        dialog = FailureDialog(reason, "The game cannot be read") if reason else None
        previous, self._error_dialog = self._error_dialog, dialog
        if self._error_dialog is not None:
            self.app.push_screen(self._error_dialog)
        elif previous is not None and previous.is_attached and previous.is_current:
            previous.dismiss()

    def handle_character(self, character: str) -> bool:
        if character == "q":
            return False
        self.live.reload_if_changed()
        return True

    def do_reload_now(self) -> None:
        self.live.reload_if_changed()

    def do_leave(self) -> None:
        """Return to the screen below. If there is none, end the program."""
        if len(self.app.screen_stack) > SCREENS_IF_ALONE:
            self.dismiss(None)
        else:
            self.app.exit()
