"""The commands that adjust a game: changed values, an outcome without dice, or a correction."""

from __future__ import annotations

from tracker.application.errors import LedgerError, Refused
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.outcomes_without_dice import (
    NOT_SEEN,
    can_end_with_losses,
    end_open_action_with_losses,
    find_innermost_open_action,
    parse_loss_outcome,
)
from tracker.vocabulary.subject_ids import Subject
from tui.correcting.adjustment_dialog import WRITTEN_AND_NEXT, AdjustmentDialog
from tui.correcting.adjustment_form import AdjustmentForm, list_adjustable_line_subjects_and_sides
from tui.correcting.correction_screen import CorrectionScreen
from tui.table.table_screen_part import TableScreenPart
from tui.views.searchable_log_lines import find_actors_and_targets
from tui.widgets.line_entry_dialog import LineEntryDialog

MAX_LINES_BACK = 20


class AdjustmentCommands(TableScreenPart):
    def do_set_values_by_hand(self) -> None:
        if not self.game.ruleset.setting_right.list_rows(self.game.match):
            hint = "fix r1 figures +1 · # why"
            self.ask_for_line(LineEntryDialog("fix", "fix ", hint=hint), self._play_typed_fix)
            return
        form = AdjustmentForm(self.game, side=self.prompt.side)
        self.open_screen(AdjustmentDialog(form), self._show_adjustment_and_end_if_asked)

    def _play_typed_fix(self, line: str) -> None:
        if line.strip():
            self.play_line(line)

    def _show_adjustment_and_end_if_asked(self, result: str | None) -> None:
        if result:
            newest = self.view.log_view.list_newest_lines(1)
            self.show_message(newest[0].text if newest else "Fixed.")
        if result == WRITTEN_AND_NEXT:
            self._end_action_or_phase_by_hand()

    def _end_action_or_phase_by_hand(self) -> None:
        try:
            if self.game.pending is not None:
                self.game.adjust_by_hand((), NOT_SEEN, ends_action=True)
        except LedgerError as error:
            self.show_error(error)
            return
        if self.game.pending is None and self.game.match.ended is None:
            result = play_line(self.game, "next", override_reason=NOT_SEEN)
            if isinstance(result.error, Refused):
                self.prompt.show_refusal(result.error.message)

    def do_correct_last_line(self) -> None:
        lines = [
            line
            for line in self.view.log_view.list_newest_lines(MAX_LINES_BACK)
            if line.kind in ("action", "set right")
        ]
        if not lines:
            self.prompt.show_refusal("Nothing has been entered yet.")
            return
        self.open_screen(CorrectionScreen(self.game, lines[0]), self._show_correction)

    def _show_correction(self, message: str | None) -> None:
        if message:
            self.show_message(message)

    def do_enter_outcome(self) -> None:
        if self.prompt.pending is None:
            text = "No question is open. Press ! to fix a unit by hand, then 0 for all units."
            self.prompt.show_refusal(text)
        elif can_end_with_losses(self.game):
            hint = "number of casualties, without dice · empty opens the form"
            self.ask_for_line(LineEntryDialog("outcome !-", hint=hint), self._enter_outcome)
        else:
            self._open_outcome_form()

    def _enter_outcome(self, text: str) -> None:
        if not text.strip():
            self._open_outcome_form()
            return
        end = end_open_action_with_losses
        if self.write_or_show_error(lambda: end(self.game, parse_loss_outcome(text))):
            self.prompt.typed_text = ""
            self.prompt.notice = None
        self.redraw()

    def _open_outcome_form(self) -> None:
        subjects = list_adjustable_line_subjects_and_sides(self.game, self._list_open_subjects())
        form = AdjustmentForm(self.game, subjects=subjects, closes=True)
        self.open_screen(AdjustmentDialog(form), self._show_outcome)

    def _show_outcome(self, result: str | None) -> None:
        if result:
            self.prompt.typed_text = ""
        self._show_adjustment_and_end_if_asked(result)

    def _list_open_subjects(self) -> list[Subject]:
        action = find_innermost_open_action(self.game)
        if action is None:
            return list(self.game.match.units())
        roles = find_actors_and_targets(self.game, action)
        request = self.game.require_pending_question().request
        subjects = (request.target, request.subject)
        questioned = [subject for subject in subjects if subject is not None]
        return [*questioned, *roles.whom, *roles.who] or list(self.game.match.units())
