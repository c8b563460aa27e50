"""The keys that change what was done already: an edit after the dice, an interrupt said late."""

from __future__ import annotations

from functools import partial

from tracker.application.correcting.editing import Edit, edit_action, find_action_to_edit
from tracker.application.correcting.late.words import describe_action
from tracker.application.errors import Refused
from tracker.application.match.step_previews import describe_entry
from tracker.vocabulary.typed import is_number
from tui.correcting import interrupts
from tui.correcting.after_dice import KEEP, AfterTheDice
from tui.correcting.edit_keys import change_line, give_example
from tui.prompt import keying
from tui.table.table_part import TablePart
from tui.widgets.entry import LineEntry

NO_BETWEEN = (
    "Nobody can interrupt here. To enter a forgotten action, type its line with the word late."
)


class Changing(TablePart):
    """Who, whom and how after the dice; and who comes in between after the fact."""

    # ------------------------------------------------------------------------ after the dice

    def do_edit(self) -> None:
        """Ask what is changed about the open (or last) action."""
        try:
            action = find_action_to_edit(self.game)
        except Refused as refused:
            self.tell(refused.message, refused=True)
            return
        line = describe_action(self.game, action)
        hint = f"{give_example(self.game, line)} · ↑ the whole line"
        entry = LineEntry(
            f"change {describe_entry(self.game, action)}", hint=hint, history=[line] if line else []
        )
        self.ask(entry, partial(self._edit, line))

    def _edit(self, line: str, typed: str) -> None:
        if not typed.strip():
            return
        try:
            edit = edit_action(self.game, change_line(self.game, line, typed))
        except (Refused, keying.NotKeys) as refused:
            self.tell(refused.message, refused=True)
            self.show()
            return
        self.app.push_screen(AfterTheDice(edit), partial(self._keep, edit))

    def _keep(self, edit: Edit, answer: str | None) -> None:
        if answer:
            waited = self.game.pending
            lying = edit.prefill if answer == KEEP and edit.asks_again(keep=True) else ""
            if self.write(edit.keep if answer == KEEP else edit.keep_asking):
                if self.game.pending != waited:
                    self.prompt.typed = lying
                self.prompt.notice = None
        self.show()

    # ----------------------------------------------------------------------- in between, late

    def do_between(self) -> None:
        """Somebody on the other side comes in between an action, after the fact."""
        keys, found = self.game.ruleset.keys.interrupts, None
        if keys is not None:
            found = interrupts.find_moment(self.game, keys.key)
        if keys is None or found is None:
            self.tell(NO_BETWEEN, refused=True)
        elif self.prompt.pending is None:
            self.prompt.add(keys.key)
        else:
            hint = f"{interrupts.give_example(self.game, found)} · i earlier"
            self.ask(LineEntry(found.told, hint=hint), self._come_between)

    def _come_between(self, typed: str) -> None:
        keys = self.game.ruleset.keys.interrupts
        if keys is None:
            return
        line = typed.strip()
        typed_so = f"{keys.key}{line}"
        found = interrupts.find_moment(self.game, typed_so)
        try:
            line = interrupts.read_line(self.game, typed_so, found)
        except keying.NotKeys as wrong:
            if " " not in line or is_number(line[:1]):
                self.tell(wrong.message, refused=True)
                self.show()
                return
        self.play(line)
