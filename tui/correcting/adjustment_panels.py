"""The panels for manual adjustments: for choosing a subject, for its rows, for all units."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.procedures.pieces.manual_adjustments.adjustable_values import StateRow
from tracker.vocabulary.subject_ids import SideId, Subject, is_side
from tui.correcting.adjustment_form import AdjustmentForm
from tui.correcting.adjustment_sheet import (
    find_subject_side,
    format_subject_label,
    get_row_key,
    get_subject_number,
    list_matching_subjects,
)
from tui.terminal_text_fitting import Piece, count_cells, cut_text, fill_line, join_pieces, pad_text
from tui.widgets.clickable_text import (
    list_typing_keys,
    make_content_clickable,
    make_markable_row,
    render_key_hints,
)
from tui.widgets.key_footers import CLOSED
from tui.widgets.panel import Panel, PanelEdges

STANDS = 14
LONGEST_COLUMN = 11
CURSOR = "▌"


class AdjustmentPanel(Panel):
    """A panel that draws the form's current stage."""

    def __init__(self, form: AdjustmentForm) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.form = form

    def render_title(self) -> Iterable[Piece]:
        form = self.form
        what = "table check" if form.stage == "grid" else "fix by hand"
        pieces: list[Piece] = [what]
        if form.about is not None:
            number = form.game.history.get_line_number(form.about)
            pieces.append(f" · line {number} was played wrong")
        elif form.closes:
            pieces.append(" · outcome only, dice not seen")
        return pieces

    def render_right_title(self) -> Iterable[Piece]:
        count = len(self.form.sheet.changed_values)
        return [(f"{count} changed", "$success" if count else "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        match self.form.stage:
            case "pick":
                return self._pick(width, height)
            case "rows":
                return self._rows(width, height)
            case "grid":
                return self._grid(width, height)

    # ------------------------------------------------------------------------------- picking

    def _pick(self, width: int, height: int) -> list[Content]:
        form = self.form
        state = form.game.state
        lines: list[Content] = []
        meant = set(form.list_candidates()) if form.typed else set()
        for place, side in enumerate(state.info.sides, start=1):
            mine = side.id == form.side
            head = f" {side.name.upper()}"
            tell = "" if mine else "  (Tab)"
            lines.append(
                fill_line(width, [(head, f"$side-{min(place, 2)} bold"), (tell, "$quiet")])
            )
            names = [
                self._named(subject, subject in meant, side.id)
                for subject in form.sheet.list_subjects()
                if find_subject_side(state, subject) == side.id and not is_side(subject)
            ]
            lines += _in_columns(names, width)
        who: list[Piece] = [" who: ", (form.typed, "bold"), (CURSOR, "$primary")]
        keys = [("0", "all units on one sheet: the table check")]
        if any(is_side(subject) for subject in form.sheet.list_subjects()):
            points = "VP, " if form.game.ruleset.setting_right.points else ""
            keys.append(("v", f"{points}further units"))
        told = join_pieces([" ", render_key_hints([*keys, ("p", "phase")], width - 1, "   ")])
        return [*lines[: height - 3], Content(""), told, fill_line(width, who)]

    def _named(self, subject: Subject, meant: bool, side: SideId) -> Content:
        changed = any(key[0] == subject for key in self.form.sheet.changed_values)
        text = format_subject_label(self.form.game.state, subject)
        style = "$warning" if changed else "bold" if meant else ""
        told = join_pieces([(f"{'*' if changed else ' '}{text}", style)])
        number = get_subject_number(self.form.game.state, subject)
        begun = (number[:length] for length in range(1, len(number) + 1))
        enough = [
            each
            for each in begun
            if list_matching_subjects(self.form.sheet, side, each) == [subject]
        ]
        other = ["tab"] if side != self.form.side else []
        return (
            make_content_clickable(told, [*other, *list_typing_keys(enough[0])]) if enough else told
        )

    # ---------------------------------------------------------------------------------- rows

    def _rows(self, width: int, height: int) -> list[Content]:
        form = self.form
        head = fill_line(
            width, [], [(pad_text("stands", STANDS) + pad_text("will be", STANDS), "$quiet")]
        )
        lines: list[Content] = []
        focus, before = 0, ""
        for place, row in enumerate(form.list_rows()):
            if row.subject != before:
                before = row.subject
                lines.append(self._section(row.subject, width))
            if place == form.at:
                focus = len(lines)
            told = self._row(row, width, here=place == form.at)
            lines.append(make_markable_row(told, place, form.at))
        room = max(height - 2, 1)
        start = max(0, min(focus - room // 2, len(lines) - room))
        shown = lines[start : start + room]
        shown += [Content("")] * (room - len(shown))
        return [head, *shown, self._said(width)]

    def _section(self, subject: Subject, width: int) -> Content:
        state = self.form.game.state
        side = find_subject_side(state, subject)
        names = {each.id: (place, each.name) for place, each in enumerate(state.info.sides, 1)}
        place, name = names.get(side, (0, "game")) if side is not None else (0, "game")
        colour = f"$side-{min(place, 2)} bold" if place else "bold"
        own = "" if is_side(subject) else f" {format_subject_label(state, subject)}"
        return fill_line(width, [(f" {name.upper()}", colour), (own, "bold")])

    def _row(self, row: StateRow, width: int, *, here: bool) -> Content:
        sheet = self.form.sheet
        value = sheet.get_shown_value(row)
        changed = get_row_key(row) in sheet.changed_values
        pointer: Piece = ("▸", "$primary bold") if here else " "
        typed = f"{sheet.typed}{CURSOR}" if here else ""
        now = f"{value} {typed}" if changed or here else ""
        style = "$warning bold" if changed else "bold" if here else ""
        columns: list[Piece] = [
            (pad_text(row.value, STANDS - 1) + " ", "$quiet"),
            (pad_text(now, STANDS), style),
        ]
        return fill_line(width, [pointer, f"   {row.word}"], columns)

    # ---------------------------------------------------------------------------------- grid

    def _grid(self, width: int, height: int) -> list[Content]:
        sheet, columns = self.form.sheet, self.form.sheet.list_column_headings()
        each = min(LONGEST_COLUMN, (width - 18) // max(len(columns), 1))
        heads: list[Piece] = [(pad_text(column, each - 1) + " ", "$quiet") for column in columns]
        lines: list[Content] = []
        focus = 0
        for place, (subject, found) in enumerate(sheet.list_grid_rows()):
            if place == self.form.at:
                focus = len(lines)
            told = self._line(place, subject, found, each, width)
            lines.append(make_markable_row(told, place, self.form.at))
        room = max(height - 2, 1)
        start = max(0, min(focus - room // 2, len(lines) - room))
        shown = lines[start : start + room]
        shown += [Content("")] * (room - len(shown))
        return [fill_line(width, [], heads), *shown, self._said(width)]

    def _line(
        self, place: int, subject: Subject, found: dict[str, StateRow], each: int, width: int
    ) -> Content:
        form = self.form
        state = form.game.state
        side = find_subject_side(state, subject)
        places = {one.id: number for number, one in enumerate(state.info.sides, 1)}
        colour = f"$side-{min(places[side], 2)}" if side in places else ""
        name = format_subject_label(state, subject)
        letter = "" if side is None or is_side(subject) else form.game.match.handle(side).upper()
        pieces: list[Piece] = []
        for number, column in enumerate(form.sheet.list_column_headings()):
            here = place == form.at and number == form.column
            pieces.append(self._cell(found.get(column), each, here=here))
        pointer: Piece = ("▸", "$primary bold") if place == form.at else " "
        head = f"{name} VP" if is_side(subject) else f"{letter}{name}"
        room = width - each * len(pieces) - 1
        return fill_line(width, [pointer, (cut_text(head, room), colour)], pieces)

    def _cell(self, row: StateRow | None, each: int, *, here: bool) -> Piece:
        if row is None:
            return (pad_text(f"{CURSOR}" if here else "", each), "$primary" if here else "")
        sheet = self.form.sheet
        value = sheet.get_shown_value(row)
        changed = get_row_key(row) in sheet.changed_values
        text = f"{row.value}→{value}" if changed else value
        if count_cells(text) > each - 2 and changed:
            text = f"→{value}"
        if here:
            text = cut_text(text, each - 2) + CURSOR
        style = "$warning bold" if changed else "$primary bold" if here else ""
        return (pad_text(text, each - 1) + " ", style)

    def _said(self, width: int) -> Content:
        """Render the error in the typed text, or the values that the row can have."""
        form = self.form
        if form.sheet.wrong:
            return fill_line(width, [(f" × {form.sheet.wrong}", "$error")])
        here = form.current_row()
        if here is None:
            return fill_line(width, [""])
        how = (
            "type the number, or +1" if here.counts else f"→ or type: {' · '.join(here.values[:7])}"
        )
        who = format_subject_label(form.game.state, here.subject)
        return fill_line(width, [(f" {' '.join((who, here.word)).strip()}: {how}", "$quiet")])


class AdjustmentLine(Panel):
    """A panel with the line that will be written, or the reason being typed."""

    DEFAULT_CSS = "AdjustmentLine { height: 1; }"

    def __init__(self, form: AdjustmentForm) -> None:
        super().__init__(CLOSED)
        self.form = form

    def render_title(self) -> Iterable[Piece]:
        form = self.form
        text = form.sheet.build_line()
        if text and form.about is not None:
            text += f" about {form.game.history.get_line_number(form.about)}"
        if form.giving_reason:
            return ["why: ", (form.reason.text, "bold"), (CURSOR, "$primary")]
        if form.reason.text:
            text = f"{text} # {form.reason.text}"
        return [(text, "$secondary")] if text.strip() else []


def _in_columns(names: list[Content], width: int) -> list[Content]:
    """Arrange names in as many columns as fit."""
    if not names:
        return []
    each = min(max(name.cell_length for name in names) + 2, width - 2)
    across = max(1, (width - 2) // each)
    lines = []
    for start in range(0, len(names), across):
        row = names[start : start + across]
        fitted = [
            name.truncate(each, ellipsis=True).pad_right(each - name.cell_length) for name in row
        ]
        lines.append(join_pieces(["  ", *fitted]))
    return lines
