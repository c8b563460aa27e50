"""Sitting down and getting up: the clock, and what is written down on leaving."""

from __future__ import annotations

from contextlib import suppress

from tracker.application.errors import LedgerError, Refused
from tracker.vocabulary.events import Noted
from tui.draft_input import DraftInput
from tui.table.game_export import set_up_sheet, write_battle_report
from tui.table.panels.bars import ScoreBar
from tui.table.table_part import TablePart
from tui.widgets.entry import LineEntry

MINUTE = 60.0  # seconds
WHERE = "where do things stand?"


class Sitting(TablePart):
    """The minutes pass; a pause; leaving with a word on where things stand."""

    def begin(self) -> None:
        """The clock runs from here; dice that were typed when the game was left are there again."""
        self.screen.set_interval(MINUTE, self._minute)
        if self.prompt.wants_dice and not self.prompt.typed:
            self.prompt.typed = self._draft_input().of(*self._asked())

    def remember(self) -> None:
        """What is typed for a roll stays, whatever becomes of the program; no dice of the app's."""
        prompt = self.prompt
        own = prompt.wants_dice and prompt.free is None and not prompt.dice.by_app
        own = own and not prompt.is_stale
        self._draft_input().keep(*self._asked(), self.prompt.typed if own else "")

    def _draft_input(self) -> DraftInput:
        find = getattr(self.app, "draft_input_in", None)
        return DraftInput() if find is None else find(self.game)

    def _asked(self) -> tuple[str, str]:
        """Which game of all, and which question of it, asked by which line of the book."""
        pending, lines = self.game.pending, self.game.story.lines
        said = (one.entry for one in reversed(lines) if not isinstance(one.event, Noted))
        question = "" if pending is None else f"{pending.action} {pending.key} {next(said)}"
        return f"{self.game.stream} {lines[0].at}", question

    def _minute(self) -> None:
        for bar in self.screen.query(ScoreBar):
            bar.refresh()

    def do_pause(self) -> None:
        if self.view.time_seen.now().paused:
            self.game.note("", mark="on")
            self.tell("The clock is running again.")
        else:
            self.game.note("", mark="pause")
            self.tell("The clock is stopped until you press p or enter a line.")

    def do_leave(self) -> None:
        """Leave; of a game that goes on ask where things stand, whether or not a line was said."""
        if self.game.match.ended is not None:
            self.app.pop_screen()
        else:
            saved = f"line {self.game.story.last_number} saved"
            asked = LineEntry(WHERE, hint=saved, does="leave", closes="stay")
            self.app.push_screen(asked, self._left)

    def _left(self, stands: str | None) -> None:
        """The clock rests while nobody is at the table."""
        if stands is None:
            self.show()
            return
        try:
            if stands.strip():
                self.game.note(stands.strip(), mark="stands")
        except LedgerError as error:
            self.fail(error)
            return
        if not self.view.time_seen.now().paused:
            with suppress(LedgerError, Refused):  # nothing that was said is lost by it
                self.game.note("", mark="pause")
        self.app.pop_screen()

    def do_sheet(self) -> None:
        self.app.push_screen(set_up_sheet(self.game), self._written)

    def do_report(self) -> None:
        self.app.push_screen(write_battle_report(self.game), self._written)

    def _written(self, said: str | None) -> None:
        if said:
            self.tell(said)
        self.show()
