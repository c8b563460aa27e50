"""What is looked up: the tables of the phase with the rows in use marked, marks and words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.content import Content
from textual.events import Resize
from textual.screen import Screen

from tracker.application.match.game import Game
from tui.screen_text import count_cells, cut, fit, join, pad_text, wrap
from tui.table.panels.grid_panel import list_grid_lines, list_grids_in_use
from tui.views.legend import Drawn, build_legend
from tui.views.roster import Going
from tui.widgets.dialogs import WIDTH, Dialog

GAP = 3
WIDEST_SIGN = 20
MOST_NAMED = 6
NOTHING = "This phase has no tables."


def build_tables_dialog(game: Game) -> Dialog:
    """Every table of the phase, those in use first; small ones side by side."""
    grids = game.ruleset.grids(game.match, game.match.phase)
    here = list_grids_in_use(game)
    order = [*here, *(grid for grid in grids if grid not in here)]
    lines: list[Content] = []
    row: list[list[Content]] = []
    for block in (list_grid_lines(game, grid, WIDTH) for grid in order):
        if row and sum(map(_width, row)) + _width(block) + GAP * len(row) > WIDTH:
            lines += [*_beside(row), Content("")]
            row = []
        row.append(block)
    lines += _beside(row)
    title = f"tables · {_phase(game)}"
    return Dialog(title, [*(lines or [join([NOTHING])]), Content("")])


def _phase(game: Game) -> str:
    phases = {phase.id: phase.word for phase in game.ruleset.phases}
    return phases.get(game.match.phase, game.match.phase)


def _width(block: list[Content]) -> int:
    return max(line.cell_length for line in block)


def _beside(blocks: list[list[Content]]) -> list[Content]:
    """Blocks of lines beside each other."""
    height = max(map(len, blocks), default=0)
    lines = []
    for at in range(height):
        cut_lines = [
            fit(block[at] if at < len(block) else Content(""), _width(block) + GAP)
            for block in blocks
        ]
        lines.append(join(cut_lines))
    return lines


class Legend(Dialog):
    """What the marks mean that stand on the table below now, at the width the terminal has."""

    def __init__(self, below: Screen[Any], list_lines: Callable[[], list[Content]]) -> None:
        super().__init__("marks and words", list_lines())
        self.below = below
        self.list_lines = list_lines

    def on_resize(self, event: Resize) -> None:
        del event
        self.below.call_after_refresh(self._draw_anew)

    def _draw_anew(self) -> None:
        self._text.update(Content("\n").join(self.list_lines()))


def list_legend_lines(game: Game, going: Going, drawn: Drawn) -> list[Content]:
    """What the marks that stand on the table now mean, and the words of the game."""
    lines = [join([("on the table now", "$quiet bold")])]
    marks = build_legend(game, going, drawn)
    wide = min(max((count_cells(mark.sign) for mark in marks), default=0), WIDEST_SIGN)
    for mark in marks:
        who = f" ({_listed(mark.who)})" if mark.who else ""
        first, *more = wrap(mark.text + who, WIDTH - wide - 4)
        lines.append(join(["  ", (pad_text(mark.sign, wide), "$primary bold"), "  ", first]))
        lines += [join([" " * (wide + 4), each]) for each in more]
    lines += [Content(""), join([(f"words of {game.ruleset.title}", "$quiet bold")])]
    for word, text in game.ruleset.glossary().items():
        lines.append(join(["  ", (cut(word, WIDTH - 2), "$primary bold")]))
        lines += [join([f"    {each}"]) for each in wrap(text, WIDTH - 4)]
    return [*lines, Content("")]


def _listed(who: tuple[str, ...]) -> str:
    more = f" and {len(who) - MOST_NAMED} more" if len(who) > MOST_NAMED else ""
    return ", ".join(who[:MOST_NAMED]) + more
