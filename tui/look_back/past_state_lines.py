"""A past state of the table, with a row for each unit or for each individually acting figure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.victory_point_totals import count_victory_points, has_victory_points
from tracker.procedures.ruleset import Ruleset
from tracker.projection.displayed_subject_status import (
    list_visible_links,
    list_visible_markers,
    list_wound_and_lost_gear_signs,
)
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId
from tui.table.panels.figure_groups_panel import limit_lines
from tui.table.panels.roster_panel import draw_unit_line
from tui.terminal_text_fitting import StyledText, cut_text, fill_line, join_styled, pad_text
from tui.views.unit_status_rows import GONE, RosterRow, build_roster_rows

StyledMark = tuple[str, bool]


@dataclass(frozen=True)
class PastFigure:
    """A figure with its number, name and marks. ``is_gone`` is true if it was out of action."""

    number: str
    name: str
    marks: tuple[StyledMark, ...]
    is_gone: bool

    @property
    def is_untouched(self) -> bool:
        return not self.marks and not self.is_gone


@dataclass(frozen=True)
class PastGroup:
    number: str
    name: str
    figures_left: int
    started: int
    marks: tuple[StyledMark, ...]
    figures: tuple[PastFigure, ...]


def list_past_groups(state: State, side: SideId) -> list[PastGroup]:
    return [_build_group(state, unit) for unit, value in state.units.items() if value.side == side]


def _build_group(state: State, unit: UnitId) -> PastGroup:
    value = state.units[unit]
    figures = [figure for figure, info in state.figures.items() if info.unit == unit]
    return PastGroup(
        number=state.info.words.format_handle(unit)[1:],
        name=value.name,
        figures_left=len(value.figures),
        started=value.started,
        marks=tuple(_list_marks(state, unit)),
        figures=tuple(_build_figure(state, figure) for figure in figures),
    )


def _build_figure(state: State, figure: FigureId) -> PastFigure:
    value = state.figures[figure]
    is_gone = value.gone is not None
    marks = [(GONE, True)]
    if not is_gone:
        losses = list_wound_and_lost_gear_signs(state, (figure,))
        link = _describe_link(state, figure)
        marks = _list_marks(state, figure)
        marks += [(words, sign.startswith("w")) for sign, words in losses]
        marks += [(link, True)] if link else []
    return PastFigure(
        number=state.info.words.format_handle(figure)[1:],
        name=state.name_figure(value),
        marks=tuple(marks),
        is_gone=is_gone,
    )


def _list_marks(state: State, subject: Subject) -> list[StyledMark]:
    names = MatchNames(state)
    return [
        (names.describe_marker(word, marker), word.word.isupper())
        for word, marker in list_visible_markers(state, subject)
        if not word.quiet
    ]


def _describe_link(state: State, figure: FigureId) -> str:
    """Describe a figure's link, such as ``close combat 14``, or return "" if it has none."""
    link = next(iter(list_visible_links(state, figure)), None)
    if link is None:
        return ""
    _, phrase, others = link
    numbers = [state.info.words.format_handle(other)[1:] for other in others]
    return f"{phrase} {', '.join(numbers)}"


NAME_WIDTH = 12
MIN_WORDS_WIDTH = 48  # cells


def render_past_state(
    state: State, rules: Ruleset, width: int, height: int, preferred: Collection[Subject] = ()
) -> list[Content]:
    """Render both sides in at most ``height`` lines.

    If not all units fit, units in ``preferred`` have priority, then units that have changed, then
    the first units of each side.
    """
    if state.info.words.by_figure:
        return _render_figures(state, width, height)
    sides = [(side, build_roster_rows(state, side.id)) for side in state.info.sides]
    all_rows = [row for _, rows in sides for row in rows]
    room = height - len(sides)
    shown = {row.unit for row in all_rows}
    if len(all_rows) > room:
        places = {row.unit: place for _, rows in sides for place, row in enumerate(rows)}
        ranked = sorted(
            all_rows,
            key=lambda row: (row.unit not in preferred, _is_untouched(row), places[row.unit]),
        )
        shown = {row.unit for row in ranked[: max(room, 0)]}
    points = count_victory_points(state, rules) if has_victory_points(state, rules) else {}
    lines: list[Content] = []
    for number, (side, rows) in enumerate(sides, start=1):
        colour = f"$side-{min(number, 2)}"
        shown_rows = [row for row in rows if row.unit in shown]
        hidden_count = len(rows) - len(shown_rows)
        hidden_text = f" · {hidden_count} more" if hidden_count else ""
        name = (side.name.upper(), f"{colour} bold")
        left: list[StyledText] = [" ", name, (hidden_text, "$quiet")]
        score = f"{points[side.id]} VP " if points else ""
        lines.append(fill_line(width, left, [score]))
        in_words = width >= MIN_WORDS_WIDTH
        lines += [draw_unit_line(row, rows, width, colour, in_words=in_words) for row in shown_rows]
    return lines[:height]


def _is_untouched(row: RosterRow) -> bool:
    return row.figures_left == row.started and not any(mark.is_serious for mark in row.marks)


def _render_figures(state: State, width: int, height: int) -> list[Content]:
    for only_changed, packed in ((False, False), (True, False), (True, True)):
        lines = _render_sides(state, width, only_changed=only_changed, packed=packed)
        if len(lines) <= height:
            break
    return limit_lines(lines, height, width)


def _render_sides(state: State, width: int, *, only_changed: bool, packed: bool) -> list[Content]:
    lines: list[Content] = []
    for number, side in enumerate(state.info.sides, start=1):
        colour = f"$side-{min(number, 2)}"
        for group in list_past_groups(state, side.id):
            lines.append(_render_group_heading(side.name, group, width, colour))
            shown = [f for f in group.figures if not (only_changed and f.is_untouched)]
            if packed:
                lines += _render_figures_packed(shown, width)
            else:
                lines += [_render_figure(figure, width, colour) for figure in shown]
    return lines


def _render_group_heading(side: str, group: PastGroup, width: int, colour: str) -> Content:
    head = f" {side.upper()} {group.number}"
    name = f" {group.name}" if group.name else ""
    count = f"{group.figures_left}/{group.started}"
    room = width - cell_len(f"{head}{name}   · {count} ")
    words = cut_text(", ".join(text for text, _ in group.marks), room)
    right = " · ".join(part for part in (words, count) if part)
    return fill_line(width, [(head, f"{colour} bold"), name], [(f" {right} ", "$quiet")])


def _render_figure(figure: PastFigure, width: int, colour: str) -> Content:
    style = "$quiet" if figure.is_gone else ""
    pieces: list[StyledText] = ["  ", (figure.number, f"{colour} bold"), " "]
    pieces += [(pad_text(figure.name, NAME_WIDTH), style), " "]
    return fill_line(width, [*pieces, _render_marks(figure)])


def _render_marks(figure: PastFigure) -> Content:
    styles = {True: "$warning bold", False: "$secondary"}
    return join_styled([(text, styles[is_serious]) for text, is_serious in figure.marks], " ")


def _render_figures_packed(figures: list[PastFigure], width: int) -> list[Content]:
    """Render figures such as ``13 PANIC 14 †`` in as many lines as needed."""
    lines: list[Content] = []
    for figure in figures:
        piece = join_styled([(cut_text(figure.number, 6), "bold"), " ", _render_marks(figure)])
        if lines and lines[-1].cell_length + 2 + piece.cell_length <= width:
            lines[-1] = join_styled([lines[-1], "  ", piece])
        else:
            lines.append(join_styled(["  ", piece]))
    return lines
