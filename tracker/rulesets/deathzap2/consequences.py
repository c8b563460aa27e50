"""What is always true in Deathzap 2, whatever brought it about."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import contact
from tracker.vocabulary.events import AnyFact


def consequences(match: Match) -> Iterator[AnyFact]:
    """A lone figure panics at once (DZ-MORALE-05, DZ-G45); a unit that is gone fights nobody."""
    always = match.option("lone_panic_from") == "always"
    for unit in match.take_touched():
        if not match.exists(unit):
            yield from contact.parting(match, unit)
        elif always and markers.is_lone(match, unit) and not markers.is_panicked(match, unit):
            yield markers.PANICKED.set(unit, value=match.turn)
