"""The panel for figures that act one by one. The acting group has rows, other groups strips."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from textual.content import Content

from tracker.procedures.ruleset import ResourceTally
from tui.terminal_text_fitting import (
    Piece,
    count_cells,
    cut_text,
    fill_line,
    join_pieces,
    keep_whole_comma_parts,
    pad_text,
)
from tui.views.figure_groups_view import DONE, NOW, FigureRow, GroupView
from tui.views.unit_status_rows import GONE, LEFT, UnitMark
from tui.widgets.clickable_text import make_clickable_subject
from tui.widgets.panel import Panel, PanelEdges

LONGEST_NAME = 16


def render_group_strip(group: GroupView, width: int, *, named: bool = False) -> list[Content]:
    """Render a group in few lines: its figures' handles with marks, and names if they fit."""
    head = cut_text(f" {group.side.upper()} {group.number}", width // 3) + " "
    told = cut_text(" · ".join(list_group_states(group)), width // 3)
    room = width - count_cells(head) - count_cells(told) - 2
    own = (
        join_pieces([(group.name, choose_group_colour(group))])
        if len(group.rows) > 1
        else Content("")
    )
    full = [_in_strip(row, group, named=True) for row in group.rows]
    for start in (own, Content("")):
        lines = _wrapped([start, *full] if start.plain else full, room)
        if len(lines) == 1:
            break
    if len(lines) > 1 and not named:
        lines = _wrapped([_in_strip(row, group, named=False) for row in group.rows], room)
    heads = [head, *[" " * count_cells(head)] * (len(lines) - 1)]
    right = [told, *[""] * (len(lines) - 1)]
    return [
        fill_line(
            width,
            [(before, f"{choose_group_colour(group)} bold"), each],
            [(f" {after} ", "$quiet")],
        )
        for before, each, after in zip(heads, lines, right, strict=True)
    ]


def render_other_groups(others: list[GroupView], width: int) -> list[Content]:
    """Render the other groups of each side in as few lines as possible, by handles only."""
    lines: list[Content] = []
    for place in dict.fromkeys(group.place for group in others):
        mine = [group for group in others if group.place == place]
        head = cut_text(f" {mine[0].side.upper()}", width // 3) + " "
        pieces = []
        for group in mine:
            handles = [_in_strip(row, group, named=False) for row in group.rows]
            told = "".join(f" · {each}" for each in list_group_states(group))
            pieces += [*handles[:-1], join_pieces([handles[-1], (told, "$quiet")])]
        for each in _wrapped(pieces, width - count_cells(head)):
            lines.append(fill_line(width, [(head, f"{choose_group_colour(mine[0])} bold"), each]))
            head = " " * count_cells(head)
    return lines


def _wrapped(pieces: list[Content], width: int) -> list[Content]:
    """Arrange pieces side by side, in as many lines as they need."""
    lines: list[Content] = [Content("")]
    for piece in pieces:
        shown = piece.truncate(width, ellipsis=True) if piece.cell_length > width else piece
        longer = join_pieces([lines[-1], shown], "  ") if lines[-1].plain else shown
        if longer.cell_length <= width:
            lines[-1] = longer
        else:
            lines.append(shown)
    return lines


def _in_strip(row: FigureRow, group: GroupView, *, named: bool) -> Content:
    name = cut_text(row.name, LONGEST_NAME)
    found = join_pieces(
        [
            ("▸" if row.must_stay_visible else "", "$primary bold"),
            (row.number, choose_group_colour(group)),
            (f" {name}" if named and name else "", "$quiet" if row.gone else ""),
            (_marked(row), "$warning"),
        ]
    )
    return make_clickable_subject(found, row.figure)


def _marked(row: FigureRow) -> str:
    """Return a figure's marks, such as `` PANIC OF``, or a sign if it is out of action."""
    if row.gone:
        return f" {GONE}"
    return "".join(f" {mark.words}" for mark in row.marks)


def list_group_states(group: GroupView) -> tuple[str, ...]:
    words = tuple(mark.words for mark in group.marks)
    return (*words, group.status) if group.status else words


def choose_group_colour(group: GroupView) -> str:
    return f"$side-{group.place}" if group.place < 3 else "$foreground"


See = Callable[[], tuple[GroupView, ...]]
SPENT_PIP, LEFT_PIP = "●", "○"
MOST_PIPS = 10
FEWEST_ROWS = 3
APART = 2
STYLES = {LEFT: "$primary", NOW: "$primary bold", DONE: "$quiet", GONE: "$error"}


class GroupsPanel(Panel):
    """The groups of both sides, as many in full as fit. ``details`` adds their equipment."""

    def __init__(self, see: See, edges: PanelEdges, *, details: bool = False) -> None:
        super().__init__(edges, id="groups")
        self.see = see
        self.details = details

    def render_title(self) -> Iterable[Piece]:
        found = self.see()
        if not found:
            return []
        first = found[0]
        pieces: list[Piece] = [
            (f"{first.side.upper()} {first.number}", f"{choose_group_colour(first)} bold"),
            " ",
            (first.name, choose_group_colour(first)),
        ]
        told = (("acts",) if first.acting else ()) + list_group_states(first)
        return [*pieces, *(f" · {each}" for each in told)]

    def render_right_title(self) -> Iterable[Piece]:
        return [(f"spent {SPENT_PIP} left {LEFT_PIP}", "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        found = self.see() if self.details else tuple(map(_without_kit, self.see()))
        if not found:
            return []
        first, *others = found
        every = [row for group in found for row in group.rows]
        room = height - min(len(first.rows), height)
        strips = _others(others, every, width, room)
        if len(strips) > room:
            strips = render_other_groups(others, width)
        strips = _at_most(strips, max(height - min(len(first.rows), FEWEST_ROWS), 1), width)
        return [*_rows(first, every, width, height - len(strips)), *strips]


def _without_kit(group: GroupView) -> GroupView:
    return replace(group, rows=tuple(replace(row, kit="") for row in group.rows))


def _others(
    others: list[GroupView], every: list[FigureRow], width: int, room: int
) -> list[Content]:
    """Render the other groups as strips. As far as there is room, add names, then full rows."""
    blocks = [render_group_strip(group, width) for group in others]
    for fuller in (
        [render_group_strip(group, width, named=True) for group in others],
        [render_group_sheet(group, every, width) for group in others],
    ):
        for place, block in enumerate(fuller):
            if sum(map(len, blocks)) - len(blocks[place]) + len(block) <= room:
                blocks[place] = block
    return [each for block in blocks for each in block]


def measure_groups_height(
    found: tuple[GroupView, ...], width: int, most: int, *, full: bool
) -> int:
    """Return the number of lines for all groups: the first in full, the others as space allows."""
    if not found:
        return 0
    first, *others = found
    if full:
        return len(first.rows) + sum(len(each.rows) + 1 for each in others)
    named = len(first.rows) + sum(
        len(render_group_strip(each, width, named=True)) for each in others
    )
    short = len(first.rows) + sum(len(render_group_strip(each, width)) for each in others)
    return named if named <= most else short


# ------------------------------------------------------------------------------ in full


def render_group_sheet(group: GroupView, every: list[FigureRow], width: int) -> list[Content]:
    """Render a group that is not acting, with a row for each figure."""
    told = "".join(f" · {each}" for each in (group.name, *list_group_states(group)))
    head = f"─ {group.side.upper()} {group.number}"
    style = choose_group_colour(group)
    top = fill_line(
        width, [(head, f"{style} bold"), (cut_text(told, width - count_cells(head)), style)]
    )
    return [top, *(draw_figure_line(row, every, width, style) for row in group.rows)]


def draw_figure_line(row: FigureRow, every: list[FigureRow], width: int, colour: str) -> Content:
    """Draw a figure's line, such as ``▸14 Ditch   Leader ●●●○○○  rifle 3  PANIC  now``."""
    digits = max(len(each.number) for each in every)
    name = min(max(count_cells(each.name) for each in every), LONGEST_NAME)
    rank = max(count_cells(each.rank) for each in every)
    pips_width = max(count_cells(_pips(each.tallies)) for each in every)
    status = max(count_cells(each.status) for each in every)
    left: list[Piece] = [
        ("▸", "$primary bold") if row.must_stay_visible else " ",
        (row.number.rjust(digits), f"{colour} bold"),
        " ",
        (pad_text(row.name, name), "$quiet" if row.gone else "bold" if row.status == NOW else ""),
        (f" {pad_text(row.rank, rank)}" if rank else "", "$quiet"),
        f" {pad_text(_pips(row.tallies), pips_width)}" if pips_width else "",
    ]
    room = width - join_pieces(left).cell_length - status - 3
    left += [" ", *_rest(row, every, room)]
    right: list[Piece] = [" ", (pad_text(row.status, status), STYLES.get(row.status, "")), " "]
    return make_clickable_subject(fill_line(width, left, right), row.figure)


def _rest(row: FigureRow, every: list[FigureRow], room: int) -> list[Piece]:
    """Render a figure's tallies and marks, in words if they fit and otherwise as signs."""
    if row.gone:
        return [(cut_text(row.gone, room), "$quiet")]
    marks = (
        *row.marks,
        *([UnitMark(row.last.split(",")[0], f"last {row.last}")] if row.last else []),
    )
    words = count_cells(" ".join(mark.words for mark in marks))
    space = room - (min(words, room // 2) + 1 if marks else 0)
    column = min(max(count_cells(_numbers(each.tallies, room)) for each in every), space)
    pieces: list[Piece] = [pad_text(_numbers(row.tallies, space), column)] if column > 0 else []
    if pieces and marks:
        pieces.append(" ")
    pieces += draw_unit_marks(marks, room - column - 1)
    left = room - join_pieces(pieces).cell_length - APART
    kit = keep_whole_comma_parts(row.kit, left)
    return [*pieces, " " * APART, (kit, "$quiet")] if count_cells(kit) <= left else pieces


def draw_unit_marks(marks: tuple[UnitMark, ...], width: int) -> list[Piece]:
    """Draw marks in ``width`` cells, in words or as signs. The last one may be cut."""
    texts = [mark.words for mark in marks]
    if count_cells(" ".join(texts)) > width:
        texts = [mark.words if mark.grave else mark.sign for mark in marks]
    pieces: list[Piece] = []
    for mark, text in zip(marks, texts, strict=True):
        shown = cut_text(text, width)
        if not shown:
            break
        width -= count_cells(shown) + 1
        pieces += [" "] if pieces else []
        pieces.append((shown, "$warning bold" if mark.grave else "$secondary"))
    return pieces


def _pips(tallies: tuple[ResourceTally, ...]) -> str:
    """Draw tallies as pips, such as ``●●○``, or as numbers if there are too many."""
    return " ".join(_pip(each) for each in tallies if each.pips)


def _pip(tally: ResourceTally) -> str:
    if tally.spent + tally.left > MOST_PIPS:
        return f"{tally.spent}{SPENT_PIP} {tally.left}{LEFT_PIP}"
    return SPENT_PIP * tally.spent + LEFT_PIP * tally.left


def _numbers(tallies: tuple[ResourceTally, ...], width: int) -> str:
    """Return text such as ``shotgun 2 left``. If space is short, words are cut but not numbers."""
    told = [each for each in tallies if not each.pips]
    full = ", ".join(f"{each.word} {each.left} left" for each in told)
    if count_cells(full) <= width:
        return full
    room = width - sum(len(f" {each.left}, ") for each in told) + 2
    words = [each.word for each in told]
    while sum(map(count_cells, words)) > max(room, 2 * len(words)):
        longest = max(range(len(words)), key=lambda place: count_cells(words[place]))
        words[longest] = cut_text(words[longest], count_cells(words[longest]) - 1)
    return ", ".join(f"{word} {each.left}" for word, each in zip(words, told, strict=True))


# --------------------------------------------------------------------------------- room


def _rows(first: GroupView, every: list[FigureRow], width: int, height: int) -> list[Content]:
    """Render the acting group's rows, or if there are too many, those around the acting figure."""
    rows = list(first.rows)
    lines = [draw_figure_line(row, every, width, choose_group_colour(first)) for row in rows]
    if len(lines) <= height:
        return lines
    room = max(height - 1, 1)
    focus = max((i for i, row in enumerate(rows) if row.must_stay_visible), default=0)
    start = max(0, focus - room + 1)
    more = fill_line(width, [(f" … {len(rows) - room} more", "$quiet")])
    return [*lines[start : start + room], more][:height]


def _at_most(lines: list[Content], height: int, width: int) -> list[Content]:
    """Return as many lines as fit, with a last line that counts the hidden ones."""
    if len(lines) <= height:
        return lines
    rest = len(lines) - height + 1
    return [*lines[: height - 1], fill_line(width, [(f" … {rest} more", "$quiet")])]
