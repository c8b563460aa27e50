"""A form with a row for each question. The current row is expanded and handles the keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Generic, TypeVar, cast

from textual.content import Content

from tracker.procedures.declared.house_tables import HouseTable
from tracker.procedures.ruleset import HouseRule, Ruleset
from tracker.vocabulary.events import Json, Scalar
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.terminal_text_fitting import StyledText, fill_line, join_styled, wrap_styled, wrap_text
from tui.widgets.clickable_text import make_content_clickable, render_key_hint
from tui.widgets.list_rows import PagingKeys, draw_pointer, make_selectable_row
from tui.widgets.panel import TOP_EDGES, Panel

V = TypeVar("V")
CURSOR: StyledText = ("▌", "$primary")
MAX_TEXT_LENGTH = 200
MAX_SHOWN_LENGTH = 40
MAX_DIGIT_ROWS = 9


@dataclass(eq=False)
class FormRow:
    """A question with its answer. A digit selects a ``numbered`` row."""

    label: str
    numbered: bool = field(default=False, kw_only=True)

    def render_row(self, index: int, width: int, *, marked: bool) -> list[Content]:
        """Render the question, with its answer on the right."""
        sign = self.format_row_digit(index)
        number = (f"{sign} " if sign else " ", "$primary")
        label = (self.label, "bold" if marked else "")
        answer = (f" {self.format_answer(marked=marked)} ", "$success")
        return [fill_line(width, [draw_pointer(marked=marked), number, label], [answer])]

    def format_row_digit(self, index: int) -> str:
        """Return the row's digit (0 for the tenth), or a space, or "" if rows have no digits."""
        digit = str((index + 1) % 10) if index <= MAX_DIGIT_ROWS else " "
        return digit if self.numbered else ""

    def format_answer(self, *, marked: bool) -> str:
        return ""

    def render_expanded(self, width: int, height: int) -> list[Content]:
        """Render the details that the row shows while it is current."""
        return []

    def handle_character(self, character: str) -> bool:
        """Handle a character. Return False if the row does not use it."""
        return False

    def erase_last_character(self) -> None:
        """Delete the last typed character."""

    def check_answer(self) -> None:
        """Check the answer before Enter leaves the row. Raises ``Refused`` if it is wrong."""

    def change_answer(self, step: int) -> None:
        """Choose the next answer, or the previous one if ``step`` is negative."""


@dataclass(eq=False)
class TextRow(FormRow):
    """A row for free text. If no text is typed, its value is ``proposed``."""

    proposed: str = ""
    hint: str = field(default="", kw_only=True)
    check: Callable[[str], object] = field(default=str, kw_only=True)
    text: str = field(default="", init=False)

    @property
    def value(self) -> str:
        return self.text or self.proposed

    def check_answer(self) -> None:
        if self.text.strip():
            self.check(self.text)

    def format_answer(self, *, marked: bool) -> str:
        return "" if marked else self.value[:MAX_SHOWN_LENGTH]

    def render_expanded(self, width: int, height: int) -> list[Content]:
        hint = wrap_styled(self.hint, width - 6, "$quiet", head="    ")
        if not self.text and self.proposed:
            return [join_styled(["    ", (self.proposed, "$quiet")]), *hint]
        *first, last = wrap_text(self.text, width - 8)[-2:] or [""]
        return [
            *(join_styled(["    ", (each, "bold")]) for each in first),
            join_styled(["    ", (last, "bold"), CURSOR]),
            *hint,
        ]

    def handle_character(self, character: str) -> bool:
        self.text = (self.text + character)[:MAX_TEXT_LENGTH]
        return True

    def erase_last_character(self) -> None:
        self.text = self.text[:-1]


@dataclass(eq=False)
class NumberRow(FormRow):
    """A row for a number, by default ``proposed()``. Typing replaces it. 0 is shown as open."""

    proposed: Callable[[], int]
    hint: Callable[[], str]
    _: KW_ONLY
    minimum: int
    maximum: int
    shows_typed: bool
    text: str = field(default="", init=False)
    is_replaced_by_typing: bool = field(default=True, init=False)

    @property
    def value(self) -> int:
        return int(self.text) if self.text else self.proposed()

    def format_answer(self, *, marked: bool) -> str:
        return str(self.value or "open")

    def render_expanded(self, width: int, height: int) -> list[Content]:
        if self.shows_typed:
            hint = (f" {self.hint()}", "$quiet")
            return [join_styled(["    ", (self.text, "bold"), CURSOR, hint])]
        return wrap_styled(self.hint(), width - 6, "$quiet", head="    ")

    def handle_character(self, character: str) -> bool:
        if not is_whole_number(character):
            return False
        before = "" if self.is_replaced_by_typing else self.text
        self.text = str(min(int(before + character), self.maximum))
        self.is_replaced_by_typing = False
        return True

    def erase_last_character(self) -> None:
        self.text = self.text[:-1]
        self.is_replaced_by_typing = not self.text

    def change_answer(self, step: int) -> None:
        self.text = str(max(self.minimum, min(self.maximum, self.value + step)))
        self.is_replaced_by_typing = True


@dataclass(eq=False)
class ChoiceRow(FormRow, Generic[V]):
    """A row with several choices. Digits, ← and → select one, which is passed to ``on_change``."""

    values: Callable[[], Sequence[V]]
    value: V
    format_value: Callable[[V], str] = str
    _: KW_ONLY
    format_short: Callable[[V], str] | None = None
    on_change: Callable[[V], None] | None = None

    def format_answer(self, *, marked: bool) -> str:
        return (self.format_short or self.format_value)(self.value)

    def render_expanded(self, width: int, height: int) -> list[Content]:
        values = list(self.values())
        current = values.index(self.value) if self.value in values else 0
        lines = []
        for index, value in enumerate(values):
            digit = (f" {index + 1 if index < MAX_DIGIT_ROWS else ' '} ", "$primary")
            sign = ("● " if value == self.value else "  ", "$success")
            line = join_styled(["   ", digit, sign, self.format_value(value)])
            keys = ["right" if index > current else "left"] * abs(index - current)
            lines.append(make_content_clickable(line, keys))
        return lines

    def handle_character(self, character: str) -> bool:
        values = self.values()
        if not is_whole_number(character) or not 1 <= int(character) <= len(values):
            return is_whole_number(character)
        self._choose(values[int(character) - 1])
        return True

    def change_answer(self, step: int) -> None:
        values = list(self.values())
        index = values.index(self.value) if self.value in values else min(-step, 0)
        if values:
            self._choose(values[(index + step) % len(values)])

    def _choose(self, value: V) -> None:
        self.value = value
        if self.on_change is not None:
            self.on_change(value)


class HouseRuleRow(FormRow):
    """A row for a house rule, with its value in ``options``. Space selects the next value."""

    def __init__(
        self,
        option: HouseRule,
        options: dict[str, Scalar],
        label: str = "",
        *,
        numbered: bool = True,
    ) -> None:
        super().__init__(label or option.name.replace("_", " "), numbered=numbered)
        self.option = option
        self.options = options
        self.is_question = bool(label)

    @property
    def value(self) -> Scalar:
        return self.options.get(self.option.name, self.option.default)

    def render_row(self, index: int, width: int, *, marked: bool) -> list[Content]:
        """Render the row. A dot marks a value that is not the default."""
        is_default = self.value == self.option.default
        if not self.is_question:
            style = "$success" if is_default else "$warning bold"
            answer: StyledText = (f" {format_house_rule_value(self.value)} ", style)
            name: StyledText = (self.label, "bold" if marked else "")
            dot = " " if is_default else "•"
            return [fill_line(width, [draw_pointer(marked=marked), dot, name], [answer])]
        style = "$success bold" if marked else "$success"
        answer = (f" {format_house_rule_value(self.value)} ", style)
        first, *others = wrap_text(self.label, width - 26) or [""]
        digit = (self.format_row_digit(index), "$primary")
        left: list[StyledText] = [draw_pointer(marked=marked), digit, " ", first]
        return [fill_line(width, left, [answer]), *(join_styled(["    ", each]) for each in others)]

    def render_expanded(self, width: int, height: int) -> list[Content]:
        other_values = (each for each in self.option.values if each != self.value)
        others = ", ".join(map(format_house_rule_value, other_values))
        indent, text_width = ("    ", width - 6) if self.is_question else ("     ", width - 8)
        space = render_key_hint("Space", others, ["right"])
        texts = wrap_styled(self.option.text, text_width, "$quiet", head=indent)
        return [*texts, join_styled([indent, space])]

    def handle_character(self, character: str) -> bool:
        if character == " ":
            self.change_answer(1)
        return character == " "

    def change_answer(self, step: int) -> None:
        values = list(self.option.values)
        index = values.index(self.value) + step if self.value in values else 0
        self.options[self.option.name] = values[index % len(values)]


def format_house_rule_value(value: Scalar) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return re.sub(r"(?<=\d)_(?=\d)", "-", str(value)).replace("_", " ")


class HouseTableRows:
    """The form rows of house tables. They keep their contents even if the option changes."""

    def __init__(self, options: dict[str, Scalar]) -> None:
        self.options = options
        self._rows: dict[tuple[str, str], list[TextRow]] = {}

    def insert_table_rows(self, rules: Ruleset, rows: Sequence[HouseRuleRow]) -> list[FormRow]:
        """Return ``rows`` with each house table's rows below the house rule that needs them.

        The added rows are numbered if the house rule's row is.
        """
        form_rows: list[FormRow] = []
        for row in rows:
            form_rows.append(row)
            for table in rules.house_tables:
                if table.option == row.option.name and self._is_in_use(table):
                    table_rows = self._get_rows(rules, table)
                    for table_row in table_rows:
                        table_row.numbered = row.numbered
                    form_rows += table_rows
        return form_rows

    def collect_table_values(self, rules: Ruleset) -> dict[str, dict[str, Json]]:
        """Collect the contents of the tables in use, without empty rows."""
        values: dict[str, dict[str, Json]] = {}
        for table in filter(self._is_in_use, rules.house_tables):
            rows = zip(table.rows, self._get_rows(rules, table), strict=True)
            entries = {name: table.parse_row(row.text) for name, row in rows if row.text.strip()}
            values[table.table] = cast(dict[str, Json], entries)
        return values

    def _is_in_use(self, table: HouseTable) -> bool:
        return self.options.get(table.option) == table.value

    def _get_rows(self, rules: Ruleset, table: HouseTable) -> list[TextRow]:
        key = (rules.id, table.table)
        if key not in self._rows:
            labels = map(table.called.format, table.rows)
            self._rows[key] = [TextRow(label, "nothing", hint=table.row_hint) for label in labels]
        return self._rows[key]


class Questionnaire:
    """The rows of a form, with a cursor on the current row."""

    def __init__(self, rows: Callable[[], Sequence[FormRow]]) -> None:
        self.rows = rows
        self.cursor = 0

    @property
    def current_row(self) -> FormRow:
        rows = self.rows()
        self.cursor = max(0, min(self.cursor, len(rows) - 1))
        return rows[self.cursor] if rows else FormRow("")

    def go_to_row(self, row: FormRow) -> None:
        self.cursor = self.rows().index(row)

    def move_cursor(self, step: int) -> bool:
        before, self.cursor = self.cursor, max(0, min(len(self.rows()) - 1, self.cursor + step))
        return self.cursor != before

    def measure_height(self, width: int) -> int:
        return len(self.rows()) + len(self.current_row.render_expanded(width, 99))

    def render_rows(self, width: int, height: int) -> list[Content]:
        """Render the rows that fit around the current row, and cut its details if necessary."""
        rows = self.rows()
        self.cursor = max(0, min(self.cursor, len(rows) - 1))
        lines: list[Content] = []
        marked_line = 0
        room = height - len(rows)
        for index, row in enumerate(rows):
            marked = index == self.cursor
            if marked:
                marked_line = len(lines)
            head = row.render_row(index, width, marked=marked)
            lines += [make_selectable_row(line, index, self.cursor) for line in head]
            if marked:
                expanded = row.render_expanded(width, room)
                lines += expanded[:room] if room > 0 else expanded
        start = max(0, min(marked_line - height // 3, len(lines) - height))
        return lines[start : start + height]


class FormKeys(PagingKeys):
    def __init__(self, form: Questionnaire, redraw: Callable[[], None]) -> None:
        super().__init__(self._move_cursor_and_redraw)
        self.form = form
        self.redraw = redraw

    def _move_cursor_and_redraw(self, step: int) -> None:
        self.form.move_cursor(step)
        self.redraw()

    def do_change_answer(self) -> None:
        self.form.current_row.change_answer(1)
        self.redraw()

    def do_change_answer_back(self) -> None:
        self.form.current_row.change_answer(-1)
        self.redraw()

    def do_erase_last_character(self) -> None:
        self.form.current_row.erase_last_character()
        self.redraw()


class FormPanel(Panel):
    def __init__(
        self, form: Questionnaire, about: Sequence[StyledText], right_title: str = ""
    ) -> None:
        super().__init__(TOP_EDGES)
        self.form = form
        self.about = about
        self.right_title = right_title

    def render_title(self) -> Sequence[StyledText]:
        return self.about

    def render_right_title(self) -> Sequence[StyledText]:
        return [self.right_title] if self.right_title else []

    def render_body(self, width: int, height: int) -> list[Content]:
        return self.form.render_rows(width, height)
