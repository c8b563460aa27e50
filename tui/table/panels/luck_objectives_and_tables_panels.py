"""The panels of luck, objectives and the printed tables that the open roll uses."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from msgspec.structs import replace
from textual.content import Content

from tracker.application.chances.game_luck import LuckReport
from tracker.application.chances.success_count_rarity import PoolTally, format_difference
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import has_victory_points
from tracker.procedures.declared.printed_tables import PrintedTable, find_used_cells
from tui.prompt.table_prompt import Prompt
from tui.table.table_view_model import TableViewModel
from tui.terminal_text_fitting import (
    ELLIPSIS,
    StyledText,
    count_cells,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
    wrap_styled,
    wrap_text,
)
from tui.views.game_status_view import list_side_scores
from tui.widgets.clickable_text import render_key_hint
from tui.widgets.list_rows import find_first_shown_row
from tui.widgets.panel import ModelPanel

NO_ROLLS = "No roll with an uncertain result yet."


class LuckOrTablesPanel(ModelPanel[TableViewModel]):
    """A panel that shows the tables used by the open roll or, if there are none, the luck."""

    def render_title(self) -> Iterable[StyledText]:
        return ["tables"] if list_tables_of_open_roll(self.model.game) else ["luck"]

    def render_right_title(self) -> Iterable[StyledText]:
        if list_tables_of_open_roll(self.model.game):
            return [render_key_hint("F1", "all")]
        return [("made vs expected", "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        grids = list_tables_of_open_roll(self.model.game)
        if not grids:
            return render_luck_lines(self.model.compute_luck(), width)[:height]
        game = self.model.game
        blocks = [render_printed_table(game, grid, width - 2) for grid in grids]
        if sum(map(len, blocks)) > height:
            height_each = height // len(grids)
            blocks = [render_printed_table(game, grid, width - 2, height_each) for grid in grids]
        return [join_styled([" ", line]) for block in blocks for line in block][:height]


def render_luck_lines(luck: LuckReport, width: int) -> list[Content]:
    if not luck.pools:
        return wrap_styled(NO_ROLLS, width - 2, "$quiet", head=" ")
    lines: list[Content] = []
    for row in luck.sides:
        lines.append(_render_luck_line(row.side_name, row.tally, width, "bold"))
        kinds = [kind for kind in luck.kinds if kind.side == row.side]
        lines += [_render_luck_line(f"  {kind.what}", kind.tally, width, "") for kind in kinds]
    return [*lines, *wrap_styled(luck.rests_on, width - 2, "$quiet", head=" ")]


def _render_luck_line(name: str, tally: PoolTally, width: int, style: str) -> Content:
    difference = format_difference(tally.difference).replace("-", "−")
    colour = "$warning" if difference.startswith("−") else "$success"
    numbers = f" {tally.made} of {tally.expected:.1f} "
    amount = f"{difference} ".rjust(6)
    return fill_line(width, [" ", (name, style)], [(numbers, "$quiet"), (amount, colour)])


class ObjectivesPanel(ModelPanel[Prompt]):
    heading = ("VP and objectives",)

    def render_body(self, width: int, height: int) -> list[Content]:
        return render_scores_and_objectives(self.model.game, width)[:height]


def render_scores_and_objectives(game: Game, width: int) -> list[Content]:
    """Render each side's victory points, if the game has any, then the ruleset's status lines."""
    has_points = has_victory_points(game.state, game.ruleset)
    sides = [
        (name, f" {points} VP", f"$side-{min(number, 2)} bold")
        for number, (name, points) in enumerate(list_side_scores(game), start=1)
        if has_points
    ]
    pieces: list[StyledText] = [
        piece for name, score, style in sides for piece in ("   ", (name, style), score)
    ]
    lines = [fill_line(width, [" ", *pieces[1:]])] if sides else []
    if join_styled(pieces).cell_length - 2 > width:
        lines = [
            join_styled([" ", (cut_text(name, width - 2 - count_cells(score)), style), score])
            for name, score, style in sides
        ]
    for label, text in game.ruleset.status(game.match):
        first, *others = wrap_text(f"{label}: {text}", width - 4) or [""]
        lines.append(join_styled([" ", first]))
        lines += [join_styled([("   " + line, "$quiet")]) for line in others]
    return lines


POINTER = "▸"
MIN_LABEL_WIDTH = 8
COLUMN_GAP = 2
MIN_COLUMN_GAP = 1
HEAD_HEIGHT = 2  # the title and the column headings


def list_tables_of_open_roll(game: Game) -> list[PrintedTable]:
    """List the tables from which the open roll's needed number was read."""
    if game.pending is None:
        return []
    request = game.pending.request
    grids = game.ruleset.grids(game.match, game.match.phase)
    return [grid for grid in grids if find_used_cells(grid, request).rows]


def render_printed_table(
    game: Game, grid: PrintedTable, max_width: int, max_height: int = sys.maxsize
) -> list[Content]:
    """Render a table as lines of equal length, at most ``max_width`` cells wide.

    If not all rows or columns fit, an ellipsis follows the title. The used row and column are
    always shown.
    """
    request = game.pending.request if game.pending is not None else None
    used = find_used_cells(grid, request)
    title = grid.title.upper()
    shown = _list_columns_that_fit(grid, used.column, max_width - COLUMN_GAP)
    used_column = shown.index(used.column)
    room = max(max_height - HEAD_HEIGHT, 1)
    first_row = 0
    if max(used.rows, default=0) >= room:
        first_row = find_first_shown_row(len(grid.rows), min(used.rows), room)
    if len(shown) < len(grid.head) or room < len(grid.rows):
        title = f"{title} {ELLIPSIS}"
        rows = tuple(tuple(row[column] for column in shown) for row in grid.rows)
        grid = replace(grid, head=tuple(grid.head[column] for column in shown), rows=rows)
    widths = _compute_column_widths(grid, max_width - COLUMN_GAP)
    width = min(
        max(sum(widths) + COLUMN_GAP, count_cells(title) + count_cells(grid.rule) + COLUMN_GAP),
        max_width,
    )
    lines = [fill_line(width, [(title, "$primary bold")], [(grid.rule, "$quiet")])]
    heads = "".join(
        pad_text(cut_text(text, max(size - 1, 1)), size)
        for text, size in zip(grid.head, widths, strict=True)
    )
    lines.append(fill_line(width, [("  " + heads, "$quiet")]))
    for index, row in enumerate(grid.rows[first_row : first_row + room], first_row):
        marked = index in used.rows
        pieces: list[StyledText] = [(f"{POINTER} ", "$primary bold") if marked else "  "]
        for column, (text, size) in enumerate(zip(row, widths, strict=True)):
            is_hit = marked and column in (0, used_column)
            sign = POINTER if marked and column and column == used_column else ""
            pieces.append((pad_text(f"{sign}{text}", size), "$success bold" if is_hit else ""))
        lines.append(fill_line(width, pieces))
    return lines


def _list_columns_that_fit(grid: PrintedTable, used_column: int, max_width: int) -> list[int]:
    """List the label column, the used column, and as many columns around it as fit."""
    label_width, *widths = _measure_columns(grid, MIN_COLUMN_GAP)
    room = max_width - min(label_width, max(max_width // 3, MIN_LABEL_WIDTH))
    cell_width = max((count_cells(text) for row in grid.rows for text in row[1:]), default=0)
    if len(widths) * (cell_width + MIN_COLUMN_GAP + 1) <= room:  # only headings are cut
        return list(range(len(grid.head)))
    first = last = max(used_column, 1)
    room -= widths[first - 1]
    is_wider = True
    while is_wider:
        is_wider = False
        if last < len(widths) and widths[last] <= room:
            room -= widths[last]
            last, is_wider = last + 1, True
        if first > 1 and widths[first - 2] <= room:
            room -= widths[first - 2]
            first, is_wider = first - 1, True
    return [0, *range(first, last + 1)]


def _measure_columns(grid: PrintedTable, gap: int) -> list[int]:
    """Return the width of each column: its widest cell, a gap, and room for the pointer."""
    columns = zip(grid.head, *grid.rows, strict=True)
    return [
        max(map(count_cells, column)) + gap + (index > 0) for index, column in enumerate(columns)
    ]


def _compute_column_widths(grid: PrintedTable, max_width: int) -> list[int]:
    """Return each column's width: that of its widest cell, or equal widths if space is short."""
    for gap in (COLUMN_GAP, MIN_COLUMN_GAP):
        wanted = _measure_columns(grid, gap)
        if sum(wanted) <= max_width:
            return wanted
    labels = min(wanted[0], max(max_width // 3, MIN_LABEL_WIDTH))
    if max_width - sum(wanted[1:]) > labels:  # only the labels are too wide
        return [max_width - sum(wanted[1:]), *wanted[1:]]
    return [labels, *([(max_width - labels) // (len(wanted) - 1)] * (len(wanted) - 1))]
