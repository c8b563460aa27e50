"""Printed tables rendered as lines, with the open roll's row and column marked."""

from __future__ import annotations

from textual.content import Content

from tracker.application.match.game import Game
from tracker.procedures.declared.printed_tables import PrintedTable, find_used_rows
from tui.terminal_text_fitting import Piece, count_cells, fill_line, pad_text

HERE = "▸"
LEAST = 8
GAP = 2
LEAST_GAP = 1


def list_tables_in_use(game: Game) -> list[PrintedTable]:
    """List the tables from which the open roll's number was taken."""
    if game.pending is None:
        return []
    request = game.pending.request
    grids = game.ruleset.grids(game.match, game.match.phase)
    return [grid for grid in grids if find_used_rows(grid, request).rows]


def render_printed_table(game: Game, grid: PrintedTable, most: int) -> list[Content]:
    """Render a table as lines of equal length, at most ``most`` cells wide."""
    request = game.pending.request if game.pending is not None else None
    here = find_used_rows(grid, request)
    title = grid.title.upper()
    widths = _widths(grid, most - GAP)
    width = min(max(sum(widths) + GAP, count_cells(title) + count_cells(grid.rule) + GAP), most)
    lines = [fill_line(width, [(title, "$primary bold")], [(grid.rule, "$quiet")])]
    heads = "".join(pad_text(text, size) for text, size in zip(grid.head, widths, strict=True))
    lines.append(fill_line(width, [("  " + heads, "$quiet")]))
    for place, row in enumerate(grid.rows):
        marked = place in here.rows
        pieces: list[Piece] = [(f"{HERE} ", "$primary bold") if marked else "  "]
        for column, (text, size) in enumerate(zip(row, widths, strict=True)):
            hit = marked and column in (0, here.column)
            sign = HERE if marked and column and column == here.column else ""
            pieces.append((pad_text(f"{sign}{text}", size), "$success bold" if hit else ""))
        lines.append(fill_line(width, pieces))
    return lines


def _widths(grid: PrintedTable, most: int) -> list[int]:
    """Return the column widths, which are those of the widest cells, or equal if space is short."""
    columns = list(zip(grid.head, *grid.rows, strict=True))
    for gap in (GAP, LEAST_GAP):
        wanted = [
            max(map(count_cells, one)) + gap + (place > 0) for place, one in enumerate(columns)
        ]
        if sum(wanted) <= most:
            return wanted
    labels = min(wanted[0], max(most // 3, LEAST))
    return [labels, *([(most - labels) // (len(wanted) - 1)] * (len(wanted) - 1))]
