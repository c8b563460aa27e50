"""Shooting, opportunity fire and close combat, as a line says them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.pieces.sayings import Hows, amount
from tracker.procedures.ruleset import Action, Command, stored
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.attacks.clash import Hands
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import (
    close_combat,
    fleeing,
    opportunity,
    shooting,
    slots,
)
from tracker.rulesets.combat_zone.table import people
from tracker.rulesets.combat_zone.table.hows import claimed, gun, hands, share, way
from tracker.scribe.line import Deed
from tracker.vocabulary.names import FigureId

AT_WHOM: Final = "at whom? Put > and a figure behind it: r11 > b12 18cm soft"
ONE_SHOOTS: Final = "one figure fires in a part; put | between them"
ONE_TARGET: Final = "one target in a part; put | between them"
ONE_FIGHTS: Final = "one figure fights in a part; put | between them"


def shoots(match: Match, deed: Deed, hows: Hows) -> Command:
    """In its own activation a figure fires; in that of an enemy it comes in between."""
    who = people.one(match, deed.who, ONE_SHOOTS)
    target = people.one(match, people.whom(deed, AT_WHOM), ONE_TARGET)
    if who not in slots.active_figures(match) and (deed.verb or _watches(match, who)):
        shots = opportunity.Fire(who, (share(target, hows),), gun(hows))
        return _command(match, opportunity.FIRE, who, shots)
    apart = hows.setting("apart")
    params = shooting.Shoot(
        who,
        (share(target, hows),),
        gun(hows),
        amount(apart, "cm") if apart else None,
        claimed=claimed(hows),
    )
    return _command(match, shooting.SHOOT, who, params)


def _watches(match: Match, figure: FigureId) -> bool:
    return match.has(figure, markers.OPPORTUNITY) and bool(slots.active_figures(match))


def _aims(match: Match, deed: Deed, hows: Hows) -> Command:
    who = people.one(match, deed.who, ONE_SHOOTS)
    target = people.one(match, people.whom(deed, AT_WHOM), ONE_TARGET)
    params = shooting.Aim(who, share(target, hows), gun(hows), claimed=claimed(hows))
    return _command(match, shooting.AIM, who, params)


def _opp(match: Match, deed: Deed, hows: Hows) -> Command:
    people.nobody(deed)
    who = people.one(match, deed.who, "one figure in a part; put | between them")
    params = opportunity.Watch(who, gun(hows), claimed=claimed(hows))
    return _command(match, opportunity.WATCH, who, params)


def _charges(match: Match, deed: Deed, hows: Hows) -> Command:
    """``r21 charges b14``; of several enemies touched at once, the order they are fought in.

    Whoever is fighting already and names nobody fights on.
    """
    who = people.one(match, deed.who, ONE_FIGHTS)
    if deed.whom is None and markers.is_engaged(match, who):
        return _again(match, deed, hows)
    enemies = people.many(match, people.whom(deed, "charges whom? r21 charges b14"))
    params = close_combat.Charge(who, enemies, **_hands(match, hows), claimed=claimed(hows))
    return _command(match, close_combat.CHARGE, who, params)


def _again(match: Match, deed: Deed, hows: Hows) -> Command:
    """Another round; with nobody named, against the first opponent."""
    who = people.one(match, deed.who, ONE_FIGHTS)
    enemy = None
    if deed.whom is not None:
        enemy = people.one(match, deed.whom, "one enemy in a part; put | between them")
    params = close_combat.Again(who, enemy, **_hands(match, hows), claimed=claimed(hows))
    return _command(match, close_combat.AGAIN, who, params)


def _flees(match: Match, deed: Deed, hows: Hows) -> Command:
    people.nobody(deed)
    who = people.one(match, deed.who, "one figure in a part; put | between them")
    points, length = way(hows)
    params = fleeing.Flee(who, points or 1, length, **_hands(match, hows), claimed=claimed(hows))
    return _command(match, fleeing.FLEE, who, params)


def _hands(match: Match, hows: Hows) -> dict[str, Hands]:
    """Nothing where nothing was said: a stored default is left out only if it is the very one."""
    said = hands(match, hows)
    return {} if said == Hands() else {"hands": said}


FIGHTS: Final[dict[str, Callable[[Match, Deed, Hows], Command]]] = {
    "shoots": shoots,
    "aims": _aims,
    "opp": _opp,
    "charges": _charges,
    "again": _again,
    "flees": _flees,
}


# ------------------------------------------------------------- parts that belong together


def merge(first: Command, second: Command) -> Command | None:
    """Shots of one figure at several targets are one burst (CZ-SHOOT-02, CZ-G25)."""
    if first.action != second.action or first.side != second.side:
        return None
    if first.action == shooting.SHOOT.id:
        one, more = (shooting.SHOOT.read(each.params) for each in (first, second))
        if more.claimed or more.apart is not None or not _same_burst(one, more):
            return None
        return _with(first, replace(one, fire=(*one.fire, *more.fire)))
    if first.action == opportunity.FIRE.id:
        shots, others = (opportunity.FIRE.read(each.params) for each in (first, second))
        if _same_burst(shots, others):
            return _with(first, replace(shots, fire=(*shots.fire, *others.fire)))
    return None


def _same_burst(
    one: shooting.Shoot | opportunity.Fire, more: shooting.Shoot | opportunity.Fire
) -> bool:
    """The same figure and gun, and a target that has none of the shots yet."""
    targets = {share.target for share in one.fire}
    again = any(share.target in targets for share in more.fire)
    return one.figure == more.figure and more.gun in {None, one.gun} and not again


def _with(command: Command, params: Struct) -> Command:
    return Command(command.action, command.side, stored(params))


def _command(match: Match, action: Action[Any], who: FigureId, params: Struct) -> Command:
    return action.command(match.side_of(who), params)
