"""An enraged monster: at once it goes for the nearest unit of either side (DZ-DMG-05)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.procedures.pieces.engagement import engage
from tracker.procedures.pieces.nearest import ask_nearest, choose_level
from tracker.procedures.requests import (
    Asking,
    Confirm,
    ask,
    do,
    then,
)
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.attacks.attack import Blow, attack
from tracker.rulesets.deathzap2.attacks.blast import Owed
from tracker.rulesets.deathzap2.attacks.chance import DRAW
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import movement, strikes
from tracker.rulesets.deathzap2.phases.strikes import Against
from tracker.vocabulary.events import Moved
from tracker.vocabulary.names import UnitId

RULE: Final = "DZ-DMG-05"


def resolve_rage(match: Match, monster: UnitId) -> Asking[tuple[Owed, ...]]:
    """Which unit is nearest: in melee, one it is in contact with."""
    foes = markers.list_opponents(match, monster)
    others = foes or (*match.units(match.other(match.side_of(monster))), *match.units())
    near = tuple(
        dict.fromkeys(u for u in others if u != monster and markers.list_standing(match, u))
    )
    if not near:
        return ()
    target = yield from ask_nearest(match, monster, near, "enraged", RULE)
    if target is None:
        return then(settle_tie, match, monster, near)
    return then(reach_target, match, monster, target)


def settle_tie(match: Match, monster: UnitId, near: tuple[UnitId, ...]) -> Asking[tuple[Owed, ...]]:
    """A tie for nearest is settled at random (DZ-GEN-03)."""
    target = yield from choose_level(match, monster, near, "tied", RULE, DRAW)
    return then(reach_target, match, monster, target)


def reach_target(match: Match, monster: UnitId, target: UnitId) -> Asking[tuple[Owed, ...]]:
    """It moves up to its speed; without contact there is no attack (DZ-G32)."""
    if target in markers.list_opponents(match, monster):
        return then(lash_out, match, monster, target)
    contact = match.option("enraged_reach") == "unlimited"
    if not contact:
        pace = movement.format_inches(_pace(match, monster))
        contact = yield from ask(
            Confirm(
                id="reached",
                what=f"reaches {match.unit(target).name} within {pace}",
                side=match.side_of(monster),
                subject=monster,
                target=target,
                spatial=True,
                rule=RULE,
            )
        )
    if contact or _pace(match, monster):
        match.record(Moved(unit=monster, how="enraged"))
    if not contact:
        return ()
    if match.side_of(target) != match.side_of(monster):
        engage(match, markers.ENGAGED, monster, (target,))
    return then(lash_out, match, monster, target)


def _pace(match: Match, monster: UnitId) -> int:
    """How far it can go now: halvings of this phase do not count yet (DZ-G28)."""
    return max((movement.find_figure_speed(match, f) for f in match.figures(monster)), default=0)


def lash_out(match: Match, monster: UnitId, target: UnitId) -> Asking[tuple[Owed, ...]]:
    """A full melee attack; its owner rolls, unless the table lets the opponent against friends."""
    side = match.side_of(monster)
    if match.side_of(target) == side and match.option("enraged_roller") == "opponent":
        side = match.other(side)
    part = Against(target)
    (struck,) = strikes.deal_strikes(match, monster, (part,))
    pools = tuple(
        replace(pool, made_of=f"enraged: {pool.made_of}")
        for pool in strikes.make_pools(match, monster, part, struck)
    )
    blow = Blow(side, monster, "enraged")
    result = yield from do(attack, blow, target, pools)
    return (Owed(blow, target, result.damage),) if result.damage else ()
