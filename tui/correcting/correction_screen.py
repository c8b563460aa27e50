"""The screen that corrects a typing slip or a misplayed rule, or only adds a note."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from tracker.application.correcting.line_typo_fixes import (
    AnswerTypedOnePartEarly,
    ReplacementRefused,
    preview_typo_fix,
)
from tracker.application.errors import LedgerError, Refused
from tracker.application.log.log_line_types import LogLine
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.vocabulary.subject_ids import Subject
from tui.correcting.adjustment_dialog import AdjustmentDialog
from tui.correcting.adjustment_form import AdjustmentForm, list_adjustable_line_subjects_and_sides
from tui.correcting.line_correction_panel import CorrectionPanel, CorrectionProgress
from tui.key_bindings import ENTER, KEYS, KeyCommand, select_commands
from tui.screen_base_classes import KeyedScreen, show_errors
from tui.views.editable_line_fields import list_entries_with_fields, pair_entries_with_new_text
from tui.views.searchable_log_lines import list_line_subjects, matches_all_word_beginnings
from tui.widgets.dialogs import FailureDialog
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import PagingKeys
from tui.widgets.screen_bottom_lines import Footer, compose_screen_footer
from tui.widgets.text_fields import TextFieldList

NO_SLIP = "this line is automatic; nobody typed it"
CHOOSE = "Press 1, 2 or 3, or Esc to leave the line as it was."
CONFIRM = "Press Enter to confirm, e to edit the line again, n for a note only, or Esc to cancel."


class CorrectionScreen(KeyedScreen[str]):
    """The screen that corrects a line. It returns a message about the change, or "" if there is
    none.
    """

    commands = KEYS["correct"]

    def __init__(
        self,
        game: Game,
        line: LogLine,
        search_text: str = "",
        *,
        answer_hint: str = "Now answer the question",
    ) -> None:
        super().__init__()
        self.answer_hint = answer_hint
        self.game = game
        self.line = line
        self.search_text = search_text
        self.line_parts = list_entries_with_fields(game, line)
        fields = TextFieldList([field for _, field in self.line_parts])
        numbers = tuple(entry.number for entry, _ in self.line_parts)
        no_slip_reason = "" if self.line_parts else NO_SLIP
        self.progress = CorrectionProgress(line, fields, numbers, no_slip_reason)
        self.parts = (PagingKeys(self._scroll_comparison),)

    def compose(self) -> ComposeResult:
        yield CorrectionPanel(self.progress)
        yield from compose_screen_footer(self._select_footer_keys())

    def _select_footer_keys(self) -> tuple[KeyCommand, ...]:
        ids = ["correct_typing_slip", "correct_wrong_play", "choose_note_only", "help"]
        if self.progress.is_editing:
            ids = ["confirm_correction", "edit_line_again", "add_note"]
            if self.progress.preview is None:
                ids = ["preview_or_confirm_correction"]
        return select_commands(KEYS["correct"], *ids, "leave")

    def handle_key_press(self, event: events.Key) -> None:
        progress = self.progress
        if progress.is_editing and progress.preview is None and event.key not in (*ENTER, "escape"):
            character = event.character if event.is_printable else None
            if progress.fields.handle_key(event.key, character):
                event.stop()
                progress.error = ""
        else:
            self.show_message("")
            super().handle_key_press(event)
        self.redraw()

    def redraw(self) -> None:
        if self.is_mounted and self.is_current:
            self.query_one(Footer).commands = self._select_footer_keys()
            for widget in self.query("CorrectionPanel, Footer"):
                widget.refresh()

    def handle_unknown_key(self, character: str) -> None:
        self._explain_keys()

    def _explain_keys(self) -> None:
        self.show_refusal(CONFIRM if self.progress.is_editing else CHOOSE)

    def do_correct_typing_slip(self) -> None:
        if self.progress.is_editing:
            self._explain_keys()
        elif self.line_parts:
            self.progress.is_editing = True
        else:
            self.show_refusal("Nobody typed this line, so it has no typing slip. Press 2 or 3.")

    def do_correct_wrong_play(self) -> None:
        if self.progress.is_editing:
            self._explain_keys()
            return
        subjects = list_adjustable_line_subjects_and_sides(self.game, self._list_subjects())
        form = AdjustmentForm(self.game, subjects=subjects, about=self.line.version)
        self.app.push_screen(AdjustmentDialog(form), self._close_after_adjustment)

    def _list_subjects(self) -> list[Subject]:
        """List the line's subjects, beginning with those that the user searched for."""
        words, names = self.search_text.split(), MatchNames(self.game.state)

        def was_not_searched(subject: Subject) -> bool:
            text = f"{names.name_subject(subject)} {self.game.match.handle(subject)}"
            return not any(matches_all_word_beginnings(text, word) for word in words)

        return sorted(list_line_subjects(self.game, self.line), key=was_not_searched)

    def _close_after_adjustment(self, result: str | None) -> None:
        if result:
            self.dismiss(f"Corrected from now on. Line {self.line.number} stays as it was played.")

    def do_choose_note_only(self) -> None:
        if self.progress.is_editing:
            self._explain_keys()
        else:
            self._ask_note("")

    def do_preview_or_confirm_correction(self) -> None:
        if not self.progress.is_editing:
            self._explain_keys()
        elif self.progress.preview is None:
            self._preview_correction()
        else:
            self.do_confirm_correction()

    def _preview_correction(self) -> None:
        progress = self.progress
        try:
            new_texts = pair_entries_with_new_text(self.line_parts)
            progress.preview = preview_typo_fix(self.game, new_texts)
            progress.first_row = 0
        except ReplacementRefused as refused:
            progress.error = refused.message
            progress.fields.cursor = refused.at
            if isinstance(refused, AnswerTypedOnePartEarly):
                progress.fields.move_text_to_next_field()
                progress.error += " The answer was moved there. Press Enter to see what changes."
        except Refused as refused:
            progress.error = refused.message

    def do_confirm_correction(self) -> None:
        preview = self.progress.preview
        if preview is None:
            return
        try:
            outcome = preview.save_correction()
        except Refused as refused:
            self.progress.preview = None
            self.progress.error = refused.message
        except LedgerError as error:
            self.app.push_screen(FailureDialog(str(error)))
        else:
            more = f" {self.answer_hint}; the later lines follow."
            message = f"Line {preview.number} is corrected."
            self.dismiss(message if outcome.is_finished else f"{message}{more}")

    def do_edit_line_again(self) -> None:
        if self.progress.preview is None:
            self._explain_keys()
        self.progress.preview = None

    def _scroll_comparison(self, step: int) -> None:
        if self.progress.preview is None:
            self._explain_keys()
        self.progress.first_row += step

    def do_add_note(self) -> None:
        if self.progress.preview is None:
            self._explain_keys()
            return
        changed = [field for _, field in self.line_parts if field.is_changed]
        changes = [f"{field.label} {field.text.strip()}" for field in changed]
        self._ask_note(f"should read: {', '.join(changes)}")

    def _ask_note(self, text: str) -> None:
        label = f"note on line {self.line.number}"
        self.app.push_screen(LineEntryDialog(label, text, accept_word="save"), self._save_note)

    def _save_note(self, text: str | None) -> None:
        if text is None or not text.strip():
            return
        with show_errors(self):
            self.game.add_note(text.strip(), about=self.line.version)
            self.dismiss("The note is saved. The line is unchanged.")

    def do_leave(self) -> None:
        self.dismiss("")
