"""Rout moves: 20 cm towards the nearest edge, and over it (CZ-COMP-02, CZ-COMP-03)."""

from __future__ import annotations

from tracker.procedures.requests import Asking, Share, Tally, ask
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.names import FigureId


def run(match: Match, figures: tuple[FigureId, ...], left: bool | None = None) -> Asking[None]:
    """CZ-COMP-02, CZ-COMP-03: always 20 cm (CZ-G35), at no cost and on its feet (CZ-ACT-08).

    ``left``: whether they went over the edge; people say who did where it is None.
    """
    for figure in figures:
        unit = markers.unit_of(match, figure)
        match.record(Moved(unit=unit, figures=(figure,), length=tables.ROUT_MOVE, how="routs"))
    down = tuple(figure for figure in figures if markers.is_down(match, figure))
    if down:
        match.record(markers.DOWN.cleared(*down))
    gone = figures if left else ()
    if left is None:
        said = yield from ask(
            Tally(
                id="run",
                what="left the table",
                shares=tuple(Share(f, markers.called(match, f), 1) for f in figures),
                spatial=True,
                rule="CZ-COMP-03",
            )
        )
        gone = tuple(FigureId(figure) for figure, _ in said)
    if gone:
        match.record(FiguresRemoved(figures=gone, how="fled"))
