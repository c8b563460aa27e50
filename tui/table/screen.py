"""The table: rosters, what is asked, the log, and one prompt for everything."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from textual import events

from tracker.application.errors import LedgerError
from tracker.application.match.free_rolls import last_free
from tui.commands import Command
from tui.table.ahead import LookingAhead
from tui.table.answering import Answering
from tui.table.changing import Changing
from tui.table.layout import Layout
from tui.table.looking import Looking
from tui.table.righting import Righting
from tui.table.sitting import Sitting
from tui.widgets.dialogs import Failure
from tui.widgets.entry import LineEntry

TYPED = "AskPanel, ForecastPanel, EchoLine, Hint"
"""The parts that change while nothing but a key was pressed."""


class TableScreen(Layout, LookingAhead, Answering, Changing, Righting, Looking, Sitting):
    """A game being kept."""

    DEFAULT_CSS = "TableScreen { layout: vertical; } TableScreen Horizontal { height: auto; }"

    _drawn: object = None

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.show()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.prompt.add(" ".join(event.text.split()))
        self.show()

    def typed(self, character: str) -> bool:
        if not self.prompt.takes(character):
            return False
        self.prompt.add(character)
        self.show()
        return True

    def press(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            self.prompt.backspace()
            self.show()
            return
        super().press(event)

    def run(self, command: Command) -> None:
        try:
            super().run(command)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        self._ask_why()
        self.show()

    def _ask_why(self) -> None:
        """A strict game writes a reason down with what the rules advise against."""
        line, self.prompt.wants_reason = self.prompt.wants_reason, ""
        if line:
            hint = "why? It goes down as a table ruling · Esc leaves it"
            entry = LineEntry("reason", last_free(self.game.story), hint=hint)
            self.app.push_screen(entry, partial(self._line_because, line))

    def _line_because(self, line: str, reason: str | None) -> None:
        if reason is not None and reason.strip():
            self.play(line, reason.strip())

    def play(self, line: str, because: str = "") -> None:
        try:
            played = self.prompt.play(line, because=because)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        else:
            if not played and self.prompt.notice is not None and not self.prompt.notice.ways:
                back = ((": ↑", "brings the line back, to mend it"),)
                self.prompt.notice = replace(self.prompt.notice, ways=back)
        self._ask_why()
        self.show()

    def show(self) -> None:
        """Draw what has changed; the frame anew where its parts have."""
        if not self.is_mounted:
            return
        shape = (self.app.size, self.roster_height(), self.ask_height())
        if shape != getattr(self, "_shape", None):
            self._shape = shape
            self.look_ahead()
            self.refresh(recompose=True)
            return
        self.look_ahead()
        prompt = self.prompt
        stands = (self.game.version, prompt.side, prompt.free is None)
        drawn = (*stands, self.forecast.found, self.log_unfolded)
        changed = drawn != self._drawn
        self._drawn = drawn
        for widget in self.query(
            "ScoreBar, PhaseBar, Panel, Hint, TableFooter" if changed else TYPED
        ):
            widget.refresh()
