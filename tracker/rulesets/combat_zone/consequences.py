"""What is always true in Combat Zone, whatever brought it about."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.vocabulary.events import AnyFact, Unlinked
from tracker.vocabulary.names import FigureId


def consequences(match: Match) -> Iterator[AnyFact]:
    """Who is gone fights nobody; who is gone, shaken or engaged watches nobody (CZ-OPP-04)."""
    if not match.take_touched():
        return
    for a, b in match.pairs(markers.ENGAGED):
        if not (markers.on_table(match, FigureId(a)) and markers.on_table(match, FigureId(b))):
            yield Unlinked(relation=markers.ENGAGED, a=a, b=b)
    lost = tuple(
        figure
        for figure in match.marked(markers.OPPORTUNITY)
        if not _may_watch(match, FigureId(figure))
    )
    if lost:
        yield markers.OPPORTUNITY.cleared(*lost)


def _may_watch(match: Match, figure: FigureId) -> bool:
    return (
        markers.on_table(match, figure)
        and not markers.has_reaction(match, figure)
        and not markers.is_engaged(match, figure)
    )
