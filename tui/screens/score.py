"""Victory points, objectives and luck in one box, for screens with no room beside the table."""

from __future__ import annotations

from textual.content import Content

from tracker.application.game import Game
from tracker.application.luck import Luck
from tui.panels.luck import luck_lines
from tui.panels.objectives import objective_lines
from tui.screens.dialogs import WIDTH, Dialog
from tui.text import line


def score_dialog(game: Game, luck: Luck) -> Dialog:
    """How the game stands, and what it owes to the dice."""
    title = line(WIDTH, [(" luck", "$primary bold")], [("made of expected ", "$quiet")])
    lines = [*objective_lines(game, WIDTH), Content(""), title, *luck_lines(luck, WIDTH)]
    return Dialog("VP, objectives, luck", [*lines, Content("")])
