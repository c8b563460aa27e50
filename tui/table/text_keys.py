"""The keys that ask for words: a line, a note, a star; and lines that are played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from textual.screen import Screen

from tracker.application.errors import LedgerError
from tracker.application.lines.line_completion import list_completions
from tracker.application.match.free_rolls import describe_last_free
from tui.table.table_part import TablePart, TableView
from tui.widgets.line_entry import LineEntry


class TextCommands(TablePart):
    """What is written in words."""

    def __init__(self, view: TableView, screen: Screen[Any]) -> None:
        super().__init__(view, screen)
        self.lines: list[str] = []

    def play(self, line: str, because: str = "") -> None:
        """Play a line; what is refused says how to have the line back."""
        try:
            played = self.prompt.play(line, because=because)
        except LedgerError as error:
            self.fail(error)
        else:
            if not played and self.prompt.notice is not None and not self.prompt.notice.ways:
                back = ((": ↑", "edit the line again"),)
                self.prompt.notice = replace(self.prompt.notice, ways=back)
        self.ask_why()
        self.show()

    def ask_why(self) -> None:
        """A strict game writes a reason down with what the rules advise against."""
        line, self.prompt.wants_reason = self.prompt.wants_reason, ""
        if line:
            hint = "why? It is logged as a table ruling"
            entry = LineEntry("reason", describe_last_free(self.game.story), hint=hint)
            self.ask(entry, partial(self._because, line))

    def _because(self, line: str, reason: str) -> None:
        if reason.strip():
            self.play(line, reason.strip())

    def do_line(self) -> None:
        """A line; it begins with what the keys so far say, where they are one."""
        known, saying = partial(list_completions, self.game), self.prompt.saying
        keyed = self.prompt.typed and self.prompt.pending is None and not saying.lacks()
        entry = LineEntry(
            ":",
            saying.line() if keyed else "",
            hint="→ adds to it; typing replaces it" if keyed else "",
            does="play it",
            history=self.lines,
            completions=known,
            selected=bool(keyed),
        )
        self.ask(entry, self._line, typed=self._remember)

    def _remember(self, line: str) -> None:
        if line.strip():
            self.lines.append(line)

    def _line(self, line: str) -> None:
        if line.strip():
            self.play(line)

    def do_note(self) -> None:
        self.app.push_screen(LineEntry("note", does="write it down"), self._note)

    def _note(self, text: str | None) -> None:
        if text is None or not text.strip():
            return
        words = text.strip()
        note = words.removeprefix("*").strip()
        self.write(lambda: self.game.note(note, star=words.startswith("*")))
        self.show()

    def do_star(self) -> None:
        """A star on the last line; among dice, some of them are rolled again."""
        prompt = self.prompt
        if prompt.wants_dice and prompt.typed:
            prompt.rolling.roll_again()
            return
        last = self.game.story.find_last_entry()
        if last is not None:
            self.game.note("", about=last.version, star=True)
            self.tell(f"★ line {last.number}. Press ' to note why.")
