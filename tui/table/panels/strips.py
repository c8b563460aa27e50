"""Groups that do not act, as strips of handles with their marks."""

from __future__ import annotations

from textual.content import Content

from tui.screen_text import count_cells, cut, fill_line, join
from tui.views.figure_view import FigureRow, GroupSeen
from tui.views.roster import GONE
from tui.widgets.clicks import make_subject

LONGEST_NAME = 16


def strip(group: GroupSeen, width: int, *, named: bool = False) -> list[Content]:
    """A group in as few lines as it takes: handles with marks; names if they fit or are wanted."""
    head = cut(f" {group.side.upper()} {group.number}", width // 3) + " "
    told = cut(" · ".join(list_told(group)), width // 3)
    room = width - count_cells(head) - count_cells(told) - 2
    own = join([(group.name, choose_colour(group))]) if len(group.rows) > 1 else Content("")
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
            width, [(before, f"{choose_colour(group)} bold"), each], [(f" {after} ", "$quiet")]
        )
        for before, each, after in zip(heads, lines, right, strict=True)
    ]


def pack_groups(others: list[GroupSeen], width: int) -> list[Content]:
    """All other groups of a side in as few lines as it takes, by their handles only."""
    lines: list[Content] = []
    for place in dict.fromkeys(group.place for group in others):
        mine = [group for group in others if group.place == place]
        head = cut(f" {mine[0].side.upper()}", width // 3) + " "
        pieces = []
        for group in mine:
            handles = [_in_strip(row, group, named=False) for row in group.rows]
            told = "".join(f" · {each}" for each in list_told(group))
            pieces += [*handles[:-1], join([handles[-1], (told, "$quiet")])]
        for each in _wrapped(pieces, width - count_cells(head)):
            lines.append(fill_line(width, [(head, f"{choose_colour(mine[0])} bold"), each]))
            head = " " * count_cells(head)
    return lines


def _wrapped(pieces: list[Content], width: int) -> list[Content]:
    """Pieces side by side, in as many lines as they need."""
    lines: list[Content] = [Content("")]
    for piece in pieces:
        shown = piece.truncate(width, ellipsis=True) if piece.cell_length > width else piece
        longer = join([lines[-1], shown], "  ") if lines[-1].plain else shown
        if longer.cell_length <= width:
            lines[-1] = longer
        else:
            lines.append(shown)
    return lines


def _in_strip(row: FigureRow, group: GroupSeen, *, named: bool) -> Content:
    name = cut(row.name, LONGEST_NAME)
    found = join(
        [
            ("▸" if row.marked else "", "$primary bold"),
            (row.number, choose_colour(group)),
            (f" {name}" if named and name else "", "$quiet" if row.gone else ""),
            (_marked(row), "$warning"),
        ]
    )
    return make_subject(found, row.figure)


def _marked(row: FigureRow) -> str:
    """`` PANIC OF``, or that it is gone."""
    if row.gone:
        return f" {GONE}"
    return "".join(f" {mark.words}" for mark in row.marks)


def list_told(group: GroupSeen) -> tuple[str, ...]:
    words = tuple(mark.words for mark in group.marks)
    return (*words, group.status) if group.status else words


def choose_colour(group: GroupSeen) -> str:
    return f"$side-{group.place}" if group.place < 3 else "$foreground"
