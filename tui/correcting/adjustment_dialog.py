"""The dialog for manual adjustments of one subject's values, or of all units."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import events
from textual.app import ComposeResult

from tracker.application.correcting.manual_adjustment_entry import (
    add_roster_units,
    set_adjustable_values,
)
from tracker.application.errors import ReasonRequired
from tracker.application.roster_files_and_samples import read_roster_text_and_name
from tracker.vocabulary.subject_ids import format_handle
from tui.correcting.adjustment_form import AdjustmentForm
from tui.correcting.adjustment_panels import AdjustmentLine, AdjustmentPanel
from tui.key_bindings import KEYS, KeyCommand, select_commands
from tui.screen_base_classes import KeyedScreen, show_errors
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import PagingKeys
from tui.widgets.screen_bottom_lines import Footer, NoticeLine

WRITTEN = "written"
WRITTEN_AND_NEXT = "and next"


class AdjustmentDialog(KeyedScreen[str]):
    """A dialog for manual adjustments. It returns ``WRITTEN`` or ``WRITTEN_AND_NEXT``, or "" if
    nothing was written.
    """

    commands = KEYS["right"]
    clears_message = True

    def __init__(self, form: AdjustmentForm) -> None:
        super().__init__()
        self.form = form
        self.parts = (PagingKeys(partial(self._move_or_refuse, form.move_cursor_vertically)),)
        self.do_decrease_value = partial(self._move_or_refuse, form.change_value_or_move_column, -1)
        self.do_increase_value = partial(self._move_or_refuse, form.change_value_or_move_column, 1)
        self.do_erase_last_character = form.erase_last_character
        self.do_go_to_other_side_or_next_unit = partial(
            self._move_or_refuse, form.go_to_other_side_or_next_unit
        )

    def compose(self) -> ComposeResult:
        yield AdjustmentPanel(self.form)
        yield AdjustmentLine(self.form)
        yield NoticeLine()
        yield Footer(self._select_footer_keys())

    def _select_footer_keys(self) -> tuple[KeyCommand, ...]:
        ids = ["go_to_other_side_or_next_unit", "add_roster_units"]
        if self.form.stage != "pick":
            last = "write_and_end_phase" if self.form.stage == "grid" else "increase_value"
            ids = ["write_adjustments_or_pick_subject", "down", last, "enter_reason"]
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

    def _move_or_refuse(self, move: Callable[..., None], *steps: int) -> None:
        move(*steps)
        if self.form.sheet.error:
            self.show_refusal("Correct the marked row first.")

    def do_enter_reason(self) -> None:
        self.form.is_giving_reason = True

    def do_add_roster_units(self) -> None:
        if self.form.stage != "pick":
            return
        entry = LineEntryDialog(
            "add units", hint="a roster file or a sample, # and a reason: more.toml # late"
        )
        self.app.push_screen(entry, self._add_units)

    def _add_units(self, typed: str | None) -> None:
        path, _, reason = (typed or "").partition("#")
        game = self.form.game
        if not path.strip():
            return
        with show_errors(self):
            text, source = read_roster_text_and_name(path, game.ruleset)
            add_roster_units(game, format_handle(self.form.side), text, source, reason.strip())
            self.dismiss(WRITTEN)

    def do_leave(self) -> None:
        if not self.form.go_back_one_step():
            self.dismiss("")

    def do_write_adjustments_or_pick_subject(self) -> None:
        """Write the new values. If none has changed, select the subject whose number was typed."""
        form = self.form
        if form.stage == "pick" and not form.sheet.changed_values and not form.is_giving_reason:
            self._pick_first_candidate()
        elif form.sheet.error:
            self.show_refusal("Nothing was entered. Correct the marked row first.")
        else:
            self._write_values(WRITTEN)

    def do_write_and_end_phase(self) -> None:
        if self.form.sheet.error:
            self.show_refusal("Nothing was entered. Correct the marked row first.")
        else:
            self._write_values(WRITTEN_AND_NEXT)

    def _pick_first_candidate(self) -> None:
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
                if form.closes and not written and result == WRITTEN:
                    self.show_message("Nothing was changed, so the roll is still open.")
                else:
                    self.dismiss(result if written or result == WRITTEN_AND_NEXT else "")
