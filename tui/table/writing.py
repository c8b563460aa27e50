"""The keys that ask for words: a line, a note, something set right."""

from __future__ import annotations

from tracker.application.errors import LedgerError
from tui.notices import Notice
from tui.table.base import TableBase
from tui.widgets.dialogs import Failure
from tui.widgets.entry import LineEntry


class Writing(TableBase):
    """What is written in words."""

    def do_line(self) -> None:
        hint = "↑ earlier lines · Enter plays it · Esc leaves it"
        self.app.push_screen(LineEntry(":", hint=hint, history=self.lines), self._line)

    def _line(self, line: str | None) -> None:
        if line is None or not line.strip():
            return
        self.lines.append(line)
        self.play(line)

    def do_note(self) -> None:
        self.app.push_screen(LineEntry("note", hint="Enter writes it down"), self._note)

    def _note(self, text: str | None) -> None:
        if text is None or not text.strip():
            return
        try:
            words = text.strip()
            self.game.note(words.removeprefix("*").strip(), star=words.startswith("*"))
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        self.show()

    def do_star(self) -> None:
        """A star on the last line; among dice, some of them are rolled again."""
        prompt = self.prompt
        if prompt.wants_dice and prompt.typed:
            prompt.roll_again()
            return
        last = self.game.story.last_entry()
        if last is not None:
            self.game.note("", about=last.version, star=True)
            prompt.notice = Notice(f"★ line {last.number}: a note with ' says why.")
