"""Victory points, objectives and luck in one box, for screens with no room beside the table."""

from __future__ import annotations

from textual.content import Content

from tracker.application.chances.luck import Luck
from tracker.application.match.game import Game
from tui.screen_text import fill_line, join, pad_text
from tui.table.panels.luck_panel import list_luck_lines
from tui.table.panels.objectives_panel import list_objective_lines
from tui.views.time import TimeSeen
from tui.widgets.dialogs import WIDTH, Dialog

COLUMN = 16


def build_score_dialog(game: Game, luck: Luck, time: TimeSeen) -> Dialog:
    """How the game stands, what it owes to the dice, and how long it took."""
    title = fill_line(WIDTH, [(" luck", "$primary bold")], [("made of expected ", "$quiet")])
    lines = [*list_objective_lines(game, WIDTH), Content(""), title, *list_luck_lines(luck, WIDTH)]
    lines += [Content(""), *_times(time)]
    return Dialog("VP, objectives, luck, time", [*lines, Content("")])


def _times(time: TimeSeen) -> list[Content]:
    """The minutes of every side, a turn a row."""
    heads = "".join(pad_text(name, COLUMN - 1) + " " for name in time.heads())
    lines = [
        fill_line(WIDTH, [(f" {pad_text('minutes', COLUMN)}", "$primary bold"), (heads, "$quiet")])
    ]
    for name, sides in time.rows():
        lines.append(
            join([f" {pad_text(name, COLUMN)}", *(pad_text(str(each), COLUMN) for each in sides)])
        )
    return lines
