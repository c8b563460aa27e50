"""The keys that only look."""

from __future__ import annotations

from textual.content import Content

from tracker.vocabulary.names import handle
from tui.commands import TABLE
from tui.notices import Notice
from tui.phones.access_links import list_game_links
from tui.prompt.which_keys import list_word_keys
from tui.routes import make_screen
from tui.table.panels.log_panel import LogPanel
from tui.table.printed_tables import Legend, build_tables_dialog, list_legend_lines
from tui.table.score_box import build_score_dialog
from tui.table.table_part import TablePart
from tui.table.why import build_why_dialog
from tui.views.legend import Drawn
from tui.views.question import describe_question
from tui.widgets.frame import Panel
from tui.widgets.help import AT_A_ROLL, DICE, build_help_dialog, list_verbs_now
from tui.widgets.keys_dialog import KeyRow, Part


class Looking(TablePart):
    """Why a number is needed, the score, earlier lines, all keys."""

    def do_why(self) -> None:
        if self.prompt.pending is None:
            text = "No roll is waiting. When one is, w explains its number."
            self.prompt.notice = Notice(text, "plain")
            return
        question = describe_question(self.game.match, self.prompt.pending)
        self.app.push_screen(build_why_dialog(self.game, question))

    def do_score(self) -> None:
        self.app.push_screen(
            build_score_dialog(self.game, self.view.luck_seen.luck(), self.view.time_seen)
        )

    def end_page(self) -> None:
        """The page of the end: how it ended, and how it came to that."""
        self.open(make_screen("ending", self.game, self.view.log_seen))

    def do_tables(self) -> None:
        self.app.push_screen(build_tables_dialog(self.game))

    def do_glossary(self) -> None:
        table = self.screen

        def list_lines() -> list[Content]:
            panels = table.query("RosterPanel, GroupsPanel").results(Panel)
            drawn = Drawn("\n".join(each.render().plain for each in panels), wide=self.wide)
            return list_legend_lines(self.game, self.view.see()[1], drawn)

        self.app.push_screen(Legend(table, list_lines))

    def do_folded(self) -> None:
        self.view.log_unfolded = not self.view.log_unfolded
        for log in self.screen.query(LogPanel):
            log.unfolded = self.view.log_unfolded

    def do_look_back(self) -> None:
        self.open(make_screen("look back", self.game, self.view.log_seen))

    def do_phones(self) -> None:
        self.open(make_screen("phones", list_game_links(self.game)))

    def do_help(self) -> None:
        self.app.push_screen(build_help_dialog(TABLE, self.game.ruleset, now=self.now()))

    def now(self) -> Part | None:
        """What can be done as things stand: answer, or say who does what."""
        prompt, match = self.prompt, self.game.match
        if prompt.wants_dice:
            return (AT_A_ROLL, [KeyRow(sign, text) for sign, text in DICE])
        if prompt.pending is not None:
            letters = describe_question(match, prompt.pending).letters
            rows = [KeyRow(letter, offer.text, (letter,)) for letter, offer in letters]
            return ("now, answer with a letter", rows) if rows else None
        proposal = prompt.saying.make_proposal()
        who = proposal.who if proposal is not None else ""
        group = match.clock.subject if self.view.by_figure else None
        number = who.removeprefix(handle(group)) if group else who[1:]
        word, verbs = list_verbs_now(self.game.ruleset, match.phase, number or "1")
        return word, [*verbs, *(KeyRow(key, text) for key, text in list_word_keys(self.game))]
