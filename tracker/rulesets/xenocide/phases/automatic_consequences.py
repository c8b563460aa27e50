"""The facts that follow automatically: units break, disengage or lose their cover."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.rulesets.xenocide.attacks import delayed_losses
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.phases import order_counters, setup_phase
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import UnitId


def list_automatic_consequences(match: Match) -> Iterator[AnyFact]:
    """Yield the facts that break suppressed units, and disable damaged vehicles.

    Units that are gone disengage, and units out of melee defend no cover (XF-SUPP-08, XF-RES-05).
    """
    for unit in match.take_touched():
        if not match.exists(unit):
            yield from make_disengagement_facts(match, markers.ENGAGED, unit)
            yield from make_disengagement_facts(match, markers.ABOARD, unit)
        elif vehicle := unit_profiles.get_vehicle(match, unit):
            joined = match.turn and not match.has(unit, markers.SPEED)
            if joined and vehicle.propulsion == rule_tables.FLYER:
                yield markers.SPEED.set(unit, value=setup_phase.AIRBORNE_SPEED)  # XF-G67
            disabled = markers.DAMAGE.number(match, unit) >= vehicle.threshold  # XF-VEH-14
            yield from _make_derived_state_facts(match, markers.DISABLED, unit, is_so=disabled)
        else:
            left = state_queries.count_wounds_left_ignoring_delayed(match, unit)
            breaking = delayed_losses.find_breaking_marker_count(match, left)
            broken = markers.SUPPRESSED.number(match, unit) >= breaking
            yield from _make_derived_state_facts(match, markers.BROKEN, unit, is_so=broken)
            if match.phase != order_counters.PHASE:
                yield from order_counters.make_acting_reveal_facts(match, unit)
            if match.has(unit, markers.DEFENDS) and not state_queries.is_engaged(match, unit):
                yield markers.DEFENDS.cleared(unit)


def _make_derived_state_facts(
    match: Match, kind: MarkerKind, unit: UnitId, *, is_so: bool
) -> Iterator[AnyFact]:
    """Yield the fact that sets or clears a derived state. A state set by hand is not cleared."""
    if is_so and not match.has(unit, kind):
        yield kind.set(unit)
    if not is_so and match.mark(unit, kind) is True:
        yield kind.cleared(unit)
