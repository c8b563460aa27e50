"""The screens that correct a typing slip or a misplayed rule, or only add a note."""

from __future__ import annotations

from functools import partial

from textual import events
from textual.app import ComposeResult

from tracker.application.correcting.manual_adjustments import (
    add_roster_units,
    set_adjustable_values,
)
from tracker.application.correcting.typo_fixes import (
    AnswerTypedOnePartEarly,
    ReplacementRefused,
    preview_typo_fix,
)
from tracker.application.errors import LedgerError, ReasonRequired, Refused
from tracker.application.log.logged_action_group import LogLine
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.roster_files import read_named_or_typed_roster
from tracker.vocabulary.subject_ids import Subject, format_handle
from tui.correcting.adjustment_form import AdjustmentForm, list_adjustable_subjects_of_line
from tui.correcting.adjustment_panels import AdjustmentLine, AdjustmentPanel
from tui.correcting.correction_panels import CorrectionPanel, CorrectionProgress
from tui.key_bindings import ENTER, KEYS, KeyCommand, select_commands
from tui.screen_base_classes import KeyedScreen, show_errors
from tui.views.editable_line_fields import (
    list_entries_with_fields,
    pair_entries_with_new_text,
)
from tui.views.searchable_log_lines import list_line_subjects, matches_all_word_beginnings
from tui.widgets.dialogs import FailureDialog
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import PagingKeys
from tui.widgets.screen_footers import Footer, NoticeLine, compose_screen_footer
from tui.widgets.text_fields import TextFieldList

WRITTEN = "written"
WRITTEN_AND_NEXT = "and next"


class AdjustmentDialog(KeyedScreen[str]):
    """A dialog for manual adjustments. It returns ``WRITTEN``, ``WRITTEN_AND_NEXT`` or ""."""

    commands = KEYS["right"]
    clears_message = True

    def __init__(self, form: AdjustmentForm) -> None:
        super().__init__()
        self.form = form
        self.parts = (PagingKeys(form.move_vertically),)
        self.do_decrease_value = partial(form.change_value_or_move_column, -1)
        self.do_increase_value = partial(form.change_value_or_move_column, 1)
        self.do_erase_last_character = form.erase_last_character
        self.do_go_to_other_side_or_next_unit = form.go_to_other_side_or_next_unit

    def compose(self) -> ComposeResult:
        yield AdjustmentPanel(self.form)
        yield AdjustmentLine(self.form)
        yield NoticeLine()
        yield Footer(self._select_footer_keys())

    def _select_footer_keys(self) -> tuple[KeyCommand, ...]:
        ids = ["go_to_other_side_or_next_unit", "add_roster_units"]
        if self.form.stage != "pick":
            last = "write_and_end_phase" if self.form.stage == "grid" else "increase_value"
            ids = ["write_adjustments", "down", last, "enter_reason"]
        return select_commands(KEYS["right"], *ids, "help", "leave")

    def handle_key_press(self, event: events.Key) -> None:
        screen_count = len(self.app.screen_stack)
        super().handle_key_press(event)
        if self.is_mounted and len(self.app.screen_stack) == screen_count:
            self.query_one(Footer).commands = self._select_footer_keys()
            for widget in self.query("AdjustmentPanel, AdjustmentLine, Footer"):
                widget.refresh()

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        if not self.form.accepts_character(character):
            return False
        self.form.type_character(character)
        return True

    def do_enter_reason(self) -> None:
        self.form.is_giving_reason = True

    def do_add_roster_units(self) -> None:
        if self.form.stage != "pick":
            return
        entry = LineEntryDialog("who joins", hint="a roster file, or a sample: more.toml # late")
        self.app.push_screen(entry, self._add_units)

    def _add_units(self, typed: str | None) -> None:
        path, _, reason = (typed or "").partition("#")
        game = self.form.game
        if not path.strip():
            return
        with show_errors(self):
            text, source = read_named_or_typed_roster(path, game.ruleset)
            add_roster_units(game, format_handle(self.form.side), text, source, reason.strip())
            self.dismiss(WRITTEN)

    def do_leave(self) -> None:
        if not self.form.go_back_one_step():
            self.dismiss("")

    def do_write_adjustments(self) -> None:
        form = self.form
        if form.stage == "pick" and not form.sheet.changed_values and not form.is_giving_reason:
            self._pick_candidate()
        elif form.sheet.error:
            self.show_refusal("Nothing was entered. Correct the marked row first.")
        else:
            self._write_values(WRITTEN)

    def do_write_and_end_phase(self) -> None:
        self._write_values(WRITTEN_AND_NEXT)

    def _pick_candidate(self) -> None:
        candidates = self.form.list_subjects_matching_input()
        if self.form.typed and candidates:
            self.form.pick_subject(candidates[0])
        else:
            self.show_message("Type the number of a unit, or 0 for all units.")

    def _write_values(self, result: str) -> None:
        form = self.form
        reason = form.reason.text.strip()
        if form.closes and not form.sheet.changed_values:
            reason = reason or "no effect"
        values = form.sheet.changed_values
        with show_errors(self):
            try:
                written = set_adjustable_values(
                    form.game, values, reason, about=form.about, ends_action=form.closes
                )
            except ReasonRequired as required:
                form.is_giving_reason = True
                self.show_message(required.message)
            else:
                self.dismiss(result if written or result == WRITTEN_AND_NEXT else "")


NO_SLIP = "this line is automatic; nobody typed it"
CHOOSE = "Press 1, 2 or 3, or Esc to leave the line as it was."
CONFIRM = "Press Enter to confirm, e to edit the line again, n for a note only, or Esc to cancel."


class CorrectionScreen(KeyedScreen[str]):
    """The screen that corrects a line. It returns a message about the change, or ""."""

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

    def report_unknown_key(self, character: str) -> None:
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
        subjects = list_adjustable_subjects_of_line(self.game, self._list_subjects())
        form = AdjustmentForm(self.game, subjects=subjects, about=self.line.version)
        self.app.push_screen(AdjustmentDialog(form), self._close_after_adjustment)

    def _list_subjects(self) -> list[Subject]:
        """List the line's subjects. Those that the user searched for come first."""
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
                progress.error += " The text was moved there. Press Enter to see what changes."
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
            more = f" {self.answer_hint}; the later lines then return."
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
