"""Victory points, objectives and luck in one box, for screens with no room beside the table."""

from __future__ import annotations

from textual.content import Content

from tracker.application.chances.luck import Luck
from tracker.application.match.game import Game
from tui.table.panels.luck import luck_lines
from tui.table.panels.objectives import objective_lines
from tui.text import join, line, pad
from tui.views.time import TimeSeen
from tui.widgets.dialogs import WIDTH, Dialog

COLUMN = 16


def score_dialog(game: Game, luck: Luck, time: TimeSeen) -> Dialog:
    """How the game stands, what it owes to the dice, and how long it took."""
    title = line(WIDTH, [(" luck", "$primary bold")], [("made of expected ", "$quiet")])
    lines = [*objective_lines(game, WIDTH), Content(""), title, *luck_lines(luck, WIDTH)]
    lines += [Content(""), *_times(time)]
    return Dialog("VP, objectives, luck, time", [*lines, Content("")])


def _times(time: TimeSeen) -> list[Content]:
    """The minutes of every side, a turn a row."""
    heads = "".join(pad(name, COLUMN - 1) + " " for name in time.heads())
    lines = [line(WIDTH, [(f" {pad('minutes', COLUMN)}", "$primary bold"), (heads, "$quiet")])]
    for name, sides in time.rows():
        lines.append(join([f" {pad(name, COLUMN)}", *(pad(str(each), COLUMN) for each in sides)]))
    return lines
