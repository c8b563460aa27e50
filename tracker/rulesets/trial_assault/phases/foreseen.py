"""What a charge comes to, for odds: the fight, who breaks and who is caught (TA-TURN-02).

The stages are those of the table, one action after the other, each as it is proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tracker.procedures.pieces.flow import GoOn
from tracker.procedures.requests import Asking, assume, do, tell, then
from tracker.procedures.ruleset import Action
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import breaking_off, fighting, flow, morale, results
from tracker.vocabulary.names import SideId, Subject, UnitId

Units = tuple[UnitId, ...]
Stage = Callable[[Match, SideId | None, Any], Any]
BEFORE: Final = ("movement", "shooting", "charge")
"""What comes before the fight in the turn of a side."""
AFTER: Final[Mapping[str, Action[Any]]] = {
    one.id: one for one in (morale.TEST, breaking_off.FLEE, breaking_off.SWEEPS)
}
"""What is due when a combat is fought, by the unit that does it."""
CAME: Final = ("won", "drawn", "lost")
CHARGE: Final = ("not in contact", "in contact")
MORALE: Final = ("holds", "breaks off")


def foresee_reached(match: Match, left: Units, chargers: Units) -> Asking[None]:
    """Who of the chargers comes into contact, where dice decide it."""
    if not left:
        yield from ()
        return then(fight, match, chargers)
    there = bool(markers.list_charges(match, left[0]))
    yield from tell("charge", CHARGE[there], among=CHARGE, subject=left[0])
    return then(foresee_reached, match, left[1:], chargers)


def fight(match: Match, chargers: Units) -> Asking[None]:
    """On to the fight of those who reached somebody, all in it as told, or all in contact."""
    if match.phase in BEFORE and any(markers.list_charges(match, unit) for unit in chargers):
        yield from do(flow.NEXT.stage, match.clock.side, GoOn())
        return then(fight, match, chargers)
    found = (COMBATS.of(match, unit) for unit in chargers)
    return then(foresee_combats, match, tuple(dict.fromkeys(one for one in found if one)))


def foresee_combats(match: Match, left: tuple[Subject, ...]) -> Asking[None]:
    """One combat after the other (TA-TURN-03)."""
    if not left:
        yield from ()
        return None
    units = COMBATS.units(match, left[0])
    for unit in units:
        if not match.has(unit, markers.TOLD):
            yield from assume(f"all of {match.tag(unit)} in contact")
            if len(markers.list_locked(match, unit)) > 1 and not markers.is_element(match, unit):
                yield from assume(f"blows of {match.tag(unit)} shared evenly")
        for charger in markers.list_chargers(match, unit):
            if match.link(markers.COVERED, unit, charger) is None:
                yield from assume(f"{match.tag(unit)} in no cover from {match.tag(charger)}")
    yield from do(foresee_combat, left[0], units)
    return then(foresee_combats, match, left[1:])


def foresee_combat(match: Match, one: Subject, units: Units) -> Asking[None]:
    yield from do(fighting.fight_to_end, one)
    yield from do(foresee_result, one, units)
    return then(foresee_going_on, match, units)


def foresee_result(match: Match, one: Subject, units: Units) -> Asking[None]:
    """Who has won, and by how many wounds (TA-RES-01)."""
    active = match.clock.side
    winner, score = results.judge_combat(match, one)
    own = next(unit for unit in units if match.side_of(unit) == active)
    enemy = next(unit for unit in units if match.side_of(unit) != active)
    came = CAME[1 if winner is None else 0 if winner == active else 2]
    yield from tell("close combat", came, among=CAME, subject=own, target=enemy)
    for side, wounds in score.items():
        other = markers.find_other_side(match, side)
        yield from tell("wounds", wounds, subject=side, target=other)


def foresee_going_on(match: Match, units: Units) -> Asking[None]:
    """What is due next of those in the combat (TA-G18)."""
    yield from ()
    left = (*morale.list_due(match), *breaking_off.list_due(match))
    due = next((one for one in left if one.subject in units), None)
    if due is None:
        return None
    action = AFTER[due.action]
    return then(take_one_more, match, units, action.stage, due.side, action.params(due.subject))


def take_one_more(
    match: Match, units: Units, stage: Stage, side: SideId | None, params: Any
) -> Asking[None]:
    yield from do(stage, side, params)
    if stage is morale.TEST.stage:
        broke = match.has(params.unit, markers.BROKE)
        yield from tell("morale", MORALE[broke], among=MORALE, subject=params.unit)
    return then(foresee_going_on, match, units)
