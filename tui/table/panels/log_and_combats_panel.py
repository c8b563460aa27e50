"""The panel of the log (newest line first), and lines that describe the current combats.

Undone lines stay folded until the user unfolds them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from textual.content import Content

from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tui.terminal_text_fitting import (
    StyledText,
    cut_middle,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
    wrap_text,
)
from tui.views.mark_legend import COMBAT
from tui.views.searchable_log_lines import RULING, TAKEN_BACK, TIME_WIDTH, GameLogView
from tui.widgets.clickable_text import render_key_hint
from tui.widgets.panel import ModelPanel

MAX_COMBAT_LINES = 2  # of each combat, so that there is room for the log


class LogPanel(ModelPanel[GameLogView]):
    heading = ("log",)
    unfolded = False

    def render_right_title(self) -> Iterable[StyledText]:
        return [render_key_hint("t", "look back")]

    def render_body(self, width: int, height: int) -> list[Content]:
        lines = render_combats(self.model.game, width, max(height // 3, 1))
        lines_not_undone = (each for each in self.model.list_lines() if each.kind != "taken back")
        current_ends = {line.end for line in lines_not_undone}
        for line in self.model.list_newest_lines(height, include_undone=self.unfolded):
            room = height - len(lines)
            if room > 0:
                lines += render_log_line(
                    line,
                    width,
                    is_undone=line.end not in current_ends,
                    is_unfolded=self.unfolded,
                    max_lines=room,
                )
        return lines


def render_combats(game: Game, width: int, max_lines: int) -> list[Content]:
    """Render each combat's units, step and state on one or two lines, ``max_lines`` in all.

    Combats for which no line is left share the last line. An ellipsis marks what does not fit.
    """
    texts = [f"{units}: {text}" for units, text in game.combat_participants_and_states]
    if len(texts) > max_lines:
        texts[max_lines - 1 :] = [" · ".join(texts[max_lines - 1 :])]
    spare_lines = max_lines - len(texts)
    lines: list[Content] = []
    for text in texts:
        rows = wrap_text(text, width - 4)
        last = min(MAX_COMBAT_LINES - 1, spare_lines)
        if len(rows) > last:
            rows[last:] = [cut_text(" ".join(rows[last:]), width - 4)]
        spare_lines -= len(rows) - 1
        lines += [
            join_styled(["   " if index else f" {COMBAT} ", (row, "$primary")])
            for index, row in enumerate(rows)
        ]
    return lines


def render_log_line(
    line: LogLine,
    width: int,
    *,
    is_undone: bool = False,
    is_unfolded: bool = False,
    max_lines: int = sys.maxsize,
) -> list[Content]:
    """Render a log line on at most ``max_lines`` lines. Longer text is cut in the middle."""
    if line.kind == "taken back":
        left: list[StyledText] = [" " * (TIME_WIDTH + 1), (f"{TAKEN_BACK} {line.text}", "$quiet")]
        hint = render_key_hint("x", "hides them" if is_unfolded else "shows them")
        return [fill_line(width, left, [" ", hint, " "])]
    if line.kind == "turn":
        return [fill_line(width, [(f" ── {line.text} ", "$primary")])]
    style = {"note": "$secondary", "set right": "$warning", "end": "$success bold"}.get(
        line.kind, "strike $quiet" if is_undone else ""
    )
    time = f"T{line.turn} {line.phase_short}" if line.turn else line.phase_short
    room = width - TIME_WIDTH - 3
    rows = wrap_text(line.text, room) or [""]
    if len(rows) > max_lines:
        rows[max_lines - 1 :] = [cut_middle(" ".join(rows[max_lines - 1 :]), room)]
    first, *others = rows
    mark = TAKEN_BACK if is_undone else RULING if line.rulings else " "
    head = f" {pad_text(time, TIME_WIDTH - 1)}"
    if mark != " " and not head.endswith(" "):
        head = f"{head[1:]} "  # a space between the phase and the mark
    top = fill_line(width, [(head, "$quiet"), f"{mark} ", (first, style)])
    return [top, *(join_styled([" " * (TIME_WIDTH + 2), (text, style)]) for text in others)]
