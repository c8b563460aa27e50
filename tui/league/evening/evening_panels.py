"""The panels of the evening: the round's tables, the draft below and the typed text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual.content import Content
from textual.widget import Widget

from tracker.application.leagues.pairing.round_missions import describe_round_mission
from tui.league.evening.round_and_draft_rows import EveningRows
from tui.terminal_text_fitting import (
    Piece,
    clean_text,
    count_cells,
    cut_text,
    fill_line,
    join_pieces,
    pad_text,
    wrap_text,
)
from tui.views.league_evening_table import DraftPairingRow, EveningTable, EveningTableRow
from tui.widgets.clickable_text import make_clickable_row, make_markable_row, render_key_hints
from tui.widgets.key_footers import CLOSED
from tui.widgets.list_row_drawing import compute_name_width, draw_pointer, find_first_shown_row
from tui.widgets.panel import Panel, PanelEdges

SHORTEST_TITLE = 16
SHORTEST_REASON, LONGEST_REASON = 20, 28  # cells for the reason of a pairing
SIGNED = 4  # cells for both initials


class EveningHeader(Widget):
    """A header with the league, the round, its number of results, its end and the time."""

    DEFAULT_CSS = "EveningHeader { height: 1; }"

    def __init__(self, rows: EveningRows) -> None:
        super().__init__()
        self.evening = rows

    def render(self) -> Content:
        seen, league = self.evening.seen, self.evening.league
        right: list[Piece] = []
        if seen.game_rows:
            right.append(f"{seen.result_count} of {len(seen.game_rows)} in · ")
        if seen.ends:
            late = "$warning bold" if seen.over else ""
            right += [(f"games end {seen.ends}", late), " · "]
        right.append(f"{league.now.format('HH:mm')} now ")
        parts = [f"round {seen.number}" if seen.number else "no round yet"]
        planned = f" of {seen.planned}"
        if seen.day:
            parts.append(seen.day)
        after = "".join(f" · {part}" for part in parts)
        room = self.size.width - join_pieces(right).cell_length - count_cells(after) - 3
        if (
            seen.number
            and seen.planned
            and room >= count_cells(clean_text(league.title)) + count_cells(planned)
        ):
            number = f"round {seen.number}"
            after = after.replace(number, number + planned, 1)
            room -= count_cells(planned)
        season = f" · season {league.state.season.number}"
        several = len(league.state.seasons) > 1
        if several and room >= min(
            count_cells(clean_text(league.title)), SHORTEST_TITLE
        ) + count_cells(season):
            after, room = season + after, room - count_cells(season)
        title = (cut_text(league.title, max(room, 8)), "$primary bold")
        return fill_line(self.size.width, [" ", title, after], right)


class TablesPanel(Panel):
    """A panel with the round's tables, each with its result or current game and its signatures."""

    def __init__(self, rows: EveningRows) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.evening = rows

    def render_title(self) -> Iterable[Piece]:
        return [("table", "bold"), *_mission(self.evening, self.evening.seen.number)]

    def render_right_title(self) -> Iterable[Piece]:
        return ["signed by"] if self.evening.seen.tables else []

    def render_body(self, width: int, height: int) -> list[Content]:
        rows = self.evening.seen.tables
        if not rows:
            told = wrap_text(_describe_beginning(self.evening.seen), width - 4)
            return [Content(""), *(join_pieces([("  " + each, "$quiet")]) for each in told)]
        start = find_first_shown_row(len(rows), self.evening.at, height)
        names = compute_name_width(
            [name for one in rows for name in (one.home, one.away)], width - 46
        )
        return [
            make_clickable_row(
                _table_row(one, names, width, marked=place == self.evening.at),
                place,
                self.evening.at,
            )
            for place, one in enumerate(rows[start : start + height], start=start)
        ]


def _describe_beginning(seen: EveningTable) -> str:
    """Describe what to do until a round is published."""
    if not seen.enrolled:
        return "Nobody is enrolled yet. F6 shows the code for players to join, p enrols them here."
    players = "1 player is" if seen.present == 1 else f"{seen.present} players are"
    return f"No round is published yet. {players} in: d drafts the next round."


def _table_row(one: EveningTableRow, names: int, width: int, *, marked: bool) -> Content:
    style = "bold" if marked else ""
    left: list[Piece] = [
        draw_pointer(marked=marked),
        (f"{one.number:>2}", "$primary"),
        "  ",
        (pad_text(one.home, names), style),
        " ",
    ]
    if one.how == "bye":
        left.append(("bye", "$quiet"))
    else:
        left += [
            (f"{one.score[0]:>4} : {one.score[1]:<4}", "bold"),
            " ",
            (pad_text(one.away, names), style),
        ]
        left += ["  ", (one.note, _style(one))]
    right: list[Piece] = [(" late", "$warning bold")] if one.late else []
    if one.doubt:
        right.append((" ?", "$warning bold"))
    right.append(_signs(one))
    return fill_line(width, left, right)


def _style(one: EveningTableRow) -> str:
    return {"live": "$secondary", "in": "$quiet", "later": "$secondary"}.get(one.how, "")


def _signs(one: EveningTableRow) -> str:
    """Return the initials of players who have signed, home first, with a dot for the others."""
    if one.how != "in":
        return " " * (SIGNED + 1)
    pairs = zip((one.home, one.away), one.signed, strict=True)
    marks = [get_name_initial(name) if signed else "·" for name, signed in pairs]
    return f" {pad_text(' '.join(marks), SIGNED)}"


def get_name_initial(name: str) -> str:
    """Return the first letter of a name, which is one or two cells wide."""
    seen = clean_text(name).strip()
    return seen[:1].upper()[:1] or "?"


def _mission(rows: EveningRows, number: int) -> Iterator[Piece]:
    """Yield a round's mission, if it has one."""
    state = rows.league.state
    said = describe_round_mission(state, state.season.number, number)
    if said:
        yield f" · {said}"


class DraftPanel(Panel):
    """A panel with the draft, the reason for each pairing, and the absent players."""

    def __init__(self, rows: EveningRows) -> None:
        super().__init__()
        self.evening = rows

    def render_title(self) -> Iterable[Piece]:
        number = self.evening.seen.draft
        named = (f"draft of round {number}" if number else "next round", "bold")
        return [named, *_mission(self.evening, number or self.evening.seen.number + 1)]

    def render_right_title(self) -> Iterable[Piece]:
        return [("not published", "$warning")] if self.evening.seen.draft else []

    def render_body(self, width: int, height: int) -> list[Content]:
        seen = self.evening.seen
        after = self._after(width)
        rows = seen.drafted
        room = max(1, height - len(after))
        marked = self.evening.at - len(seen.tables)
        start = find_first_shown_row(len(rows), max(marked, 0), room)
        reason = min(
            LONGEST_REASON, max((count_cells(clean_text(one.why)) for one in rows), default=0)
        )
        beside = width - 20 - max(SHORTEST_REASON, reason)
        names = compute_name_width([name for one in rows for name in (one.home, one.away)], beside)
        lines = [
            make_markable_row(_draft_row(one, names, width, marked=place == marked), place, marked)
            for place, one in enumerate(rows[start : start + room], start)
        ]
        return [*lines, *after]

    def _after(self, width: int) -> list[Content]:
        seen = self.evening.seen
        lines: list[Content] = []
        if not seen.draft:
            season = self.evening.league.state.season
            next_is = "Press d to check players in, then draft the next round."
            if season.closed:
                next_is = f"Season {season.number} is closed. Press S to begin the next one."
            lines.append(join_pieces([(f" {next_is}", "$quiet")]))
        if seen.absent:
            told = wrap_text(" · ".join(seen.absent), width - 6)[:3]
            lines += [join_pieces([("     " + each, "$quiet")]) for each in told]
        for doubt in seen.doubts[:3]:
            first, *more = wrap_text(doubt, width - 8) or [""]
            lines.append(join_pieces(["     ", ("? ", "$warning bold"), (first, "$warning")]))
            lines += [join_pieces([("       " + each, "$warning")]) for each in more[:1]]
        return lines


def _draft_row(one: DraftPairingRow, names: int, width: int, *, marked: bool) -> Content:
    style = "bold" if marked else ""
    number = str(one.table) if one.table else "–"
    left: list[Piece] = [
        draw_pointer(marked=marked),
        (f"{number:>2}", "$primary"),
        "  ",
        (pad_text(one.home, names), style),
        f" {one.home_points:>4}  ",
    ]
    if one.away:
        left += [(pad_text(one.away, names), style), f" {one.away_points:>4}   "]
    else:
        left.append("bye   ")
    left.append((one.why, "$quiet"))
    return fill_line(width, left)


class EveningPromptLine(Panel):
    DEFAULT_CSS = "EveningPromptLine { height: 1; }"

    def __init__(self, rows: EveningRows) -> None:
        super().__init__(CLOSED)
        self.evening = rows

    def render_title(self) -> Iterable[Piece]:
        typed = self.evening.typed
        return [(typed, "bold"), ("▌", "$primary")] if typed else []

    def render_right_title(self) -> Iterable[Piece]:
        meant = self.evening.describe_enter_effect() if self.evening.typed else ""
        return [(meant, "$secondary")] if meant else []


RESULTS = (
    ("", "type 10-7"),
    ("c1", "c2 conceded"),
    ("f1", "f2 forfeit"),
    ("a", "later"),
    ("g", "sign"),
)
DRAFTED = (
    ("", "in the draft: 3s4 swap"),
    ("l", "lock"),
    ("t", "table numbers"),
    ("D", "again"),
    ("P", "publish"),
)
BYE = (("i", "pair somebody with whoever has the bye"), ("m", "pair two players, latecomers too"))
NOBODY = (("p", "players: who is here"), ("", "n there enrols a player"), ("d", "draft"))


class TypingHints(Widget):
    """A line of hints about what can be typed on the current row."""

    DEFAULT_CSS = "TypingHints { height: 1; }"

    def __init__(self, rows: EveningRows) -> None:
        super().__init__()
        self.evening = rows

    def render(self) -> Content:
        seen = self.evening.seen
        ways: Sequence[tuple[str, str]] = RESULTS
        if self.evening.at >= len(seen.tables) and seen.drafted:
            ways = DRAFTED
        elif self.evening.marked_row is not None and self.evening.marked_row.how == "bye":
            ways = BYE
        elif not seen.tables:
            ways = NOBODY
        return fill_line(self.size.width, [" ", render_key_hints(ways, self.size.width - 2)])
