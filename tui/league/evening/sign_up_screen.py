"""A sign-up list, pasted or typed line by line, with a preview before players are enrolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.people.sign_up_list_review import (
    SignUp,
    describe_sign_up,
    parse_sign_up_list,
)
from tracker.application.text_file_decoding import ENCODINGS, UnknownEncoding, read_text_file
from tracker.input_parsing.name_column_detection import ListColumns
from tracker.vocabulary.count_wording import format_count
from tui.key_bindings import KEYS, select_commands
from tui.league.league_screen_base import LeagueScreen
from tui.terminal_text_fitting import Piece, cut_text, fill_line, join_pieces, pad_text, wrap_text
from tui.widgets.clickable_text import make_markable_row
from tui.widgets.key_footers import CLOSED, Footer
from tui.widgets.line_entry_dialog import PersistentLineEntryDialog
from tui.widgets.list_row_drawing import compute_name_width, draw_pointer, find_first_shown_row
from tui.widgets.notice_line import NoticeLine
from tui.widgets.paging_keys import PagingKeys
from tui.widgets.panel import Panel, PanelEdges

HOW = (
    "Paste the sign-up list, or type one name per line; anything after the name is shown beside "
    "it. You can also type the name of a file. Nobody is enrolled until you press Enter on an "
    "empty line."
)


class SignUpList:
    """The lines as entered, with the outcome of each. The ``lines`` outlive the screen."""

    def __init__(self, league: League, lines: list[str]) -> None:
        self.league = league
        self.lines = lines
        self.typed = ""
        self.whole = False
        self.left_out: set[int] = set()
        self.columns: ListColumns | None = None
        self.chosen: tuple[int, ...] = ()  # the columns of the names, if the user chose them
        self.at = 0
        self.rows: list[SignUp] = []
        self._known: tuple[object, ...] = ()

    def read_lines(self) -> None:
        """Parse the list if it has changed. Raises ``Refused`` if it is too long."""
        left_out, lines = frozenset(self.left_out), tuple(self.lines)
        now = (self.league.version, self.whole, left_out, lines, self.chosen)
        if now == self._known:
            self.at = max(0, min(self.at, len(self.rows) - 1))
            return
        self._known = now
        text = "\n".join(self.lines)
        self.columns = parse_sign_up_list(text, whole=self.whole).columns
        self.chosen = self.chosen if self.columns else ()
        self.rows = self.league.people.review_sign_up(
            text, whole=self.whole, left_out=self.left_out, columns=self.chosen
        )
        self.at = max(0, min(self.at, len(self.rows) - 1))

    def add_lines(self, text: str) -> None:
        """Append lines to the list."""
        self.lines += text.strip().splitlines()
        self.read_lines()
        self.at = len(self.rows) - 1

    @property
    def name_columns(self) -> tuple[int, ...]:
        """Return the columns that contain names, or () if the list has no columns."""
        return self.chosen or (self.columns.names if self.columns else ())

    def use_next_column(self) -> bool:
        """Take names from the next possible column. Return whether there is another one."""
        if self.columns is None or len(self.columns.name_choices) < 2:
            return False
        choices = self.columns.name_choices
        at = choices.index(self.name_columns) if self.name_columns in choices else -1
        self.chosen = choices[(at + 1) % len(choices)]
        return True

    @property
    def joining_count(self) -> int:
        return sum(row.verdict == "joins" for row in self.rows)


class SignUpScreen(LeagueScreen):
    """The sign-up screen. Only Enter on an empty line writes the list. Escape keeps it."""

    commands = KEYS["sign_up"]

    def __init__(self, book: Book, league: League, lines: list[str]) -> None:
        super().__init__(book, league)
        self.list = SignUpList(league, lines)
        self.parts = (PagingKeys(self._go),)

    def compose(self) -> ComposeResult:
        yield SignUpPanel(self.list)
        yield SignUpEntryLine(self.list)
        yield NoticeLine()
        yield Footer(
            select_commands(
                KEYS["sign_up"],
                "add_line_or_enrol",
                "leave_line_out",
                "take_whole_lines",
                "help",
                "leave",
            )
        )

    def redraw(self) -> None:
        """Parse the list and redraw it."""
        self._try(self.list.read_lines)
        super().redraw()

    def _try(self, do: Callable[[], None]) -> bool:
        try:
            do()
        except Refused as refused:
            self.list.lines.clear()
            self.list.rows = []
            self.show_message(refused.message, bad=True)
            return False
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        text = event.text.replace("\r\n", "\n").replace("\r", "\n")
        if "\n" in text.strip("\n"):
            self._add(self.list.typed + text)
        else:
            self.list.typed += text.strip("\n")
        self.redraw()

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        self.list.typed += character
        self.redraw()
        return True

    def _add(self, text: str) -> None:
        self.list.typed = ""
        self._try(lambda: self.list.add_lines(text))

    def _take(self, typed: str, encoding: str = "") -> None:
        """Add the typed line, or the file with this name. Ask for its encoding if necessary."""
        try:
            text = _of_file(typed, encoding)
        except UnknownEncoding:
            if encoding:
                raise
            self.app.push_screen(
                PersistentLineEntryDialog(
                    "how is the file encoded?",
                    lambda said: self._take(typed, said.strip() or "cp1252"),
                    "cp1252",
                    hint=f"The file is not UTF-8 text. Choose one of: {ENCODINGS}",
                    selected=True,
                )
            )
            return
        self._add(text or typed)
        self.redraw()

    # ------------------------------------------------------------------------------ commands

    def do_add_line_or_enrol(self) -> None:
        typed = self.list.typed.strip()
        if typed:
            self._take(typed)
            return
        if not self.list.lines:
            self.show_message("The list is empty. Paste it, or type a name.", bad=True)
            return
        columns = self.list.columns
        if columns is not None and not columns.sure and not self.list.chosen:
            self.list.chosen = columns.names
            self.redraw()
            where = columns.format_columns(columns.names)
            self.show_message(
                f"Are the names in {where}? Press Enter to enrol, F3 for another column.", bad=True
            )
            return
        count = self.list.joining_count
        rows = list(self.list.rows)
        entry = self.write_entry(lambda: self.league.people.enrol_sign_ups(rows))
        if entry is not None:
            others = len(rows) - count
            rest = f", {format_count(others, 'line')} left out" if others else ""
            self.list.lines.clear()
            self.dismiss(f"line {entry.number}: {format_count(count, 'player')} enrolled{rest}")

    def _go(self, step: int) -> None:
        self.list.at = max(0, self.list.at + step)
        self.redraw()

    def do_leave_line_out(self) -> None:
        if self.list.rows:
            self.list.left_out ^= {self.list.rows[self.list.at].line}
        self.redraw()

    def do_take_whole_lines(self) -> None:
        self.list.whole = not self.list.whole
        self.redraw()

    def do_use_next_column(self) -> None:
        if not self.list.use_next_column():
            self.show_message("No other column of the list can hold the names.", bad=True)
        self.redraw()

    def do_erase_last_character(self) -> None:
        """Delete the last character. If nothing is typed, reopen the last line for editing."""
        if self.list.typed:
            self.list.typed = self.list.typed[:-1]
        elif self.list.lines:
            self.list.left_out.discard(len(self.list.lines))
            self.list.typed = self.list.lines.pop()
        self.redraw()


class SignUpPanel(Panel):
    """A panel with the lines, each with its name, further text and outcome."""

    def __init__(self, rows: SignUpList) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.list = rows

    def render_title(self) -> Iterable[Piece]:
        return [("sign-up list", "bold"), f" of {cut_text(self.list.league.title, 40)}"]

    def render_right_title(self) -> Iterable[Piece]:
        if not self.list.rows:
            return []
        others = len(self.list.rows) - self.list.joining_count
        columns = self.list.columns
        names = (
            f"names: {cut_text(columns.format_columns(self.list.name_columns), 30)} · "
            if columns
            else ""
        )
        return [f"{names}{self.list.joining_count} join" + (f" · {others} not" if others else "")]

    def render_body(self, width: int, height: int) -> list[Content]:
        rows = self.list.rows
        if not rows:
            wrapped = wrap_text(HOW, width - 4)
            return [Content(""), *(join_pieces([(f"  {each}", "$quiet")]) for each in wrapped)]
        start = find_first_shown_row(len(rows), self.list.at, height)
        names = compute_name_width([row.name for row in rows], (width - 24) * 2)
        return [
            make_markable_row(
                _row(row, names, width, marked=place == self.list.at), place, self.list.at
            )
            for place, row in enumerate(rows[start : start + height], start)
        ]


def _row(row: SignUp, names: int, width: int, *, marked: bool) -> Content:
    joins = row.verdict == "joins"
    sign, style = ("·", "$quiet") if not joins else ("?", "$warning") if row.like else ("✓", "")
    told = describe_sign_up(row)
    left: list[Piece] = [
        draw_pointer(marked=marked),
        (sign, "$success bold" if sign == "✓" else style),
        " ",
        (pad_text(row.name, names), "bold" if marked else ""),
        "  ",
        (row.beside, "$quiet"),
    ]
    return fill_line(width, left, [(f" {told} ", style or "$quiet")])


class SignUpEntryLine(Panel):
    """A panel with the line being typed."""

    DEFAULT_CSS = "SignUpEntryLine { height: 1; }"

    def __init__(self, rows: SignUpList) -> None:
        super().__init__(CLOSED)
        self.list = rows

    def render_title(self) -> Iterable[Piece]:
        return [(self.list.typed, "bold"), ("▌", "$primary")]

    def render_right_title(self) -> Iterable[Piece]:
        return ["each line is one name"] if self.list.whole else []


def _of_file(typed: str, encoding: str) -> str:
    """Read the file with this name, or return "" if there is none.

    Raises ``UnknownEncoding`` for text in an unknown encoding, and ``Refused`` for an unsupported
    one.
    """
    try:
        path = Path(typed).expanduser()
        return read_text_file(path, encoding=encoding) if path.is_file() else ""
    except UnknownEncoding:
        raise
    except (OSError, ValueError, RuntimeError, Refused):
        if encoding:
            raise
        return ""
