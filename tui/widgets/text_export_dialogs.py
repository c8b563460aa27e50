"""The dialogs that show a text and can copy it or save it in several formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, groupby
from pathlib import Path

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from exports.markdown_reports import EMPTY_CONTENT
from exports.output_file_writing import make_safe_file_name, write_text_file_atomically
from tracker.application.errors import Refused
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    draw_horizontal_rule,
    join_styled,
    pad_text,
    wrap_styled,
    wrap_text,
)
from tui.widgets.dialogs import Dialog

MIN_COLUMN_WIDTH = 3
COLUMN_GAP = 2
BULLET = "• "
_ESCAPED = re.compile(r"\\(.)")
_CELLS = re.compile(r"(?<!\\)\|")
_HEADING = re.compile(r"(#+) (.*)")
_STRONG = re.compile(r"\*\*(.*?)(?<!\\)\*\*(.*)")
_ASIDE = re.compile(r"_(.*)(?<!\\)_")
_NUMBER = re.compile(r"[+\-−]?[\d.,/:]+( %)?|–|")


def render_markdown_lines(text: str, width: int) -> list[Content]:
    """Render Markdown headings, paragraphs, lists and tables within ``width`` cells."""
    lines: list[Content] = []
    for is_table, rows in groupby(text.splitlines(), lambda row: row.startswith("|")):
        if is_table:
            lines += _render_table([_split_cells(row) for row in rows], width)
            continue
        for row in rows:
            if row or (lines and lines[-1].plain):
                lines += _render_paragraph(row, width)
    return lines


def _render_paragraph(row: str, width: int) -> list[Content]:
    if heading := _HEADING.fullmatch(row):
        title = _unescape_markdown(heading[2])
        if len(heading[1]) == 2:
            return [draw_horizontal_rule(width, [(title, "$primary bold")])]
        return wrap_styled(title, width, "bold" if len(heading[1]) == 1 else "$primary bold")
    if row.startswith("- "):
        item = wrap_styled(_unescape_markdown(row[2:]), width - len(BULLET), head=BULLET)
        return item or [join_styled([BULLET])]
    if row.startswith("  "):
        return wrap_styled(_unescape_markdown(row), width - 2, head="  ")
    if strong := _STRONG.fullmatch(row):
        term = wrap_styled(_unescape_markdown(strong[1]), width, "bold")
        return [*term, *wrap_styled(_unescape_markdown(strong[2]), width, "")]
    if aside := _ASIDE.fullmatch(row):
        return wrap_styled(_unescape_markdown(aside[1]), width, "$quiet")
    return wrap_styled(_unescape_markdown(row), width, "") or [Content("")]


def _unescape_markdown(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


def _split_cells(row: str) -> list[str]:
    return [_unescape_markdown(each.strip()) for each in _CELLS.split(row.strip())[1:-1]]


def _render_table(rows: Sequence[Sequence[str]], width: int) -> Iterator[Content]:
    """Render a table. If it is too wide, wrap wide columns, narrow the gaps, or break words."""
    head, marks, *body = rows
    columns = list(zip(head, *body, strict=True))
    widths = [max(map(count_cells, column)) for column in columns]
    words = [max(map(count_cells, " ".join(column).split()), default=0) for column in columns]
    gap = COLUMN_GAP if sum(words) + COLUMN_GAP * (len(words) - 1) <= width else 1
    available = width - gap * (len(widths) - 1)
    for minimum in (words, [MIN_COLUMN_WIDTH] * len(widths)):
        while sum(widths) > available and (
            spare := [n for n, w in enumerate(widths) if w > minimum[n]]
        ):
            widths[max(spare, key=widths.__getitem__)] -= 1
    right_aligned = [
        mark.endswith(":") or all(_NUMBER.fullmatch(cell) for cell in column[1:])
        for mark, column in zip(marks, columns, strict=True)
    ]
    for style, row in [("$quiet", head), *(("", row) for row in body)]:
        yield from _render_row(row, widths, right_aligned, style, " " * gap)


def _render_row(
    row: Sequence[str],
    widths: Sequence[int],
    right_aligned: Iterable[bool],
    style: str,
    between: str,
) -> Iterator[Content]:
    cells = [wrap_text(cell, room) for cell, room in zip(row, widths, strict=True)]
    for line in range(max(1, *map(len, cells))):
        pieces: list[StyledText] = []
        for texts, room, to_right in zip(cells, widths, right_aligned, strict=True):
            text = texts[line] if line < len(texts) else ""
            filled = " " * (room - count_cells(text)) + text if to_right else pad_text(text, room)
            pieces.append((filled, style))
        yield join_styled(pieces, between)


MAX_WIDTH = 112
EDGES = 5  # the frame, a blank on either side, the scroll bar


@dataclass(frozen=True)
class ExportFileFormat:
    """An export format. ``render`` may raise ``Refused``."""

    description: str
    suffix: str
    render: Callable[[], str]
    overwrite: bool = False


class ExportDialog(Dialog):
    """A dialog that copies ``text`` or saves it in one of ``formats``. It returns a message."""

    DEFAULT_CSS = "ExportDialog > Vertical { width: 82; }"

    def __init__(
        self, title: str, file_title: str, text: str, formats: Mapping[str, ExportFileFormat]
    ) -> None:
        self.file_title, self.text, self.formats = file_title, text, formats
        lines = [join_styled([line]) for line in text.splitlines()]
        answers = [(key, file_format.description) for key, file_format in formats.items()]
        super().__init__(title, [*lines, Content("")], [*answers, ("c", "copy")])

    def handle_answer_key(self, key: str) -> None:
        if key == "c":
            self.app.copy_to_clipboard(self.text)
            self.dismiss("Copied.")
            return
        file_format = self.formats[key]
        path = self._propose_free_path(file_format)
        existed = path.exists()
        try:
            write_text_file_atomically(path, file_format.render(), overwrite=file_format.overwrite)
        except Refused as refused:
            self.dismiss(refused.message)
        else:
            self.dismiss(f"Written{', replacing the previous file' if existed else ''}: {path}")

    def _propose_free_path(self, file_format: ExportFileFormat) -> Path:
        names = (
            Path.cwd() / make_safe_file_name(self.file_title, f"{number}{file_format.suffix}")
            for number in chain([""], (f"-{n}" for n in count(2)))
        )
        return next(path for path in names if file_format.overwrite or not path.exists())


class ReportDialog(ExportDialog):
    """A dialog that shows a report as formatted text, but copies and saves it as Markdown."""

    DEFAULT_CSS = "ReportDialog > Vertical { width: 100%; max-width: 112; }"

    def compose_contents(self) -> Iterator[Widget]:
        yield Static(self._render_report(), markup=False)

    def on_resize(self) -> None:
        self.query_one("VerticalScroll > Static", Static).update(self._render_report())

    def _render_report(self) -> Content:
        width = min(self.app.size.width, MAX_WIDTH) - EDGES
        text = self.text.replace(EMPTY_CONTENT, "")
        return Content("\n").join(render_markdown_lines(text, width))
