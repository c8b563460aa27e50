"""The keys that only look."""

from __future__ import annotations

from tui.commands import TABLE
from tui.notices import Notice
from tui.table.base import TableBase
from tui.table.panels.log import LogPanel
from tui.table.printed_tables import glossary_dialog, tables_dialog
from tui.table.score import score_dialog
from tui.table.why import why_dialog
from tui.views.question import question_of
from tui.widgets.help import help_dialog


class Looking(TableBase):
    """Why a number is needed, the score, earlier lines, all keys."""

    def do_why(self) -> None:
        if self.prompt.pending is None:
            self.prompt.notice = Notice("Nothing is asked; w explains the number of a roll.")
            return
        question = question_of(self.game.match, self.prompt.pending)
        self.app.push_screen(why_dialog(self.game, question))

    def do_score(self) -> None:
        self.app.push_screen(score_dialog(self.game, self.luck_seen.luck(), self.time_seen))

    def do_tables(self) -> None:
        self.app.push_screen(tables_dialog(self.game))

    def do_glossary(self) -> None:
        self.app.push_screen(glossary_dialog(self.game))

    def do_folded(self) -> None:
        self.log_unfolded = not self.log_unfolded
        for log in self.query(LogPanel):
            log.unfolded = self.log_unfolded

    def do_look_back(self) -> None:
        from tui.look_back.screen import LookBack

        self.app.push_screen(LookBack(self.game, self.log_seen), lambda _: self.show())

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(TABLE, self.game.ruleset))
