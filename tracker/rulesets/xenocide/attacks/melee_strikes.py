"""Blows in melee: the weapon of each figure, the number to hit, and the losses (XF-MELEE).

All simultaneous blows are rolled before any saves (XF-MELEE-01).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.procedures.pieces.needed_numbers import Limits, compute_need
from tracker.procedures.requests import Asking, call_pure_stage, call_stage, continue_with
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution, unit_fire
from tracker.rulesets.xenocide.attacks.hits_and_saves import resolve_hits
from tracker.rulesets.xenocide.attacks.shooting_dice import (
    Hits,
    ShootingPool,
    VolleyResult,
    add_hits,
    roll_volley_to_hit,
)
from tracker.rulesets.xenocide.attacks.targets_and_hit_numbers import ONES
from tracker.rulesets.xenocide.attacks.weapon_selection import (
    FreeHands,
    count_guns_fired_by_name,
    find_hands_that_fired_no_gun,
)
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE, UNARMED, Cover
from tracker.vocabulary.count_wording import is_plural, pluralise_noun
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.events import MarkerSet
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, UnitId

LIMITS: Final = Limits(0, 9, "never below 0", "a 10 always misses", "XF-G49")
FIRED_NOTE: Final = Modifier("hands that fired a gun hold no weapon", 0, "XF-FORCE-09")
NO_LIMITS: Final = Limits(-99, 99, "", "", "XF-G49")


class MeleeAssault(Struct, frozen=True):
    """The figures of a unit that strike a target, and the conditions of their blows.

    ``blades`` are the names of the weapons used.
    """

    unit: UnitId
    target: UnitId
    figures: tuple[FigureId, ...]
    blades: tuple[str, ...] = ()
    obstacle: bool = False
    dark: bool = False


class WeaponGrip(Struct, frozen=True):
    """A weapon as a figure holds it: power, hands needed, and whether it strikes last."""

    power: int
    last: bool
    hands: int
    blade: str


class FigureStrike(Struct, frozen=True):
    """A figure's dice with one weapon. If ``last``, its enemies strike first (XF-MELEE-05)."""

    figure: FigureId
    last: bool
    pool: ShootingPool


LandedHits = tuple[tuple[UnitId, UnitId, Hits], ...]
"""The unit that strikes, the unit that is struck, and the hits."""
CountedHits = tuple[tuple[UnitId, int], ...]
"""The number of hits on each unit that count for suppression."""


def list_figure_strikes(match: Match, assault: MeleeAssault) -> tuple[FigureStrike, ...]:
    """List the blows of an assault, as they are before any dice are rolled (XF-MELEE-03)."""
    hands = find_hands_that_fired_no_gun(match, assault.unit)
    has_fired = bool(count_guns_fired_by_name(match, assault.unit))
    found = []
    for figure in assault.figures:
        profile = unit_profiles.get_profile(match, figure)
        number = find_melee_need_to_hit(match, assault, profile.melee)
        dice = profile.attacks
        for grip in _list_weapon_grips(match, figure, hands, assault.blades):
            is_unarmed = grip.blade == UNARMED and bool(profile.blades)
            is_explained = has_fired and is_unarmed and not number.special
            need = replace(number, notes=(FIRED_NOTE,)) if is_explained else number
            pool = ShootingPool(dice, need, grip.power, made_of=grip.blade, rule="XF-MELEE-02")
            found.append(FigureStrike(figure, grip.last, pool))
            dice = 1  # XF-G52: the bonus for a second weapon in hand
    return tuple(one for one in found if one.pool.dice)


def _list_weapon_grips(
    match: Match, figure: FigureId, hands: FreeHands, named: tuple[str, ...]
) -> Iterator[WeaponGrip]:
    """Yield the most powerful weapon that a figure can hold, and by house rule other weapons.

    If it can hold none, yield an unarmed blow, unless a house rule forbids it.
    """
    profile, able = unit_profiles.get_profile(match, figure), []
    for blade in profile.blades:
        row = rule_tables.find_figure_melee_weapon_row(profile, blade)
        fits = row is not None and row.hands <= hands.count_hands(figure, combi=blade.combi)
        if row is not None and fits and (not named or blade.id in named):
            power = rule_tables.find_strike_power(profile.strength, row.hands) + blade.bonus
            able.append(WeaponGrip(power, row.last, row.hands, blade.id))
    if not able:
        if match.option("unarmed_attack"):
            yield WeaponGrip(rule_tables.find_strike_power(profile.strength, 0), False, 0, UNARMED)
        return
    best = max(able, key=lambda grip: (grip.power, not grip.last))
    yield best
    able.remove(best)
    left = hands.count_hands(figure, combi=False) - best.hands
    for grip in able if match.option("extra_weapon_attacks") else ():
        if grip.hands <= left:
            left -= grip.hands
            yield grip


def find_melee_need_to_hit(match: Match, assault: MeleeAssault, skill: int) -> Need:
    """Return the number needed to hit in melee, a sum of modifiers from 0 to 9 (XF-T10, XF-G49)."""
    parts = [Modifier("Melee skill", skill, "XF-MELEE-02")]
    parts += (part for part in _list_hit_modifiers(match, assault) if part.value)
    clamped = bool(match.option("melee_clamp"))
    limits = LIMITS if clamped else NO_LIMITS
    number = compute_need(*parts, limits=limits, less=True, die=DIE, hit="hit", miss="miss")
    return replace(number, special=ONES) if clamped and not number.number else number


def _list_hit_modifiers(match: Match, assault: MeleeAssault) -> Iterator[Modifier]:
    unit, target = assault.unit, assault.target
    if match.has(target, markers.BROKEN):
        yield Modifier("broken enemy", rule_tables.AGAINST_BROKEN, "XF-T10")
    if match.has(unit, markers.BROKEN):
        yield Modifier("broken", rule_tables.IS_BROKEN, "XF-T10")
    defence = unit_profiles.find_majority_profile(match, target).defence
    yield Modifier("melee defence", -defence, "XF-FORCE-06")
    if assault.obstacle:
        yield Modifier("obstacle between", rule_tables.OBSTACLE, "XF-T10")
    if assault.dark:
        yield Modifier("poor visibility", rule_tables.DARK_MELEE, "XF-T10")
    if state_queries.find_carrier(match, target) is not None:
        yield Modifier("at passengers", rule_tables.AT_PASSENGERS, "XF-VEH-29")


def _combine_blows(blows: tuple[FigureStrike, ...]) -> tuple[ShootingPool, ...]:
    groups: dict[ShootingPool, list[ShootingPool]] = {}
    for blow in blows:
        groups.setdefault(replace(blow.pool, dice=0), []).append(blow.pool)
    return tuple(
        replace(
            pool,
            dice=sum(one.dice for one in like),
            made_of=_format_weapon_count(len(like), pool.made_of),
        )
        for pool, like in groups.items()
    )


def _format_weapon_count(n: int, what: str) -> str:
    """Format a number of weapons, such as ``4 axes`` or ``6 unarmed``."""
    is_counted = n != 1 and what != UNARMED and not is_plural(what)
    return f"{n} {pluralise_noun(what) if is_counted else what}"


SimultaneousBlows = tuple[tuple[MeleeAssault, tuple[FigureStrike, ...]], ...]
"""The assaults that strike at the same time, each with its blows."""


def resolve_simultaneous_blows(
    match: Match,
    assaults: SimultaneousBlows,
    later_targets: tuple[UnitId, ...] = (),
    earlier_hits: LandedHits = (),
) -> Asking[CountedHits]:
    """Roll all blows, then all saves, and return the hits that can suppress units (XF-MELEE-01)."""
    if not assaults:
        return continue_with(
            _resolve_hits_and_losses,
            match,
            earlier_hits,
            _count_suppressing_hits(match, earlier_hits, later_targets),
        )
    (assault, blows), *rest = assaults
    hits = yield from call_stage(_roll_blows_to_hit, assault, _combine_blows(blows))
    earlier_hits = (*earlier_hits, (assault.unit, assault.target, hits))
    return continue_with(
        resolve_simultaneous_blows, match, tuple(rest), later_targets, earlier_hits
    )


def _roll_blows_to_hit(
    match: Match, assault: MeleeAssault, pools: tuple[ShootingPool, ...]
) -> Asking[Hits]:
    """Roll to hit (XF-MELEE-02). Blows against a vehicle always hit (XF-VEH-28)."""
    unit, target = assault.unit, assault.target
    if unit_profiles.is_vehicle(match, target):
        hits: Hits = ()
        for pool in pools:
            hits = add_hits(hits, pool, pool.dice)
        return hits
    roles = {"firer": (match.side_of(unit), unit, target)}
    return (
        yield from call_pure_stage(roles, roll_volley_to_hit, pools, 0, False, VolleyResult())
    ).hits


def _resolve_hits_and_losses(
    match: Match, left: LandedHits, counted: CountedHits
) -> Asking[CountedHits]:
    """Resolve the hits on one unit after another, then apply the losses (XF-MELEE-04)."""
    if not left:
        yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses)
        return counted
    (by, target, hits), *rest = left
    yield from call_stage(resolve_hits, target, hits, by)
    return continue_with(_resolve_hits_and_losses, match, tuple(rest), counted)


def _count_suppressing_hits(
    match: Match, landed: LandedHits, again: tuple[UnitId, ...]
) -> CountedHits:
    """Count the hits on each unit that could have wounded it (XF-MELEE-06, XF-G55).

    If no more blows at a unit follow, only as many hits are counted as make a difference. Units
    that are gone are omitted.
    """
    counts: dict[UnitId, int] = {}
    for _, unit, hits in landed:
        if match.exists(unit) and not unit_fire.is_immune_to_suppression(match, unit):
            armour = min(
                unit_profiles.get_profile(match, figure).armour for figure in match.figures(unit)
            )
            n = sum(n for (power, _), n in hits if armour - power < rule_tables.HARMLESS)
            counts[unit] = counts.get(unit, 0) + n
    return tuple(
        (unit, n if unit in again else _find_fewest_equivalent_hits(match, unit, n))
        for unit, n in counts.items()
    )


def _find_fewest_equivalent_hits(match: Match, unit: UnitId, n: int) -> int:
    """Return the lowest number of hits that adds as many markers as ``n``, whoever survives."""
    found = [unit_profiles.get_profile(match, figure) for figure in match.figures(unit)]
    held: Cover = match.mark(unit, markers.DEFENDS) or "open"  # type: ignore[assignment]
    thresholds = {
        rule_tables.find_suppression_threshold(one.morale, cover, wounds, brave=other.brave)
        for one in found
        for other in found
        for cover in (_find_cover_against_blows(match, unit), held)
        for wounds in (0, state_queries.count_wounds_left_counting_delayed(match, unit))
    }
    return max(n // each * each for each in thresholds)


def get_defended_cover(match: Match, unit: UnitId) -> Cover:
    """Return the cover that a unit defends, or "open" if it made contact (XF-RES-05, XF-G59)."""
    cover: Cover = match.mark(unit, markers.DEFENDS) or "open"  # type: ignore[assignment]
    came = [a for a, b in match.pairs(markers.ENGAGED) if unit in (a, b)]
    if match.option("melee_cover_holder") == "any_in_cover":
        return cover
    return "open" if came and all(a == unit for a in came) else cover


def add_suppression_for_blows(match: Match, counted_hits: CountedHits) -> None:
    """Add a marker each time that hits on a unit reach its threshold (XF-MELEE-06, XF-G55)."""
    for unit in dict.fromkeys(unit for unit, _ in counted_hits):
        if not match.exists(unit):
            continue
        n = sum(hits for who, hits in counted_hits if who == unit)
        cover = _find_cover_against_blows(match, unit)
        more = n // unit_fire.find_unit_suppression_threshold(match, unit, cover)
        if more:
            match.record(markers.SUPPRESSED.make_increase_fact(match, unit, more))


def _find_cover_against_blows(match: Match, unit: UnitId) -> Cover:
    """Return a unit's cover against blows, which is light in a vehicle (XF-RES-05, XF-G84)."""
    return "light" if state_queries.find_carrier(match, unit) else get_defended_cover(match, unit)


def leave_melee_under_blows(match: Match, unit: UnitId, attackers: int | None) -> Asking[None]:
    """Let opponents, or only ``attackers`` of them, strike a unit that leaves melee (XF-MOVE-08,
    XF-G39).

    A vehicle that they disable stays in the melee.
    """
    left, blows = attackers, []
    for enemy in state_queries.list_opponents(match, unit):
        figures = match.figures(enemy)[:left]
        left = None if left is None else left - len(figures)
        assault = MeleeAssault(enemy, unit, figures)
        blows.append((assault, list_figure_strikes(match, assault)))
    striking = tuple(one for one in blows if one[1])
    counted = yield from call_stage(resolve_simultaneous_blows, striking)
    if match.option("leave_suppression"):
        add_suppression_for_blows(match, counted)
    for assault, found in striking:
        match.record(_make_struck_weapons_fact(match, assault.unit, found))
    if not state_queries.is_vehicle_disabled(match, unit):  # XF-VEH-14
        match.record(*make_disengagement_facts(match, markers.ENGAGED, unit))


def _make_struck_weapons_fact(
    match: Match, unit: UnitId, found: tuple[FigureStrike, ...]
) -> MarkerSet:
    """Return the fact that further weapons were used to strike a leaving unit (XF-G101)."""
    before = match.mark(unit, markers.STRUCK)
    if before is True:
        return markers.STRUCK.set(unit)
    counts = Counter(unit_profiles.parse_weapon_counts(str(before or "")))
    counts.update(one.pool.made_of for one in found)
    return markers.STRUCK.set(unit, value=unit_profiles.format_weapon_counts(counts))
