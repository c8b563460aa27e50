"""The keys that change what was done already: an edit after the dice, an interrupt said late."""

from __future__ import annotations

from functools import partial

from textual.content import Content

from tracker.application.editing import Edit, action_to_edit, edited
from tracker.application.errors import LedgerError, Refused
from tracker.application.late_told import deed
from tui import figure_keying, keying
from tui.changing import changed
from tui.notices import Notice
from tui.screens.dialogs import WIDTH, Dialog, Failure
from tui.screens.entry import LineEntry
from tui.table.base import TableBase
from tui.text import join, wrap

KEEP, NEW_DICE = "enter", "n"
NO_BETWEEN = "Nobody comes in between here; what was forgotten is a line with late in it."


class Changing(TableBase):
    """Who, whom and how after the dice; and who comes in between after the fact."""

    # ------------------------------------------------------------------------ after the dice

    def do_edit(self) -> None:
        """Ask what is changed about the open (or last) action."""
        try:
            line = deed(self.game, action_to_edit(self.game))
        except Refused as refused:
            self.prompt.notice = Notice(refused.message, "refused")
            return
        hint = "3 whom · h how · ↑ the whole line · Esc as it was"
        entry = LineEntry(f"change {line}", hint=hint, history=[line])
        self.app.push_screen(entry, partial(self._edit, line))

    def _edit(self, line: str, typed: str | None) -> None:
        if typed is None or not typed.strip():
            return
        try:
            edit = edited(self.game, changed(self.game, line, typed))
        except (Refused, keying.NotKeys) as refused:
            self.prompt.notice = Notice(refused.message, "refused")
            self.show()
            return
        answers = ((KEEP, "Enter", "keep"), (NEW_DICE, "n", "new dice"))
        dialog = Dialog(f"{line} → {edit.line}", then_and_now(edit), answers)
        self.app.push_screen(dialog, partial(self._keep, edit))

    def _keep(self, edit: Edit, answer: str | None) -> None:
        if answer:
            waited = self.game.pending
            try:
                edit.keep() if answer == KEEP else edit.keep_asking()
            except Refused as refused:
                self.prompt.notice = Notice(refused.message, "refused")
            except LedgerError as error:
                self.app.push_screen(Failure(str(error)))
            else:
                if self.game.pending != waited:
                    self.prompt.typed = edit.prefill if edit.asks_anew(answer == KEEP) else ""
                self.prompt.notice = None
        self.show()

    # ----------------------------------------------------------------------- in between, late

    def do_between(self) -> None:
        """Somebody on the other side comes in between the last action, after the fact."""
        if self.game.ruleset.keys.figures is None:
            self.prompt.notice = Notice(NO_BETWEEN)
            return
        try:
            before = deed(self.game, action_to_edit(self.game))
        except Refused as refused:
            self.prompt.notice = Notice(refused.message, "refused")
            return
        hint = "distance and cover: 22o · or a whole line · Esc leaves it"
        self.app.push_screen(LineEntry(f"i before {before}", hint=hint), self._come_between)

    def _come_between(self, typed: str | None) -> None:
        if typed is None:
            return
        rules, match, side = self.game.ruleset, self.game.match, self.game.match.clock.side
        figures = rules.keys.figures
        line = typed.strip()
        try:
            if figures is not None and side is not None and " " not in line:
                keys = f"{figures.between}{line}"
                keyed = figure_keying.read(keys, rules.keys, match, side, match.phase)
                line = keying.to_line(keyed, rules.keys, match)
        except keying.NotKeys as wrong:
            self.prompt.notice = Notice(wrong.message, "refused")
            self.show()
            return
        self.play(line)


def then_and_now(edit: Edit) -> list[Content]:
    """A roll a paragraph: its dice, what they were and what they are."""
    lines: list[str] = []
    for roll in edit.rolls:
        lines.append(f"{roll.what}   {roll.faces}")
        now = f"now {roll.now}" if roll.now else roll.note
        lines.append(f"   was {roll.then}   {now}")
        if roll.now and roll.note:
            lines.append(f"   {roll.note}")
    lines += [f"the rules advise against it: {text}" for text in edit.against]
    if edit.waits:
        lines.append(f"asked then: {edit.waits}")
    return [join([each]) for text in lines for each in wrap(text, WIDTH)] + [Content("")]
