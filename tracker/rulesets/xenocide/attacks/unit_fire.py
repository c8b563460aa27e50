"""The fire of one unit, from suppression to delayed losses (XF-SHOOT-03, XF-SUPP)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    Asking,
    call_pure_stage,
    call_stage,
    continue_with,
    run_stage_for_each,
)
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution, weapon_selection
from tracker.rulesets.xenocide.attacks.hit_division_among_units import (
    FireAtTarget,
    WeaponCounts,
    find_area_hit_limit,
    spread_and_resolve_hits,
)
from tracker.rulesets.xenocide.attacks.shooting_dice import (
    ShootingPool,
    VolleyResult,
    roll_volley_to_hit,
)
from tracker.rulesets.xenocide.attacks.targets_and_hit_numbers import (
    WeaponAim,
    find_majority_cover,
    find_need_to_hit,
    make_weapon_aim,
)
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire, WeaponGroup
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.rulesets.xenocide.data.rule_tables import Cover
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import UnitId


def find_unit_suppression_threshold(match: Match, unit: UnitId, cover: Cover) -> int:
    """Return how many attacks it takes to add a marker to a unit (XF-T6, XF-T7)."""
    standing = state_queries.list_standing_figures(match, unit)
    plain = unit_profiles.find_majority_profile(match, unit, standing)
    highest = match.option("suppression_morale") == "highest"
    return rule_tables.find_suppression_threshold(
        unit_profiles.find_highest_morale(match, unit, standing) if highest else plain.morale,
        cover,
        state_queries.count_wounds_left_counting_delayed(match, unit),
        brave=plain.brave,
    )


def is_immune_to_suppression(match: Match, unit: UnitId) -> bool:
    """Whether a unit is a vehicle or inside a closed one, and so never suppressed (XF-SUPP-07)."""
    return unit_profiles.is_vehicle(match, unit) or state_queries.is_in_closed_vehicle(match, unit)


def _is_gun_harmless(match: Match, target: UnitId, gun: Gun) -> bool:
    there = state_queries.list_standing_figures(match, target)
    armour = [unit_profiles.get_profile(match, figure).armour for figure in there]
    return not armour or min(armour) - gun.power >= rule_tables.HARMLESS


def suppress_all_targets(match: Match, shot: FireAtTarget) -> None:
    """Add delayed markers to all suppressed units (XF-SUPP-01, XF-SUPP-05, XF-FIRM-02)."""
    there = (shot.target, *shot.mixed_enemies, *shot.melee_units)
    inside = (
        one for unit in there for one in state_queries.list_passengers(match, unit)
    )  # XF-SUPP-07
    aboard = state_queries.find_carrier(match, shot.target) is not None
    cover: Cover = "open" if aboard else shot.cover  # the others are not in the vehicle
    for unit in dict.fromkeys((*there, *inside)):
        if not is_immune_to_suppression(match, unit):
            own = unit == shot.firer  # XF-FIRM-06, XF-G108
            counted = tuple(w for w in shot.weapons if w[0].area or not own)
            add_delayed_suppression_markers(match, shot.firer, unit, cover, counted)


def add_delayed_suppression_markers(
    match: Match, firer: UnitId, target: UnitId, cover: Cover, weapons: WeaponCounts
) -> None:
    """Add delayed markers, one each time that attacks reach a unit's threshold (XF-SUPP-01)."""
    if not state_queries.list_standing_figures(match, target):
        return
    if state_queries.find_carrier(match, target) is not None:
        cover = rule_tables.PASSENGER_COVER  # XF-G77
    harmful = ((gun, n) for gun, n in weapons if not _is_gun_harmless(match, target, gun))
    attacks = sum(n * gun.rate * max(gun.area, 1) for gun, n in harmful)  # XF-SUPP-04
    counted = max(attacks - markers.SUPPRESSED.number(match, firer), 0)
    each = find_unit_suppression_threshold(match, target, cover)
    before = 0
    if match.option("suppression_pooling") == "per_phase":
        before = markers.ATTACKED.number(match, target)
        match.record(markers.ATTACKED.set(target, value=before + counted))
    if more := (before + counted) // each - before // each:
        match.record(markers.HELD_MARKERS.make_increase_fact(match, target, more))


def prepare_attacks(
    match: Match, unit: UnitId, shares: tuple[TargetedFire, ...], *, snap: bool = False
) -> tuple[FireAtTarget, ...]:
    found = []
    hands = weapon_selection.find_hands_free_to_fire(match, unit)
    lost_dice = int(match.option("suppressed_fire_reduces_dice"))
    lost_dice *= markers.SUPPRESSED.number(match, unit)
    for share in shares:
        firing = weapon_selection.choose_firing_weapons_and_use_hands(
            match, unit, share, hands, snap=snap
        )
        here = state_queries.find_carrier_or_unit(match, unit)
        there = state_queries.find_carrier_or_unit(match, share.target)
        met = snap and there in state_queries.list_opponents(match, here)
        engaged = state_queries.is_engaged(match, there) and not met
        melee = state_queries.list_units_in_same_melee(match, there) if engaged else ()
        if melee and there != share.target:
            melee = (share.target, *melee)
        struck = melee or (share.target, *share.mixed)
        aims = tuple(make_weapon_aim(match, unit, share, piece, snap=snap) for piece, *_ in firing)
        pools = tuple(
            _make_shooting_pool(match, unit, share, aim, piece, len(crew), struck)
            for aim, (piece, crew, _) in zip(aims, firing, strict=True)
        )
        dice = sum(pool.dice for pool in pools)
        shot = FireAtTarget(
            firer=unit,
            target=share.target,
            friends_between=() if share.high else share.past,
            mixed_enemies=share.mixed,
            melee_units=melee,
            aims=aims,
            pools=_remove_suppressed_dice(pools, lost_dice),
            cover=find_majority_cover(match, share),
            weapons=tuple((piece.gun, len(crew)) for piece, crew, _ in firing),
            rooted=tuple(f for piece, _, crew in firing if piece.prevents_movement for f in crew),
        )
        lost_dice = max(lost_dice - dice, 0)
        found.append(shot)
    return tuple(found)


def _make_shooting_pool(
    match: Match,
    unit: UnitId,
    share: TargetedFire,
    aim: WeaponAim,
    weapon_group: WeaponGroup,
    n: int,
    units_struck: tuple[UnitId, ...],
) -> ShootingPool:
    aspect = unit_profiles.find_majority_profile(match, share.target).aspect
    made_of = weapon_selection.describe_weapon(weapon_group, n)
    need, gun = find_need_to_hit(match, unit, aim, aspect), aim.gun
    vehicle = unit_profiles.is_vehicle(match, share.target)
    tens_fail = match.option("save_natural_ten_fails") and not vehicle
    if _is_gun_harmless(match, share.target, gun) and not tens_fail:  # XF-DMG-01
        made_of = f"{made_of} · cannot hurt {match.tag(share.target)}"
    return ShootingPool(
        n * gun.rate,
        need,
        gun.power,
        gun.saves,
        gun.area,
        made_of,
        target=", ".join(match.tag(one) for one in units_struck),
        friends=", ".join(match.tag(one) for one in share.past),
    )


def _remove_suppressed_dice(pools: tuple[ShootingPool, ...], lost: int) -> tuple[ShootingPool, ...]:
    """Remove up to ``lost`` dice, from the last pool first (house rule XF-G14)."""
    left: list[ShootingPool] = []
    for pool in reversed(pools):
        off = min(lost, pool.dice)
        lost -= off
        left.append(replace(pool, dice=pool.dice - off))
    return tuple(reversed(left))


def fire_weapons(
    match: Match,
    unit: UnitId,
    shares: tuple[TargetedFire, ...],
    suppresses: bool,
    snap: bool = False,
) -> Asking[None]:
    """Fire at all targets. Everything is declared before any dice are rolled (XF-SHOOT-03).

    Figures that fire a weapon that prevents movement may not move this turn (XF-WPN-11).
    """
    attacks = prepare_attacks(match, unit, shares, snap=snap)
    match.record(markers.FIRED.set(unit))
    guns: Counter[str] = Counter()
    for gun, n in (each for attack in attacks for each in attack.weapons):
        guns[gun.id] += n
    if guns:  # their hands are busy for this turn (XF-FORCE-09)
        match.record(weapon_selection.make_guns_fired_fact(match, unit, guns))
    yield from call_stage(run_stage_for_each, resolve_attack, attacks, suppresses)
    yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses)
    fired_them = (one for attack in attacks for one in attack.rooted)
    markers.ROOTED.record_on(match, *(one for one in fired_them if match.figure(one).gone is None))


def resolve_attack(match: Match, shot: FireAtTarget, suppresses: bool) -> None:
    if suppresses:
        suppress_all_targets(match, shot)
        shot = _note_attacks_per_marker(match, shot)
    if not any(pool.dice for pool in shot.pools):
        return None
    return continue_with(roll_attack_and_spread_hits, match, shot)


def _note_attacks_per_marker(match: Match, shot: FireAtTarget) -> FireAtTarget:
    """Add a note to the first dice of an attack: the number of attacks per marker (XF-T6)."""
    if (
        not shot.pools
        or is_immune_to_suppression(match, shot.target)
        or not state_queries.list_standing_figures(match, shot.target)
    ):
        return shot
    each = format_count(find_unit_suppression_threshold(match, shot.target, shot.cover), "attack")
    first, *rest = shot.pools
    told = replace(first, made_of=f"{first.made_of} · a marker for each {each}")
    return replace(shot, pools=(told, *rest))


def roll_attack_and_spread_hits(match: Match, shot: FireAtTarget) -> Asking[None]:
    """Roll the dice of an attack, then spread its hits and resolve them (XF-SHOOT-03, step 4)."""
    roles = {"firer": (match.side_of(shot.firer), shot.firer, shot.target)}
    pools = tuple(pool for pool in shot.pools if pool.dice)
    aims = tuple(aim for aim, pool in zip(shot.aims, shot.pools, strict=True) if pool.dice)
    shot = replace(shot, pools=pools, aims=aims)
    limit = find_area_hit_limit(match, shot)
    found = yield from call_pure_stage(
        roles, roll_volley_to_hit, pools, limit, bool(shot.melee_units), VolleyResult()
    )
    return continue_with(spread_and_resolve_hits, match, shot, found)
