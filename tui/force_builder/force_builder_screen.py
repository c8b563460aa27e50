"""The force builder: a force's rows, the problems that the rules find, and the keys for edits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static, TextArea

from tracker.application.errors import Refused, make_sentence
from tracker.application.force_building import force_row_edits
from tracker.application.force_building.example_unit_lines import (
    suggest_figures,
    suggest_unit_line,
)
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.force_outline import OutlineRow, build_outline
from tracker.application.force_building.plain_text_unit_parser import (
    RejectedUnitLine,
    add_valid_unit_lines,
)
from tracker.vocabulary.toml_reader import Path as RowPath
from tui.force_builder.force_file_and_draft import ForceFile, ForceSaveCommands
from tui.force_builder.force_panels import ForcePanel, ForceProblemsPanel
from tui.force_builder.force_row_form import ForceRowForm
from tui.force_builder.force_sheet_dialog import build_roster_sheet_dialog
from tui.key_bindings import FOOTERS, KEYS, MORE_KEYS, KeyCommand, select_commands
from tui.screen_base_classes import KeyedScreen, show_errors
from tui.terminal_text_fitting import wrap_styled
from tui.user_settings_and_drafts import UnsubmittedInputStore
from tui.widgets.dialogs import Dialog
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import PagingKeys
from tui.widgets.screen_bottom_lines import compose_screen_footer
from tui.widgets.text_export_dialogs import ExportDialog

WIDTH = 70
NOTATION_HINT = (
    "Type one unit per line: {0} · Alpha: {0}. A weapon is carried by the figures named"
    " before it: by one of them, by the given number, or by all if the weapon is plural. A number"
    " with a kind of figure adds figures to the unit."
)
MAX_SHOWN_LINES = 8


class PasteLinesDialog(Dialog):
    """A dialog that turns pasted lines into units. It returns the lines that remain in the box."""

    DEFAULT_CSS = """
    PasteLinesDialog TextArea {
        width: 1fr; height: 9; padding: 0; border: none; background: $background;
    }
    PasteLinesDialog TextArea:focus { border: none; }
    """
    keys = KEYS["plain_lines"]

    def __init__(self, draft: ForceDraft, text: str) -> None:
        super().__init__("plain lines", ())
        self.draft = draft
        self.text = text

    def compose_contents(self) -> Iterator[Widget]:
        notation = NOTATION_HINT.format(suggest_unit_line(self.draft))
        yield Static(_wrap_texts([notation]), markup=False)
        box = TextArea(self.text, soft_wrap=True)
        box.cursor_blink = False
        yield box
        yield Static("", markup=False, id="result")

    def list_dialog_keys(self) -> tuple[KeyCommand, ...]:
        return select_commands(KEYS["plain_lines"], "make_units", "close")

    def on_mount(self) -> None:
        self.query_one(TextArea).focus()

    def do_close(self) -> None:
        self.dismiss(self.query_one(TextArea).text.strip())

    def do_make_units(self) -> None:
        """Convert every readable line to a unit, and show why the other lines are not readable."""
        box = self.query_one(TextArea)
        results = add_valid_unit_lines(self.draft, box.text)
        rejected = [line for line in results if isinstance(line, RejectedUnitLine)]
        if results and not rejected:
            self.dismiss("")
            return
        box.text = "\n".join(line.line for line in rejected)
        reasons = [f"{line.line.strip()}: {line.reason}" for line in rejected]
        added_count = len(results) - len(rejected)
        head = f"{added_count} of {len(results)} lines became units. Correct the others in the box:"
        texts = [head, *reasons][:MAX_SHOWN_LINES] if results else []
        self.query_one("#result", Static).update(_wrap_texts(texts))


def _wrap_texts(texts: list[str]) -> Content:
    return Content("\n").join(line for text in texts for line in wrap_styled(text, WIDTH))


def build_unit_cards_dialog(draft: ForceDraft) -> ExportDialog:
    """Build a dialog with a force's unit cards. Raises ``Refused`` for an unplayable force."""
    if not draft.roster.usable:
        raise Refused("This force cannot be played yet. Correct the problems below first.")
    return build_roster_sheet_dialog(draft.rules, draft.roster, draft.roster.name)


class ForceBuilderScreen(KeyedScreen[str | None]):
    """The force builder. It returns the path of the saved force, or None if no game can use it."""

    commands = KEYS["roster"]
    clears_message = True

    def __init__(self, draft: ForceDraft, path: Path | None, drafts: UnsubmittedInputStore) -> None:
        super().__init__()
        self.draft = draft
        self.force_file = ForceFile(draft, path, drafts)
        self.rows: list[OutlineRow] = build_outline(draft)
        self.marked_index = 0
        self.unread_lines = ""  # pasted lines that could not be read yet
        self.parts = (ForceSaveCommands(self, self.force_file), PagingKeys(self._move_mark))
        self.do_add_one_figure = partial(self._adjust_figure_count, 1)
        self.do_remove_one_figure = partial(self._adjust_figure_count, -1)
        self.do_move_row_up = partial(self._move_row, -1)
        self.do_move_row_down = partial(self._move_row, 1)

    def compose(self) -> ComposeResult:
        yield ForcePanel(self.draft, lambda: (self.rows, self.marked_index))
        yield ForceProblemsPanel(self.draft, lambda: self.current_row)
        yield from compose_screen_footer(FOOTERS["roster"], self._list_more_keys)

    @property
    def current_row(self) -> OutlineRow:
        return self.rows[self.marked_index]

    def _list_more_keys(self) -> tuple[KeyCommand, ...]:
        has_leader = self.draft.format.leader is not None
        return tuple(key for key in MORE_KEYS["roster"] if has_leader or key.id != "promote_leader")

    def redraw(self, marked_path: RowPath | None = None) -> None:
        """Save the draft and rebuild the rows. Mark the row at ``marked_path``, if given."""
        path = self.current_row.path if marked_path is None else marked_path
        self.rows = build_outline(self.draft)
        paths = [row.path for row in self.rows]
        last_index = min(self.marked_index, len(self.rows) - 1)
        self.marked_index = paths.index(path) if path in paths else last_index
        self.force_file.save_or_clear_draft()
        super().redraw()

    def handle_character(self, character: str) -> bool:
        for index, row in enumerate(self.rows):
            if row.what == "unit" and row.place and character == str(row.place):
                self.marked_index = index
                self.redraw()
                return True
        return False

    def apply_edit(self, edit: Callable[[], str]) -> None:
        """Apply an edit and show its message. A refused edit changes nothing."""
        message = self.call_or_show_error(edit)
        if message:
            self.show_message(message)
        self.redraw()

    def apply_edit_and_select_row(self, edit: Callable[[], tuple[str, RowPath]]) -> None:
        """Apply an edit that returns the path of a row, and select that row."""
        message, path = self.call_or_show_error(edit) or ("", None)
        if message:
            self.show_message(message)
        self.redraw(path)

    def _move_mark(self, step: int) -> None:
        self.marked_index = max(0, min(len(self.rows) - 1, self.marked_index + step))
        self.redraw()

    def do_edit_row(self) -> None:
        if self.current_row.what in ("list", "shelf"):
            self.do_add_unit_or_item()
        else:
            self.app.push_screen(ForceRowForm(self.draft, self.current_row), self.redraw)

    def do_add_unit_or_item(self) -> None:
        """Ask for a new row, such as a unit or an item, of the kind that fits the marked row."""
        row = self.current_row
        if row.what in ("shelf", "thing"):
            label, hint = f"a {row.part.one if row.part else 'thing'}", "its name"
        elif row.part is not None and not row.part.figures:
            label, hint = f"a {row.part.one}", "its name or kind"
        else:
            label, hint = "a unit", suggest_unit_line(self.draft)
        self._ask_for_line_and_apply(
            label, hint, partial(force_row_edits.add_typed_row, self.draft, row), added=True
        )

    def do_add_figures(self) -> None:
        add = partial(force_row_edits.add_figures, self.draft, self.current_row)
        self._ask_for_line_and_apply("add figures", suggest_figures(self.draft), add)

    def do_rename_row(self) -> None:
        row = self.current_row
        if row.what in ("list", "shelf"):
            self.show_refusal("Mark the force, a unit or a kind of figure first.")
            return
        current_name = "" if row.what == "figures" else row.name
        rename = partial(force_row_edits.rename_row, self.draft, row)
        self._ask_for_line_and_apply("new name", "", rename, current_name, named=True)

    def _ask_for_line_and_apply(
        self,
        label: str,
        hint: str,
        edit: Callable[[str], str],
        text: str = "",
        *,
        added: bool = False,
        named: bool = False,
    ) -> None:
        """Ask for a line and apply the edit. A refused line stays in the dialog."""
        row, row_count = self.current_row, len(self.rows)

        def accept_line(typed: str) -> None:
            if not typed.strip():
                return
            try:
                message = edit(typed)
            except Refused as refused:
                raise Refused(make_sentence(refused.message)) from refused
            self.show_message(message)
            self.redraw()
            if added and len(self.rows) > row_count:
                self.redraw(_find_path_of_added_row(row, self.rows))

        find_completions = partial(force_row_edits.find_word_start_and_completions, self.draft, row)
        dialog = LineEntryDialog(
            label,
            text,
            accept_line=accept_line,
            hint=hint,
            completions=None if named else find_completions,
            selected=named,
        )
        self.app.push_screen(dialog)

    def do_duplicate_row(self) -> None:
        duplicate = force_row_edits.duplicate_row
        self.apply_edit_and_select_row(lambda: duplicate(self.draft, self.current_row))

    def do_promote_leader(self) -> None:
        promote = force_row_edits.split_off_figure_as_leader
        self.apply_edit_and_select_row(lambda: promote(self.draft, self.current_row))

    def do_remove_row(self) -> None:
        self.apply_edit(lambda: force_row_edits.delete_row(self.draft, self.current_row))

    def _adjust_figure_count(self, change: int) -> None:
        adjust = force_row_edits.adjust_figure_count
        self.apply_edit(lambda: adjust(self.draft, self.current_row, change))

    def _move_row(self, step: int) -> None:
        shift = force_row_edits.shift_row
        path = self.call_or_show_error(lambda: shift(self.draft, self.current_row, step))
        self.redraw(path)

    def do_undo(self) -> None:
        self.show_message("Undone." if self.draft.undo() else "There is nothing to undo.")
        self.redraw()

    def do_redo(self) -> None:
        self.show_message("Redone." if self.draft.redo() else "There is nothing to redo.")
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        """Open the dialog with the pasted lines, and with earlier lines that could not be read."""
        event.stop()
        self.unread_lines = f"{self.unread_lines}\n{event.text.strip()}".strip()
        self.do_paste_units()

    def do_paste_units(self) -> None:
        dialog = PasteLinesDialog(self.draft, self.unread_lines)
        self.app.push_screen(dialog, self._keep_unread_lines)

    def _keep_unread_lines(self, unread: str | None) -> None:
        self.unread_lines = unread or ""
        self.redraw()
        if self.unread_lines:
            self.show_refusal("Some lines were not understood. Press p to correct them.")

    def do_show_unit_cards(self) -> None:
        with show_errors(self):
            self.app.push_screen(build_unit_cards_dialog(self.draft), self.show_message)


def _find_path_of_added_row(row: OutlineRow, rows: list[OutlineRow]) -> RowPath:
    if row.unit_path:
        return (row.unit_path[0], int(row.unit_path[1]) + 1)
    units = [each for each in rows if each.what == "unit"]
    same = [each for each in rows if len(each.path) == 2 and each.path[:1] == row.path[:1]]
    return (same or units or rows)[-1].path
