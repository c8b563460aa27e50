"""The panel of a side's roster: a line for each unit, with its figures below if they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace
from textual.content import Content

from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import SideId
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_at_comma,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
    wrap_text,
)
from tui.views.game_status_view import name_side
from tui.views.unit_status_rows import (
    CANNOT,
    GONE,
    JOINED,
    LEFT,
    RosterRow,
    TableFocus,
    UnitMark,
    build_roster_rows,
)
from tui.widgets.clickable_text import make_clickable_subject
from tui.widgets.list_rows import draw_pointer
from tui.widgets.panel import Panel, PanelEdges

FIGURES_WIDTH = 5  # cells for "10/11"
MIN_NAME_WIDTH = 6
MAX_NAME_GAP = 2  # further cells between names and figures, if they fit


class RosterPanel(Panel):
    def __init__(
        self,
        side: SideId,
        side_number: int,
        get_state_and_focus: Callable[[], tuple[State, TableFocus | None]],
        edges: PanelEdges,
        *,
        is_detailed: bool = False,
    ) -> None:
        super().__init__(edges)
        self.side = side
        self.colour = f"$side-{side_number}" if side_number < 3 else "$foreground"
        self.get_state_and_focus = get_state_and_focus
        self.is_detailed = is_detailed

    def render_title(self) -> Iterable[StyledText]:
        state, _ = self.get_state_and_focus()
        name, force = name_side(state, self.side), state.forces.get(self.side)
        player = next((info.player for info in state.info.sides if info.id == self.side), "")
        pieces: list[StyledText] = [(name.upper(), f"{self.colour} bold")]
        if force is not None and force.name not in ("", name):
            pieces += [" ", (force.name, self.colour)]
        return [*pieces, f" · {player}"] if player and self.is_detailed else pieces

    def render_body(self, width: int, height: int) -> list[Content]:
        state, focus = self.get_state_and_focus()
        rows = build_roster_rows(state, self.side, focus, with_equipment=self.is_detailed)
        blocks = self._render_blocks(rows, width)
        for room in (width - 4, 0):  # a line for each kind, or else only the numbers
            if sum(map(len, blocks)) > height:
                shortened = (tuple(cut_at_comma(each, room) for each in row.kinds) for row in rows)
                pairs = zip(rows, shortened, strict=True)
                rows = [replace(row, kinds=kinds if room else ()) for row, kinds in pairs]
                blocks = self._render_blocks(rows, width)
        if sum(map(len, blocks)) > height:
            # every unit on its line, and as many details below as fit
            sides = [build_roster_rows(state, side.id, focus) for side in state.info.sides]
            in_words = self.is_detailed and can_spell_out_all_marks(sides, width)
            max_details = max(height // max(len(rows), 1) - 1, 0)
            blocks = [
                [
                    self._render_unit_row(row, rows, width, in_words=in_words),
                    *self._render_details(row, width)[:max_details],
                ]
                for row in rows
            ]
        marked = [row.is_acting or row.is_target for row in rows]
        return _cut_to_window(blocks, marked, width, height)

    def measure_full_height(self, width: int) -> int:
        """Return the number of lines needed at this width for all details of every unit."""
        state, focus = self.get_state_and_focus()
        rows = build_roster_rows(state, self.side, focus, with_equipment=self.is_detailed)
        return sum(map(len, self._render_blocks(rows, width)))

    def _render_blocks(self, rows: list[RosterRow], width: int) -> list[list[Content]]:
        shown_rows = rows
        if self.is_detailed:
            shown_rows = [replace(row, marks=_list_serious_marks(row.marks)) for row in rows]
        return [
            [
                self._render_unit_row(shown_row, shown_rows, width, in_words=self.is_detailed),
                *self._render_details(row, width),
            ]
            for shown_row, row in zip(shown_rows, rows, strict=True)
        ]

    def _render_unit_row(
        self, row: RosterRow, all_rows: list[RosterRow], width: int, *, in_words: bool
    ) -> Content:
        line = draw_unit_line(row, all_rows, width, self.colour, in_words=in_words)
        return make_clickable_subject(line, row.unit)

    def _render_details(self, row: RosterRow, width: int) -> list[Content]:
        if not self.is_detailed or not row.figures_left:
            return []
        serious = _list_serious_marks(row.marks)
        marks = ", ".join(mark.words for mark in row.marks if mark not in serious)
        reasons = [f"{CANNOT} {row.idle_reason}"] if row.status == CANNOT else []
        last = [f"last {row.last_shot}"] if row.last_shot else []
        kinds = [each for kind in row.kinds for each in wrap_text(kind, width - 4)]
        texts = [cut_text(text, width - 4) for text in (*reasons, *(kinds or [row.figures]))]
        texts += [cut_text(text, width - 4) for text in (*last, *row.notes)]
        texts += wrap_text(marks, width - 4)[:2]
        return [join_styled([(f"   {text}", "$quiet")]) for text in texts]


def can_spell_out_all_marks(sides: Iterable[list[RosterRow]], width: int) -> bool:
    """Return whether the marks of all units on both sides fit in words."""
    return all(
        mark.words in draw_unit_line(row, rows, width, "", in_words=True).plain
        for rows in sides
        for row in rows
        for mark in row.marks
    )


def draw_unit_line(
    row: RosterRow, side_rows: list[RosterRow], width: int, colour: str, *, in_words: bool = False
) -> Content:
    """Draw a unit's line, such as ``▸1 Alpha 6/8 o5 acts``. ``in_words`` spells out its marks."""
    digits = max(len(other.number) for other in side_rows)
    longest = max(count_cells(other.name) for other in side_rows)
    available = width - 1 - digits - 1 - 1 - FIGURES_WIDTH - 1 - 1 - 1
    min_width = longest + max(_measure_sign_width(side_rows, 0), 1)
    has_full_status = min_width + max(count_cells(other.status) for other in side_rows) <= available
    statuses = [_format_status(other, has_full_status) for other in side_rows]
    status_width = max(4, *map(count_cells, statuses))
    room = available - status_width
    column = max(count_cells(_join_column_signs(other.marks)) for other in side_rows)
    if column and longest > room - _measure_sign_width(side_rows, column):
        column = 0  # aligned columns would cut a name
    shown_marks = [_list_marks_behind_column(other.marks, column) for other in side_rows]
    marks_width = max(count_cells(" ".join(_list_mark_texts(marks))) for marks in shown_marks)
    gap = max(0, min(MAX_NAME_GAP, room - longest - column - 1 - marks_width))
    name_room = room - _measure_sign_width(side_rows, column)
    name_width = max(min(longest + gap, name_room), MIN_NAME_WIDTH)
    if name_width < longest:  # a name is cut only beside its own marks
        name_width = max(min(longest, room - _measure_sign_width([row], column)), MIN_NAME_WIDTH)
    marks = _render_marks_in_words(row.marks)
    if not in_words or marks.cell_length > room - name_width:
        marks = _render_marks(row.marks, column, room - name_width)
    pointer: StyledText = "└" if row.is_carried else " "
    if row.is_acting or row.is_target:
        pointer = draw_pointer(marked=True)
    gone_style = "$quiet" if row.status in (GONE, JOINED) else ""
    name_style = gone_style or ("bold" if row.is_acting else "")
    left: list[StyledText] = [pointer, (row.number.rjust(digits), f"{colour} bold"), " "]
    left += [(pad_text(row.name, name_width), name_style), " "]
    left += [(f"{row.figures_left}/{row.started}".ljust(FIGURES_WIDTH), gone_style), " ", marks]
    style = {
        LEFT: "$primary",
        "acts": "$primary bold",
        CANNOT: "$quiet",
        JOINED: "$quiet",
        GONE: "$error",
    }
    status = _format_status(row, has_full_status)
    return fill_line(width, left, [" ", (status, style.get(status, "$quiet")), " "])


def _format_status(row: RosterRow, in_full: bool) -> str:
    return row.status if in_full else row.status.partition(" ")[0]


def _list_serious_marks(marks: tuple[UnitMark, ...]) -> tuple[UnitMark, ...]:
    """Return the marks that are urgent. Other marks are spelled out below the unit."""
    return tuple(mark for mark in marks if mark.is_serious or mark.sign.startswith("−"))


def _list_mark_texts(marks: tuple[UnitMark, ...]) -> list[str]:
    return [mark.words if mark.is_serious else mark.sign for mark in marks]


def _join_column_signs(marks: tuple[UnitMark, ...]) -> str:
    return " ".join(mark.sign for mark in marks if mark.has_column)


def _list_marks_behind_column(marks: tuple[UnitMark, ...], column: int) -> tuple[UnitMark, ...]:
    return tuple(mark for mark in marks if not (column and mark.has_column))


def _measure_sign_width(rows: list[RosterRow], column: int) -> int:
    marks = (_list_marks_behind_column(row.marks, column) for row in rows)
    texts = (" ".join(mark.sign for mark in row_marks) for row_marks in marks)
    return column + (1 if column else 0) + max(map(count_cells, texts))


def _render_marks_in_words(marks: tuple[UnitMark, ...]) -> Content:
    return join_styled([(mark.words, _choose_mark_style(mark)) for mark in marks], ", ")


def _choose_mark_style(mark: UnitMark) -> str:
    return "$warning" if mark.is_serious else "$secondary"


def _render_marks(marks: tuple[UnitMark, ...], column: int, width: int) -> Content:
    others = _list_marks_behind_column(marks, column)
    column_signs = pad_text(_join_column_signs(marks), column) + " " if column else ""
    texts = _list_mark_texts(others)
    if count_cells(" ".join(texts)) > width - count_cells(column_signs):
        texts = [mark.sign for mark in others]
    styles = map(_choose_mark_style, others)
    signs = join_styled(zip(texts, styles, strict=True), " ")
    content = join_styled([(column_signs, "$secondary"), signs])
    return content.truncate(width, ellipsis=True) if content.cell_length > width else content


def _cut_to_window(
    blocks: list[list[Content]], marked: list[bool], width: int, height: int
) -> list[Content]:
    if sum(map(len, blocks)) > height:
        blocks = [block[:1] for block in blocks]
    if sum(map(len, blocks)) <= height:
        return [line for block in blocks for line in block]
    room = max(height - 1, 1)
    marked_index = max((index for index, mark in enumerate(marked) if mark), default=0)
    start = max(0, min(marked_index - room + 1, len(blocks) - room))
    shown = [block[0] for block in blocks[start : start + room]]
    hidden_count = len(blocks) - len(shown)
    return [*shown, fill_line(width, [(f" … {hidden_count} more", "$quiet")])]
