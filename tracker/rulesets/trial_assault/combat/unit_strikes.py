"""The attacks of one unit on another in a step: who strikes, then the dice (TA-HIT-04, 05)."""

from __future__ import annotations

from tracker.procedures.requests import Asking, Number, Option, Pick, ask, do, sub, then
from tracker.procedures.view import Match, choose_last
from tracker.rulesets.trial_assault.combat import (
    attack_pools,
    combat_contact,
    initiative_steps,
    split_attacks,
    vehicle_combat,
    wound_placement,
)
from tracker.rulesets.trial_assault.combat.attack_pools import WoundCounts
from tracker.rulesets.trial_assault.combat.initiative_steps import StrikerChoice
from tracker.rulesets.trial_assault.combat.wound_placement import StrikePair
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.names import FigureId, UnitId

Models = tuple[FigureId, ...]


def resolve_strike(
    match: Match, unit: UnitId, target: UnitId, step: int, told: int | None
) -> Asking[None]:
    """The models that strike; ``told``: the number of those that may choose (TA-MULTI-02)."""
    those = initiative_steps.find_strikers(match, unit, target, step)
    enemies = list_reachable_enemies(match, unit, those.may[0]) if those.may else ()
    shares = markers.is_independent_or_monstrous(match, unit)
    if enemies and shares and not any(vehicle_combat.is_machine(match, one) for one in enemies):
        match.record(markers.STRUCK.set(*those.may))
        return then(strike_several_enemies, match, unit, (those.may, step), enemies, ())
    chosen = yield from do(choose_strikers, unit, target, those, told)
    figures = (*those.bound, *chosen)
    if not figures:
        return None
    match.record(markers.STRUCK.set(*figures))
    if vehicle_combat.is_machine(match, target):
        return then(vehicle_combat.strike_vehicle, match, unit, target, figures)
    tough = yield from do(choose_toughness, unit, target)
    return then(roll_strikes, match, StrikePair(unit, target), figures, tough, step)


def choose_strikers(
    match: Match, unit: UnitId, target: UnitId, those: StrikerChoice, told: int | None
) -> Asking[Models]:
    """TA-MULTI-02: of models that reach several enemies, the number that strikes this one. It is
    asked if contacts were entered.
    """
    may = (*(one for one in those.may if one not in those.usual), *those.usual)
    if told is not None or not may:
        return choose_last(may, min(told or 0, len(may)))
    if not match.has(unit, markers.TOLD):
        return those.usual or may
    n = yield from ask(
        Number(
            id="divide",
            what=f"models that can also strike others: how many strike {match.tag(target)}",
            low=0,
            high=len(may),
            default=len(may),
            side=match.side_of(unit),
            subject=unit,
            target=target,
            rule="TA-MULTI-02",
        )
    )
    return choose_last(may, n)


def choose_toughness(match: Match, unit: UnitId, target: UnitId) -> Asking[int]:
    """TA-WND-04: the Toughness of most models; with a tie the owner chooses."""
    found = attack_pools.find_majority_toughness(match, unit, target)
    if len(found) < 2:
        return found[0]
    chosen = yield from ask(
        Pick(
            id="toughness",
            what="Toughness",
            options=tuple(Option(str(one), f"T{one}") for one in found),
            default=str(found[0]),
            side=match.side_of(target),
            subject=target,
            rule="TA-WND-04",
        )
    )
    return int(chosen)


def roll_strikes(
    match: Match, exchange: StrikePair, figures: Models, tough: int, step: int
) -> Asking[None]:
    """Pool after pool, then the wounds on the models in reach."""
    unit, target = exchange.unit, exchange.target
    pools = attack_pools.make_attack_pools(match, figures, target, tough, step)
    roles = {"attacker": (match.side_of(unit), unit, target)}
    wounds = yield from sub(roles, attack_pools.roll_attack_pools, pools, WoundCounts())
    return then(wound_placement.place_wounds, match, unit, target, wounds)


# ----------------------------------------------------------------- characters at several enemies


def list_reachable_enemies(match: Match, unit: UnitId, figure: FigureId) -> tuple[UnitId, ...]:
    """The enemies among which a character may share his attacks, while anybody of them is left."""
    reach = combat_contact.list_opponents(match, figure)
    return tuple(enemy for enemy in reach if combat_contact.list_living_targets(match, unit, enemy))


def strike_several_enemies(
    match: Match,
    unit: UnitId,
    who: tuple[Models, int],
    left: tuple[UnitId, ...],
    pools: split_attacks.Pools,
) -> Asking[None]:
    """TA-CHAR-04: his attacks on each enemy, in this step."""
    if not left:
        return then(split_attacks.split_attacks_over_enemies, match, unit, pools) if pools else None
    target, *rest = left
    tough = yield from do(choose_toughness, unit, target)
    found = tuple(
        (target, pool)
        for pool in attack_pools.make_attack_pools(match, who[0], target, tough, who[1])
    )
    return then(strike_several_enemies, match, unit, who, tuple(rest), (*pools, *found))
