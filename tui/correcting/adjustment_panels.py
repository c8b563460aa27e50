"""The panels for manual adjustments, which show all subjects, one subject's rows or all units."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.procedures.pieces.manual_adjustments.adjustable_property import AdjustmentRow
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import SideId, Subject, is_side
from tui.correcting.adjustment_form import AdjustmentForm
from tui.correcting.adjustment_sheet import (
    format_subject_label,
    get_number_within_side,
    get_row_key,
    list_matching_subjects,
)
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_text,
    fill_line,
    fit_content,
    join_styled,
    pad_text,
)
from tui.widgets.clickable_text import list_keys_to_type, make_content_clickable, render_key_hints
from tui.widgets.list_rows import draw_pointer, find_first_shown_row, make_selectable_row
from tui.widgets.panel import BOTTOM_EDGES, TOP_EDGES, LinePanel, ModelPanel

VALUE_WIDTH = 14
MAX_COLUMN_WIDTH = 11
CURSOR = "▌"


class AdjustmentPanel(ModelPanel[AdjustmentForm]):
    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        form = self.model
        title = "table check" if form.stage == "grid" else "fix by hand"
        if form.about is not None:
            number = form.game.history.get_line_number(form.about)
            return [title, f" · line {number} was misplayed"]
        return [title, " · outcome only, without dice"] if form.closes else [title]

    def render_right_title(self) -> Iterable[StyledText]:
        count = len(self.model.sheet.changed_values)
        return [(f"{count} changed", "$success" if count else "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        match self.model.stage:
            case "pick":
                return self._render_picker(width, height)
            case "rows":
                return self._render_value_rows(width, height)
            case "grid":
                return self._render_grid(width, height)

    def _render_picker(self, width: int, height: int) -> list[Content]:
        form = self.model
        state = form.game.state
        lines: list[Content] = []
        candidates = set(form.list_subjects_matching_input()) if form.typed else set()
        for number, side in enumerate(state.info.sides, start=1):
            head = (f" {side.name.upper()}", f"$side-{min(number, 2)} bold")
            hint = "" if side.id == form.side else "  (Tab)"
            lines.append(fill_line(width, [head, (hint, "$quiet")]))
            names = [
                self._render_subject_name(subject, subject in candidates, side.id)
                for subject in form.sheet.list_subjects()
                if state.find_side(subject) == side.id and not is_side(subject)
            ]
            lines += _arrange_in_columns(names, width)
        prompt: list[StyledText] = [" who: ", (form.typed, "bold"), (CURSOR, "$primary")]
        keys = [("0", "all units on one sheet")]
        if any(is_side(subject) for subject in form.sheet.list_subjects()):
            points = "VP, " if form.game.ruleset.setting_right.points else ""
            keys.append(("v", f"{points}new units"))
        hints = join_styled([" ", render_key_hints([*keys, ("p", "phase")], width - 1, "   ")])
        return [*lines[: height - 3], Content(""), hints, fill_line(width, prompt)]

    def _render_subject_name(self, subject: Subject, is_candidate: bool, side: SideId) -> Content:
        changed = any(key[0] == subject for key in self.model.sheet.changed_values)
        text = format_subject_label(self.model.game.state, subject)
        style = "$warning" if changed else "bold" if is_candidate else ""
        name = join_styled([(f"{'*' if changed else ' '}{text}", style)])
        number = get_number_within_side(self.model.game.state, subject)
        side_keys = ["tab"] if side != self.model.side else []
        for prefix in (number[:length] for length in range(1, len(number) + 1)):
            if list_matching_subjects(self.model.sheet, side, prefix) == [subject]:
                return make_content_clickable(name, [*side_keys, *list_keys_to_type(prefix)])
        return name

    def _render_value_rows(self, width: int, height: int) -> list[Content]:
        cursor = self.model.cursor
        heads = pad_text("now", VALUE_WIDTH) + pad_text("new", VALUE_WIDTH)
        head = fill_line(width, [], [(heads, "$quiet")])
        lines: list[Content] = []
        marked_line, previous = 0, ""
        for index, row in enumerate(self.model.list_rows()):
            if row.subject != previous:
                previous = row.subject
                lines.append(self._render_section(row.subject, width))
            if index == cursor:
                marked_line = len(lines)
            line = self._render_value_row(row, width, is_marked=index == cursor)
            lines.append(make_selectable_row(line, index, cursor))
        return self._render_window(head, lines, marked_line, width, height)

    def _render_window(
        self, head: Content, lines: list[Content], marked_line: int, width: int, height: int
    ) -> list[Content]:
        """Render the heading, the lines around the marked line, and a hint about the marked row."""
        room = max(height - 2, 1)
        start = find_first_shown_row(len(lines), marked_line, room)
        shown = lines[start : start + room]
        return [head, *shown, *[Content("")] * (room - len(shown)), self._render_row_hint(width)]

    def _render_section(self, subject: Subject, width: int) -> Content:
        state, side_id = self.model.game.state, self.model.game.state.find_side(subject)
        name = next((side.name for side in state.info.sides if side.id == side_id), "game")
        colour = f"{_choose_side_colour(state, subject)} bold".strip()
        label = "" if is_side(subject) else f" {format_subject_label(state, subject)}"
        return fill_line(width, [(f" {name.upper()}", colour), (label, "bold")])

    def _render_value_row(self, row: AdjustmentRow, width: int, *, is_marked: bool) -> Content:
        sheet = self.model.sheet
        value = sheet.get_shown_value(row)
        changed = get_row_key(row) in sheet.changed_values
        typed = f"{sheet.typed}{CURSOR}" if is_marked else ""
        new_value = f"{value} {typed}" if changed or is_marked else ""
        style = "$warning bold" if changed else "bold" if is_marked else ""
        columns: list[StyledText] = [
            (pad_text(row.value, VALUE_WIDTH - 1) + " ", "$quiet"),
            (pad_text(new_value, VALUE_WIDTH), style),
        ]
        return fill_line(width, [draw_pointer(marked=is_marked), f"   {row.word}"], columns)

    def _render_grid(self, width: int, height: int) -> list[Content]:
        sheet, columns = self.model.sheet, self.model.sheet.list_column_headings()
        column_width = min(MAX_COLUMN_WIDTH, (width - 18) // max(len(columns), 1))
        heads: list[StyledText] = [
            (pad_text(column, column_width - 1) + " ", "$quiet") for column in columns
        ]
        cursor = self.model.cursor
        rows = (
            self._render_grid_row(index, subject, cells, column_width, width)
            for index, (subject, cells) in enumerate(sheet.list_grid_rows())
        )
        lines = [make_selectable_row(row, index, cursor) for index, row in enumerate(rows)]
        return self._render_window(fill_line(width, [], heads), lines, cursor, width, height)

    def _render_grid_row(
        self,
        index: int,
        subject: Subject,
        cells: dict[str, AdjustmentRow],
        column_width: int,
        width: int,
    ) -> Content:
        form = self.model
        state = form.game.state
        side, head = state.find_side(subject), format_subject_label(state, subject)
        if is_side(subject):
            head = f"{head} {next(iter(cells.values())).word}"
        elif side is not None:
            head = f"{form.game.match.handle(side).upper()}{head}"
        is_marked = index == form.cursor
        pieces = [
            self._render_grid_cell(
                cells.get(column), column_width, is_marked=is_marked and number == form.column
            )
            for number, column in enumerate(form.sheet.list_column_headings())
        ]
        room = width - column_width * len(pieces) - 1
        name = (cut_text(head, room), _choose_side_colour(state, subject))
        return fill_line(width, [draw_pointer(marked=is_marked), name], pieces)

    def _render_grid_cell(
        self, row: AdjustmentRow | None, column_width: int, *, is_marked: bool
    ) -> StyledText:
        if row is None:
            return (pad_text(CURSOR if is_marked else "", column_width), "$primary")
        sheet = self.model.sheet
        value = sheet.get_shown_value(row)
        changed = get_row_key(row) in sheet.changed_values
        is_refused = is_marked and bool(sheet.error)
        new_value = sheet.typed if is_refused else value
        text = f"{row.value}→{new_value}" if changed or is_refused else value
        if count_cells(text) > column_width - 2 and (changed or is_refused):
            text = f"→{new_value}"
        if is_marked:
            text = cut_text(text, column_width - 2) + CURSOR
        style = "$warning bold" if changed else "$primary bold" if is_marked else ""
        if is_refused:
            style = "$error"
        return (pad_text(text, column_width - 1) + " ", style)

    def _render_row_hint(self, width: int) -> Content:
        form = self.model
        if form.sheet.error:
            return fill_line(width, [(f" × {form.sheet.error}", "$error")])
        row = form.current_row
        if row is None:
            return fill_line(width, [""])
        hint = (
            "type the number, or +1" if row.counts else f"→ or type: {' · '.join(row.values[:7])}"
        )
        label = f"{format_subject_label(form.game.state, row.subject)} {row.word}".strip()
        return fill_line(width, [(f" {label}: {hint}", "$quiet")])


class AdjustmentLine(LinePanel[AdjustmentForm]):
    """The panel that shows the line to be written or, while a reason is typed, the reason."""

    edges = BOTTOM_EDGES

    def render_title(self) -> Iterable[StyledText]:
        form = self.model
        text = form.sheet.format_adjustment_line_or_refusal()
        if text and form.about is not None:
            text += f" about {form.game.history.get_line_number(form.about)}"
        if form.is_giving_reason:
            return ["why: ", (form.reason.text, "bold"), (CURSOR, "$primary")]
        if form.reason.text:
            text = f"{text} # {form.reason.text}"
        return [(text, "$secondary")] if text.strip() else []


def _arrange_in_columns(names: list[Content], width: int) -> list[Content]:
    if not names:
        return []
    column_width = min(max(name.cell_length for name in names) + 2, width - 2)
    column_count = max(1, (width - 2) // column_width)
    fitted = [fit_content(name, column_width) for name in names]
    return [
        join_styled(["  ", *fitted[start : start + column_count]])
        for start in range(0, len(names), column_count)
    ]


def _choose_side_colour(state: State, subject: Subject) -> str:
    sides = [side.id for side in state.info.sides]
    side = state.find_side(subject)
    return f"$side-{min(sides.index(side) + 1, 2)}" if side is not None else ""
