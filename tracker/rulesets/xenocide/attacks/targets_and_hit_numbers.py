"""Declared targets, a weapon's aim at its target, and the number needed to hit (XF-TGT, XF-T8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.line_form_slots import (
    make_count_slot,
    make_flag_choice_slot,
    make_flag_slots,
    make_keyed_count_slot,
    make_length_slot,
    make_subjects_slot,
)
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.needed_numbers import compute_need
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.ruleset import Objection, Objections
from tracker.rulesets.xenocide.attacks.weapon_selection import GUNS, TargetedFire, WeaponGroup
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.rulesets.xenocide.data.rule_tables import DIE, INCH, Cover
from tracker.vocabulary.dice_bands import ELSEWHERE, Band, Modifier
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import Subject, UnitId

NEAR: Final = "partial hit"
TEN: Final = Band(ELSEWHERE, 10, 10, told=True)
ONES: Final = (Band("one", 1, 1),)
ONES_NOTE: Final = Modifier("each 1 is rolled again", 0, "XF-SHOOT-08")


class WeaponAim(Struct, frozen=True):
    """The aim of a weapon at a target: its crew, and the terrain and units in between.

    ``far`` means beyond normal range, and ``near`` within 6 inches. ``through`` means that friends
    are in between, so that tens count separately (XF-FIRM-01). ``engaged`` means that the shot
    comes from within a melee. ``passengers`` means that the target rides in an open vehicle.
    ``near_miss`` names the effect of misses by 1 or 2, if they have one.
    """

    gun: Gun
    skill: int
    capacity: int
    cover: Cover = "open"
    far: bool = False
    near: bool = False
    dark: bool = False
    running: bool = False
    snap: bool = False
    leaping: bool = False
    engaged: bool = False
    through: bool = False
    mounted: bool = False
    passengers: bool = False
    near_miss: str = ""

    @property
    def for_rerolls(self) -> WeaponAim:
        cover: Cover = "open" if self.passengers else self.cover  # for friends on the ground
        return replace(self, cover=cover, passengers=False, through=False, near_miss="")

    @property
    def relative_size(self) -> int:
        return rule_tables.find_relative_size(self.gun.size, self.capacity)


def find_need_to_hit(match: Match, firer: UnitId, aim: WeaponAim, aspect: int) -> Need:
    """Return the number needed to hit, a sum of modifiers, with special results (XF-T8)."""
    every = _list_hit_modifiers(match, firer, aim, aspect)
    parts = [part for part in every if part.value or part.name == _SKILL]
    limits = rule_tables.TO_HIT
    number = compute_need(*parts, limits=limits, less=True, die=DIE, hit="hit", miss="miss")
    notes = () if number.number else (ONES_NOTE,)
    return replace(number, special=_list_special_bands(match, aim, number.number), notes=notes)


_SKILL: Final = "Missile skill"


def _list_hit_modifiers(
    match: Match, firer: UnitId, aim: WeaponAim, aspect: int
) -> Iterator[Modifier]:
    yield Modifier("accuracy" if aim.mounted else _SKILL, aim.skill, "XF-SHOOT-05")
    yield Modifier("Aspect", aspect, "XF-FORCE-05")
    yield _make_cover_modifier(match, aim)
    if aim.far:
        yield Modifier("long range", -int(match.option("long_range_penalty")), "XF-WPN-07")
    if aim.dark:
        yield Modifier("darkness or smoke", rule_tables.DARK, "XF-SHOOT-06")
    if aim.running:
        yield Modifier("on the run", -int(match.option("run_fire_penalty")), "XF-ORD-05")
    if aim.engaged:
        yield _make_melee_modifier(match, aim)
    elif aim.near and rule_tables.GUNS[aim.relative_size].point_blank:
        yield Modifier("point blank", rule_tables.POINT_BLANK, "XF-WPN-08")
    if aim.snap:
        yield Modifier("snap shot", rule_tables.SNAP, "XF-SNAP-02")
        if aim.leaping:
            yield Modifier("in the air", rule_tables.LEAPING_SNAP, "XF-SPEC-03")
    if aim.mounted:
        vehicle = state_queries.find_carrier(match, firer) or firer
        yield Modifier("damage", -markers.DAMAGE.number(match, vehicle), "XF-VEH-13")
    yield Modifier("suppression", -markers.SUPPRESSED.number(match, firer), "XF-SUPP-09")


def _make_cover_modifier(match: Match, aim: WeaponAim) -> Modifier:
    """Return the modifier for cover (XF-T9, XF-THROW-02, XF-G34)."""
    name = "in an open vehicle" if aim.passengers else f"{aim.cover} cover"
    if aim.gun.thrown and aim.cover != "open" and match.option("grenade_cover") == "flat1":
        return Modifier(name, rule_tables.THROWN_AT_COVER, "XF-THROW-02")
    rule = "XF-VEH-10" if aim.passengers else "XF-SETUP-03"
    return Modifier(name, -rule_tables.COVER[aim.cover], rule)


def _make_melee_modifier(match: Match, aim: WeaponAim) -> Modifier:
    """Return the modifier for fire from within a melee, good for small weapons (XF-T3, XF-G06)."""
    too = bool(match.option("engaged_point_blank_s_minus_1"))
    value = rule_tables.find_engaged_fire_modifier(aim.relative_size, size_minus_1_fires=too) or 0
    return Modifier("from within the melee", value, "XF-FIRM-05")


def _list_special_bands(match: Match, aim: WeaponAim, number: int) -> tuple[Band, ...]:
    """List the special results: ones to reroll, misses by 1 or 2, and tens that may hit friends."""
    tens = (TEN,) if aim.through else ()
    near: tuple[Band, ...] = ()
    if not number:
        if aim.near_miss:
            near = (Band(aim.near_miss, 2, 2, told=True),)
        return (*ONES, *near, *tens)
    if aim.near_miss:
        ten = bool(match.option("natural_ten_partial")) and not aim.through
        last = min(number + rule_tables.PARTIAL, DIE if ten else DIE - 1)
        near = (Band(aim.near_miss, number + 1, last, told=True),)
    return (*near, *tens)


COVER = make_flag_choice_slot("cover", rule_tables.COVERS)
HOW = (
    make_length_slot("range", "in"),
    COVER,
    make_keyed_count_slot("light"),
    make_keyed_count_slot("heavy"),
    *make_flag_slots("far", "close", "dark", "high"),
    GUNS,
    make_count_slot("weapons"),
    *(make_subjects_slot(field, find_unit) for field in ("past", "behind", "mixed", "nearest")),
)


def is_entered_cover_ignored(match: Match, target: Subject) -> bool:
    """Whether any entered cover is ignored, because the target is a passenger (XF-VEH-10)."""
    return state_queries.find_carrier(match, UnitId(target)) is not None


def find_majority_cover(match: Match, share: TargetedFire) -> Cover:
    """Return the cover of at least half the target's models (XF-SHOOT-09, XF-G105).

    Passengers of an open vehicle count as being in heavy cover (XF-VEH-10).
    """
    if state_queries.find_carrier(match, share.target) is not None:
        return rule_tables.PASSENGER_COVER
    if not share.light and not share.heavy:
        return share.cover
    everybody = len(state_queries.list_standing_figures(match, share.target))
    if 2 * share.heavy >= everybody:
        return "heavy"
    return "light" if 2 * (share.light + share.heavy) >= everybody else "open"


def make_weapon_aim(
    match: Match, unit: UnitId, share: TargetedFire, weapon_group: WeaponGroup, *, snap: bool
) -> WeaponAim:
    """Make a weapon's aim at a target. Snap shots precede contact (XF-TGT-06, XF-SNAP-01)."""
    gun = weapon_group.gun
    far, near = share.far, share.close
    if share.range is not None:
        far, near = share.range > gun.normal * INCH, share.range <= rule_tables.CLOSE
    friends = share.past and not share.high and match.option("through_friends") == "nat10"
    carrier = state_queries.find_carrier(match, share.target)
    met = {carrier or share.target} if snap else set()
    near_miss = f"hit on {match.tag(carrier)}" if carrier else ""  # XF-VEH-10
    return WeaponAim(
        gun=gun,
        skill=weapon_group.skill,
        capacity=weapon_group.capacity,
        cover=find_majority_cover(match, share),
        far=far,
        near=near,
        dark=share.dark,
        running=has_run_penalty(match, unit),
        snap=snap,
        leaping=snap and match.has(unit, markers.AIRBORNE),
        engaged=bool({*state_queries.list_opponents(match, unit)} - met),
        through=bool(friends),
        mounted=weapon_group.mounted,
        passengers=carrier is not None,
        near_miss=NEAR if gun.area else near_miss,
    )


def has_run_penalty(match: Match, unit: UnitId) -> bool:
    """Whether a unit has a penalty to hit, for Run orders or for speed 1 (XF-T14, XF-G70)."""
    if match.phase == "shooting":
        return False
    if unit_profiles.is_vehicle(match, unit):
        return markers.SPEED.number(match, unit) == 1
    return state_queries.get_order(match, unit) == markers.RUN


def list_target_objections(
    match: Match, unit: UnitId, share: TargetedFire, *, snap: bool = False
) -> Objections:
    """Yield the objections to a target (XF-TGT-02 to XF-TGT-04, XF-FIRM-05, XF-G28, XF-G31)."""
    target = match.tag(share.target)
    if match.side_of(share.target) == match.side_of(unit):
        yield Objection("own-side", "XF-TGT-01", f"{target} is on the shooter's own side")
    engaged = state_queries.list_opponents(match, unit)
    if engaged and state_queries.find_carrier_or_unit(match, share.target) not in engaged:
        text = f"{match.tag(unit)} is in melee and can fire only at units in contact with it"
        yield Objection("engaged", "XF-FIRM-05", text)
    if not engaged and (not snap or match.option("nearest_rule_on_snap_shots")):
        yield from _list_not_nearest_objections(match, unit, share)
    aspect = unit_profiles.find_majority_profile(match, share.target).aspect
    for between in () if share.high else share.behind:  # big units block sight
        if unit_profiles.find_majority_profile(match, between).aspect >= aspect:
            friend = match.side_of(between) == match.side_of(unit)
            blocks = f"stands in the way of {target}"
            text = "is a friend and does not block: name it with `past=`" if friend else blocks
            yield Objection("blocked", "XF-TGT-03", f"{match.tag(between)} {text}")
    if state_queries.is_in_closed_vehicle(match, share.target):
        yield Objection("inside", "XF-FORCE-16", f"{target} is inside a closed vehicle")


def _list_not_nearest_objections(match: Match, unit: UnitId, share: TargetedFire) -> Objections:
    """Yield an objection if the target is not the nearest enemy within 12 inches (XF-TGT-02,
    XF-G29).

    If that enemy is in melee with friends, the nearest free enemy can be the target instead. If no
    enemy within 12 inches is free, any other free enemy can be the target.
    """
    own = match.side_of(unit)
    *nearest, target = (
        state_queries.find_carrier_or_unit(match, one) for one in (*share.nearest, share.target)
    )
    free = [
        one
        for one in (*nearest, target)
        if all(match.side_of(foe) != own for foe in state_queries.list_opponents(match, one))
    ]
    allowed = (*nearest[:1], *free[:1])
    if nearest and target not in allowed:
        before = next((one for one in free if one != target), allowed[0])
        text = f"{match.tag(before)} is the nearest enemy within 12 inches"
        yield Objection("nearest", "XF-TGT-02", text)
