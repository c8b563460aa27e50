"""The log, newest line first. Undone lines are folded until the user unfolds them."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from textual.content import Content

from tracker.application.log.game_log_lines import LogLine
from tracker.application.match.game import Game
from tui.terminal_text_fitting import (
    Piece,
    cut_middle,
    cut_text,
    fill_line,
    join_pieces,
    pad_text,
    wrap_text,
)
from tui.views.mark_legend import COMBAT
from tui.views.searchable_log_lines import RULING, TAKEN_BACK, WHEN, GameLogView
from tui.widgets.clickable_text import render_key_hint
from tui.widgets.panel import Panel, PanelEdges

MOST_UNDER_WAY = 2
"""The maximum number of lines for each combat, which leaves room for the log."""


class LogPanel(Panel):
    """A panel with the combats in progress and the last lines of the game."""

    def __init__(self, log: GameLogView, edges: PanelEdges) -> None:
        super().__init__(edges)
        self.log_seen = log
        self.unfolded = False

    def render_title(self) -> Iterable[Piece]:
        return ["log"]

    def render_right_title(self) -> Iterable[Piece]:
        return [render_key_hint("t", "look back")]

    def render_body(self, width: int, height: int) -> list[Content]:
        lines = render_combats(self.log_seen.game, width)[: max(height - 1, 0)]
        alive = {each.version for each in self.log_seen.list_lines()}
        for each in self.log_seen.list_newest_lines(height, unfolded=self.unfolded):
            room = height - len(lines)
            if room > 0:
                lines += render_log_line(
                    each, width, taken_back=each.version not in alive, most=room
                )
        return lines


def render_combats(game: Game, width: int) -> list[Content]:
    """Render one or two lines for each combat: its units, its current step and its state."""
    lines: list[Content] = []
    for who, text in game.combats_under_way:
        first, *more = wrap_text(f"{who}: {text}", width - 4)
        rows = [first, *more]
        if len(rows) > MOST_UNDER_WAY:
            rows = [first, cut_text(" ".join(more), width - 4)]
        lines += [
            join_pieces([f" {COMBAT} " if row is first else "   ", (row, "$primary")])
            for row in rows
        ]
    return lines


def render_log_line(
    each: LogLine, width: int, *, taken_back: bool = False, most: int = sys.maxsize
) -> list[Content]:
    """Render a log line on at most ``most`` lines. A longer text is cut in the middle."""
    if each.kind == "taken back":
        text = f"{TAKEN_BACK} {each.text}"
        return [
            fill_line(
                width,
                [" " * (WHEN + 1), (text, "$quiet")],
                [" ", render_key_hint("x", "shows them"), " "],
            )
        ]
    if each.kind == "turn":
        return [fill_line(width, [(f" ── {each.text} ", "$primary")])]
    style = {"note": "$secondary", "set right": "$warning", "end": "$success bold"}.get(
        each.kind, "strike $quiet" if taken_back else ""
    )
    when = f"T{each.turn} {each.phase_short}" if each.turn else each.phase_short
    rows = wrap_text(each.text, width - WHEN - 3) or [""]
    if len(rows) > most:
        rows[most - 1 :] = [cut_middle(" ".join(rows[most - 1 :]), width - WHEN - 3)]
    first, *more = rows
    mark = TAKEN_BACK if taken_back else RULING if each.rulings else " "
    lines = [
        fill_line(width, [(f" {pad_text(when, WHEN - 1)}", "$quiet"), f"{mark} ", (first, style)])
    ]
    return [*lines, *(join_pieces([" " * (WHEN + 2), (text, style)]) for text in more)]
