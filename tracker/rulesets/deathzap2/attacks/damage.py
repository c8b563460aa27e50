"""Damage to vehicles and monsters: a die of DZ-T9 for each failed save, and what they do."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.requests import Asking, aftermath, sub, then
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.attacks.attack import Blow, taken_off
from tracker.rulesets.deathzap2.attacks.blast import Owed, explosion
from tracker.rulesets.deathzap2.attacks.damage_dice import Body, Suffered, dice
from tracker.rulesets.deathzap2.attacks.rage import enraged
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.profiles import BIG, Gun
from tracker.vocabulary.events import AnyFact, GearChanged
from tracker.vocabulary.names import FigureId, UnitId


def damage_rolls(match: Match, owed: tuple[Owed, ...]) -> Asking[None]:
    """DZ-DMG-01: by the attacker, at once, and no more once the thing is lost (DZ-G69)."""
    left = tuple(
        each for each in owed if each.explodes or (each.rolls and big_figure(match, each.unit))
    )
    if not left:
        return None
    hit, *rest = left
    if hit.explodes:
        more = yield from aftermath("explosion", explosion, hit.blow, hit.unit)
        return then(damage_rolls, match, (*more, *rest))
    return then(rolled, match, hit, _body(match, hit.unit), tuple(rest))


def rolled(match: Match, hit: Owed, body: Body, rest: tuple[Owed, ...]) -> Asking[None]:
    """The dice for one hit after another, then what they do."""
    who = (hit.blow.side, hit.blow.by, hit.unit)
    roles = {"attacker": who, "anybody": who}
    suffered = yield from sub(roles, dice, body, hit.rolls, Suffered())
    return then(damage, match, hit.blow, hit.unit, suffered, rest)


def damage(
    match: Match, blow: Blow, unit: UnitId, suffered: Suffered, rest: tuple[Owed, ...]
) -> Asking[None]:
    """DZ-T9: what the dice did, up to what is done at once (DZ-DMG-05, 06); then other dice."""
    figure = big_figure(match, unit)
    if figure is None:
        return then(damage_rolls, match, rest)
    match.record(*_worn(match, figure, suffered))
    if suffered.enraged:
        more = yield from aftermath("enraged", enraged, unit)
        return then(damage_rolls, match, (*more, Owed(blow, unit, suffered.left), *rest))
    if suffered.destroyed:
        match.record(*taken_off(match, (figure,), "destroyed", blow.by))
        if markers.profile(match, figure).type != "monster":
            return then(damage_rolls, match, _after_its_blast(Owed(blow, unit, 0), rest))
    return then(damage_rolls, match, rest)


def big_figure(match: Match, unit: UnitId) -> FigureId | None:
    """The vehicle or monster of a unit, while it is not lost."""
    figures = (f for f in markers.standing(match, unit) if markers.profile(match, f).type in BIG)
    return next(figures, None)


def _after_its_blast(wreck: Owed, rest: tuple[Owed, ...]) -> tuple[Owed, ...]:
    """A wreck explodes at once, but not before the blast that caught it is resolved (DZ-DMG-06)."""
    blow = wreck.blow
    same = wreck.from_blast
    at = next((n for n, each in enumerate(rest) if not (same and each.from_blast)), len(rest))
    return (*rest[:at], Owed(blow, wreck.unit, 0, explodes=True), *rest[at:])


def _at_once(match: Match) -> bool:
    return match.option("vehicle_damage_timing") == "immediate"


def _body(match: Match, unit: UnitId) -> Body:
    """What damage finds of a vehicle or monster (DZ-DMG-02 to 05, DZ-G29)."""
    figure = big_figure(match, unit)
    if figure is None:
        return Body()
    moves = not (match.has(figure, markers.IMMOBILE) or match.has(figure, markers.WILL_STOP))
    done = sum(int(match.mark(figure, name) or 0) for name in (markers.HALVED, markers.WILL_HALVE))
    once = match.option("repeat_half") == "once"
    return Body(
        guns=tuple(f"{gun.kind.replace('-', ' ')} ({gun.id})" for gun in _at_risk(match, figure)),
        slows=moves and not (once and done),
        once=once,
        stops=moves,
        again=match.option("no_weapon_left") == "reroll",
        rages=markers.profile(match, figure).type == "monster",
    )


def _worn(match: Match, figure: FigureId, suffered: Suffered) -> Iterator[AnyFact]:
    """DZ-DMG-02 to 04: speed, guns and movement lost, now or when the phase ends (DZ-G28)."""
    at_once = match.option("vehicle_damage_timing") == "immediate"
    if suffered.halved:
        marker = markers.HALVED if at_once else markers.WILL_HALVE
        value = int(match.mark(figure, marker) or 0) + suffered.halved
        yield marker.set(figure, value=value)
    if suffered.guns:
        at_risk = _at_risk(match, figure)
        lost = tuple(at_risk[at].id for at in suffered.guns)
        if at_once:
            yield GearChanged(figure=figure, lost=lost, why="damage")
        else:
            going = (*lost_soon(match, figure), *lost)
            yield markers.WILL_LOSE.set(figure, value=",".join(going))
    if suffered.stopped:
        marker = markers.IMMOBILE if at_once else markers.WILL_STOP
        yield marker.set(figure)


def _at_risk(match: Match, figure: FigureId) -> tuple[Gun, ...]:
    """The working guns that are not bound to go already (DZ-G31)."""
    going = lost_soon(match, figure)
    return tuple(gun for gun in markers.working_guns(match, figure) if gun.id not in going)


def lost_soon(match: Match, figure: FigureId) -> tuple[str, ...]:
    """The guns a figure loses when the phase ends."""
    value = match.mark(figure, markers.WILL_LOSE)
    return tuple(str(value).split(",")) if value else ()
