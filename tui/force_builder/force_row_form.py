"""The form for a row of a force. A typed value is applied when the cursor leaves its field."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content

from tracker.application.errors import Refused
from tracker.application.force_building import force_row_edits
from tracker.application.force_building.figure_weapon_variants import list_possible_field_words
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.force_outline import (
    NO,
    YES,
    OutlineRow,
    build_outline,
    describe_field_value,
    list_editable_fields,
)
from tracker.application.force_building.roster_toml_edits import get_value_at_path
from tracker.procedures.declared.force_format import RosterField
from tracker.vocabulary.toml_reader import Path
from tui.force_builder.force_panels import ForceProblemsPanel
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import KeyedScreen
from tui.terminal_text_fitting import StyledText, fill_line, wrap_styled
from tui.widgets.list_rows import PagingKeys, draw_pointer
from tui.widgets.questionnaire_form import (
    CURSOR,
    MAX_TEXT_LENGTH,
    FormKeys,
    FormPanel,
    FormRow,
    Questionnaire,
)
from tui.widgets.screen_bottom_lines import compose_screen_footer

LABEL_WIDTH = 18


class FieldRow(FormRow):
    """A field of a row. Typing replaces its value, unless the first key is a comma or a space."""

    def __init__(self, draft: ForceDraft, field: RosterField, value: object) -> None:
        super().__init__(field.key.replace("_", " "))
        self.draft = draft
        self.field = field
        self.original = self.text = describe_field_value(value)
        self.is_replaced_by_typing = True

    @property
    def is_changed(self) -> bool:
        return self.text.strip() != self.original

    def render_row(self, index: int, width: int, *, marked: bool) -> list[Content]:
        """Render the value on the left, beside the label, because lists can be long."""
        label: StyledText = (f" {self.label:<{LABEL_WIDTH}}", "bold" if marked else "")
        value: list[StyledText]
        if marked:
            value = [(self.text, "bold"), CURSOR]
        else:
            value = [self.text or (self.field.absent, "$quiet")]
        return [fill_line(width, [draw_pointer(marked=marked), label, *value])]

    def render_expanded(self, width: int, height: int) -> list[Content]:
        indent = " " * (LABEL_WIDTH + 2)
        hints = wrap_styled(self._describe_values(), width - LABEL_WIDTH - 4, "$quiet", indent)
        return hints[: max(height, 1)]

    def _describe_values(self) -> str:
        field = self.field
        match field.kind:
            case "number":
                maximum = f" to {field.most}" if field.most < 1_000_000 else " on"
                description = f"a whole number, {field.least}{maximum}"
            case "flag":
                description = f"{YES} or {NO}"
            case "value":
                description = "as in the file"
            case _:
                words = self._list_fitting_words()
                description = ", ".join(words[:24]) + (" …" if len(words) > 24 else "")
                description = description or "any words"
                description += ", or your own words" if field.free and words else ""
        return description + (f" · if left out: {field.absent}" if field.absent else "")

    def _list_words(self) -> list[str]:
        if self.field.kind == "flag":
            return [YES, NO]
        return list_possible_field_words(self.draft, self.field)

    def _list_fitting_words(self) -> list[str]:
        typed = self._split_text()[-1].strip().casefold()
        fitting = [word for word in self._list_words() if word.casefold().startswith(typed)]
        if self.is_replaced_by_typing or not fitting or fitting == [typed]:
            return self._list_words()
        return fitting

    def _split_text(self) -> list[str]:
        return self.text.split(",") if self.field.kind == "words" else [self.text]

    def handle_character(self, character: str) -> bool:
        adds = character in ", " and self.field.kind in ("words", "text")
        before = "" if self.is_replaced_by_typing and not adds else self.text
        self.text, self.is_replaced_by_typing = (before + character)[:MAX_TEXT_LENGTH], False
        return True

    def erase_last_character(self) -> None:
        self.text, self.is_replaced_by_typing = self.text[:-1], False

    def clear_field(self) -> None:
        self.text, self.is_replaced_by_typing = "", False

    def change_answer(self, step: int) -> None:
        """Choose the word or number that is ``step`` places further. In a list, change the last
        word.
        """
        field = self.field
        if field.kind == "number":
            number = int(self.text) if self.text.lstrip("-").isdigit() else field.least - step
            self.text = str(max(field.least, min(field.most, number + step)))
            return
        words = self._list_words()
        if not words:
            return
        *before, last = self._split_text()
        keys = [word.casefold() for word in words]
        index = keys.index(last.strip().casefold()) + step if last.strip().casefold() in keys else 0
        self._set_last_word(before, words[index % len(words)])

    def complete_word(self) -> None:
        fitting = self._list_fitting_words()
        if fitting and self._split_text()[-1].strip():
            self._set_last_word(self._split_text()[:-1], fitting[0])

    def _set_last_word(self, before: list[str], word: str) -> None:
        self.text = ", ".join([*(part.strip() for part in before), word])
        self.is_replaced_by_typing = False


NAME_FIELD = RosterField("name")
FORM_HINT = "→ the next value · typing replaces it"


class ForceRowForm(KeyedScreen[Path]):
    commands = KEYS["roster_form"]
    redraws_after_command = True

    def __init__(self, draft: ForceDraft, row: OutlineRow) -> None:
        super().__init__()
        self.draft = draft
        self.row = row
        self.was_refused = False
        self.fields: list[FieldRow] = []
        self._build_fields()
        self.form = Questionnaire(lambda: self.fields)
        self.parts = (PagingKeys(self._apply_and_move_cursor), FormKeys(self.form, self.redraw))

    def _build_fields(self) -> None:
        self._go_to_row_at(self.row.path)
        table = get_value_at_path(self.draft.data, self.row.path)
        fields = list_editable_fields(self.draft, self.row)
        if isinstance(table, int):  # { rifle = 5 }: a line of figures that gives only a number
            table = {"profile": str(self.row.path[-1]), "count": table}
        name = self.row.path[-1] if self.row.what == "thing" else table.get("name", "")
        self.fields = [FieldRow(self.draft, field, table.get(field.key)) for field in fields]
        if self.row.what != "figures":
            self.fields.insert(0, FieldRow(self.draft, NAME_FIELD, name))

    def compose(self) -> ComposeResult:
        kind = self.row.part.one if self.row.part else "force"
        kind = "figures" if self.row.what == "figures" else kind
        yield FormPanel(self.form, [(self.row.name, "bold"), f" · {kind}"], FORM_HINT)
        yield ForceProblemsPanel(self.draft, lambda: self.row)
        yield from compose_screen_footer(FOOTERS["roster_form"])

    @property
    def current_row(self) -> FieldRow:
        return self.fields[self.form.cursor]

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        self.current_row.handle_character(character)
        self.redraw()
        return True

    def apply_current_row(self) -> bool:
        """Apply the current row's text. Return False if it cannot be read."""
        row = self.current_row
        if not row.is_changed:
            return True
        try:
            self._apply_text(row)
        except Refused as refused:
            self.show_refusal(refused.message)
            self.was_refused = True
            return False
        self.was_refused = False
        self.show_message("")
        self._build_fields()
        return True

    def _apply_text(self, field_row: FieldRow) -> None:
        if field_row.field is not NAME_FIELD:
            _, path = force_row_edits.set_or_remove_field(
                self.draft, self.row, field_row.field, field_row.text
            )
        else:
            force_row_edits.rename_row(self.draft, self.row, field_row.text)
            path = self.row.path
            if self.row.what == "thing":
                path = (path[0], " ".join(field_row.text.split()))
        self._go_to_row_at(path)

    def _go_to_row_at(self, path: Path) -> None:
        rows_by_path = {row.path: row for row in build_outline(self.draft)}
        self.row = rows_by_path.get(path, self.row)

    def do_go_to_next_row(self) -> None:
        last = self.form.cursor == len(self.fields) - 1
        if not self.apply_current_row():
            return
        if last:
            self.dismiss(self.row.path)
        else:
            self.form.move_cursor(1)

    def _apply_and_move_cursor(self, step: int) -> None:
        if self.apply_current_row():
            self.form.move_cursor(step)

    def do_complete_word(self) -> None:
        self.current_row.complete_word()

    def do_clear_field(self) -> None:
        self.current_row.clear_field()

    def do_apply_and_leave(self) -> None:
        """Apply the text and leave. If the text is refused, leave only on the second attempt."""
        was_refused = self.was_refused
        if self.apply_current_row() or was_refused:
            self.dismiss(self.row.path)
