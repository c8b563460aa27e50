"""The panels that correct a line: what was wrong, the edited line and a comparison."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content

from tracker.application.correcting.correction_preview import CorrectionPreview
from tracker.application.log.game_log_lines import LogLine
from tui.terminal_text_fitting import (
    Piece,
    count_cells,
    cut_text,
    fill_line,
    join_pieces,
    pad_text,
    wrap_text,
)
from tui.views.editable_line_fields import describe_correction_verdict, list_certain_changes
from tui.widgets.clickable_text import list_typing_keys, make_content_clickable, render_key_hints
from tui.widgets.panel import Panel, PanelEdges
from tui.widgets.text_fields import TextFieldList

CURSOR = "▌"
WAYS = (
    ("1", "typing slip: the table played it right, but the log has it wrong"),
    ("2", "played wrong: the game went on from there; correct it from now on"),
    ("3", "change nothing, just write a note"),
)
HOW = (
    ("Tab", "next part"),
    ("", "type what it was"),
    ("", "← → change"),
    ("Enter", "shows what changes"),
)
LABEL = 12


@dataclass
class CorrectionProgress:
    """The progress of a correction. ``why_not`` explains why the line has no typing slip."""

    line: LogLine
    fields: TextFieldList
    why_not: str = ""
    editing: bool = False
    preview: CorrectionPreview | None = None
    start: int = 0
    wrong: str = ""


class CorrectionPanel(Panel):
    """The panel of a correction. The comparison needs the whole screen."""

    def __init__(self, mending: CorrectionProgress) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.mending = mending

    def render_title(self) -> Iterable[Piece]:
        each = self.mending.line
        turn = f", turn {each.turn}" if each.turn else ""
        return [f"correct line {each.number}{turn}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        mending = self.mending
        wrapped = wrap_text(mending.line.text, width - 2)[:3]
        lines = [join_pieces([" ", (each, "bold")]) for each in wrapped]
        lines.append(Content(""))
        if not mending.editing:
            return [*lines, *self._ways(width)]
        lines += self._fields(width)
        lines.append(Content(""))
        if mending.preview is None:
            return [*lines, *self._how(width)]
        return [*lines, *self._then_and_now(width, height - len(lines))]

    def _ways(self, width: int) -> list[Content]:
        lines = [join_pieces([" What was wrong?"])]
        for key, text in WAYS:
            refused = self.mending.why_not if key == "1" else ""
            told = join_pieces([(key, "$primary bold"), f"  {text}"])
            lines.append(
                fill_line(width, ["   ", make_content_clickable(told, list_typing_keys(key))])
            )
            lines += [
                join_pieces([(f"      {each}", "$quiet")]) for each in wrap_text(refused, width - 8)
            ]
        return lines

    # ---------------------------------------------------------------------------------- edit

    def _fields(self, width: int) -> list[Content]:
        mending = self.mending
        every = mending.fields.every
        label = min(max((count_cells(each.label) for each in every), default=0), LABEL * 2) + 2
        lines: list[Content] = []
        for place, each in enumerate(every):
            here = place == mending.fields.at and mending.preview is None
            text = each.text
            pieces: list[Piece] = [
                ("▸" if here else " ", "$primary bold"),
                (pad_text(each.label, label), "bold" if here else "$quiet"),
            ]
            if here and not each.fresh:
                pieces += [
                    (text[: each.at], "bold"),
                    (CURSOR, "$primary"),
                    (text[each.at :], "bold"),
                ]
            elif here:
                pieces += [(text, "reverse"), (CURSOR, "$primary")]
            else:
                pieces.append((text, "$warning bold" if each.is_changed else ""))
            was = [(f" was {cut_text(each.was, width // 3)} ", "$quiet")] if each.is_changed else []
            lines.append(fill_line(width, pieces, was))
        return lines

    def _how(self, width: int) -> list[Content]:
        if self.mending.wrong:
            wrapped = wrap_text(self.mending.wrong, width - 4)
            return [join_pieces([(f" × {each}", "$error")]) for each in wrapped]
        return [join_pieces([" ", render_key_hints(HOW, width - 2)])]

    # ------------------------------------------------------------------------------- compare

    def _then_and_now(self, width: int, height: int) -> list[Content]:
        mending = self.mending
        assert mending.preview is not None
        rows = self._rows(mending.preview, width)
        said = wrap_text(describe_correction_verdict(mending.preview, mending.line), width - 2)
        room = max(height - len(said) - 2, 1)
        mending.start = max(0, min(mending.start, len(rows) - room))
        shown = rows[mending.start : mending.start + room]
        more = len(rows) - mending.start - len(shown)
        if more > 0:
            told = fill_line(width, [(f"      … {more + 1} more, ↓", "$quiet")])
            shown[-1] = make_content_clickable(told, ["down"])
        half = (width - 7) // 2
        head = fill_line(
            width, [" " * 6, (pad_text("then", half), "$primary"), (" now", "$primary")]
        )
        return [head, *shown, Content(""), *(join_pieces([" ", (each, "bold")]) for each in said)]

    def _rows(self, preview: CorrectionPreview, width: int) -> list[Content]:
        half = (width - 7) // 2
        rows: list[Content] = []
        for each in list_certain_changes(preview):
            now = each.now or each.note
            rows += _beside(str(each.number), each.then or "–", now, half, width)
        for change in () if preview.needs else preview.units:
            then, now = f"{change.name}  {change.then}", f"{change.name}  {change.now}"
            rows += _beside("now", then, now, half, width)
        if not rows:
            rows.append(fill_line(width, [("      no line changes", "$quiet")]))
        return rows


def _beside(number: str, then: str, now: str, half: int, width: int) -> list[Content]:
    left, right = wrap_text(then, half - 1), wrap_text(now, half - 1)
    lines: list[Content] = []
    for place in range(max(len(left), len(right))):
        first = left[place] if place < len(left) else ""
        second = right[place] if place < len(right) else ""
        head = number if place == 0 else ""
        pieces: list[Piece] = [
            (f"{head:>5} ", "$quiet"),
            pad_text(first, half),
            " ",
            (second, "bold"),
        ]
        lines.append(fill_line(width, pieces))
    return lines
