"""The notes beside a unit: its suppression or damage, and the guns that it has fired."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import ResourceTally, SubjectNotes
from tracker.rulesets.xenocide.attacks import delayed_losses, weapon_selection
from tracker.rulesets.xenocide.data import markers, state_queries, unit_profiles
from tracker.vocabulary.subject_ids import Subject, UnitId


def build_unit_notes(match: Match, subject: Subject) -> SubjectNotes:
    unit = UnitId(subject)
    fired = weapon_selection.count_guns_fired_by_name(match, unit).items()
    guns = ", ".join(f"{n} {gun.replace('-', ' ')}" for gun, n in fired)
    return SubjectNotes(
        tallies=tuple(_list_unit_tallies(match, unit)),
        told=(markers.SUPPRESSED, markers.HELD_MARKERS, markers.DAMAGE, markers.HELD_DAMAGE),
        more=(f"fired {guns}",) if guns else (),
    )


def _list_unit_tallies(match: Match, unit: UnitId) -> Iterator[ResourceTally]:
    """Yield a unit's number of markers or damage, with its limit (XF-SUPP-08, XF-VEH-13 to 15)."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    if vehicle is None:
        kind, waiting, sign = markers.SUPPRESSED, markers.HELD_MARKERS, "▪"
        left = state_queries.count_wounds_left_ignoring_delayed(match, unit)
        limit = delayed_losses.find_breaking_marker_count(match, left)
    else:
        kind, waiting, sign = markers.DAMAGE, markers.HELD_DAMAGE, "!"
        limit = vehicle.threshold
        if match.has(unit, markers.DISABLED):
            limit = 2 * limit
    has, more = kind.number(match, unit), waiting.number(match, unit)
    if has or more:
        yield ResourceTally(kind.word, has, limit - has, sign=sign, held=more)
