"""Rout moves: 20 cm towards the nearest edge, and over it (CZ-COMP-02, CZ-COMP-03)."""

from __future__ import annotations

from tracker.procedures.requests import Asking, Share, Tally, ask
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone import markers, tables
from tracker.vocabulary.events import FiguresRemoved, MarkerCleared, Moved
from tracker.vocabulary.names import FigureId


def run(match: Match, figures: tuple[FigureId, ...]) -> Asking[None]:
    """CZ-COMP-02, CZ-COMP-03: always 20 cm (CZ-G35); people say who went over the edge."""
    for figure in figures:
        match.record(
            Moved(
                unit=markers.unit_of(match, figure),
                figures=(figure,),
                length=tables.ROUT_MOVE,
                how="rout",
            )
        )
    down = tuple(figure for figure in figures if markers.is_down(match, figure))
    if down:  # CZ-ACT-08
        match.record(MarkerCleared(subjects=down, marker=markers.DOWN))
    gone = yield from ask(
        Tally(
            what="left the table",
            shares=tuple(Share(figure, markers.called(match, figure), 1) for figure in figures),
            spatial=True,
            rule="CZ-COMP-03",
        )
    )
    left = tuple(FigureId(figure) for figure, _ in gone)
    if left:
        match.record(FiguresRemoved(figures=left, how="fled"))
