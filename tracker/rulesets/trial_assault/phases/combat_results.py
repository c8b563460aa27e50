"""The result of a combat: the winner, and the units that must test (TA-RES, TA-MULTI-01)."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import morale_checks
from tracker.vocabulary.names import SideId, Subject, UnitId


def decide_combat(match: Match, combat: Subject) -> bool:
    """TA-RES-01 to 04: the winner by wounds, or the only side left; the losers must test.

    Returns whether it has just been decided.
    """
    units = COMBATS.list_units(match, combat)
    fresh = tuple(unit for unit in units if not match.has(unit, markers.FOUGHT))
    if not fresh:
        return False
    match.record(markers.FOUGHT.set(*fresh))
    winner = COMBATS.find_winner(match, combat)
    mark_winner(match, combat, winner)
    lost = tuple(
        unit
        for unit in units
        if winner not in {None, match.side_of(unit)}
        and morale_checks.is_subject_to_morale(match, unit)
        and can_be_struck(match, unit)
    )
    if lost:
        match.record(markers.LOST.set(*lost))
    return True


def mark_winner(match: Match, combat: Subject, winner: SideId | None) -> None:
    """TA-RES-01: the winner's units have won; without a winner, all have drawn."""
    marker = markers.DREW if winner is None else markers.WON
    match.record(marker.set(*COMBATS.list_units(match, combat, winner)))


def can_be_struck(match: Match, unit: UnitId) -> bool:
    """TA-G68: whether any unit it is locked with could strike it."""
    enemies = markers.list_locked_enemies(match, unit)
    return not all(markers.cannot_fight(match, one) for one in enemies)


def judge_combat(match: Match, combat: Subject) -> tuple[SideId | None, dict[SideId, int]]:
    """The winner of a combat if it ended now, and the wounds inflicted by each side."""
    sides = tuple(SideId(one) for one in match.links(markers.SCORED, combat))
    return COMBATS.find_winner(match, combat), {
        s: COMBATS.get_score(match, combat, s) for s in sides
    }
