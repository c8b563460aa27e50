"""Who loses a melee and must retreat from it (XF-RES)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.declared.rollsheet import Come, RollSheet, Row
from tracker.procedures.pieces.people import called
from tracker.procedures.requests import Asking, Faces, ask, sub
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks.melee_strikes import get_defended_cover
from tracker.rulesets.xenocide.data import markers, rule_tables, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE
from tracker.vocabulary.labels import Label
from tracker.vocabulary.names import SideId, UnitId

Units = tuple[UnitId, ...]
STAYS, LOSES, RETREATS = range(3)
ABOARD: Final = 999


def resolve_melee_result(match: Match, fought: Units) -> Asking[None]:
    """XF-RES-01, XF-RES-03, XF-RES-04: one die each; none for vehicles and for units that fought
    only vehicles.
    """
    units = tuple(unit for unit in fought if match.exists(unit))
    sides = tuple(match.side_of(unit) for unit in units)
    if len({*sides}) < 2:
        if units and not match.option("follow_up_after_wipe"):
            match.record(markers.STANDS.set(*units))
        return
    adds = tuple(find_result_modifier(match, unit, units) for unit in units)
    limits = tuple(find_highest_staying_score(match, unit) for unit in units)
    labels = tuple(
        Label(called(match, unit), subject=unit, adds=more)
        for unit, more in zip(units, adds, strict=True)
    )
    found = yield from sub({}, roll_melee_losers, sides, adds, limits, labels)
    losers = [unit for unit, came in zip(units, found, strict=True) if came != STAYS]
    match.record(*(markers.SUPPRESSED.more(match, unit, 1) for unit in losers))
    forced = [unit for unit, came in zip(units, found, strict=True) if came == RETREATS]
    if forced:
        match.record(markers.RETREATS.set(*forced))


def roll_melee_losers(
    sides: tuple[SideId, ...],
    adds: tuple[int, ...],
    limits: tuple[int, ...],
    labels: tuple[Label, ...],
) -> Asking[tuple[int, ...]]:
    """The result of the dice for each unit: it stays, loses, or loses and must retreat."""
    dice = (DIE,) * len(adds)
    faces = yield from ask(Faces(kind=RESULT, dice=dice, labels=labels, need="the higher loses"))
    return judge_melee_rolls(sides, adds, limits, faces)


def judge_melee_rolls(
    sides: tuple[SideId, ...],
    adds: tuple[int, ...],
    limits: tuple[int, ...],
    faces: tuple[int, ...],
) -> tuple[int, ...]:
    """XF-RES-03: a unit loses above the highest enemy; XF-RES-04: it retreats if it is also above
    its own Morale.
    """
    scores = [face + more for face, more in zip(faces, adds, strict=True)]
    found = []
    for side, score, limit in zip(sides, scores, limits, strict=True):
        worst = max(other for at, other in zip(sides, scores, strict=True) if at != side)
        found.append(STAYS if score <= worst else RETREATS if score > limit else LOSES)
    return tuple(found)


def find_result_modifier(match: Match, unit: UnitId, units: Units) -> int:
    """The modifier of a unit's die: its markers, and 1 if its side is outnumbered."""
    return markers.count_suppression_markers(match, unit) + is_outnumbered(
        match, match.side_of(unit), units
    )


def is_outnumbered(match: Match, side: SideId, units: Units) -> bool:
    """XF-RES-02, XF-G56: at most half the wounds of the enemy in this melee."""
    left = {unit: markers.count_current_wounds_left(match, unit) for unit in units}
    own = sum(n for unit, n in left.items() if match.side_of(unit) == side)
    enemies = sum(left.values()) - own
    return 2 * own < enemies + (match.option("outnumbered") == "half_or_fewer")


def find_highest_staying_score(match: Match, unit: UnitId) -> int:
    """XF-RES-04, XF-RES-05: the highest score with which a loser stays; units aboard a vehicle
    always stay (XF-G83).
    """
    if markers.find_carrier(match, unit) is not None:
        return ABOARD
    return (
        unit_profiles.find_highest_morale(match, unit)
        + rule_tables.COVER[get_defended_cover(match, unit)]
    )


def _sheet(match: Match, request: Faces) -> RollSheet:
    units = tuple(UnitId(str(label.subject)) for label in request.labels)
    sides = tuple(match.side_of(unit) for unit in units)
    adds = tuple(label.adds or 0 for label in request.labels)
    limits = tuple(find_highest_staying_score(match, unit) for unit in units)
    rows = tuple(
        Row(unit, (f"{more:+d}", "aboard" if limit == ABOARD else str(limit)), 1)
        for unit, more, limit in zip(units, adds, limits, strict=True)
    )

    def read(rolled: tuple[tuple[int, ...], ...]) -> tuple[Come, ...]:
        totals = [
            (str(sum(dice) + more),) if dice else ()
            for dice, more in zip(rolled, adds, strict=True)
        ]
        if not all(rolled):
            return tuple(Come(total) for total in totals)
        found = judge_melee_rolls(sides, adds, limits, tuple(dice[0] for dice in rolled))
        return tuple(
            Come(total, WORDS[came], bad=came != STAYS)
            for total, came in zip(totals, found, strict=True)
        )

    return RollSheet("who loses the melee", ("adds", "holds to"), ("total",), rows, read)


WORDS: Final = ("stays", "loses", "must retreat")
RESULT: Final = RollKind(
    "result", "who loses the melee", rule="XF-RES-01", stakes=markers.RETREATS, sheet=_sheet
)
