"""What is always true in Deathzap 2, whatever brought it about."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.view import Match
from tracker.rulesets.deathzap2 import markers
from tracker.vocabulary.events import AnyFact, MarkerSet, Unlinked


def consequences(match: Match) -> Iterator[AnyFact]:
    """A lone figure panics at once (DZ-MORALE-05); a unit that is gone fights nobody."""
    for unit in match.take_touched():
        if not match.exists(unit):
            for a, b in match.pairs(markers.ENGAGED):
                if unit in (a, b):
                    yield Unlinked(relation=markers.ENGAGED, a=a, b=b)
        elif markers.is_lone(match, unit) and not markers.is_panicked(match, unit):
            yield MarkerSet(subjects=(unit,), marker=markers.PANICKED, value=match.turn)
