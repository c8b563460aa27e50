"""The screen for a pasted or typed sign-up list. It shows a preview before anybody is enrolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
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
    review_sign_ups,
)
from tracker.application.text_file_decoding import ENCODINGS, UnknownEncoding, read_text_file
from tracker.input_parsing.name_column_detection import ListColumns
from tracker.vocabulary.count_wording import format_count
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import LeagueScreen
from tui.terminal_text_fitting import StyledText, cut_text, fill_line, pad_text, wrap_styled
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import (
    PagingKeys,
    compute_name_width,
    draw_pointer,
    draw_visible_rows,
    make_selectable_row,
)
from tui.widgets.panel import BOTTOM_EDGES, TOP_EDGES, LinePanel, ModelPanel
from tui.widgets.screen_bottom_lines import Footer, NoticeLine

INSTRUCTIONS = (
    "Paste the sign-up list, or type one name per line. Text after a name is shown next to it."
    " You can also type a file name. Nobody is enrolled until you press Enter on an "
    "empty line."
)


class SignUpList:
    """The lines of a sign-up list, and whether each person can join.

    The caller keeps ``lines``, so that the user can continue with the list later.
    """

    def __init__(self, league: League, lines: list[str]) -> None:
        self.league = league
        self.lines = lines
        self.typed = ""
        self.takes_whole_lines = False
        self.left_out: set[int] = set()
        self.columns: ListColumns | None = None
        self.chosen_columns: tuple[int, ...] = ()  # the name columns that the user chose
        self.cursor = 0
        self.rows: list[SignUp] = []
        self._parsed_state: tuple[object, ...] = ()

    def reparse_if_changed(self) -> None:
        """Parse the list if it has changed. Raises ``Refused`` if it is too long."""
        left_out, lines = frozenset(self.left_out), tuple(self.lines)
        state = (self.league.version, self.takes_whole_lines, left_out, lines, self.chosen_columns)
        if state != self._parsed_state:
            self._parsed_state = state
            text = "\n".join(self.lines)
            self.columns = parse_sign_up_list(text, lines_are_names=self.takes_whole_lines).columns
            self.chosen_columns = self.chosen_columns if self.columns else ()
            self.rows = review_sign_ups(
                self.league.state,
                text,
                lines_are_names=self.takes_whole_lines,
                skipped_lines=self.left_out,
                name_columns=self.chosen_columns,
            )
        self.cursor = max(0, min(self.cursor, len(self.rows) - 1))

    def add_lines(self, text: str) -> None:
        self.lines += text.strip().splitlines()
        self.reparse_if_changed()
        self.cursor = len(self.rows) - 1

    @property
    def name_columns(self) -> tuple[int, ...]:
        """The columns that contain names, or () if the list has no columns."""
        return self.chosen_columns or (self.columns.names if self.columns else ())

    def read_names_from_next_column(self) -> bool:
        """Take the names from the next possible column. Return False if there is no other one."""
        if self.columns is None or len(self.columns.name_column_choices) < 2:
            return False
        choices = self.columns.name_column_choices
        index = choices.index(self.name_columns) if self.name_columns in choices else -1
        self.chosen_columns = choices[(index + 1) % len(choices)]
        return True

    @property
    def joining_count(self) -> int:
        return sum(row.verdict == "joins" for row in self.rows)


class SignUpScreen(LeagueScreen):
    commands = KEYS["sign_up"]

    def __init__(self, book: Book, league: League, lines: list[str]) -> None:
        super().__init__(book, league)
        self.sign_up = SignUpList(league, lines)
        self.parts = (PagingKeys(self._move_mark),)

    def compose(self) -> ComposeResult:
        yield SignUpPanel(self.sign_up)
        yield SignUpEntryLine(self.sign_up)
        yield NoticeLine()
        yield Footer(FOOTERS["sign_up"])

    def redraw(self) -> None:
        self._call_or_clear_list(self.sign_up.reparse_if_changed)
        super().redraw()

    def _call_or_clear_list(self, function: Callable[[], None]) -> bool:
        try:
            function()
        except Refused as refused:
            self.sign_up.lines.clear()
            self.sign_up.rows = []
            self.show_refusal(refused.message)
            return False
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        text = event.text.replace("\r\n", "\n").replace("\r", "\n")
        if "\n" in text.strip("\n"):
            self._add_lines(self.sign_up.typed + text)
        else:
            self.sign_up.typed += text.strip("\n")
        self.redraw()

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        self.sign_up.typed += character
        self.redraw()
        return True

    def _add_lines(self, text: str) -> None:
        self.sign_up.typed = ""
        self._call_or_clear_list(lambda: self.sign_up.add_lines(text))

    def _add_typed_line_or_file(self, typed: str, encoding: str = "") -> None:
        """Add the typed line, or the lines of the file with this name."""
        try:
            text = _read_named_file(typed, encoding)
        except UnknownEncoding:
            if encoding:
                raise
            self.app.push_screen(
                LineEntryDialog(
                    "how is the file encoded?",
                    "cp1252",
                    accept_line=lambda answer: self._add_typed_line_or_file(
                        typed, answer.strip() or "cp1252"
                    ),
                    hint=f"The file is not UTF-8 text. Choose one of: {ENCODINGS}",
                    selected=True,
                )
            )
            return
        self._add_lines(text or typed)
        self.redraw()

    def do_add_line_or_enrol(self) -> None:
        typed = self.sign_up.typed.strip()
        if typed:
            self._add_typed_line_or_file(typed)
            return
        if not self.sign_up.lines:
            self.show_refusal("The list is empty. Paste a list, or type a name.")
            return
        columns = self.sign_up.columns
        if columns is not None and not columns.sure and not self.sign_up.chosen_columns:
            self.sign_up.chosen_columns = columns.names
            self.redraw()
            columns_text = columns.format_columns(columns.names)
            self.show_refusal(
                f"Are the names in {columns_text}? Press Enter to enrol, F3 for another column."
            )
            return
        count = self.sign_up.joining_count
        rows = list(self.sign_up.rows)
        entry = self.write_and_show_entry(lambda: self.league.people.enrol_sign_ups(rows))
        if entry is not None:
            left_out = format_count(len(rows) - count, "line")
            suffix = f", {left_out} left out" if len(rows) > count else ""
            self.sign_up.lines.clear()
            self.dismiss(f"line {entry.number}: {format_count(count, 'player')} enrolled{suffix}")

    def _move_mark(self, step: int) -> None:
        self.sign_up.cursor = max(0, self.sign_up.cursor + step)
        self.redraw()

    def do_skip_or_include_line(self) -> None:
        if self.sign_up.rows:
            self.sign_up.left_out ^= {self.sign_up.rows[self.sign_up.cursor].line}
        self.redraw()

    def do_toggle_whole_lines(self) -> None:
        self.sign_up.takes_whole_lines = not self.sign_up.takes_whole_lines
        self.redraw()

    def do_use_next_column(self) -> None:
        if not self.sign_up.read_names_from_next_column():
            self.show_refusal("No other column of the list can hold the names.")
        self.redraw()

    def do_erase_last_character(self) -> None:
        """Delete the last character. If nothing is typed, reopen the last line for editing."""
        if self.sign_up.typed:
            self.sign_up.typed = self.sign_up.typed[:-1]
        elif self.sign_up.lines:
            self.sign_up.left_out.discard(len(self.sign_up.lines))
            self.sign_up.typed = self.sign_up.lines.pop()
        self.redraw()


class SignUpPanel(ModelPanel[SignUpList]):
    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        return [("sign-up list", "bold"), f" of {cut_text(self.model.league.title, 40)}"]

    def render_right_title(self) -> Iterable[StyledText]:
        if not self.model.rows:
            return []
        other_count = len(self.model.rows) - self.model.joining_count
        columns = self.model.columns
        names_hint = ""
        if columns:
            names = columns.format_columns(self.model.name_columns)
            names_hint = f"names: {cut_text(names, 30)} · "
        others = f" · {other_count} not" if other_count else ""
        return [f"{names_hint}{self.model.joining_count} join{others}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        rows = self.model.rows
        if not rows:
            return [Content(""), *wrap_styled(INSTRUCTIONS, width - 4, "$quiet", head="  ")]
        name_width = compute_name_width([row.name for row in rows], (width - 24) * 2)
        draw_row = partial(_render_row, name_width=name_width, width=width)
        return draw_visible_rows(rows, self.model.cursor, height, draw_row, make_selectable_row)


def _render_row(row: SignUp, name_width: int, width: int, *, marked: bool) -> Content:
    joins = row.verdict == "joins"
    sign, style = ("·", "$quiet") if not joins else ("?", "$warning") if row.like else ("✓", "")
    outcome = describe_sign_up(row)
    left: list[StyledText] = [
        draw_pointer(marked=marked),
        (sign, "$success bold" if sign == "✓" else style),
        " ",
        (pad_text(row.name, name_width), "bold" if marked else ""),
        "  ",
        (row.beside, "$quiet"),
    ]
    return fill_line(width, left, [(f" {outcome} ", style or "$quiet")])


class SignUpEntryLine(LinePanel[SignUpList]):
    edges = BOTTOM_EDGES

    def render_title(self) -> Iterable[StyledText]:
        return [(self.model.typed, "bold"), ("▌", "$primary")]

    def render_right_title(self) -> Iterable[StyledText]:
        return ["each line is one name"] if self.model.takes_whole_lines else []


def _read_named_file(typed: str, encoding: str) -> str:
    """Return a file's text, or "" if no file with this name can be read.

    Raises ``UnknownEncoding``. If an encoding is given, other errors are raised as well.
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
