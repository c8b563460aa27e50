"""Figures as they stood at some line, where they act one by one."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.application.log.wording import Names
from tracker.projection.linked import list_links
from tracker.projection.state import State
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId
from tui.views.roster import GONE

Marked = tuple[str, bool]


@dataclass(frozen=True)
class FigureStood:
    """A figure: its number, its name, what it carried; ``gone`` where it was out of action."""

    number: str
    name: str
    marks: tuple[Marked, ...]
    gone: bool

    @property
    def fresh(self) -> bool:
        return not self.marks and not self.gone


@dataclass(frozen=True)
class GroupStood:
    """A group: how many of how many, and its figures."""

    number: str
    name: str
    left: int
    started: int
    marks: tuple[Marked, ...]
    figures: tuple[FigureStood, ...]


def group_stood(state: State, side: SideId) -> list[GroupStood]:
    """The groups of a side with all their figures, those gone included."""
    return [_group(state, unit) for unit, value in state.units.items() if value.side == side]


def _group(state: State, unit: UnitId) -> GroupStood:
    value = state.units[unit]
    own = [figure for figure, each in state.figures.items() if each.unit == unit]
    return GroupStood(
        number=state.info.words.handle(unit)[1:],
        name=value.name,
        left=len(value.figures),
        started=value.started,
        marks=tuple(_marks(state, unit, "unit")),
        figures=tuple(_figure(state, figure) for figure in own),
    )


def _figure(state: State, figure: FigureId) -> FigureStood:
    value = state.figures[figure]
    gone = value.gone is not None
    marks = [(GONE, True)] if gone else _marks(state, figure, "figure")
    if value.wounds and not gone:
        marks.append((f"{value.wounds} wounds", True))
    marks += [(f"no {gear.replace('-', ' ')}", False) for gear in value.lost if not gone]
    linked = _linked(state, figure)
    return FigureStood(
        number=state.info.words.handle(figure)[1:],
        name=value.name or value.profile,
        marks=tuple(marks if gone or not linked else [*marks, (linked, True)]),
        gone=gone,
    )


def _marks(state: State, subject: Subject, on: str) -> list[Marked]:
    names, found = Names(state), []
    for word in state.info.words.markers:
        marker = state.markers.get((subject, word.id))
        if marker is not None and word.on == on and word.shown != "hidden" and not word.quiet:
            found.append((names.mark(word, marker), word.word.isupper()))
    return found


def _linked(state: State, figure: FigureId) -> str:
    """``close combat 14``."""
    for _, said, others in list_links(state, figure):
        return f"{said} {', '.join(state.info.words.handle(one)[1:] for one in others)}"
    return ""
