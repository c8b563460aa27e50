"""The table as it stood: a row a unit, or figure by figure where they act one by one."""

from __future__ import annotations

from collections.abc import Collection

from textual.content import Content

from tracker.application.match.score import count_points
from tracker.procedures.ruleset import Ruleset
from tracker.projection.state import State
from tracker.vocabulary.names import Subject
from tui.look_back.past_figures import FigureStood, GroupStood, group_stood
from tui.screen_text import Piece, cut, fill_line, join, pad_text
from tui.table.panels.roster_panel import draw_unit_line
from tui.views.roster import RosterRow, build_rows

NAME = 12
WIDE = 48
"""Cells in which marks are said in words."""


def list_stood_lines(
    state: State, rules: Ruleset, width: int, height: int, about: Collection[Subject] = ()
) -> list[Content]:
    """Both sides in at most so many lines; where there is no room for all, first those it is
    ``about`` and those something has happened to.
    """
    if state.info.words.by_figure:
        return _by_figure(state, width, height)
    sides = [(side, build_rows(state, side.id)) for side in state.info.sides]
    every = [row for _, found in sides for row in found]
    room = height - len(sides)
    shown = {row.unit for row in every}
    if len(every) > room:
        ranked = sorted(every, key=lambda row: (row.unit not in about, _fresh(row)))
        shown = {row.unit for row in ranked[: max(room, 0)]}
    points = count_points(state, rules)
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
    """Whether nothing has happened to a unit that must be seen."""
    return row.left == row.started and not any(mark.grave for mark in row.marks)


def _by_figure(state: State, width: int, height: int) -> list[Content]:
    """Every figure where they fit, else those that differ from fresh ones; packed at worst."""
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
        for group in group_stood(state, side.id):
            lines.append(_head(side.name, group, width, colour))
            shown = [f for f in group.figures if not (only_changed and f.fresh)]
            if packed:
                lines += _packed(shown, width)
            else:
                lines += [_figure(figure, width, colour) for figure in shown]
    return lines


def _head(side: str, group: GroupStood, width: int, colour: str) -> Content:
    words = ", ".join(text for text, _ in group.marks)
    head = f" {side.upper()} {group.number}"
    name = f" {group.name}" if group.name else ""
    right = " · ".join(each for each in (words, f"{group.left}/{group.started}") if each)
    return fill_line(width, [(head, f"{colour} bold"), name], [(f" {right} ", "$quiet")])


def _figure(figure: FigureStood, width: int, colour: str) -> Content:
    style = "$quiet" if figure.gone else ""
    pieces: list[Piece] = [
        "  ",
        (figure.number, f"{colour} bold"),
        " ",
        (pad_text(figure.name, NAME), style),
        " ",
    ]
    return fill_line(width, [*pieces, *_marks(figure)])


def _marks(figure: FigureStood) -> list[Piece]:
    pieces: list[Piece] = []
    for text, grave in figure.marks:
        pieces += [" "] if pieces else []
        pieces.append((text, "$warning bold" if grave else "$secondary"))
    return pieces


def _packed(figures: list[FigureStood], width: int) -> list[Content]:
    """``13 PANIC  14 †`` in as many lines as it takes."""
    lines: list[Content] = []
    for figure in figures:
        piece = join([(cut(figure.number, 6), "bold"), " ", *_marks(figure)])
        if lines and lines[-1].cell_length + 2 + piece.cell_length <= width:
            lines[-1] = join([lines[-1], "  ", piece])
        else:
            lines.append(join(["  ", piece]))
    return lines
