"""The panel that corrects a line: it asks what was wrong, and compares the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from textual.content import Content

from tracker.application.correcting.correction_preview import CorrectionPreview
from tracker.application.log.log_line_types import LogLine
from tracker.vocabulary.count_wording import format_count
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
from tui.views.editable_line_fields import describe_correction_effects
from tui.widgets.clickable_text import list_keys_to_type, make_content_clickable, render_key_hints
from tui.widgets.list_rows import find_first_shown_row
from tui.widgets.panel import TOP_EDGES, ModelPanel
from tui.widgets.text_fields import TextFieldList

CURSOR = "▌"
CORRECTION_CHOICES = (
    ("1", "typing slip: the game was played correctly, but the log is wrong"),
    ("2", "played wrong: a rule was misplayed; correct the game from now on"),
    ("3", "only write a note"),
)
EDIT_HINTS = (
    ("Tab", "next part"),
    ("", "type the correct value"),
    ("", "← → change"),
    ("Enter", "preview the changes"),
)
LABEL_WIDTH = 12
MAX_TEXT_LINES = 3
COMPARISON_FRAME_HEIGHT = 2  # the heading, and the empty line above the verdict


@dataclass
class CorrectionProgress:
    """The progress of a correction. ``no_slip_reason`` says why the line cannot have a typing slip.

    ``numbers`` contains the line number of each field's entry.
    """

    line: LogLine
    fields: TextFieldList
    numbers: tuple[int, ...]
    no_slip_reason: str = ""
    is_editing: bool = False
    preview: CorrectionPreview | None = None
    first_row: int = 0
    error: str = ""


class CorrectionPanel(ModelPanel[CorrectionProgress]):
    """The panel that asks what was wrong, then shows the edited line and compares the results."""

    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        line = self.model.line
        turn = f", turn {line.turn}" if line.turn else ""
        return [f"correct line {line.number}{turn}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        progress = self.model
        lines = wrap_styled(progress.line.text, width - 2, "bold", head=" ")
        if len(lines) > MAX_TEXT_LINES:
            rest = " ".join(line.plain.strip() for line in lines[MAX_TEXT_LINES - 1 :])
            lines[MAX_TEXT_LINES - 1 :] = [join_styled([" ", (cut_text(rest, width - 2), "bold")])]
        lines.append(Content(""))
        if not progress.is_editing:
            return [*lines, *self._render_choices(width)]
        field_rows = self._render_line_fields(width, range(len(progress.fields.fields)))
        if progress.preview is None:
            hints = self._render_hints(width)
            room = max(height - len(lines) - len(hints) - 1, 1)
            start = find_first_shown_row(len(field_rows), progress.fields.cursor, room)
            return [*lines, *field_rows[start : start + room], Content(""), *hints]
        changes = self._render_changes(progress.preview, width)
        description = describe_correction_effects(progress.preview, progress.line)
        verdict = wrap_styled(description, width - 2, "bold", head=" ")
        needed = len(changes) + len(verdict) + COMPARISON_FRAME_HEIGHT
        if len(lines) + len(field_rows) + 1 + needed > height:
            field_rows = self._render_changed_fields(width)
        lines += [*field_rows, Content("")]
        return [*lines, *self._render_comparison(changes, verdict, width, height - len(lines))]

    def _render_choices(self, width: int) -> list[Content]:
        lines = [join_styled([" What was wrong?"])]
        for key, text in CORRECTION_CHOICES:
            reason = self.model.no_slip_reason if key == "1" else ""
            choice = join_styled([(key, "$primary bold"), f"  {text}"])
            clickable_choice = make_content_clickable(choice, list_keys_to_type(key))
            lines.append(fill_line(width, ["   ", clickable_choice]))
            lines += wrap_styled(reason, width - 8, "$quiet", head="      ")
        return lines

    def _render_changed_fields(self, width: int) -> list[Content]:
        """Render only the changed fields and the number of other fields, to save lines."""
        fields = self.model.fields.fields
        changed = [index for index, field in enumerate(fields) if field.is_changed]
        lines = self._render_line_fields(width, changed)
        if others := len(fields) - len(changed):
            text = f"      {format_count(others, 'part')} unchanged"
            lines.append(fill_line(width, [(text, "$quiet")]))
        return lines

    def _render_line_fields(self, width: int, indexes: Iterable[int]) -> list[Content]:
        progress = self.model
        fields = progress.fields.fields
        label_width = max((count_cells(field.label) for field in fields), default=0)
        label = min(label_width, LABEL_WIDTH * 2) + 2
        lines: list[Content] = []
        for index in indexes:
            field = fields[index]
            is_current = index == progress.fields.cursor and progress.preview is None
            text = field.text
            pieces: list[StyledText] = [
                ("▸" if is_current else " ", "$primary bold"),
                (f"{progress.numbers[index]:>4} ", "$quiet"),
                (pad_text(field.label, label), "bold" if is_current else "$quiet"),
            ]
            if is_current and not field.is_replaced_by_typing:
                pieces += [
                    (text[: field.cursor], "bold"),
                    (CURSOR, "$primary"),
                    (text[field.cursor :], "bold"),
                ]
            elif is_current:
                pieces += [(text, "reverse"), (CURSOR, "$primary")]
            else:
                pieces.append((text, "$warning bold" if field.is_changed else ""))
            original = f" was {cut_text(field.original, width // 3)} " if field.is_changed else ""
            lines.append(fill_line(width, pieces, [(original, "$quiet")]))
        return lines

    def _render_hints(self, width: int) -> list[Content]:
        if self.model.error:
            return wrap_styled(self.model.error, width - 4, "$error", head=(" × ", "$error"))
        return [join_styled([" ", render_key_hints(EDIT_HINTS, width - 2)])]

    def _render_comparison(
        self, rows: list[Content], verdict: list[Content], width: int, height: int
    ) -> list[Content]:
        progress = self.model
        room = max(height - len(verdict) - COMPARISON_FRAME_HEIGHT, 1)
        progress.first_row = max(0, min(progress.first_row, len(rows) - room))
        shown = rows[progress.first_row : progress.first_row + room]
        hidden_count = len(rows) - progress.first_row - len(shown)
        if hidden_count > 0:
            more_line = fill_line(width, [(f"      … {hidden_count + 1} more, ↓", "$quiet")])
            shown[-1] = make_content_clickable(more_line, ["down"])
        half = (width - 7) // 2
        titles = pad_text("before", half) + " after"
        head = fill_line(width, [" " * 6, (titles, "$primary")])
        return [head, *shown, Content(""), *verdict]

    def _render_changes(self, preview: CorrectionPreview, width: int) -> list[Content]:
        half = (width - 7) // 2
        rows: list[Content] = []
        for line in preview.list_questions_and_certain_changes():
            now = line.after or line.note
            rows += _render_columns(str(line.number), line.before or "–", now, half, width)
        for change in () if preview.needs else preview.units:
            then, now = f"{change.name}  {change.before}", f"{change.name}  {change.after}"
            rows += _render_columns("now", then, now, half, width)
        if not rows:
            rows.append(fill_line(width, [("      no line changes", "$quiet")]))
        return rows


def _render_columns(number: str, then: str, now: str, half: int, width: int) -> Iterator[Content]:
    rows = zip_longest(wrap_text(then, half - 1), wrap_text(now, half - 1), fillvalue="")
    for index, (left, right) in enumerate(rows):
        head = "" if index else number
        number_piece, now_piece = (f"{head:>5} ", "$quiet"), (right, "bold")
        yield fill_line(width, [number_piece, pad_text(left, half), " ", now_piece])
