"""The panels of the look-back screen: the bar, the lines, the past state and a line's details."""

from __future__ import annotations

import re
from collections.abc import Iterable

from textual.content import Content

from tracker.application.correcting.state_comparison import NOTHING, StateChange
from tracker.application.log.game_log_lines import expand_undone_line
from tracker.application.log.log_line_types import LogLine
from tracker.projection.match_state import State
from tracker.vocabulary.events import Rolled
from tracker.vocabulary.roll_needs import describe_need_parts, infer_need
from tui.look_back.log_cursor import FOLDED, LogCursor
from tui.look_back.past_state_lines import render_past_state
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
    wrap_styled,
    wrap_text,
)
from tui.views import game_status_view
from tui.views.game_list import format_day_and_time
from tui.views.roll_formatting import format_roll_parts, group_faces_in_fives
from tui.views.searchable_log_lines import RULING, list_line_subjects
from tui.widgets.clickable_text import render_key_hint
from tui.widgets.list_rows import find_first_shown_row, make_clickable_row
from tui.widgets.panel import LinePanel, ModelPanel

LABEL_WIDTH = 14  # cells for "changed here"
DICE_NAME_WIDTH = 8
NUMBER_WIDTH = 6
SHOW_HINT = " x shows "


class LookBackBar(LinePanel[LogCursor]):
    """The bar of the look-back screen. Its reversed colours warn people not to enter dice here."""

    DEFAULT_CSS = "LookBackBar { color: $warning; }"

    def render(self) -> Content:
        game = self.model.game
        words = (
            f" LOOKING BACK: line {self.model.current_line.number_range}, "
            f"{describe_turn_and_phase(self.model.state_after_current_line)}"
        )
        last = game.history.last_line_number
        now = f" the game is at line {last}, {game_status_view.describe_turn(game.state)} "
        return fill_line(self.size.width, [(words, "bold")], [now]).stylize("reverse")


def describe_turn_and_phase(state: State) -> str:
    """Describe the turn and phase, such as ``turn 2, shoot``."""
    words = {word.id: word.word for word in state.info.words.phases}
    phase = words.get(state.clock.phase, state.clock.phase)
    turn = game_status_view.describe_turn(state)
    return turn if not phase or phase == turn else f"{turn}, {phase}"


class Timeline(LinePanel[LogCursor]):
    def render(self) -> Content:
        count = len(self.model.lines)
        right = f" {self.model.current_line.number_range} of {self.model.highest_line_number} "
        width = max(self.size.width - len(right) - 1, 10)
        scale = (width - 1) / max(count - 1, 1)
        column = round(self.model.index * scale)
        cells = ["━" if i < column else "─" for i in range(width)]
        for turn, index in self.model.list_turns_with_first_index():
            label = f"T{turn}"
            start = round(index * scale)
            if start + len(label) <= width:
                cells[start : start + len(label)] = label
        before, after = "".join(cells[:column]), "".join(cells[column + 1 :])
        bar: list[StyledText] = [(before, "$primary"), ("╋", "$warning bold"), (after, "$quiet")]
        return fill_line(self.size.width, [" ", *bar], [(right, "$quiet")])


class LogLinesPanel(ModelPanel[LogCursor]):
    heading = ("lines",)

    def render_body(self, width: int, height: int) -> list[Content]:
        log_cursor = self.model
        lines: list[Content] = []
        marked_line = 0
        for index in range(
            max(0, log_cursor.index - height), min(len(log_cursor.lines), log_cursor.index + height)
        ):
            line = log_cursor.lines[index]
            lines += self._render_phase_rule(index, width)
            if index == log_cursor.index:
                marked_line = len(lines)
            shown = self._render_log_line(line, width, marked=index == log_cursor.index)
            lines += [make_clickable_row(row, index, log_cursor.index) for row in shown]
        start = find_first_shown_row(len(lines), marked_line, height)
        return lines[start : start + height]

    def _render_phase_rule(self, index: int, width: int) -> list[Content]:
        line = self.model.lines[index]
        previous = self.model.lines[index - 1] if index else None
        if (
            previous is None
            or not line.turn
            or (previous.turn, previous.phase) == (line.turn, line.phase)
        ):
            return []
        return [fill_line(width, [(f"      ── T{line.turn} {line.phase} ──", "$quiet")])]

    def _render_log_line(self, line: LogLine, width: int, *, marked: bool) -> list[Content]:
        if line.kind == FOLDED:
            lines = _render_undone_summary(
                line.text, width, "hides" if self.model.shows_undone else "shows"
            )
            if self.model.shows_undone:
                history = self.model.game.history
                for lost in expand_undone_line(history, self.model.lines, line):
                    number = (f"{lost.number:>5} ╎ ", "$quiet")
                    lines.append(fill_line(width, [number, (lost.text, "strike $quiet")]))
            return lines
        pointer: StyledText = ("▸", "$warning bold") if marked else " "
        number = (f"{line.number:>4} ", "$quiet")
        signs = ("*" if self.model.is_starred(line) else "") + (
            "'" if self.model.list_notes(line) else ""
        )
        style = "bold" if marked else "$primary" if line.kind == "turn" else ""
        head, outcome = split_action_and_result(line)
        room = width - NUMBER_WIDTH - count_cells(signs) - 2
        if count_cells(outcome) > room * 2 // 3:
            head, outcome = line.text, ""
        right: list[StyledText] = [f" {outcome}" if outcome else ""]
        right += [(f" {signs}", "$warning bold")] if signs else []
        return [fill_line(width, [pointer, number, (head, style)], right)]


def _render_undone_summary(text: str, width: int, key_word: str) -> list[Content]:
    first, *others = wrap_text(text, width - NUMBER_WIDTH - 2 - len(SHOW_HINT))
    hint: list[StyledText] = [" ", render_key_hint("x", key_word), " "]
    lines = [fill_line(width, [(f"{'':{NUMBER_WIDTH}}╎ {first}", "$quiet")], hint)]
    return [*lines, *(join_styled([(f"{'':{NUMBER_WIDTH}}╎ {line}", "$quiet")]) for line in others)]


class PastStatePanel(ModelPanel[LogCursor]):
    def render_title(self) -> Iterable[StyledText]:
        return [f"as it stood after line {self.model.current_line.last}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        dice = self._render_dice(width)
        room = max(height - len(dice), height - height // 3)
        subjects = list_line_subjects(self.model.game, self.model.current_line)
        lines = render_past_state(
            self.model.state_after_current_line, self.model.game.ruleset, width, room, subjects
        )
        if dice and height > len(lines) + len(dice):
            lines.append(Content(""))
        return [*lines, *dice][:height]

    def _render_dice(self, width: int) -> list[Content]:
        rolls = [
            entry.input
            for entry in self.model.list_entries_of_current_line()
            if isinstance(entry.input, Rolled)
        ]
        if not rolls or self.model.current_line.kind in {
            "turn",
            "end",
        }:  # these are the dice of the line before
            return []
        lines = [line for roll in rolls for line in _render_roll(roll, width)]
        head = fill_line(width, [(f" dice of line {self.model.current_line.number}", "$primary")])
        return [head, *lines]


class LineDetailPanel(ModelPanel[LogCursor]):
    def render_title(self) -> Iterable[StyledText]:
        line = self.model.current_line
        notes = self.model.list_notes(line)
        if notes:
            return [("' ", "$warning bold"), (" · ".join(notes), "bold")]
        return [("* " if self.model.is_starred(line) else "", "$warning"), f"line {line.number}"]

    def render_right_title(self) -> Iterable[StyledText]:
        line = self.model.current_line
        author = f" · {line.author}" if line.author else ""
        return [(f"{format_day_and_time(line.at)}{author}", "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        line = self.model.current_line
        lines = wrap_styled(line.text, width - 2, "bold", head=" ")
        for ruling in line.rulings:
            wrapped = wrap_text(ruling, width - 4)
            lines += [join_styled([(f" {RULING} {row}", "$warning")]) for row in wrapped]
        lines += render_labelled_text(
            "changed here", describe_state_changes(self.model.list_changes_by_current_line()), width
        )
        lines += render_labelled_text("why", explain_needed_numbers(self.model), width)
        if len(lines) > height:
            lines[height - 1 :] = [join_styled([(" … Enter shows everything", "$quiet")])]
        return lines


def render_labelled_text(label: str, text: str, width: int) -> list[Content]:
    """Render a label and its text, such as ``changed here Alpha: 1 to remove``."""
    head = (f" {pad_text(label, LABEL_WIDTH)}", "$quiet")
    return wrap_styled(text, width - LABEL_WIDTH - 2, head=head)


def explain_needed_numbers(log_cursor: LogCursor) -> str:
    """Explain the numbers needed in the current line's rolls, with their parts and rules."""
    explanations: dict[str, None] = {}
    for entry in log_cursor.list_entries_of_current_line():
        rolled = entry.input
        if isinstance(rolled, Rolled) and (rolled.rule or rolled.need):
            need_parts = rolled.modifiers, infer_need(rolled.bands), rolled.bonus
            parts = ", ".join(describe_need_parts(*need_parts))
            need = f" {rolled.need}" if rolled.need else ""
            parts_text = f" ({parts})" if parts else ""
            explanations[f"{rolled.what}{need}{parts_text} {rolled.rule}".rstrip()] = None
    return " · ".join(explanations)


def _render_roll(rolled: Rolled, width: int) -> list[Content]:
    """Render a roll, such as ``hit 45612 34263 5``. A long outcome has a line of its own."""
    name, dice, outcome = format_roll_parts(rolled)
    short = outcome.removesuffix(" succeed")
    room = width - DICE_NAME_WIDTH - count_cells(short) - 4
    grouped = group_faces_in_fives(dice)
    label = pad_text(name.removeprefix("to "), DICE_NAME_WIDTH)
    left: list[StyledText] = [" ", (label, "bold"), " "]
    right: list[StyledText] = [(f" {short} ", "$success")]
    for text in (dice, grouped):
        if count_cells(text) <= room:
            return [fill_line(width, [*left, text], right)]
    room = width - DICE_NAME_WIDTH - 3
    text = dice if count_cells(dice) <= room else cut_text(grouped, room)
    return [fill_line(width, [*left, text]), fill_line(width, [], right)]


_DICE = re.compile(r"[0-9]+ (?:die|dice) ")


def split_action_and_result(line: LogLine) -> tuple[str, str]:
    """Split a line into its action and its result (such as ``3 to remove``)."""
    head, *middle = line.text.split(": ")
    if line.kind != "action" or not middle or (len(middle) == 1 and "▸" not in head):
        return line.text, ""
    clauses = [clause for clause in line.text.split(" | ") if ": " in clause]
    return head, " | ".join(map(_extract_result, clauses))


def _extract_result(clause: str) -> str:
    items = clause.rsplit(": ", maxsplit=1)[-1].split(" (", maxsplit=1)[0].split(", ")
    dice = [item for item in items if _DICE.match(item)]
    return dice[-1] if len(dice) == len(items) else items[0]


def describe_state_changes(changes: Iterable[StateChange]) -> str:
    """Describe changes, such as ``Alpha: 7/8 → 6/8, 1 to remove``."""
    return " · ".join(f"{change.name}: {describe_state_change(change)}" for change in changes)


def describe_state_change(change: StateChange) -> str:
    then, now = _map_words_to_parts(change.before), _map_words_to_parts(change.after)
    texts = []
    for key, text in now.items():
        before = then.get(key)
        if before is None:
            texts.append(text)
        elif before != text:
            texts.append(f"{before} → {text}")
    texts += [f"no longer {text}" for key, text in then.items() if key not in now]
    return ", ".join(texts)


def _map_words_to_parts(text: str) -> dict[str, str]:
    """Split a state's description into its parts, keyed by their words without numbers."""
    parts = [part for part in text.split(", ") if part and part != NOTHING]
    return {"".join(c for c in part if not c.isdigit()).strip(): part for part in parts}
