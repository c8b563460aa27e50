"""The panels of a force: its rows, and the rules' problems and data for the current row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from textual.content import Content

from tracker.application.force_building.example_unit_lines import suggest_unit_line
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.force_outline import OutlineRow
from tracker.procedures.declared.rosters_and_mustering import Problem
from tracker.vocabulary.count_wording import format_count
from tui.terminal_text_fitting import StyledText, cut_text, fill_line, wrap_styled
from tui.widgets.list_rows import draw_pointer, draw_visible_rows
from tui.widgets.panel import TOP_EDGES, Panel

EMPTY_FORCE_HINT = (
    "No units yet. Press a to add a unit, for example {}. Press p to paste several "
    "lines. You can use {}."
)
KNOWN_KINDS = "every kind of figure in the template and the samples"
ANY_KIND = "any word for a kind of figure"
INDENTS = {"figures": "      ", "thing": "  ", "unit": ""}


class ForcePanel(Panel):
    """A panel with headings, and a row for each unit, line of figures and kind of figure."""

    def __init__(
        self, draft: ForceDraft, rows: Callable[[], tuple[Sequence[OutlineRow], int]]
    ) -> None:
        super().__init__(TOP_EDGES)
        self.draft = draft
        self.rows = rows

    def render_title(self) -> Iterable[StyledText]:
        name = self.draft.roster.name or "a force"
        return [(cut_text(name, 30), "bold"), " · ", self.draft.rules.title]

    def render_right_title(self) -> Iterable[StyledText]:
        roster = self.draft.roster
        limit = f"{roster.points} of " if roster.limit else ""
        is_over_limit = bool(roster.limit) and roster.points > roster.limit
        points = f"{limit}{format_count(roster.limit or roster.points, 'point')}"
        points = points if roster.points or limit else "no points"
        unsaved = " · not saved" if self.draft.has_unsaved_changes else ""
        return [(points, "$warning bold" if is_over_limit else "bold"), (unsaved, "$warning")]

    def render_body(self, width: int, height: int) -> list[Content]:
        rows, marked_index = self.rows()
        return draw_visible_rows(rows, marked_index, height, partial(_render_row, width=width))


def _render_row(row: OutlineRow, width: int, *, marked: bool) -> Content:
    sign: StyledText = " "
    if row.problems:
        serious = any(problem.serious for problem in row.problems)
        sign = ("!", "$error bold" if serious else "$warning bold")
    left: list[StyledText] = [draw_pointer(marked=marked), sign]
    style = "bold" if marked else ""
    match row.what:
        case "list" | "shelf":
            return fill_line(width, [*left, (row.name, "$primary bold")])
        case "force":
            text = row.words or "Enter: set the name, the player and the agreed points"
            return fill_line(width, [*left, "  ", (text, f"$quiet {style}")])
        case "unit":
            number = f"{row.place:>2} " if row.place else " – "
            left += [(number, "$primary"), (row.name, "bold")]
        case _:
            left += [INDENTS[row.what], " ", (row.name, style)]
    points = f" {row.points} " if row.points else ""
    return fill_line(width, [*left, (f"  {row.words}", "$quiet")], [(points, "$quiet")])


class ForceProblemsPanel(Panel):
    """A panel with the current row's problems, then other problems, then the unit's data."""

    DEFAULT_CSS = "ForceProblemsPanel { height: 30%; }"

    def __init__(self, draft: ForceDraft, row: Callable[[], OutlineRow]) -> None:
        super().__init__()
        self.draft = draft
        self.row = row

    def render_title(self) -> Iterable[StyledText]:
        roster = self.draft.roster
        if self._is_empty():
            return [("how to begin", "$primary")]
        if not roster.problems:
            return [("no problems found", "$success")]
        serious = sum(problem.serious for problem in roster.problems)
        if serious:
            return [(f"cannot be played yet: {format_count(serious, 'problem')}", "$error")]
        return [(f"can be played: {format_count(len(roster.problems), 'remark')}", "$warning")]

    def render_body(self, width: int, height: int) -> list[Content]:
        row = self.row()
        if self._is_empty():
            forces = self.draft.rules.forces
            kinds = ANY_KIND if forces is not None and forces.any_kind else KNOWN_KINDS
            hint = EMPTY_FORCE_HINT.format(suggest_unit_line(self.draft), kinds)
            return wrap_styled(hint, width - 2, head=" ")
        others = (each for each in self.draft.roster.problems if each not in row.problems)
        lines: list[Content] = []
        for problem in (*row.problems, *others):
            lines += _render_problem(problem, width)
        for text in self._list_unit_card(row):
            lines += wrap_styled(text, width - 2, "$quiet", head=" ")
        return lines[:height]

    def _is_empty(self) -> bool:
        """Return whether the force has no rows, not even incorrect ones."""
        return not any(self.draft.data.get(part.key) for part in self.draft.format.units)

    def _list_unit_card(self, row: OutlineRow) -> Iterable[str]:
        forces, roster = self.draft.rules.forces, self.draft.roster
        if not row.place or forces is None or row.place > len(roster.units):
            return ()
        unit = roster.units[row.place - 1]
        return (
            f"{unit.name}: {roster.describe_figures(unit)}",
            *forces.sheet(unit, roster.profiles),
        )


def _render_problem(problem: Problem, width: int) -> list[Content]:
    style = "$error" if problem.serious else "$warning"
    location = f"line {problem.line}: " if problem.line else ""
    rule = f" ({problem.rule})" if problem.rule else ""
    return wrap_styled(f"{location}{problem.text}{rule}", width - 2, style, head=" ")
