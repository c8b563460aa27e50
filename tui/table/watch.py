"""A game to look at from across the table: large, and nothing can be written here."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tui.commands import WATCH, named
from tui.table.panels.watch import WatchPanel
from tui.widgets.dialogs import Failure
from tui.widgets.foot import Footer
from tui.widgets.keyed import KeyedScreen

LOOK_AGAIN = 0.25  # seconds
ALONE = 2  # screens: the empty one of every application, and this


class WatchScreen(KeyedScreen[None]):
    """Reads the game again when a line was written; a key looks at once."""

    commands = WATCH

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._seen = -1

    def compose(self) -> ComposeResult:
        yield WatchPanel(self.game)
        yield Footer(named(WATCH, "look", "leave"))

    def on_mount(self) -> None:
        self.set_interval(LOOK_AGAIN, self.look)

    def look(self) -> None:
        """Read what was written since, if anything was."""
        try:
            changes = self.game.changes
            if changes == self._seen or not self.game.is_behind:
                self._seen = changes
                return
            self._seen = changes
            self.game.reload()
        except (LedgerError, Refused) as error:
            self.app.push_screen(Failure(str(error)))
            return
        self.query_one(WatchPanel).refresh()

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
