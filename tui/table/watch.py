"""A game to look at from across the table: large, and nothing can be written here."""

from __future__ import annotations

from time import monotonic

from textual.app import ComposeResult

from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tui.commands import WATCH, named
from tui.table.panels.watch import WatchPanel
from tui.widgets.dialogs import Failure
from tui.widgets.foot import Footer
from tui.widgets.keyed import KeyedScreen

LOOK_AGAIN = 0.25  # seconds
AFTER_A_FAILURE = 2.0
ALONE = 2  # screens: the empty one of every application, and this


class WatchScreen(KeyedScreen[None]):
    """Reads the game again when a line was written; a key looks at once."""

    commands = WATCH

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._seen = -1
        self._said: list[Failure] = []
        self._failed_at = 0.0

    def compose(self) -> ComposeResult:
        yield WatchPanel(self.game)
        yield Footer(named(WATCH, "look", "leave"))

    def on_mount(self) -> None:
        self.set_interval(LOOK_AGAIN, self.look_by_itself)

    def look(self) -> None:
        """Read what was written since, if anything was."""
        try:
            changes = self.game.changes
            if changes == self._seen or not self.game.is_behind:
                self._seen = changes
                self._is_well()
                return
            self._seen = changes
            self.game.reload()
        except (LedgerError, Refused) as error:
            self._failed(error)
            return
        self._is_well()
        self.query_one(WatchPanel).refresh()

    def look_by_itself(self) -> None:
        """Not so often where the ledger could not be read: nobody may be there to press a key."""
        if not self._said or monotonic() - self._failed_at >= AFTER_A_FAILURE:
            self.look()

    def _failed(self, error: LedgerError | Refused) -> None:
        """Say once what is wrong, until all is well again."""
        self._failed_at = monotonic()
        if not any(each.is_attached for each in self._said):
            self._said = [Failure(str(error))]
            self.app.push_screen(self._said[0])

    def _is_well(self) -> None:
        """Take away what was said of a ledger that can be read again."""
        for each in self._said:
            if each.is_attached and each.is_current:
                each.dismiss()
        self._said = []

    def typed(self, character: str) -> bool:
        if character == "q":
            return False
        self.look()
        return True

    def do_look(self) -> None:
        self.look()

    def do_leave(self) -> None:
        """Back to the screen it was opened over; where there is none, the program ends."""
        if len(self.app.screen_stack) > ALONE:
            self.dismiss(None)
        else:
            self.app.exit()
