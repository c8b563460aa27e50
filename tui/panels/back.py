"""The parts of looking back: where one is, the lines, the table as it stood, one line's dice."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from tracker.application.log import LogLine, folded
from tracker.projection.state import State
from tracker.vocabulary.events import Rolled
from tui.panels.frame import Edges, Panel
from tui.panels.roster import unit_line
from tui.past import FOLDED, Past
from tui.seen import clock
from tui.seen.games import day_and_time
from tui.seen.log import numbers
from tui.seen.question import parts_words
from tui.seen.rolls import roll_line
from tui.seen.roster import rows
from tui.text import Piece, join, line, pad, wrap


class BackBar(Widget):
    """LOOKING BACK, in reverse on every repaint: nobody types dice into the past by mistake."""

    DEFAULT_CSS = "BackBar { height: 1; color: $warning; }"

    def __init__(self, past: Past) -> None:
        super().__init__()
        self.past = past

    def render(self) -> Content:
        game = self.past.game
        words = f" LOOKING BACK: line {numbers(self.past.line)}, {where(self.past.state)}"
        last = self.past.last.last
        now = f"the game is at line {last}, {clock.turn_words(game.state)} "
        return line(self.size.width, [(words, "bold")], [now]).stylize("reverse")


def where(state: State) -> str:
    """``turn 2, shoot``."""
    words = {word.id: word.word for word in state.info.words.phases}
    phase = words.get(state.clock.phase, state.clock.phase)
    turn = clock.turn_words(state)
    return turn if not phase or phase == turn else f"{turn}, {phase}"


class Timeline(Widget):
    """The turns as a line with the cursor on it."""

    DEFAULT_CSS = "Timeline { height: 1; }"

    def __init__(self, past: Past) -> None:
        super().__init__()
        self.past = past

    def render(self) -> Content:
        count = len(self.past.lines)
        right = f" {self.past.at + 1} of {count} "
        width = max(self.size.width - len(right) - 1, 10)
        scale = (width - 1) / max(count - 1, 1)
        here = round(self.past.at * scale)
        cells = ["━" if i < here else "─" for i in range(width)]
        for turn, place in self.past.turns():
            label = f"T{turn}"
            start = round(place * scale)
            if start + len(label) <= width:
                cells[start : start + len(label)] = label
        done: list[Piece] = [
            ("".join(cells[:here]), "$primary"),
            ("╋", "$warning bold"),
            ("".join(cells[here + 1 :]), "$quiet"),
        ]
        return line(self.size.width, [" ", *done], [(right, "$quiet")])


class LinesPanel(Panel):
    """The lines around the cursor, oldest first."""

    def __init__(self, past: Past, edges: Edges) -> None:
        super().__init__(edges)
        self.past = past

    def title(self) -> Iterable[Piece]:
        return ["lines"]

    def body(self, width: int, height: int) -> list[Content]:
        past = self.past
        lines: list[Content] = []
        focus = 0
        for place in range(max(0, past.at - height), min(len(past.lines), past.at + height)):
            if place == past.at:
                focus = len(lines)
            lines += self._shown(past.lines[place], width, marked=place == past.at)
        start = max(0, min(focus - height // 2, len(lines) - height))
        return lines[start : start + height]

    def _shown(self, each: LogLine, width: int, *, marked: bool) -> list[Content]:
        if each.kind == FOLDED:
            lines = [line(width, [(f"      ╎ {each.text}", "$quiet")], [("x shows ", "$quiet")])]
            if self.past.unfolded:
                for lost in folded(self.past.game.story, each):
                    number = (f"{lost.number:>5} ╎ ", "$quiet")
                    lines.append(line(width, [number, (lost.text, "strike $quiet")]))
            return lines
        pointer: Piece = ("▸", "$warning bold") if marked else " "
        number = (f"{each.number:>4} ", "$quiet")
        style = "bold" if marked else "$primary" if each.kind == "turn" else ""
        return [line(width, [pointer, number, (each.text, style)])]


class StatePanel(Panel):
    """Both sides as they stood after the line."""

    def __init__(self, past: Past, edges: Edges) -> None:
        super().__init__(edges)
        self.past = past

    def title(self) -> Iterable[Piece]:
        return [f"as it stood after line {self.past.line.last}"]

    def body(self, width: int, height: int) -> list[Content]:
        state = self.past.state
        lines: list[Content] = []
        for place, side in enumerate(state.info.sides, start=1):
            colour = f"$side-{min(place, 2)}"
            points = f"{state.points.get(side.id, 0)} VP "
            lines.append(line(width, [" ", (side.name.upper(), f"{colour} bold")], [points]))
            found = rows(state, side.id)
            lines += [unit_line(row, found, width, colour) for row in found]
        return lines[:height]


class DetailPanel(Panel):
    """What happened in the line: its dice, its parts, when it was written."""

    def __init__(self, past: Past, edges: Edges) -> None:
        super().__init__(edges)
        self.past = past

    def title(self) -> Iterable[Piece]:
        return [f"line {numbers(self.past.line)}"]

    def aside(self) -> Iterable[Piece]:
        each = self.past.line
        by = f" · {each.author}" if each.author else ""
        return [(f"{day_and_time(each.at)}{by}", "$quiet")]

    def body(self, width: int, height: int) -> list[Content]:
        lines = [join([" ", (each, "bold")]) for each in wrap(self.past.line.text, width - 2)]
        for ruling in self.past.line.rulings:
            lines += [join([(f" ! {each}", "$warning")]) for each in wrap(ruling, width - 4)]
        for entry in self.past.entries():
            if isinstance(entry.input, Rolled):
                lines += _roll(entry.input, width)
        return lines[:height]


def _roll(rolled: Rolled, width: int) -> list[Content]:
    name, dice, outcome = roll_line(rolled)
    need = f"   need {rolled.need}" if rolled.need else ""
    parts = ", ".join(parts_words(rolled.modifiers, rolled.need))
    why = " · ".join(each for each in (parts, rolled.rule) if each)
    left: list[Piece] = [" ", (pad(name, 9), "bold"), f" {dice}{need}", (f"   {why}", "$quiet")]
    return [line(width, left, [(f"  {outcome} ", "$success")])]
