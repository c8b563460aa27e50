"""Who is left to act in a step, and why the others are not (DZ-TURN-02)."""

from __future__ import annotations

from tracker.procedures.ruleset import Due
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import movement, orders, units
from tracker.vocabulary.names import SideId, UnitId


def sides(match: Match) -> tuple[SideId, ...]:
    """The side whose half it is, or both where a step is everybody's."""
    side = match.clock.side
    return (match.clock.order or match.sides) if side is None else (side,)


def cannot(match: Match, unit: UnitId) -> str | None:
    """Why a unit has nothing more to do in this phase, in a few words, or None."""
    if match.has(unit, markers.HELD):
        return "holds"
    match match.phase:
        case "move":
            return _cannot_move(match, unit)
        case "shoot":
            return cannot_shoot(match, unit)
        case "melee":
            return cannot_fight(match, unit)
        case _:
            return None


def _cannot_move(match: Match, unit: UnitId) -> str | None:
    if match.has(unit, markers.MOVED):
        return "has moved"
    barred = movement.bar(match, unit)
    return None if barred is None else barred[1]


def cannot_shoot(match: Match, unit: UnitId) -> str | None:
    """Neither fire nor a second move is left to it (DZ-SHOOT-02, DZ-MOVE-07)."""
    if markers.is_engaged(match, unit):
        return "in melee"
    if match.has(unit, markers.FIRED):
        return "has fired"
    if match.has(unit, markers.SECOND_MOVE):
        return "has moved again"
    if not has_guns(match, unit) and movement.bar(match, unit) is not None:
        return "no guns"
    return None


def has_guns(match: Match, unit: UnitId) -> bool:
    return any(
        markers.working_guns(match, figure)
        for figure in match.figures(unit)
        if not match.has(figure, markers.SPENT)
    )


def cannot_fight(match: Match, unit: UnitId) -> str | None:
    """DZ-MELEE-01: units in melee strike once, at enemies that are not yet to be removed."""
    if match.has(unit, markers.FOUGHT):
        return "has fought"
    enemies = markers.enemies_engaged(match, unit)
    if not enemies:
        return "not in melee"
    if not any(markers.standing(match, enemy) for enemy in enemies):
        return "nobody left to strike"
    return None


def due(match: Match) -> tuple[Due, ...]:
    """What is still to be done in this step; only what the rules insist on is compulsory."""
    match match.phase:
        case "impetus" if not match.clock.order:
            return (Due("impetus", None, None, "nobody has rolled for impetus", compulsory=True),)
        case "orders":
            return tuple(
                Due("orders", side, side, f"{match.side_name(side)} has not rolled its orders")
                for side in sides(match)
                if orders.awaited(match, side)
            )
        case "move":
            return _each(match, "move", "has not moved")
        case "shoot":
            return _shooting(match)
        case "melee":
            return _each(match, "fight", "has not fought", compulsory=True)
        case "morale":
            return _fled(match)
        case _:
            return ()


def _waiting(match: Match) -> tuple[UnitId, ...]:
    return tuple(
        unit for side in sides(match) for unit in match.units(side) if cannot(match, unit) is None
    )


def _each(match: Match, action: str, why: str, *, compulsory: bool = False) -> tuple[Due, ...]:
    return tuple(
        Due(action, match.side_of(unit), unit, f"{match.unit(unit).name} {why}", compulsory)
        for unit in _waiting(match)
    )


def _shooting(match: Match) -> tuple[Due, ...]:
    return tuple(
        Due("shoot", match.side_of(unit), unit, f"{match.unit(unit).name} has not fired")
        if has_guns(match, unit)
        else Due("second", match.side_of(unit), unit, f"{match.unit(unit).name} may move again")
        for unit in _waiting(match)
    )


def _fled(match: Match) -> tuple[Due, ...]:
    """Units at the end of a flight may join friends there (DZ-MORALE-03)."""
    return tuple(
        Due("join", match.side_of(unit), unit, f"{match.unit(unit).name} may join friends")
        for unit in markers.in_order(match)
        if match.has(unit, markers.FLED)
        and not match.has(unit, markers.HELD)
        and units.friends(match, unit)
    )
