"""The commands that adjust a game: by hand, by outcome or by correcting a line."""

from __future__ import annotations

from tracker.application.errors import LedgerError, Refused
from tracker.application.lines.line_and_script_play import play_line
from tracker.application.lines.outcomes_without_dice import (
    NOT_SEEN,
    can_end_with_losses,
    end_open_action_with_losses,
    find_open_action,
    parse_loss_outcome,
)
from tracker.vocabulary.subject_ids import Subject
from tui.correcting.adjustment_form import AdjustmentForm, list_concerned_subjects
from tui.correcting.correction_screens import AND_NEXT, AdjustmentDialog, CorrectionScreen
from tui.table.table_screen_component import TableScreenPart
from tui.views.searchable_log_lines import find_actors_and_targets
from tui.widgets.line_entry_dialog import LineEntryDialog

LOOKED_AT = 20
SAID = ("action", "set right")


class AdjustmentCommands(TableScreenPart):
    """The commands that adjust values by hand, correct the last line, or enter only an outcome."""

    def do_set_values_by_hand(self) -> None:
        if not self.game.ruleset.setting_right.list_rows(self.game.match):
            hint = "fix r1 figures +1 · # why"
            self.ask_for_line(LineEntryDialog("fix", "fix ", hint=hint), self._typed_right)
            return
        form = AdjustmentForm(self.game, side=self.prompt.side)
        self.open_screen(AdjustmentDialog(form), self._set_right)

    def _typed_right(self, line: str) -> None:
        if line.strip():
            self.play_line(line)

    def _set_right(self, result: str | None) -> None:
        if result:
            newest = self.view.log_seen.list_newest_lines(1)
            self.show_message(newest[0].text if newest else "Fixed.")
        if result == AND_NEXT:
            self._end_by_outcome()

    def _end_by_outcome(self) -> None:
        """End the half or phase whose outcome has already been entered."""
        try:
            if self.game.pending is not None:
                self.game.adjust_by_hand((), NOT_SEEN, closes=True)
        except LedgerError as error:
            self.show_error(error)
            return
        if self.game.pending is None and self.game.match.ended is None:
            done = play_line(self.game, "next", because=NOT_SEEN)
            if isinstance(done.error, Refused):
                self.show_message(done.error.message, refused=True)

    def do_correct_last_line(self) -> None:
        """Correct the last line that someone entered, whether it is a slip or an error of play."""
        lines = [
            each for each in self.view.log_seen.list_newest_lines(LOOKED_AT) if each.kind in SAID
        ]
        if not lines:
            self.show_message("Nothing has been entered yet.", refused=True)
            return
        self.open_screen(CorrectionScreen(self.game, lines[0]), self._corrected)

    def _corrected(self, said: str | None) -> None:
        if said:
            self.show_message(said)

    # --------------------------------------------------------------------------- outcome only

    def do_enter_outcome(self) -> None:
        if self.prompt.pending is None:
            text = "No question is open. Press ! to fix a unit by hand, then 0 for all units."
            self.show_message(text, refused=True)
        elif can_end_with_losses(self.game):
            hint = "how many fell, dice not seen · leave empty for the form"
            self.ask_for_line(LineEntryDialog("outcome !-", hint=hint), self._outcome)
        else:
            self._outcome_by_form()

    def _outcome(self, text: str) -> None:
        if not text.strip():
            self._outcome_by_form()
            return
        if self.try_write(lambda: end_open_action_with_losses(self.game, parse_loss_outcome(text))):
            self.prompt.typed_text = ""
            self.prompt.notice = None
        self.redraw()

    def _outcome_by_form(self) -> None:
        form = AdjustmentForm(
            self.game, subjects=list_concerned_subjects(self.game, self._at_work()), closes=True
        )
        self.open_screen(AdjustmentDialog(form), self._outcome_told)

    def _outcome_told(self, result: str | None) -> None:
        if result:
            self.prompt.typed_text = ""
        self._set_right(result)

    def _at_work(self) -> list[Subject]:
        """List the open action's subjects, targets first, or all units if there are none."""
        deed = find_open_action(self.game)
        if deed is None:
            return list(self.game.match.units())
        acts = find_actors_and_targets(self.game, deed)
        request = self.game.require_pending().request
        asked = [one for one in (request.target, request.subject) if one is not None]
        return [*asked, *acts.whom, *acts.who] or list(self.game.match.units())
