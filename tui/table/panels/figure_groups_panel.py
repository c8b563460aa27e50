"""The panel of figures that act one by one: rows for the acting group, strips for others."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace
from textual.content import Content

from tracker.procedures.ruleset import ResourceTally
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_at_comma,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
)
from tui.views.figure_groups_view import DONE, NOW, FigureGroupView, FigureRow
from tui.views.unit_status_rows import GONE, LEFT, UnitMark
from tui.widgets.clickable_text import make_clickable_subject
from tui.widgets.list_rows import draw_pointer
from tui.widgets.panel import Panel, PanelEdges

MAX_NAME_WIDTH = 16


def render_group_strip(
    group: FigureGroupView, width: int, *, always_named: bool = False
) -> list[Content]:
    """Render a group in few lines: its figures' handles with marks, and names if they fit."""
    head = cut_text(f" {group.side.upper()} {group.number}", width // 3) + " "
    states = cut_text(" · ".join(list_group_states(group)), width // 3)
    room = width - count_cells(head) - count_cells(states) - 2
    colour = choose_group_colour(group)
    group_name = join_styled([(group.name, colour)] if len(group.rows) > 1 else [])
    full = [_render_figure_in_strip(row, group, named=True) for row in group.rows]
    for start in (group_name, Content("")):
        lines = _arrange_in_lines([start, *full] if start.plain else full, room)
        if len(lines) == 1:
            break
    if len(lines) > 1 and not always_named:
        handles = [_render_figure_in_strip(row, group, named=False) for row in group.rows]
        lines = _arrange_in_lines(handles, room)
    indent = " " * count_cells(head)
    first, *others = lines
    return [
        fill_line(width, [(head, f"{colour} bold"), first], [(f" {states} ", "$quiet")]),
        *(fill_line(width, [indent, line]) for line in others),
    ]


def render_groups_by_handles(others: list[FigureGroupView], width: int) -> list[Content]:
    """Render each side's groups in as few lines as possible, with handles but without names."""
    lines: list[Content] = []
    for side_number in dict.fromkeys(group.side_number for group in others):
        groups = [group for group in others if group.side_number == side_number]
        head = cut_text(f" {groups[0].side.upper()}", width // 3) + " "
        pieces = []
        for group in groups:
            handles = [_render_figure_in_strip(row, group, named=False) for row in group.rows]
            states = "".join(f" · {line}" for line in list_group_states(group))
            pieces += [*handles[:-1], join_styled([handles[-1], (states, "$quiet")])]
        for line in _arrange_in_lines(pieces, width - count_cells(head)):
            lines.append(fill_line(width, [(head, f"{choose_group_colour(groups[0])} bold"), line]))
            head = " " * count_cells(head)
    return lines


def _arrange_in_lines(pieces: list[Content], width: int) -> list[Content]:
    lines: list[Content] = [Content("")]
    for piece in pieces:
        shown = piece.truncate(width, ellipsis=True) if piece.cell_length > width else piece
        longer = join_styled([lines[-1], shown], "  ") if lines[-1].plain else shown
        if longer.cell_length <= width:
            lines[-1] = longer
        else:
            lines.append(shown)
    return lines


def _render_figure_in_strip(row: FigureRow, group: FigureGroupView, *, named: bool) -> Content:
    name = cut_text(row.name, MAX_NAME_WIDTH)
    pointer = ("▸" if row.is_acting_or_targeted else "", "$primary bold")
    number = (row.number, choose_group_colour(group))
    label = (f" {name}" if named and name else "", "$quiet" if row.removal else "")
    figure_content = join_styled([pointer, number, label, (_format_marks(row), "$warning")])
    return make_clickable_subject(figure_content, row.figure)


def _format_marks(row: FigureRow) -> str:
    """Return a figure's marks, such as `` PANIC OF``, or a sign if the figure is out of action."""
    if row.removal:
        return f" {GONE}"
    return "".join(f" {mark.words}" for mark in row.marks)


def list_group_states(group: FigureGroupView) -> tuple[str, ...]:
    words = tuple(mark.words for mark in group.marks)
    return (*words, group.status) if group.status else words


def choose_group_colour(group: FigureGroupView) -> str:
    return f"$side-{group.side_number}" if group.side_number < 3 else "$foreground"


GetGroups = Callable[[], tuple[FigureGroupView, ...]]
SPENT_PIP, LEFT_PIP = "●", "○"
MAX_PIPS = 10
MIN_ROWS = 3
EQUIPMENT_GAP = 2
MARK_GAP = " · "
STYLES = {LEFT: "$primary", NOW: "$primary bold", DONE: "$quiet", GONE: "$error"}


class GroupsPanel(Panel):
    def __init__(
        self, get_groups: GetGroups, edges: PanelEdges, *, with_equipment: bool = False
    ) -> None:
        super().__init__(edges)
        self.get_groups = get_groups
        self.with_equipment = with_equipment

    def render_title(self) -> Iterable[StyledText]:
        groups = self.get_groups()
        if not groups:
            return []
        first = groups[0]
        head, style = f"{first.side.upper()} {first.number}", choose_group_colour(first)
        pieces: list[StyledText] = [(head, f"{style} bold"), " ", (first.name, style)]
        states = (("acts",) if first.is_acting else ()) + list_group_states(first)
        return [*pieces, *(f" · {state}" for state in states)]

    def render_right_title(self) -> Iterable[StyledText]:
        return [(f"spent {SPENT_PIP} left {LEFT_PIP}", "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        groups = self.get_groups()
        if not self.with_equipment:
            groups = tuple(map(_remove_equipment, groups))
        if not groups:
            return []
        first, *others = groups
        all_rows = [row for group in groups for row in group.rows]
        room = height - min(len(first.rows), height)
        strips = _render_others(others, all_rows, width, room)
        if len(strips) > room:
            strips = render_groups_by_handles(others, width)
        strips = limit_lines(strips, max(height - min(len(first.rows), MIN_ROWS), 1), width)
        return [*_render_rows_that_fit(first, all_rows, width, height - len(strips)), *strips]


def _remove_equipment(group: FigureGroupView) -> FigureGroupView:
    return replace(group, rows=tuple(replace(row, equipment="") for row in group.rows))


def _render_others(
    others: list[FigureGroupView], rows: list[FigureRow], width: int, room: int
) -> list[Content]:
    """Render the other groups as strips. If there is room, add names, and then full rows."""
    blocks = [render_group_strip(group, width) for group in others]
    for fuller in (
        [render_group_strip(group, width, always_named=True) for group in others],
        [render_idle_group(group, rows, width) for group in others],
    ):
        for index, block in enumerate(fuller):
            if sum(map(len, blocks)) - len(blocks[index]) + len(block) <= room:
                blocks[index] = block
    return [line for block in blocks for line in block]


def measure_groups_height(
    groups: tuple[FigureGroupView, ...], width: int, max_height: int, *, in_full: bool
) -> int:
    """Return the number of lines for all groups. ``in_full`` gives each figure its own line."""
    if not groups:
        return 0
    first, *others = groups
    if in_full:
        return len(first.rows) + sum(len(group.rows) + 1 for group in others)
    named, short = (
        len(first.rows)
        + sum(len(render_group_strip(group, width, always_named=n)) for group in others)
        for n in (True, False)
    )
    return named if named <= max_height else short


def render_idle_group(group: FigureGroupView, rows: list[FigureRow], width: int) -> list[Content]:
    states = "".join(f" · {state}" for state in (group.name, *list_group_states(group)))
    head = f"─ {group.side.upper()} {group.number}"
    style = choose_group_colour(group)
    states = cut_text(states, width - count_cells(head))
    top = fill_line(width, [(head, f"{style} bold"), (states, style)])
    return [top, *(draw_figure_line(row, rows, width, style) for row in group.rows)]


def draw_figure_line(row: FigureRow, rows: list[FigureRow], width: int, colour: str) -> Content:
    """Draw a figure's line, such as ``▸14 Ditch   Leader ●●●○○○  rifle 3  PANIC  now``."""
    digits = max(len(other.number) for other in rows)
    name = min(max(count_cells(other.name) for other in rows), MAX_NAME_WIDTH)
    rank = max(count_cells(other.rank) for other in rows)
    pips_width = max(count_cells(_draw_pips(other.tallies)) for other in rows)
    status = max(count_cells(other.status) for other in rows)
    name_style = "$quiet" if row.removal else "bold" if row.status == NOW else ""
    left: list[StyledText] = [
        draw_pointer(marked=row.is_acting_or_targeted),
        (row.number.rjust(digits), f"{colour} bold"),
        " ",
        (pad_text(row.name, name), name_style),
        (f" {pad_text(row.rank, rank)}" if rank else "", "$quiet"),
        f" {pad_text(_draw_pips(row.tallies), pips_width)}" if pips_width else "",
    ]
    room = width - join_styled(left).cell_length - status - 3
    left += [" ", *_render_tallies_and_marks(row, rows, room)]
    right: list[StyledText] = [" ", (pad_text(row.status, status), STYLES.get(row.status, "")), " "]
    return make_clickable_subject(fill_line(width, left, right), row.figure)


def _render_tallies_and_marks(row: FigureRow, rows: list[FigureRow], room: int) -> list[StyledText]:
    if row.removal:
        return [(cut_text(row.removal, room), "$quiet")]
    marks = row.marks
    if row.last_shot:
        marks += (UnitMark(row.last_shot.split(",")[0], f"last {row.last_shot}"),)
    words = count_cells(MARK_GAP.join(mark.words for mark in marks))
    space = room - (min(words, room // 2) + 1 if marks else 0)
    column = min(max(count_cells(_format_tallies(other.tallies, room)) for other in rows), space)
    pieces: list[StyledText] = []
    if column > 0:
        pieces = [pad_text(_format_tallies(row.tallies, space), column), " " if marks else ""]
    pieces += draw_unit_marks(marks, room - column - 1)
    available = room - join_styled(pieces).cell_length - EQUIPMENT_GAP
    equipment = cut_at_comma(row.equipment, available)
    if count_cells(equipment) <= available:
        return [*pieces, " " * EQUIPMENT_GAP, (equipment, "$quiet")]
    return pieces


def draw_unit_marks(marks: tuple[UnitMark, ...], width: int) -> list[StyledText]:
    """Draw marks in ``width`` cells, as words or as signs. The last mark may be cut."""
    texts, gap = [mark.words for mark in marks], MARK_GAP
    if count_cells(gap.join(texts)) > width:
        texts = [mark.words if mark.is_serious else mark.sign for mark in marks]
        gap = gap if any(" " in text for text in texts) else " "
    pieces: list[StyledText] = []
    for mark, text in zip(marks, texts, strict=True):
        shown = cut_text(text, width)
        if not shown:
            break
        width -= count_cells(shown + gap)
        style = "$warning bold" if mark.is_serious else "$secondary"
        pieces += [(gap, "$quiet"), (shown, style)] if pieces else [(shown, style)]
    return pieces


def _draw_pips(tallies: tuple[ResourceTally, ...]) -> str:
    """Draw tallies as pips, such as ``●●○``, or as numbers if there are too many."""
    return " ".join(_draw_tally_pips(each) for each in tallies if each.pips)


def _draw_tally_pips(tally: ResourceTally) -> str:
    if tally.spent + tally.left > MAX_PIPS:
        return f"{tally.spent}{SPENT_PIP} {tally.left}{LEFT_PIP}"
    return SPENT_PIP * tally.spent + LEFT_PIP * tally.left


def _format_tallies(tallies: tuple[ResourceTally, ...], width: int) -> str:
    """Return text such as ``shotgun 2 left``. Words are cut to fit, but numbers are not."""
    counted = [tally for tally in tallies if not tally.pips]
    full = ", ".join(f"{tally.word} {tally.left} left" for tally in counted)
    if count_cells(full) <= width:
        return full
    room = width - sum(len(f" {tally.left}, ") for tally in counted) + 2
    words = [tally.word for tally in counted]
    while sum(map(count_cells, words)) > max(room, 2 * len(words)):
        longest = max(range(len(words)), key=lambda index: count_cells(words[index]))
        words[longest] = cut_text(words[longest], count_cells(words[longest]) - 1)
    return ", ".join(f"{word} {tally.left}" for word, tally in zip(words, counted, strict=True))


def _render_rows_that_fit(
    first: FigureGroupView, all_rows: list[FigureRow], width: int, height: int
) -> list[Content]:
    colour = choose_group_colour(first)
    lines = [draw_figure_line(row, all_rows, width, colour) for row in first.rows]
    if len(lines) <= height:
        return lines
    room = max(height - 1, 1)
    visible = (index for index, row in enumerate(first.rows) if row.is_acting_or_targeted)
    start = max(0, max(visible, default=0) - room + 1)
    more = fill_line(width, [(f" … {len(lines) - room} more", "$quiet")])
    return [*lines[start : start + room], more][:height]


def limit_lines(lines: list[Content], height: int, width: int) -> list[Content]:
    if len(lines) <= height:
        return lines
    hidden_count = len(lines) - height + 1
    return [*lines[: height - 1], fill_line(width, [(f" … {hidden_count} more", "$quiet")])]
