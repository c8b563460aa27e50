"""Printed tables, rendered as lines in which the open roll's row and column are marked."""

from __future__ import annotations

from textual.content import Content

from tracker.application.match.game import Game
from tracker.procedures.declared.printed_tables import PrintedTable, find_used_cells
from tui.terminal_text_fitting import StyledText, count_cells, fill_line, pad_text

POINTER = "▸"
MIN_LABEL_WIDTH = 8
COLUMN_GAP = 2
MIN_COLUMN_GAP = 1


def list_tables_of_open_roll(game: Game) -> list[PrintedTable]:
    """List the tables from which the open roll's needed number was read."""
    if game.pending is None:
        return []
    request = game.pending.request
    grids = game.ruleset.grids(game.match, game.match.phase)
    return [grid for grid in grids if find_used_cells(grid, request).rows]


def render_printed_table(game: Game, grid: PrintedTable, max_width: int) -> list[Content]:
    """Render a table as lines of equal length, at most ``max_width`` cells wide."""
    request = game.pending.request if game.pending is not None else None
    used = find_used_cells(grid, request)
    title = grid.title.upper()
    widths = _compute_widths(grid, max_width - COLUMN_GAP)
    width = min(
        max(sum(widths) + COLUMN_GAP, count_cells(title) + count_cells(grid.rule) + COLUMN_GAP),
        max_width,
    )
    lines = [fill_line(width, [(title, "$primary bold")], [(grid.rule, "$quiet")])]
    heads = "".join(pad_text(text, size) for text, size in zip(grid.head, widths, strict=True))
    lines.append(fill_line(width, [("  " + heads, "$quiet")]))
    for index, row in enumerate(grid.rows):
        marked = index in used.rows
        pieces: list[StyledText] = [(f"{POINTER} ", "$primary bold") if marked else "  "]
        for column, (text, size) in enumerate(zip(row, widths, strict=True)):
            is_hit = marked and column in (0, used.column)
            sign = POINTER if marked and column and column == used.column else ""
            pieces.append((pad_text(f"{sign}{text}", size), "$success bold" if is_hit else ""))
        lines.append(fill_line(width, pieces))
    return lines


def _compute_widths(grid: PrintedTable, max_width: int) -> list[int]:
    """Return the widths of the columns: those of their widest cells, or equal if space is short."""
    columns = list(zip(grid.head, *grid.rows, strict=True))
    for gap in (COLUMN_GAP, MIN_COLUMN_GAP):
        wanted = [
            max(map(count_cells, column)) + gap + (index > 0)
            for index, column in enumerate(columns)
        ]
        if sum(wanted) <= max_width:
            return wanted
    labels = min(wanted[0], max(max_width // 3, MIN_LABEL_WIDTH))
    if max_width - sum(wanted[1:]) > labels:  # only the labels are too wide
        return [max_width - sum(wanted[1:]), *wanted[1:]]
    return [labels, *([(max_width - labels) // (len(wanted) - 1)] * (len(wanted) - 1))]
