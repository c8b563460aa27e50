"""A dialog that shows a text and can copy it or save it in several formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from exports.battle_report_markdown import NO_WORDS
from exports.safe_file_writing import make_safe_name, write_text_file
from tracker.application.errors import Refused
from tui.terminal_text_fitting import (
    Piece,
    count_cells,
    draw_horizontal_rule,
    join_pieces,
    pad_text,
    wrap_text,
)
from tui.widgets.dialogs import Dialog

LEAST = 3
GAP = 2
BULLET = "• "
_ESCAPED = re.compile(r"\\(.)")
_CELLS = re.compile(r"(?<!\\)\|")
_HEADING = re.compile(r"(#+) (.*)")
_STRONG = re.compile(r"\*\*(.*?)(?<!\\)\*\*(.*)")
_ASIDE = re.compile(r"_(.*)(?<!\\)_")
_NUMBER = re.compile(r"[+\-−]?[\d.,/:]+( %)?|–|")


def render_markdown_lines(text: str, width: int) -> list[Content]:
    """Render Markdown headings, paragraphs, lists and tables within ``width`` cells."""
    found: list[Content] = []
    for is_table, rows in groupby(text.splitlines(), lambda row: row.startswith("|")):
        if is_table:
            found += _table([_cells(row) for row in rows], width)
            continue
        for row in rows:
            if row or (found and found[-1].plain):
                found += _paragraph(row, width)
    return found


def _paragraph(row: str, width: int) -> list[Content]:
    """Render a Markdown heading, list item or paragraph."""
    if heading := _HEADING.fullmatch(row):
        title = _plain(heading[2])
        if len(heading[1]) == 2:
            return [draw_horizontal_rule(width, [(title, "$primary bold")])]
        return _styled(title, width, "bold" if len(heading[1]) == 1 else "$primary bold")
    if row.startswith("- "):
        first, *more = wrap_text(_plain(row[2:]), width - len(BULLET)) or [""]
        return [join_pieces([BULLET, first]), *(join_pieces(["  ", each]) for each in more)]
    if row.startswith("  "):
        return [join_pieces(["  ", each]) for each in wrap_text(_plain(row), width - 2)]
    if strong := _STRONG.fullmatch(row):
        return [*_styled(_plain(strong[1]), width, "bold"), *_styled(_plain(strong[2]), width, "")]
    if aside := _ASIDE.fullmatch(row):
        return _styled(_plain(aside[1]), width, "$quiet")
    return _styled(_plain(row), width, "") or [Content("")]


def _styled(text: str, width: int, style: str) -> list[Content]:
    return [join_pieces([(each, style)]) for each in wrap_text(text, width)]


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


def _cells(row: str) -> list[str]:
    return [_plain(each.strip()) for each in _CELLS.split(row.strip())[1:-1]]


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[Content]:
    """Render a table. If it is too wide, wrap its widest columns between words.

    If that is not enough, narrow the gaps between columns, then break words.
    """
    head, marks, *body = rows
    columns = list(zip(head, *body, strict=True))
    wide = [max(map(count_cells, column)) for column in columns]
    words = [max(map(count_cells, " ".join(column).split()), default=0) for column in columns]
    gap = GAP if sum(words) + GAP * (len(words) - 1) <= width else 1
    room = width - gap * (len(wide) - 1)
    for least in (words, [LEAST] * len(wide)):
        while sum(wide) > room and (spare := [n for n, w in enumerate(wide) if w > least[n]]):
            wide[max(spare, key=wide.__getitem__)] -= 1
    right = [
        mark.endswith(":") or all(_NUMBER.fullmatch(each) for each in column[1:])
        for mark, column in zip(marks, columns, strict=True)
    ]
    for style, row in [("$quiet", head), *(("", row) for row in body)]:
        yield from _row(row, wide, right, style, " " * gap)


def _row(
    row: Sequence[str], wide: Sequence[int], right: Iterable[bool], style: str, between: str
) -> Iterator[Content]:
    told = [wrap_text(each, room) for each, room in zip(row, wide, strict=True)]
    for place in range(max(1, *map(len, told))):
        pieces: list[Piece] = []
        for texts, room, to_right in zip(told, wide, right, strict=True):
            text = texts[place] if place < len(texts) else ""
            filled = " " * (room - count_cells(text)) + text if to_right else pad_text(text, room)
            pieces.append((filled, style))
        yield join_pieces(pieces, between)


COPY = ("c", "c", "copy")
WIDEST = 112
EDGES = 5  # the frame, a blank on either side, the scroll bar


@dataclass(frozen=True)
class ExportFileFormat:
    """An export format: its description, its file extension and a function that creates the text.

    If ``anew`` is true, an existing file is replaced. ``make`` may raise ``Refused``.
    """

    words: str
    suffix: str
    make: Callable[[], str]
    anew: bool = False


class ExportDialog(Dialog):
    """A dialog to copy ``text`` or to save a file in one of ``forms``. It returns a message."""

    DEFAULT_CSS = "ExportDialog > Vertical { width: 82; }"

    def __init__(
        self, title: str, called: str, text: str, forms: Mapping[str, ExportFileFormat]
    ) -> None:
        self.called, self.text, self.forms = called, text, forms
        lines = [join_pieces([line]) for line in text.splitlines()]
        ways = [(key, key, form.words) for key, form in forms.items()]
        super().__init__(title, [*lines, Content("")], [*ways, COPY])

    def choose_answer(self, key: str) -> None:
        if key == "c":
            self.app.copy_to_clipboard(self.text)
            self.dismiss("Copied.")
            return
        form = self.forms[key]
        path = self._place(form)
        before = path.exists()
        try:
            write_text_file(path, form.make(), overwrite=form.anew)
        except Refused as refused:
            self.dismiss(refused.message)
        else:
            self.dismiss(f"Written{', replacing the previous file' if before else ''}: {path}")

    def _place(self, form: ExportFileFormat) -> Path:
        """Choose the file to write. Existing files are replaced only if ``form.anew`` is true."""
        names = (Path.cwd() / make_safe_name(self.called, f"{n}{form.suffix}") for n in _numbers())
        return next(path for path in names if form.anew or not path.exists())


class ReportDialog(ExportDialog):
    """A dialog that shows a Markdown report as formatted text. It copies and saves the Markdown."""

    DEFAULT_CSS = "ReportDialog > Vertical { width: 100%; max-width: 112; }"

    def compose_contents(self) -> Iterator[Widget]:
        yield Static(self._shown(), markup=False)

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.query_one("VerticalScroll > Static", Static).update(self._shown())

    def _shown(self) -> Content:
        width = min(self.app.size.width, WIDEST) - EDGES
        return Content("\n").join(render_markdown_lines(self.text.replace(NO_WORDS, ""), width))


def _numbers() -> Iterator[str]:
    """Yield the file name suffixes "", ``-2``, ``-3`` and so on."""
    yield ""
    number = 1
    while True:
        number += 1
        yield f"-{number}"
