"""A past state of the table, with a row for each unit or individually acting figure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from textual.content import Content

from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.procedures.ruleset import Ruleset
from tracker.projection.match_state import State
from tracker.projection.unit_link_descriptions import list_visible_links
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId
from tui.table.panels.roster_panel import draw_unit_line
from tui.terminal_text_fitting import Piece, cut_text, fill_line, join_pieces, pad_text
from tui.views.unit_status_rows import GONE, RosterRow, build_roster_rows

Marked = tuple[str, bool]


@dataclass(frozen=True)
class PastFigure:
    """A figure with its number, name and marks. ``gone`` is true if it was out of action."""

    number: str
    name: str
    marks: tuple[Marked, ...]
    gone: bool

    @property
    def is_untouched(self) -> bool:
        return not self.marks and not self.gone


@dataclass(frozen=True)
class PastGroup:
    """A group with its figures, and how many of its initial figures are left."""

    number: str
    name: str
    left: int
    started: int
    marks: tuple[Marked, ...]
    figures: tuple[PastFigure, ...]


def list_past_groups(state: State, side: SideId) -> list[PastGroup]:
    """List a side's groups with all their figures, including those removed."""
    return [_group(state, unit) for unit, value in state.units.items() if value.side == side]


def _group(state: State, unit: UnitId) -> PastGroup:
    value = state.units[unit]
    own = [figure for figure, each in state.figures.items() if each.unit == unit]
    return PastGroup(
        number=state.info.words.format_handle(unit)[1:],
        name=value.name,
        left=len(value.figures),
        started=value.started,
        marks=tuple(_past_marks(state, unit, "unit")),
        figures=tuple(_past_figure(state, figure) for figure in own),
    )


def _past_figure(state: State, figure: FigureId) -> PastFigure:
    value = state.figures[figure]
    gone = value.gone is not None
    marks = [(GONE, True)] if gone else _past_marks(state, figure, "figure")
    if value.wounds and not gone:
        marks.append((f"{value.wounds} wounds", True))
    marks += [(f"no {gear.replace('-', ' ')}", False) for gear in value.lost if not gone]
    linked = _linked(state, figure)
    return PastFigure(
        number=state.info.words.format_handle(figure)[1:],
        name=state.name_figure(value),
        marks=tuple(marks if gone or not linked else [*marks, (linked, True)]),
        gone=gone,
    )


def _past_marks(state: State, subject: Subject, on: str) -> list[Marked]:
    names, found = MatchNames(state), []
    for word in state.info.words.markers:
        marker = state.markers.get((subject, word.id))
        if marker is not None and word.on == on and word.shown != "hidden" and not word.quiet:
            found.append((names.describe_marker(word, marker), word.word.isupper()))
    return found


def _linked(state: State, figure: FigureId) -> str:
    """Describe a figure's link, such as ``close combat 14``, or return ""."""
    for _, said, others in list_visible_links(state, figure):
        return f"{said} {', '.join(state.info.words.format_handle(one)[1:] for one in others)}"
    return ""


NAME = 12
WIDE = 48
"""The minimum width in cells at which marks are written as words."""


def render_past_state(
    state: State, rules: Ruleset, width: int, height: int, about: Collection[Subject] = ()
) -> list[Content]:
    """Render both sides in at most ``height`` lines. If not all subjects fit, those in ``about``
    and those that have changed come first.
    """
    if state.info.words.by_figure:
        return _by_figure(state, width, height)
    sides = [(side, build_roster_rows(state, side.id)) for side in state.info.sides]
    every = [row for _, found in sides for row in found]
    room = height - len(sides)
    shown = {row.unit for row in every}
    if len(every) > room:
        ranked = sorted(every, key=lambda row: (row.unit not in about, _fresh(row)))
        shown = {row.unit for row in ranked[: max(room, 0)]}
    points = count_victory_points(state, rules)
    lines: list[Content] = []
    for place, (side, found) in enumerate(sides, start=1):
        colour = f"$side-{min(place, 2)}"
        here = [row for row in found if row.unit in shown]
        rest = f" · {len(found) - len(here)} more" if len(here) < len(found) else ""
        name = (side.name.upper(), f"{colour} bold")
        lines.append(fill_line(width, [" ", name, (rest, "$quiet")], [f"{points[side.id]} VP "]))
        wide = width >= WIDE
        lines += [draw_unit_line(row, found, width, colour, in_words=wide) for row in here]
    return lines[:height]


def _fresh(row: RosterRow) -> bool:
    """Whether a unit is complete and has no mark that must be seen."""
    return row.left == row.started and not any(mark.grave for mark in row.marks)


def _by_figure(state: State, width: int, height: int) -> list[Content]:
    """Render every figure if all fit. If not, render those with marks, packed if necessary."""
    for only_changed, packed in ((False, False), (True, False), (True, True)):
        lines = _sides(state, width, only_changed=only_changed, packed=packed)
        if len(lines) <= height:
            return lines
    more = fill_line(width, [(f" … {len(lines) - height + 1} more", "$quiet")])
    return [*lines[: height - 1], more]


def _sides(state: State, width: int, *, only_changed: bool, packed: bool) -> list[Content]:
    lines: list[Content] = []
    for place, side in enumerate(state.info.sides, start=1):
        colour = f"$side-{min(place, 2)}"
        for group in list_past_groups(state, side.id):
            lines.append(_head(side.name, group, width, colour))
            shown = [f for f in group.figures if not (only_changed and f.is_untouched)]
            if packed:
                lines += _packed(shown, width)
            else:
                lines += [_figure(figure, width, colour) for figure in shown]
    return lines


def _head(side: str, group: PastGroup, width: int, colour: str) -> Content:
    words = ", ".join(text for text, _ in group.marks)
    head = f" {side.upper()} {group.number}"
    name = f" {group.name}" if group.name else ""
    right = " · ".join(each for each in (words, f"{group.left}/{group.started}") if each)
    return fill_line(width, [(head, f"{colour} bold"), name], [(f" {right} ", "$quiet")])


def _figure(figure: PastFigure, width: int, colour: str) -> Content:
    style = "$quiet" if figure.gone else ""
    pieces: list[Piece] = [
        "  ",
        (figure.number, f"{colour} bold"),
        " ",
        (pad_text(figure.name, NAME), style),
        " ",
    ]
    return fill_line(width, [*pieces, *_marks(figure)])


def _marks(figure: PastFigure) -> list[Piece]:
    pieces: list[Piece] = []
    for text, grave in figure.marks:
        pieces += [" "] if pieces else []
        pieces.append((text, "$warning bold" if grave else "$secondary"))
    return pieces


def _packed(figures: list[PastFigure], width: int) -> list[Content]:
    """Render figures such as ``13 PANIC 14 †`` in as many lines as needed."""
    lines: list[Content] = []
    for figure in figures:
        piece = join_pieces([(cut_text(figure.number, 6), "bold"), " ", *_marks(figure)])
        if lines and lines[-1].cell_length + 2 + piece.cell_length <= width:
            lines[-1] = join_pieces([lines[-1], "  ", piece])
        else:
            lines.append(join_pieces(["  ", piece]))
    return lines
