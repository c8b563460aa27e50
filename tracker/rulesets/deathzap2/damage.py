"""Damage to vehicles and monsters: a die of DZ-T9 for each failed save, one after the other."""

from __future__ import annotations

from tracker.procedures.requests import Asking, Faces, aftermath, ask, sub, then, then_pure
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2 import markers
from tracker.rulesets.deathzap2.attack import taken_off
from tracker.rulesets.deathzap2.blast import Owed, explosion
from tracker.rulesets.deathzap2.chance import draw
from tracker.rulesets.deathzap2.profiles import BIG, Gun
from tracker.rulesets.deathzap2.rage import enraged
from tracker.vocabulary.events import AnyFact, GearChanged, MarkerSet
from tracker.vocabulary.names import FigureId, UnitId


def damage_rolls(match: Match, owed: tuple[Owed, ...]) -> Asking[None]:
    """DZ-DMG-01: by the attacker, at once, and no more once the thing is lost (DZ-G69)."""
    left = tuple(
        each for each in owed if each.explodes or (each.rolls and big_figure(match, each.unit))
    )
    if not left:
        return None
    first = left[0]
    if first.explodes:
        more = yield from aftermath("explosion", explosion, first.blow, first.unit)
        return then(damage_rolls, match, (*more, *left[1:]))
    roles = {"attacker": (first.blow.side, first.blow.by, first.unit)}
    face = yield from sub(roles, die, _rolls_three_again(match, first.unit))
    rest = (Owed(first.blow, first.unit, first.rolls - 1), *left[1:])
    return then(damage, match, face, first, rest)


def die(again: bool) -> Asking[int]:
    """One die of DZ-T9; ``again``: a 3 is rolled again (DZ-G30)."""
    rule = "DZ-G30" if again else "DZ-DMG-01"
    (face,) = yield from ask(Faces(what="damage", dice=(6,), role="attacker", rule=rule))
    return then_pure(die, again) if again and face == 3 else face


def _rolls_three_again(match: Match, unit: UnitId) -> bool:
    figure = big_figure(match, unit)
    return (
        figure is not None
        and match.option("no_weapon_left") == "reroll"
        and not _guns_at_risk(match, figure)
    )


def big_figure(match: Match, unit: UnitId) -> FigureId | None:
    """The vehicle or monster of a unit, while it is not lost."""
    figures = (f for f in markers.standing(match, unit) if markers.profile(match, f).type in BIG)
    return next(figures, None)


def damage(match: Match, face: int, hit: Owed, rest: tuple[Owed, ...]) -> Asking[None]:
    """DZ-T9: what the die does, then the other dice."""
    figure = big_figure(match, hit.unit)
    if figure is None:
        return then(damage_rolls, match, rest)
    monster = markers.profile(match, figure).type == "monster"
    if face <= 2:
        match.record(*_slower(match, figure))
    elif face == 3:
        return then(lose_gun, match, figure, hit, rest)
    elif face <= 5 and monster:
        more = yield from aftermath("enraged", enraged, hit.unit)
        return then(damage_rolls, match, (*more, *rest))
    elif face <= 5:
        match.record(*_stopped(match, figure))
    else:
        match.record(*taken_off(match, (figure,), "destroyed", hit.blow.by))
        if not monster:
            return then(damage_rolls, match, _after_its_blast(hit, rest))
    return then(damage_rolls, match, rest)


def _after_its_blast(wreck: Owed, rest: tuple[Owed, ...]) -> tuple[Owed, ...]:
    """A wreck explodes at once, but not before the blast that caught it is resolved (DZ-DMG-06)."""
    blow = wreck.blow
    same = wreck.from_blast
    at = next((n for n, each in enumerate(rest) if not (same and each.from_blast)), len(rest))
    return (*rest[:at], Owed(blow, wreck.unit, 0, explodes=True), *rest[at:])


def _at_once(match: Match) -> bool:
    return match.option("vehicle_damage_timing") == "immediate"


def _slower(match: Match, figure: FigureId) -> tuple[AnyFact, ...]:
    """DZ-DMG-02: half speed, and half again (DZ-G29); nothing on what does not move."""
    if match.has(figure, markers.IMMOBILE) or match.has(figure, markers.WILL_STOP):
        return ()
    done = int(match.mark(figure, markers.HALVED) or 0)
    coming = int(match.mark(figure, markers.WILL_HALVE) or 0)
    if match.option("repeat_half") == "once" and done + coming:
        return ()
    if _at_once(match):
        return (MarkerSet(subjects=(figure,), marker=markers.HALVED, value=done + 1),)
    return (MarkerSet(subjects=(figure,), marker=markers.WILL_HALVE, value=coming + 1),)


def _stopped(match: Match, figure: FigureId) -> tuple[AnyFact, ...]:
    """DZ-DMG-04: a vehicle never moves again."""
    if match.has(figure, markers.IMMOBILE) or match.has(figure, markers.WILL_STOP):
        return ()
    marker = markers.IMMOBILE if _at_once(match) else markers.WILL_STOP
    return (MarkerSet(subjects=(figure,), marker=marker),)


def lose_gun(match: Match, figure: FigureId, hit: Owed, rest: tuple[Owed, ...]) -> Asking[None]:
    """DZ-DMG-03: one working gun at random; those already bound to go are not in the draw."""
    guns = _guns_at_risk(match, figure)
    if not guns:
        return then(damage_rolls, match, rest)
    roles = {"anybody": (hit.blow.side, hit.blow.by, hit.unit)}
    names = tuple(f"{gun.kind.replace('-', ' ')} ({gun.id})" for gun in guns)
    at = yield from sub(roles, draw, "gun lost", names)
    if _at_once(match):
        match.record(GearChanged(figure=figure, lost=(guns[at].id,), why="damage"))
    else:
        value = ",".join((*lost_soon(match, figure), guns[at].id))
        match.record(MarkerSet(subjects=(figure,), marker=markers.WILL_LOSE, value=value))
    return then(damage_rolls, match, rest)


def _guns_at_risk(match: Match, figure: FigureId) -> tuple[Gun, ...]:
    """The working guns that are not bound to go already (DZ-G31)."""
    going = lost_soon(match, figure)
    return tuple(gun for gun in markers.working_guns(match, figure) if gun.id not in going)


def lost_soon(match: Match, figure: FigureId) -> tuple[str, ...]:
    """The guns a figure loses when the phase ends."""
    value = match.mark(figure, markers.WILL_LOSE)
    return tuple(str(value).split(",")) if value else ()
