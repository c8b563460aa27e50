"""The facts that follow automatically: lost units disengage, and lone figures panic."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.rulesets.deathzap2.data import markers, unit_profiles
from tracker.vocabulary.events import AnyFact


def list_automatic_consequences(match: Match) -> Iterator[AnyFact]:
    """Yield facts that disengage lost units, and make lone figures panic (DZ-MORALE-05, DZ-G45)."""
    always = match.option("lone_panic_from") == "always"
    for unit in match.take_touched():
        if not match.exists(unit):
            yield from make_disengagement_facts(match, markers.ENGAGED, unit)
        elif (
            always
            and unit_profiles.is_single_foot_unit(match, unit)
            and not match.has(unit, markers.PANICKED)
        ):
            yield markers.PANICKED.set(unit, value=match.turn)
