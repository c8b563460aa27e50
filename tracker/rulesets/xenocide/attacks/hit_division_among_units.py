"""Divides a volley's hits among mixed units, melees, open vehicles, and friends in between."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.line_subject_fields import format_unit
from tracker.procedures.requests import (
    Asking,
    Share,
    Split,
    ask,
    call_pure_stage,
    continue_with,
    run_stage_for_each,
)
from tracker.rulesets.xenocide.attacks.hits_and_saves import resolve_hits
from tracker.rulesets.xenocide.attacks.shooting_dice import (
    HitPower,
    Hits,
    ShootingPool,
    VolleyResult,
    count_hits,
    merge_hits,
    roll_volley_to_hit,
)
from tracker.rulesets.xenocide.attacks.targets_and_hit_numbers import WeaponAim, find_need_to_hit
from tracker.rulesets.xenocide.data import markers, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.rulesets.xenocide.data.rule_tables import Cover
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

HitsByUnit = tuple[tuple[UnitId, Hits], ...]
"""The units that were struck, with the hits on each."""
VEHICLE_FIRST: Final = 2  # hits of an area weapon on the open vehicle itself (XF-VEH-11)


WeaponCounts = tuple[tuple[Gun, int], ...]
"""The weapons that fire, with the number of each weapon."""


class FireAtTarget(Struct, frozen=True):
    """A unit's attack on a target, with everything that is fixed before any dice are rolled.

    Each of the ``pools`` has an aim. ``weapons`` are the weapons that suppress targets in this
    ``cover``. ``rooted`` are the figures that may not move afterwards (XF-MOVE-10).
    """

    firer: UnitId
    target: UnitId
    friends_between: tuple[UnitId, ...] = ()
    mixed_enemies: tuple[UnitId, ...] = ()
    melee_units: tuple[UnitId, ...] = ()
    aims: tuple[WeaponAim, ...] = ()
    pools: tuple[ShootingPool, ...] = ()
    cover: Cover = "open"
    weapons: WeaponCounts = ()
    rooted: tuple[FigureId, ...] = ()


def count_standing_models(match: Match, unit: UnitId) -> int:
    return len(state_queries.list_standing_figures(match, unit))


def _list_area_hit_limits(match: Match, unit: UnitId) -> tuple[tuple[UnitId, int], ...]:
    """List the units that an area attack can hit, each with its most hits (XF-VEH-11)."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    if vehicle is None:
        return ((unit, count_standing_models(match, unit)),)
    if not vehicle.open:
        return ((unit, int(match.option("closed_vehicle_area_hits"))),)
    inside = state_queries.list_passengers(match, unit)
    return ((unit, VEHICLE_FIRST), *((one, count_standing_models(match, one)) for one in inside))


def find_area_hit_limit(match: Match, shot: FireAtTarget) -> int:
    """Return an upper limit for the hits of any area attack in a shot."""

    def count_most_hits(unit: UnitId) -> int:
        return sum(most for _, most in _list_area_hit_limits(match, unit))

    carrier = state_queries.find_carrier(match, shot.target) or shot.target
    there = {shot.target, carrier, *shot.mixed_enemies, *shot.friends_between}
    share = max((count_most_hits(unit) for unit in shot.melee_units), default=0)
    return sum(map(count_most_hits, there)) + share * len(shot.melee_units)


def spread_and_resolve_hits(match: Match, shot: FireAtTarget, volley: VolleyResult) -> Asking[None]:
    """Spread a volley's hits over the target and other units, and resolve them (XF-SHOOT-03)."""
    struck: list[tuple[UnitId, Hits]] = [(shot.target, volley.hits)]
    if count_hits(volley.hits) > count_standing_models(match, shot.target):
        struck = yield from _divide_excess_hits(match, shot, volley.hits)
    carrier = state_queries.find_carrier(match, shot.target)
    if shot.melee_units:
        for blast in (*volley.blasts, *volley.wide_blasts):
            struck += yield from _spread_area_hit_in_melee(match, shot, blast)
    else:
        for blast in (*volley.blasts, *(() if carrier else volley.wide_blasts)):
            struck += _spread_area_hit(match, (shot.target, *shot.mixed_enemies), blast)
        for blast in volley.wide_blasts if carrier else ():
            struck += _spread_area_hit(match, (carrier or shot.target,), blast)
    if carrier is not None:
        struck.append((carrier, volley.wide))
    if shot.friends_between:
        struck += yield from _assign_stray_hits(match, shot, volley)
    return continue_with(reroll_misses_and_resolve_hits, match, shot, volley.missed, tuple(struck))


_split = partial(Split, total=0, shares=())
SPARE: Final = _split(id="spare_hits", what="spare hits on", rule="XF-TGT-05")
UNEVEN: Final = _split(id="uneven_hits", what="one hit more on", rule="XF-FIRM-04")
STRAY: Final = _split(id="stray_hits", what="stray hits on", rule="XF-FIRM-01")
MISSED: Final = _split(id="missed_dice", what="missed dice at", rule="XF-FIRM-03")
REROLLED: Final = _split(id="rerolled_hits", what="rerolled hits on", rule="XF-FIRM-03")


def ask_hit_shares(
    match: Match,
    question: Split,
    subject: UnitId,
    units: tuple[UnitId, ...],
    hits: int,
    *,
    side: SideId | None = None,
    most_each: int | None = None,
) -> Asking[dict[UnitId, int]]:
    """Ask a side (by default, the ``subject``'s) to divide hits, and return each unit's number."""
    most_each = hits if most_each is None else most_each
    if hits == most_each * len(units):
        return dict.fromkeys(units, most_each)
    side = side or match.side_of(subject)
    shares = tuple(Share(unit, format_unit(match, unit), most_each) for unit in units)
    asked = replace(question, side=side, subject=subject, total=hits, shares=shares)
    answer = yield from ask(asked)
    return {UnitId(unit): got for unit, got in answer}


def _divide_hits(
    match: Match, question: Split, subject: UnitId, units: tuple[UnitId, ...], hits: Hits
) -> Asking[list[tuple[UnitId, Hits]]]:
    """Let the subject's side divide hits among units. The first unit gets the weakest hits."""
    whom = yield from ask_hit_shares(match, question, subject, units, count_hits(hits))
    struck: list[tuple[UnitId, Hits]] = []
    for unit, count in whom.items():
        given, hits = _split_weakest_hits(hits, count)
        struck.append((unit, given))
    return struck


def _divide_excess_hits(
    match: Match, shot: FireAtTarget, hits: Hits
) -> Asking[list[tuple[UnitId, Hits]]]:
    """Divide the hits in excess of the target's models among all the mixed units (XF-TGT-05)."""
    over = count_hits(hits) - count_standing_models(match, shot.target)
    both = (shot.target, *shot.mixed_enemies)
    moved = yield from ask_hit_shares(match, SPARE, shot.firer, both, over)
    struck = []
    for unit in shot.mixed_enemies:
        given, hits = _split_weakest_hits(hits, moved.get(unit, 0))
        struck.append((unit, given))
    return [(shot.target, hits), *struck]


def _split_weakest_hits(hits: Hits, n: int) -> tuple[Hits, Hits]:
    weapons = [weapon for weapon, _ in hits]
    given, left = _split_counts(tuple(count for _, count in hits), n)
    taken = merge_hits((), tuple(zip(weapons, given, strict=True)))
    return taken, merge_hits((), tuple(zip(weapons, left, strict=True)))


def _split_counts(counts: tuple[int, ...], n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Divide counted items into the first ``n`` and the rest, and return both parts' counts."""
    taken = []
    for count in counts:
        taken.append(min(count, n))
        n -= taken[-1]
    return tuple(taken), tuple(count - some for count, some in zip(counts, taken, strict=True))


def _spread_area_hit(
    match: Match, units: tuple[UnitId, ...], blast: tuple[HitPower, int]
) -> HitsByUnit:
    """Spread an area hit over units in turn, one hit for each model (XF-AOE-01, 03, XF-VEH-11)."""
    weapon, size = blast
    struck = []
    for unit, most in (one for each in units for one in _list_area_hit_limits(match, each)):
        struck.append((unit, ((weapon, min(size, most)),)))
        size -= min(size, most)
    return tuple(struck)


def _spread_area_hit_in_melee(
    match: Match, shot: FireAtTarget, blast: tuple[HitPower, int]
) -> Asking[HitsByUnit]:
    """Divide an area hit evenly in a melee, enemies first (XF-FIRM-04, XF-G23)."""
    weapon, size = blast
    each, left = divmod(size, len(shot.melee_units))
    shares, own = dict.fromkeys(shot.melee_units, each), match.side_of(shot.firer)
    if left and match.option("area_melee_remainder") == "shooter_chooses":
        chooser, units = own, shot.melee_units
    else:
        others = [one for one in shot.melee_units if match.side_of(one) != own]
        for unit in list(dict.fromkeys((shot.target, *others)))[:left]:
            shares[unit] += 1
            left -= 1
        chooser = match.side_of(shot.target)
        units = tuple(one for one in shot.melee_units if match.side_of(one) == own)
    more = yield from ask_hit_shares(
        match, UNEVEN, shot.target, units, left, side=chooser, most_each=1
    )
    spread = (
        _spread_area_hit(match, (unit,), (weapon, n + more.get(unit, 0)))
        for unit, n in shares.items()
    )
    return tuple(one for each in spread for one in each)


def _assign_stray_hits(
    match: Match, shot: FireAtTarget, volley: VolleyResult
) -> Asking[list[tuple[UnitId, Hits]]]:
    """Assign natural tens to the friends in between, as the shooter chooses (XF-FIRM-01)."""
    struck = yield from _divide_hits(match, STRAY, shot.firer, shot.friends_between, volley.strays)
    for blast in volley.stray_blasts:
        struck += _spread_area_hit(match, shot.friends_between, blast)
    return struck


def reroll_misses_and_resolve_hits(
    match: Match, shot: FireAtTarget, missed_dice: tuple[int, ...], earlier_hits: HitsByUnit
) -> Asking[None]:
    """Reroll misses against friends in the melee, then resolve all hits (XF-FIRM-03, XF-G33)."""
    own = match.side_of(shot.firer)
    friends = tuple(u for u in shot.melee_units if match.side_of(u) == own and u != shot.firer)
    dice = tuple(
        0 if pool.area else n for pool, n in zip(shot.pools, missed_dice, strict=bool(missed_dice))
    )
    if not friends or not any(dice):
        return continue_with(resolve_all_hits, match, shot, earlier_hits)
    needs = {
        tuple(_find_friend_need(match, shot, unit, aim) for aim in shot.aims) for unit in friends
    }
    if len(needs) == 1:  # the target's owner divides the hits afterwards (XF-G33)
        hits = yield from _reroll_misses(match, shot, friends, dice)
        struck = yield from _divide_hits(match, REROLLED, shot.target, friends, hits)
        return continue_with(resolve_all_hits, match, shot, (*earlier_hits, *struck))
    whom = yield from ask_hit_shares(match, MISSED, shot.target, friends, sum(dice))
    for unit, n in whom.items():
        now, dice = _split_counts(dice, n)
        hits = yield from _reroll_misses(match, shot, (unit,), now)
        earlier_hits = (*earlier_hits, (unit, hits))
    return continue_with(resolve_all_hits, match, shot, earlier_hits)


def _reroll_misses(
    match: Match, shot: FireAtTarget, friends: tuple[UnitId, ...], dice: tuple[int, ...]
) -> Asking[Hits]:
    """Reroll the missed dice of each pool against friends who are equally hard to hit."""
    made_of = f"at {', '.join(format_unit(match, one) for one in friends)}, friends in that melee"
    pairs = [pair for one in friends for pair in permutations((one, shot.target))]
    links = (match.link(markers.ENGAGED, *pair) for pair in pairs)
    if match.phase == "movement" and any(link and link.since == match.turn for link in links):
        made_of += " (type a snap shot at an earlier point before `contacts`)"
    what, rule = "to hit, misses again", "XF-FIRM-03"
    make_pool = partial(ShootingPool, made_of=made_of, what=what, rule=rule, at_friends=True)
    pools = tuple(
        make_pool(n, _find_friend_need(match, shot, friends[0], aim), pool.power, pool.saves)
        for pool, aim, n in zip(shot.pools, shot.aims, dice, strict=True)
        if n
    )
    whom = friends[0] if len(friends) == 1 else None
    roles = {"firer": (match.side_of(shot.firer), shot.firer, whom)}
    found = yield from call_pure_stage(roles, roll_volley_to_hit, pools, 0, False, VolleyResult())
    return found.hits


def _find_friend_need(match: Match, shot: FireAtTarget, friend: UnitId, aim: WeaponAim) -> Need:
    """Return the number needed to hit a friend with a missed die (XF-G33)."""
    aspect = unit_profiles.find_majority_profile(match, friend).aspect
    return find_need_to_hit(match, shot.firer, aim.for_rerolls, aspect)


def resolve_all_hits(match: Match, shot: FireAtTarget, hits_by_unit: HitsByUnit) -> None:
    whole: dict[UnitId, Hits] = {}
    for unit, hits in hits_by_unit:
        whole[unit] = merge_hits(whole.get(unit, ()), hits)
    taken = tuple((unit, hits) for unit, hits in whole.items() if hits)
    return continue_with(run_stage_for_each, match, resolve_unit_hits, taken, shot)


def resolve_unit_hits(match: Match, unit_and_hits: tuple[UnitId, Hits], shot: FireAtTarget) -> None:
    """Resolve the hits on a unit.

    If they are on friends of the firer, the target's owner assigns them to figures (XF-DMG-04).
    """
    unit, own = unit_and_hits[0], match.side_of(shot.firer)
    is_friend = unit in shot.melee_units and match.side_of(unit) == own
    dealer = match.side_of(shot.target) if is_friend else None
    return continue_with(resolve_hits, match, *unit_and_hits, shot.firer, dealer)
