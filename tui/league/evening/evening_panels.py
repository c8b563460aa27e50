"""The panels of the evening screen: the round's tables, the draft below, and the typed text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from textual.content import Content

from tracker.application.leagues.pairing.round_mission_commands import describe_round_mission
from tui.league.evening.evening_rows_and_typed_lines import EveningRows
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
    remove_unprintable_characters,
    wrap_styled,
)
from tui.views.league_evening_table import DraftPairingRow, EveningTable, EveningTableRow
from tui.widgets.clickable_text import render_key_hints
from tui.widgets.list_rows import (
    compute_name_width,
    draw_pointer,
    draw_visible_rows,
    make_selectable_row,
)
from tui.widgets.panel import BOTTOM_EDGES, TOP_EDGES, LinePanel, ModelPanel

MIN_TITLE_WIDTH = 16
MIN_REASON_WIDTH, MAX_REASON_WIDTH = 20, 28  # cells for the reason of a pairing
INITIALS_WIDTH = 4  # cells for both initials
NOTE_STYLES = {"live": "$secondary", "in": "$quiet", "later": "$secondary"}  # by status


class EveningHeader(LinePanel[EveningRows]):
    def render(self) -> Content:
        table, league = self.model.table, self.model.league
        right: list[StyledText] = []
        if table.game_rows:
            right.append(f"{table.result_count} of {len(table.game_rows)} in · ")
        if table.end_time:
            style = "$warning bold" if table.is_overdue else ""
            right += [(f"games end {table.end_time}", style), " · "]
        right.append(f"{league.calendar.now.format('HH:mm')} now ")
        parts = [f"round {table.round_number}" if table.round_number else "no round yet"]
        planned = f" of {table.planned_rounds}"
        if table.day:
            parts.append(table.day)
        details = "".join(f" · {part}" for part in parts)
        room = self.size.width - join_styled(right).cell_length - count_cells(details) - 3
        has_plan = table.round_number and table.planned_rounds
        if has_plan and room >= count_cells(league.title) + count_cells(planned):
            details = details.replace(parts[0], parts[0] + planned, 1)
            room -= count_cells(planned)
        season = f" · season {league.state.season.number}"
        needed = min(count_cells(league.title), MIN_TITLE_WIDTH) + count_cells(season)
        if len(league.state.seasons) > 1 and room >= needed:
            details, room = season + details, room - count_cells(season)
        title = (cut_text(league.title, max(room, 8)), "$primary bold")
        return fill_line(self.size.width, [" ", title, details], right)


class TablesPanel(ModelPanel[EveningRows]):
    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        return [("table", "bold"), *_render_mission(self.model, self.model.table.round_number)]

    def render_right_title(self) -> Iterable[StyledText]:
        return ["signed by"] if self.model.table.rows else []

    def render_body(self, width: int, height: int) -> list[Content]:
        rows = self.model.table.rows
        if not rows:
            advice = _describe_first_step(self.model.table)
            return [Content(""), *wrap_styled(advice, width - 4, "$quiet", head="  ")]
        names = [name for row in rows for name in (row.home, row.away)]
        name_width = compute_name_width(names, width - 46)
        draw_row = partial(_draw_table_row, name_width=name_width, width=width)
        return draw_visible_rows(rows, self.model.cursor, height, draw_row)


def _describe_first_step(table: EveningTable) -> str:
    """Describe what to do before a round is published."""
    if not table.enrolled_count:
        return "No players are enrolled yet. F6 shows the QR code for joining, p enrols players."
    if table.draft_number:
        return f"Round {table.draft_number} is drafted: P publishes it."
    players = "1 player is" if table.present_count == 1 else f"{table.present_count} players are"
    return f"No round has been published yet. {players} in: d drafts the next round."


def _draw_row_start(number: str, name: str, *, marked: bool) -> list[StyledText]:
    style = "bold" if marked else ""
    return [draw_pointer(marked=marked), (f"{number:>2}", "$primary"), "  ", (name, style)]


def _draw_table_row(row: EveningTableRow, name_width: int, width: int, *, marked: bool) -> Content:
    left = _draw_row_start(row.number, pad_text(row.home, name_width), marked=marked)
    if not row.away:
        left.append((f" {row.note}", "$quiet"))
    else:
        left += [" ", (f"{row.score[0]:>4} : {row.score[1]:<4}", "bold"), " "]
        left.append((pad_text(row.away, name_width), "bold" if marked else ""))
        left += ["  ", (row.note, NOTE_STYLES.get(row.status, ""))]
    right: list[StyledText] = [(" late", "$warning bold")] if row.is_late else []
    if row.dispute:
        right.append((" ?", "$warning bold"))
    right.append(_format_initials(row))
    return fill_line(width, left, right)


def _format_initials(row: EveningTableRow) -> str:
    if row.status != "in":
        return " " * (INITIALS_WIDTH + 1)
    pairs = zip((row.home, row.away), row.signed, strict=True)
    marks = [get_name_initial(name) if signed else "·" for name, signed in pairs]
    return f" {pad_text(' '.join(marks), INITIALS_WIDTH)}"


def get_name_initial(name: str) -> str:
    """Return the first letter of a name as a capital, or ``?`` if there is none.

    The letter is one or two cells wide.
    """
    text = remove_unprintable_characters(name).strip()
    return text[:1].upper()[:1] or "?"


def _render_mission(rows: EveningRows, number: int) -> Iterator[StyledText]:
    state = rows.league.state
    mission = describe_round_mission(state, state.season.number, number)
    if mission:
        yield f" · {mission}"


class DraftPanel(ModelPanel[EveningRows]):
    def render_title(self) -> Iterable[StyledText]:
        number = self.model.table.draft_number
        heading = (f"draft of round {number}" if number else "next round", "bold")
        return [heading, *_render_mission(self.model, number or self.model.table.round_number + 1)]

    def render_right_title(self) -> Iterable[StyledText]:
        return [("not published", "$warning")] if self.model.table.draft_number else []

    def render_body(self, width: int, height: int) -> list[Content]:
        table = self.model.table
        lines_below = self._render_lines_below(width)
        rows = table.draft_rows
        longest = max((count_cells(row.reason) for row in rows), default=0)
        reason_width = min(MAX_REASON_WIDTH, longest)
        names_room = width - 20 - max(MIN_REASON_WIDTH, reason_width)
        names = [name for row in rows for name in (row.home, row.away)]
        name_width = compute_name_width(names, names_room)
        draw_row = partial(_draw_draft_row, name_width=name_width, width=width)
        cursor, room = self.model.cursor - len(table.rows), max(1, height - len(lines_below))
        return [*draw_visible_rows(rows, cursor, room, draw_row, make_selectable_row), *lines_below]

    def _render_lines_below(self, width: int) -> list[Content]:
        table = self.model.table
        lines: list[Content] = []
        if not table.draft_number:
            season = self.model.league.state.season
            advice = "Press d to check players in, then draft the next round."
            if season.closed:
                advice = f"Season {season.number} is closed. Press S to begin the next season."
            elif table.bracket_winner:
                advice = f"{table.bracket_winner} has won the bracket. S closes the season."
            elif table.beyond_plan:
                advice = "All rounds are published. S closes the season once all results are in."
            lines.append(join_styled([(f" {advice}", "$quiet")]))
        lines += wrap_styled(" · ".join(table.absent), width - 6, "$quiet", head="     ")[:3]
        for warning in table.warnings[:3]:
            head = ("     ? ", "$warning bold")
            lines += wrap_styled(warning, width - 8, "$warning", head)[:2]
        return lines


def _draw_draft_row(row: DraftPairingRow, name_width: int, width: int, *, marked: bool) -> Content:
    number = str(row.table) if row.table else "–"
    left = _draw_row_start(number, pad_text(row.home, name_width), marked=marked)
    left.append(f" {row.home_points:>4}  ")
    if row.away:
        away = pad_text(row.away, name_width)
        left += [(away, "bold" if marked else ""), f" {row.away_points:>4}   "]
    else:
        left.append("bye   ")
    left.append((row.reason, "$quiet"))
    return fill_line(width, left)


class EveningPromptLine(LinePanel[EveningRows]):
    edges = BOTTOM_EDGES

    def render_title(self) -> Iterable[StyledText]:
        typed = self.model.typed
        return [(typed, "bold"), ("▌", "$primary")] if typed else []

    def render_right_title(self) -> Iterable[StyledText]:
        effect = self.model.describe_enter_effect() if self.model.typed else ""
        return [(effect, "$secondary")] if effect else []


RESULT_HINTS = (
    ("", "type 10-7"),
    ("c1", "c2 conceded"),
    ("f1", "f2 forfeit"),
    ("a", "reschedule"),
    ("g", "sign"),
)
DRAFT_HINTS = (
    ("", "in the draft: 3s4 swap"),
    ("l", "lock"),
    ("t", "table numbers"),
    ("D", "redraft"),
    ("P", "publish"),
)
AWAY_HINTS = (("m", "pair two players, latecomers too"),)
BYE_HINTS = (("i", "pair a stand-in with the bye player"), *AWAY_HINTS)
NO_TABLE_HINTS = (("p", "players"), ("", "(then n adds a player)"), ("d", "draft"))


class TypingHints(LinePanel[EveningRows]):
    def render(self) -> Content:
        table, row = self.model.table, self.model.marked_row
        hints: Sequence[tuple[str, str]] = RESULT_HINTS
        if self.model.cursor >= len(table.rows) and table.draft_rows:
            hints = DRAFT_HINTS
        elif row is not None and not row.away:
            hints = BYE_HINTS if row.status == "bye" else AWAY_HINTS
        elif not table.rows:
            hints = NO_TABLE_HINTS
        return fill_line(self.size.width, [" ", render_key_hints(hints, self.size.width - 2)])
