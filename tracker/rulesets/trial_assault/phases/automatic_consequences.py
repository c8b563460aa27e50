"""The facts that follow automatically: lost units disengage, and fire shakes units."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases import fight_phase, morale_checks
from tracker.vocabulary.events import AnyFact


def list_automatic_consequences(match: Match) -> Iterator[AnyFact]:
    """Yield the facts that disengage lost units, and shake units under heavy fire (TA-MORALE-07).

    If corrected losses are below a quarter, the unit is no longer shaken (TA-TURN-05). Units that a
    correction locks in close combat, or moves there, fight in this phase.
    """
    fight_phase.leave_combats_without_contact(match)
    fight_phase.record_combats_if_any_missing(match)
    for unit in match.take_touched():
        if not match.exists(unit):
            yield from make_disengagement_facts(match, markers.LOCKED, unit)
            yield from make_disengagement_facts(match, markers.JOINED, unit)
        elif match.phase == "shooting":
            lost = morale_checks.has_lost_quarter_to_fire(match, unit)
            known = match.has(unit, markers.WAS_SHAKEN)
            if lost != known and (lost or match.has(unit, markers.SHAKEN)):
                for marker in (markers.SHAKEN, markers.WAS_SHAKEN):
                    yield marker.set(unit) if lost else marker.cleared(unit)
