"""The panels of the look-back screen: position, lines, past state and a line's dice."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from tracker.application.log.game_log_lines import LogLine, expand_undone_line
from tracker.projection.match_state import State
from tracker.vocabulary.dice_needs import describe_parts, infer_need
from tracker.vocabulary.events import Rolled
from tui.look_back.log_cursor import FOLDED, LogCursor
from tui.look_back.past_state_lines import render_past_state
from tui.terminal_text_fitting import (
    Piece,
    count_cells,
    cut_text,
    fill_line,
    join_pieces,
    pad_text,
    wrap_text,
)
from tui.views import turn_and_phase_view
from tui.views.game_list import format_day_and_time
from tui.views.roll_formatting import format_roll_parts, group_faces_in_fives
from tui.views.searchable_log_lines import RULING, list_line_subjects
from tui.views.state_change_descriptions import describe_state_changes, split_cause_and_effect
from tui.widgets.clickable_text import make_clickable_row, render_key_hint
from tui.widgets.panel import Panel, PanelEdges

WHAT = 14  # cells for "changed here"
DICE_NAME = 8
NUMBER = 6
SHOWS = " x shows "


class LookBackBar(Widget):
    """The bar of the look-back screen, in reverse so that nobody enters dice by mistake."""

    DEFAULT_CSS = "LookBackBar { height: 1; color: $warning; }"

    def __init__(self, past: LogCursor) -> None:
        super().__init__()
        self.past = past

    def render(self) -> Content:
        game = self.past.game
        words = (
            f" LOOKING BACK: line {self.past.current_line.number_range}, "
            f"{describe_turn_and_phase(self.past.state)}"
        )
        last = self.past.newest_line.last
        now = f" the game is at line {last}, {turn_and_phase_view.describe_turn(game.state)} "
        return fill_line(self.size.width, [(words, "bold")], [now]).stylize("reverse")


def describe_turn_and_phase(state: State) -> str:
    """Describe the turn and phase, such as ``turn 2, shoot``."""
    words = {word.id: word.word for word in state.info.words.phases}
    phase = words.get(state.clock.phase, state.clock.phase)
    turn = turn_and_phase_view.describe_turn(state)
    return turn if not phase or phase == turn else f"{turn}, {phase}"


class Timeline(Widget):
    """A line that represents the game's turns, with the cursor on it."""

    DEFAULT_CSS = "Timeline { height: 1; }"

    def __init__(self, past: LogCursor) -> None:
        super().__init__()
        self.past = past

    def render(self) -> Content:
        count = len(self.past.lines)
        right = f" {self.past.current_line.number_range} of {self.past.highest_number} "
        width = max(self.size.width - len(right) - 1, 10)
        scale = (width - 1) / max(count - 1, 1)
        here = round(self.past.at * scale)
        cells = ["━" if i < here else "─" for i in range(width)]
        for turn, place in self.past.list_turn_starts():
            label = f"T{turn}"
            start = round(place * scale)
            if start + len(label) <= width:
                cells[start : start + len(label)] = label
        done: list[Piece] = [
            ("".join(cells[:here]), "$primary"),
            ("╋", "$warning bold"),
            ("".join(cells[here + 1 :]), "$quiet"),
        ]
        return fill_line(self.size.width, [" ", *done], [(right, "$quiet")])


class LogLinesPanel(Panel):
    """A panel with the lines around the cursor, oldest first."""

    def __init__(self, past: LogCursor, edges: PanelEdges) -> None:
        super().__init__(edges)
        self.past = past

    def render_title(self) -> Iterable[Piece]:
        return ["lines"]

    def render_body(self, width: int, height: int) -> list[Content]:
        past = self.past
        lines: list[Content] = []
        focus = 0
        for place in range(max(0, past.at - height), min(len(past.lines), past.at + height)):
            each = past.lines[place]
            lines += self._heading(place, width)
            if place == past.at:
                focus = len(lines)
            shown = self._shown(each, width, marked=place == past.at)
            lines += [make_clickable_row(one, place, past.at) for one in shown]
        start = max(0, min(focus - height // 2, len(lines) - height))
        return lines[start : start + height]

    def _heading(self, place: int, width: int) -> list[Content]:
        """Render a rule at the start of a new phase."""
        here = self.past.lines[place]
        before = self.past.lines[place - 1] if place else None
        if (
            before is None
            or not here.turn
            or (before.turn, before.phase) == (here.turn, here.phase)
        ):
            return []
        return [fill_line(width, [(f"      ── T{here.turn} {here.phase} ──", "$quiet")])]

    def _shown(self, each: LogLine, width: int, *, marked: bool) -> list[Content]:
        if each.kind == FOLDED:
            lines = _fold(each.text, width)
            if self.past.unfolded:
                for lost in expand_undone_line(self.past.game.history, each):
                    number = (f"{lost.number:>5} ╎ ", "$quiet")
                    lines.append(fill_line(width, [number, (lost.text, "strike $quiet")]))
            return lines
        pointer: Piece = ("▸", "$warning bold") if marked else " "
        number = (f"{each.number:>4} ", "$quiet")
        signs = ("*" if self.past.is_starred(each) else "") + (
            "'" if self.past.list_notes(each) else ""
        )
        style = "bold" if marked else "$primary" if each.kind == "turn" else ""
        head, outcome = split_cause_and_effect(each)
        room = width - NUMBER - count_cells(signs) - 2
        if count_cells(outcome) > room * 2 // 3:
            head, outcome = each.text, ""
        right: list[Piece] = [f" {outcome}" if outcome else ""]
        right += [(f" {signs}", "$warning bold")] if signs else []
        return [fill_line(width, [pointer, number, (head, style)], right)]


def _fold(text: str, width: int) -> list[Content]:
    """Render a summary of undone lines, with the key that shows them."""
    first, *more = wrap_text(text, width - NUMBER - 2 - len(SHOWS))
    shows: list[Piece] = [" ", render_key_hint("x", "shows"), " "]
    lines = [fill_line(width, [(f"{'':{NUMBER}}╎ {first}", "$quiet")], shows)]
    return [*lines, *(join_pieces([(f"{'':{NUMBER}}╎ {each}", "$quiet")]) for each in more)]


class PastStatePanel(Panel):
    """A panel that shows both sides as they were after the line."""

    def __init__(self, past: LogCursor, edges: PanelEdges) -> None:
        super().__init__(edges)
        self.past = past

    def render_title(self) -> Iterable[Piece]:
        return [f"as it stood after line {self.past.current_line.last}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        dice = self._dice(width)
        room = max(height - len(dice), height - height // 3)
        about = list_line_subjects(self.past.game, self.past.current_line)
        lines = render_past_state(self.past.state, self.past.game.ruleset, width, room, about)
        if dice and height > len(lines) + len(dice):
            lines.append(Content(""))
        return [*lines, *dice][:height]

    def _dice(self, width: int) -> list[Content]:
        """Render the line's dice, which are shown below the state."""
        rolls = [each.input for each in self.past.list_entries() if isinstance(each.input, Rolled)]
        if not rolls:
            return []
        lines = [_roll(each, width) for each in rolls]
        head = fill_line(width, [(f" dice of line {self.past.current_line.number}", "$primary")])
        return [head, *lines]


class LineDetailPanel(Panel):
    """A panel with the line's text, the subjects it changed and the reasons."""

    def __init__(self, past: LogCursor, edges: PanelEdges) -> None:
        super().__init__(edges)
        self.past = past

    def render_title(self) -> Iterable[Piece]:
        each = self.past.current_line
        notes = self.past.list_notes(each)
        if notes:
            return [("' ", "$warning bold"), (" · ".join(notes), "bold")]
        return [("* " if self.past.is_starred(each) else "", "$warning"), f"line {each.number}"]

    def render_right_title(self) -> Iterable[Piece]:
        each = self.past.current_line
        by = f" · {each.author}" if each.author else ""
        return [(f"{format_day_and_time(each.at)}{by}", "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        here = self.past.current_line
        lines = [join_pieces([" ", (each, "bold")]) for each in wrap_text(here.text, width - 2)]
        for ruling in here.rulings:
            wrapped = wrap_text(ruling, width - 4)
            lines += [join_pieces([(f" {RULING} {each}", "$warning")]) for each in wrapped]
        lines += render_labelled_text(
            "changed here", describe_state_changes(self.past.list_changes_at_line()), width
        )
        lines += render_labelled_text("why", explain_needed_numbers(self.past), width)
        if len(lines) > height:
            lines[height - 1 :] = [join_pieces([(" … Enter shows all of it", "$quiet")])]
        return lines


def render_labelled_text(what: str, text: str, width: int) -> list[Content]:
    """Render a label and its text, such as ``changed here Alpha: 1 to remove``."""
    if not text:
        return []
    first, *more = wrap_text(text, width - WHAT - 2)
    lines = [join_pieces([(f" {pad_text(what, WHAT)}", "$quiet"), first])]
    return [*lines, *(join_pieces([" " * (WHAT + 1), each]) for each in more)]


def explain_needed_numbers(past: LogCursor) -> str:
    """Explain the numbers needed in the line's rolls, with their parts and rules."""
    found: dict[str, None] = {}
    for entry in past.list_entries():
        rolled = entry.input
        if isinstance(rolled, Rolled) and (rolled.rule or rolled.need):
            parts = ", ".join(describe_parts(rolled.modifiers, infer_need(rolled.bands)))
            need = f" {rolled.need}" if rolled.need else ""
            why = f" ({parts})" if parts else ""
            found[f"{rolled.what}{need}{why} {rolled.rule}".rstrip()] = None
    return " · ".join(found)


def _roll(rolled: Rolled, width: int) -> Content:
    """Render a roll, such as ``hit 45612 34263 5``."""
    name, dice, outcome = format_roll_parts(rolled)
    short = outcome.removesuffix(" succeed")
    room = width - DICE_NAME - count_cells(short) - 4
    if count_cells(dice) > room:
        dice = group_faces_in_fives(dice)
    left: list[Piece] = [" ", (pad_text(name.removeprefix("to "), DICE_NAME), "bold"), " "]
    return fill_line(width, [*left, cut_text(dice, room)], [(f" {short} ", "$success")])
