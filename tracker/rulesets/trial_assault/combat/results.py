"""What a combat came to: who has won it, and who has to test (TA-RES, TA-MULTI-01)."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.names import SideId, Subject, UnitId


def settle(match: Match, combat: Subject) -> None:
    """TA-RES-01 to 04: the winner by wounds, or the only side left; the losers have to test."""
    units = COMBATS.units(match, combat)
    fresh = tuple(unit for unit in units if not match.has(unit, markers.FOUGHT))
    if not fresh:
        return
    match.record(markers.FOUGHT.set(*fresh))
    winner = COMBATS.winner(match, combat)
    if winner is None:
        return
    won = COMBATS.units(match, combat, winner)
    match.record(markers.WON.set(*won))
    lost = tuple(unit for unit in units if unit not in won and tests(match, unit))
    if lost:
        match.record(markers.LOST.set(*lost))


def tests(match: Match, unit: UnitId) -> bool:
    """Whether a unit takes morale checks at all (TA-MORALE-06, TA-G68)."""
    return not any(one.fearless or one.vehicle for one in markers.profiles(match, unit))


def now(match: Match, combat: Subject) -> tuple[SideId | None, dict[SideId, int]]:
    """Who would win a combat as it stands, and the wounds inflicted by each side."""
    sides = tuple(SideId(one) for one in match.links(markers.SCORED, combat))
    return COMBATS.winner(match, combat), {s: COMBATS.score(match, combat, s) for s in sides}
