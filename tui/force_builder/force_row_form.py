"""The form for a row of a force. A typed value applies when the cursor leaves its field."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content

from tracker.application.building import force_row_edits
from tracker.application.building.force_draft import ForceDraft
from tracker.application.building.force_outline import (
    NO,
    YES,
    OutlineRow,
    build_outline,
    describe_field_value,
    list_editable_fields,
)
from tracker.application.building.roster_toml_edits import get_value_at_path
from tracker.application.building.weapon_profile_variants import list_possible_field_words
from tracker.application.errors import Refused
from tracker.procedures.declared.force_format import RosterField
from tracker.vocabulary.toml_reader import Path
from tui.force_builder.force_panels import RulesPanel
from tui.key_bindings import KEYS, KeyCommand, select_commands
from tui.terminal_text_fitting import Piece, fill_line, join_pieces, wrap_text
from tui.widgets.key_footers import BottomRule, Footer
from tui.widgets.keyed_screen import KeyedScreen
from tui.widgets.list_row_drawing import draw_pointer
from tui.widgets.notice_line import NoticeLine
from tui.widgets.paging_keys import PagingKeys
from tui.widgets.questionnaire_form import CURSOR, LONGEST, FormPanel, FormRow, Questionnaire

LABEL = 18


class FieldRow(FormRow):
    """A field of a row. Typing replaces the value, and a leading comma adds to it."""

    def __init__(self, draft: ForceDraft, field: RosterField, value: object) -> None:
        super().__init__(field.key.replace("_", " "))
        self.draft = draft
        self.field = field
        self.before = self.text = describe_field_value(value)
        self.stands = True

    @property
    def is_changed(self) -> bool:
        return self.text.strip() != self.before

    def render_row(self, place: int, width: int, *, marked: bool) -> list[Content]:
        """Render the key and its value on the left, so that long lists have room."""
        del place
        label: Piece = (f" {self.label:<{LABEL}}", "bold" if marked else "")
        if marked:
            return [
                fill_line(width, [draw_pointer(marked=True), label, (self.text, "bold"), CURSOR])
            ]
        absent = self.field.absent and f"{self.field.absent}"
        value: Piece = (self.text, "") if self.text else (absent, "$quiet")
        return [fill_line(width, [draw_pointer(marked=False), label, value])]

    def render_expanded(self, width: int, room: int) -> list[Content]:
        hints = [*wrap_text(self._hint(), width - LABEL - 4)]
        return [
            join_pieces([" " * (LABEL + 2), (each, "$quiet")]) for each in hints[: max(room, 1)]
        ]

    def _hint(self) -> str:
        field = self.field
        match field.kind:
            case "number":
                most = f" to {field.most}" if field.most < 1_000_000 else " on"
                told = f"a whole number, {field.least}{most}"
            case "flag":
                told = f"{YES} or {NO}"
            case "value":
                told = "as it is written in the file"
            case _:
                words = [*self._fitting()]
                told = ", ".join(words[:24]) + (" …" if len(words) > 24 else "")
                told = told or "any words"
                told += "; or words of your own" if field.free and words else ""
        return told + (f" · if left out: {field.absent}" if field.absent else "")

    def _words(self) -> list[str]:
        return (
            [YES, NO]
            if self.field.kind == "flag"
            else list_possible_field_words(self.draft, self.field)
        )

    def _fitting(self) -> list[str]:
        """List the words that begin with the typed text, or all words before anything is typed."""
        begun = self._parts()[-1].strip().casefold()
        found = [word for word in self._words() if word.casefold().startswith(begun)]
        return self._words() if self.stands or not found or found == [begun] else found

    def _parts(self) -> list[str]:
        return self.text.split(",") if self.field.kind == "words" else [self.text]

    def handle_character(self, character: str) -> bool:
        adds = character in ", " and self.field.kind in ("words", "text")
        before = "" if self.stands and not adds else self.text
        self.text, self.stands = (before + character)[:LONGEST], False
        return True

    def erase_last_character(self) -> None:
        self.text, self.stands = self.text[:-1], False

    def clear_field(self) -> None:
        """Clear the field."""
        self.text, self.stands = "", False

    def change_answer(self, by: int) -> None:
        """Choose the next word or number. In a list, change the last word."""
        field = self.field
        if field.kind == "number":
            now = int(self.text) if self.text.lstrip("-").isdigit() else field.least - by
            self.text = str(max(field.least, min(field.most, now + by)))
            return
        words = self._words()
        if not words:
            return
        *before, last = self._parts()
        known = [word.casefold() for word in words]
        now = known.index(last.strip().casefold()) + by if last.strip().casefold() in known else 0
        self._put(before, words[now % len(words)])

    def complete_word(self) -> None:
        """Complete the word being typed as far as it is unambiguous."""
        found = self._fitting()
        if found and self._parts()[-1].strip():
            self._put(self._parts()[:-1], found[0])

    def _put(self, before: list[str], word: str) -> None:
        self.text = ", ".join([*(each.strip() for each in before), word])
        self.stands = False


NAME = RosterField("name")
LEAVES = "→ the next value · typing replaces it"


class ForceRowForm(KeyedScreen[Path]):
    """The form of a row, which returns the path of the edited row."""

    commands = KEYS["roster_form"]

    def __init__(self, draft: ForceDraft, row: OutlineRow) -> None:
        super().__init__()
        self.draft = draft
        self.row = row
        self.refused = False
        self.fields: list[FieldRow] = []
        self._fill()
        self.form = Questionnaire(lambda: self.fields)
        self.parts = (PagingKeys(self._go),)

    def _fill(self) -> None:
        """Rebuild the rows from the force."""
        paths = {row.path: row for row in build_outline(self.draft)}
        self.row = paths.get(self.row.path, self.row)
        table = get_value_at_path(self.draft.data, self.row.path)
        fields = list_editable_fields(self.draft, self.row)
        if isinstance(table, int):  # { rifle = 5 }: a line of figures that gives only a number
            table = {"profile": str(self.row.path[-1]), "count": table}
        called = self.row.path[-1] if self.row.what == "thing" else table.get("name", "")
        first = [] if self.row.what == "figures" else [FieldRow(self.draft, NAME, called)]
        self.fields = [*first, *(FieldRow(self.draft, f, table.get(f.key)) for f in fields)]

    def compose(self) -> ComposeResult:
        one = self.row.part.one if self.row.part else "force"
        one = "figures" if self.row.what == "figures" else one
        yield FormPanel(self.form, [(self.row.name, "bold"), f" · {one}"], LEAVES)
        yield RulesPanel(self.draft, lambda: self.row)
        yield BottomRule()
        yield NoticeLine()
        yield Footer(
            select_commands(
                KEYS["roster_form"],
                "go_to_next_row",
                "up",
                "down",
                "change_answer",
                "complete_word",
                "leave",
            )
        )

    def redraw(self) -> None:
        for widget in self.query("Panel"):
            widget.refresh()

    @property
    def current_row(self) -> FieldRow:
        return self.fields[self.form.at]

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        self.current_row.handle_character(character)
        self.redraw()
        return True

    def run_command(self, command: KeyCommand) -> None:
        super().run_command(command)
        if self.is_current:
            self.redraw()

    def apply_current_row(self) -> bool:
        """Apply the current row's text. Return False if it cannot be read."""
        here = self.current_row
        if not here.is_changed:
            return True
        try:
            self._take(here)
        except Refused as refused:
            self.show_message(refused.message, bad=True)
            self.refused = True
            return False
        self.refused = False
        self.show_message("")
        self._fill()
        return True

    def _take(self, here: FieldRow) -> None:
        if here.field is not NAME:
            _, path = force_row_edits.fill_field(self.draft, self.row, here.field, here.text)
        else:
            force_row_edits.rename_typed_row(self.draft, self.row, here.text)
            path = self.row.path
            if self.row.what == "thing":
                path = (path[0], " ".join(here.text.split()))
        found = {row.path: row for row in build_outline(self.draft)}
        self.row = found.get(path, self.row)

    # ------------------------------------------------------------------------------ commands

    def do_go_to_next_row(self) -> None:
        last = self.form.at == len(self.fields) - 1
        if not self.apply_current_row():
            return
        if last:
            self.dismiss(self.row.path)
        else:
            self.form.move_cursor(1)

    def _go(self, step: int) -> None:
        if self.apply_current_row():
            self.form.move_cursor(step)

    def do_change_answer(self) -> None:
        self.current_row.change_answer(1)

    def do_change_answer_back(self) -> None:
        self.current_row.change_answer(-1)

    def do_complete_word(self) -> None:
        self.current_row.complete_word()

    def do_erase_last_character(self) -> None:
        self.current_row.erase_last_character()

    def do_clear_field(self) -> None:
        self.current_row.clear_field()

    def do_leave(self) -> None:
        """Apply the text and leave. If it is unreadable, leave only on the second attempt."""
        said = self.refused
        if self.apply_current_row() or said:
            self.dismiss(self.row.path)
