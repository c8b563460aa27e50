"""The printed tables, and look-ups in them (XF-T1 to XF-T21).

Functions use hundredths of an inch. S is a weapon's size minus its user's capacity. The tables have
rows for S from -2 to 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.pieces.needed_numbers import Limits
from tracker.rulesets.xenocide.data.profile_types import Gun, MeleeWeapon, Order, Profile
from tracker.vocabulary.dice_bands import Modifier

Cover = Literal["open", "light", "heavy", "fortified"]
Ground = Literal["rough", "very-rough"]

INCH: Final = 100
DIE: Final = 10
LOS: Final = -1  # a long range that covers the whole table


UNARMED: Final = "unarmed"


# XF-T1: the highest faces of a ten-sided die that are read as 1, 2 and 3
D3: Final = (3, 7, 10)


# ------------------------------------------------------------------------- orders and weapons


class OrderTableRow(Struct, frozen=True):
    """An order's row in table XF-T2. ``least`` and ``most`` are multiples of Movement.

    ``special`` means that flight packs and teleporters can be used.
    """

    least: int
    most: int
    shoots: bool
    snaps: bool
    special: bool


ORDERS: Final[dict[Order, OrderTableRow]] = {
    "standard": OrderTableRow(0, 1, shoots=True, snaps=False, special=False),
    "opportunity": OrderTableRow(0, 1, shoots=False, snaps=True, special=False),
    "run": OrderTableRow(1, 2, shoots=False, snaps=False, special=True),
}


def find_largest_opportunity_weapon_size(order: Order, *, moved: bool) -> int | None:
    """Return the largest weapon size (S) for opportunity fire, or None for no limit (XF-T2)."""
    if order == "run":
        return -1
    if order == "standard":
        return None
    return 0 if moved else 2


class GunTableRow(Struct, frozen=True):
    """A gun's row in table XF-T3. ``engaged`` is its modifier in melee, or None if it is barred."""

    hands: int
    moves_after: bool
    runs: bool
    point_blank: bool
    engaged: int | None


GUNS: Final[dict[int, GunTableRow]] = {
    -2: GunTableRow(1, moves_after=True, runs=True, point_blank=True, engaged=1),
    -1: GunTableRow(2, moves_after=True, runs=True, point_blank=True, engaged=0),
    0: GunTableRow(2, moves_after=True, runs=False, point_blank=False, engaged=-1),
    1: GunTableRow(2, moves_after=False, runs=False, point_blank=False, engaged=None),
    2: GunTableRow(4, moves_after=False, runs=False, point_blank=False, engaged=None),
}
THROWN_SIZE: Final = -2  # the largest S of a thrown weapon (XF-THROW-01)
CARRIED: Final = 1  # the largest S that one figure carries (XF-FORCE-08)
COMBI_GAP: Final = 2  # size difference of a combi-weapon's parts (XF-FORCE-10)


def find_relative_size(size: int, capacity: int) -> int:
    """Return the relative size (S) of a weapon, from -2 to 2 as in tables XF-T3 and XF-T4."""
    return min(max(size - capacity, -2), 2)


def find_gun_row(gun: Gun, capacity: int) -> GunTableRow:
    """Return a gun's row for a capacity (XF-T3). A built-in gun needs one hand (XF-FORCE-11)."""
    row = GUNS[find_relative_size(gun.size, capacity)]
    return replace(row, hands=1) if gun.integrated else row


def find_engaged_fire_modifier(relative_size: int, *, size_minus_1_fires: bool) -> int | None:
    """Return the modifier for fire from within a melee, or None if not allowed (XF-T3, XF-G06)."""
    return 1 if relative_size == -1 and size_minus_1_fires else GUNS[relative_size].engaged


def can_move_weapon(size: int, strengths: Sequence[int], *, needs_two_figures: bool = True) -> bool:
    """Whether figures of these strengths can move a weapon of S +2 or more (XF-T3, XF-G91)."""
    return sum(strengths) >= size and (len(strengths) >= 2 or not needs_two_figures)


class MeleeWeaponTableRow(Struct, frozen=True):
    """A melee weapon's row in table XF-T4: the hands it needs, and whether it strikes last."""

    hands: int
    last: bool


BLADES: Final[dict[int, MeleeWeaponTableRow]] = {
    -2: MeleeWeaponTableRow(1, last=False),
    -1: MeleeWeaponTableRow(1, last=False),
    0: MeleeWeaponTableRow(2, last=False),
    1: MeleeWeaponTableRow(2, last=True),
}


def find_melee_weapon_row(blade: MeleeWeapon, capacity: int) -> MeleeWeaponTableRow | None:
    """Return a melee weapon's table row for a capacity, or None if it is too big (XF-T4)."""
    row = BLADES.get(find_relative_size(blade.size, capacity))
    return replace(row, hands=1) if row and blade.integrated else row


def find_figure_melee_weapon_row(
    profile: Profile, blade: MeleeWeapon
) -> MeleeWeaponTableRow | None:
    """Return the row of a blade or bayonet, or None if it is too big (XF-T4, XF-G54)."""
    row = find_melee_weapon_row(blade, profile.capacity)
    gun = next((gun for gun in profile.guns if gun.combi), None)
    if row and blade.combi and gun and gun.size > blade.size:
        return MeleeWeaponTableRow(find_gun_row(gun, profile.capacity).hands, last=False)
    return row


def find_strike_power(strength: int, hands: int) -> int:
    """Return the power of a blow: Strength with two hands, otherwise Strength - 1 (XF-T5)."""
    return strength if hands >= 2 else strength - 1


# ---------------------------------------------------------------------------------- suppression

MANY_WOUNDS: Final = 10
BROKEN_AT: Final = 4  # the number of markers that breaks a unit (XF-SUPP-08)
HARMLESS: Final = 10  # an attack with this much less Power than Armor cannot wound (XF-SUPP-06)
COVERS: Final = get_args(Cover)
COVER: Final[dict[Cover, int]] = {"open": 0, "light": 1, "heavy": 2, "fortified": 2}  # XF-T9


def find_suppression_threshold(
    morale: int, cover: Cover = "open", wounds_left: int = 0, *, brave: bool = False
) -> int:
    """Return how many attacks it takes to add a marker to a unit (XF-T6, XF-T7)."""
    return max(morale - 1, 1) + COVER[cover] + (wounds_left >= MANY_WOUNDS) + brave


# --------------------------------------------------------------------------------------- to hit

# XF-T8: the long range and run penalties are house rules (XF-G02, XF-G03). Cover is in COVER.
POINT_BLANK: Final = 1
DARK: Final = -1  # the modifier for darkness or smoke
SNAP: Final = -1
LEAPING_SNAP: Final = -1  # for a unit with grav packs in the air, above its target
THROWN_AT_COVER: Final = -1  # in place of the cover's own modifier
PASSENGER_COVER: Final[Cover] = "heavy"
TO_HIT: Final = Limits(0, 9, "never below 0", "a 10 always misses", "XF-SHOOT-07")
ONES_AGAIN: Final = 5  # the highest die that hits when ones are rerolled (XF-SHOOT-08)
PARTIAL: Final = 2  # the most by which an area weapon misses and still hits in part (XF-AOE-02)

# XF-T10
AGAINST_BROKEN: Final = 1
IS_BROKEN: Final = -1
OBSTACLE: Final = -1
DARK_MELEE: Final = -1
AT_PASSENGERS: Final = -1


def find_save_number(armour: int, power: int) -> int:
    """Return the highest die that saves (XF-DMG-01). 10 means that every die saves, 0 none."""
    return armour - power


def format_power(power: int) -> str:
    """Format a power, such as ``Power 1`` or ``Weakness 2`` (XF-WPN-03, XF-WPN-04)."""
    return f"Weakness {-power}" if power < 0 else f"Power {power}"


def list_save_modifiers(armour: int, power: int) -> tuple[Modifier, ...]:
    own = Modifier("Armour", armour, "XF-FORCE-04")
    if not power:
        return (own,)
    name, rule = ("Power", "XF-WPN-03") if power > 0 else ("Weakness", "XF-WPN-04")
    return (own, Modifier(name, -power, rule))


# ------------------------------------------------------------------------------------- movement

# XF-T11, in multiples of Movement
FLYING: Final = 3
TAKING_OFF: Final = 1
TELEPORT: Final = 4
RETREAT: Final = 2
FOLLOW_UP: Final = 1

# XF-T20, and the rest of XF-T11
CLOSE: Final = 6 * INCH  # the range of point blank and of a commander's voice
THROWN_RANGE: Final = 12 * INCH
BLIND_TELEPORT: Final = 12 * INCH
LEAP_HEIGHT: Final = 6 * INCH
LEAP_WIDTH: Final = 9 * INCH


def find_suppression_slowdown(marker_count: int, *, moves_toward_enemy: bool, running: bool) -> int:
    """Return by how much suppression markers shorten a move towards the enemy (XF-T13)."""
    return marker_count * (2 if running else 1) * INCH if moves_toward_enemy else 0


def find_move_length_limits(order: Order, movement: int, lost_length: int = 0) -> tuple[int, int]:
    """Return the limits of a move on foot, less ``lost_length`` (XF-T11, XF-G40)."""
    row = ORDERS[order]
    most = max(row.most * movement * INCH - lost_length, 0)
    return min(row.least * movement * INCH, most), most


def find_ground_loss(
    ground: Ground, crossed_length: int, *, per_complete_two_inches: bool = True
) -> int:
    """Return the length that rough or very rough ground takes off a move (XF-T12, XF-G38)."""
    if ground == "very-rough":
        return crossed_length
    if crossed_length < 2 * INCH:
        return 0
    return crossed_length // (2 * INCH) * INCH if per_complete_two_inches else crossed_length // 2


def count_recovery_dice(*, enemy_seen: bool, commander: bool) -> int:
    """Return how many recovery dice a unit rolls (XF-T19)."""
    return (1 if enemy_seen else 2) + commander


# XF-T21: the sizes of the rulebook's weapons, for rosters that omit them
SIZES: Final = {
    "pistol": 0,
    "carbine": 1,
    "rifle": 2,
    "assault rifle": 2,
    "sniper rifle": 3,
    "light machine gun": 3,
    "medium machine gun": 4,
    "mortar": 4,
    "bayonet": 0,
    "axe": 1,
    "sword": 1,
    "great sword": 3,
}


# ---------------------------------------------------------------------------------------- vehicles


RamDirection = Literal["side", "rear", "head-on"]
DamageState = Literal["whole", "damaged", "disabled", "destroyed"]
Direction = Literal["left", "straight", "right"]

FLYER: Final = "flying"
PROPULSIONS: Final = ("wheeled", "tracked", "hover", FLYER, "walker")
PIVOTING: Final = ("tracked", "hover")  # propulsions that can turn on the spot (XF-VEH-18)
PIVOT: Final = 2 * INCH
FASTEST_FIRING: Final = 1  # the highest increment at which weapons fire and passengers get off


def find_travel_limits(increment: int, base_inches: int) -> tuple[int, int]:
    """Return the least and most that a vehicle moves, from its speed and base movement (XF-T14)."""
    return increment * base_inches * INCH, (increment + 1) * base_inches * INCH


def find_largest_mounted_weapon_size(increment: int, *, stood: bool) -> int | None:
    """Return the largest weapon size (S) that a mount may fire, or None if none (XF-T14).

    A vehicle that stands still may fire weapons one size larger.
    """
    if increment > FASTEST_FIRING:
        return None
    return -1 if increment else int(stood)


def find_distance_between_turns(increment: int, *, plus_one: bool = True) -> int:
    """Return how far a vehicle must move between turns of 45 degrees (XF-T14, XF-G66)."""
    return 2 * INCH * (increment + plus_one)


def classify_speed_change(old: int, new: int) -> Literal["freely", "braking"] | None:
    """Return how a vehicle changes from ``old`` to ``new`` speed, or None if it cannot (XF-T15)."""
    if new < 0:
        return None
    return "freely" if abs(new - old) <= 1 else "braking" if new - old == -2 else None


def does_flyer_crash(propulsion: str, increment: int) -> bool:
    """Whether a vehicle is a flyer that would crash at the given speed (XF-T15)."""
    return propulsion == FLYER and increment < 1


SLOWED: Final = 2  # inches of base movement lost per damage marker
HURT_DISABLED: Final = -2  # the power of hits on passengers: Weak 2
HURT_DESTROYED: Final = 3


def find_damage_state(marker_count: int, threshold: int) -> DamageState:
    """Return a vehicle's state, from its damage markers and threshold (XF-T16)."""
    if marker_count >= 2 * threshold:
        return "destroyed"
    if marker_count >= threshold:
        return "disabled"
    return "damaged" if marker_count else "whole"


def count_damage_of_failed_save(face: int, save_number: int) -> int:
    """Return the damage of a failed save: a marker for each point by which it missed (XF-T16)."""
    return max(face - save_number, 0)


def find_damaged_base_move(base: int, marker_count: int) -> int:
    """Return the base movement after damage, in inches and never below 0 (XF-T16, XF-G72)."""
    return max(base - SLOWED * marker_count, 0)


def halve_number(number: int, *, round_up: bool = True) -> int:
    return (number + round_up) // 2


def find_ram_powers(
    contact: RamDirection, strength: int, increment: int, other_increment: int
) -> tuple[int, int]:
    """Return the powers of the hits on the rammed vehicle and on the ramming vehicle (XF-T17)."""
    power = strength + increment
    if contact == "head-on":
        return power + other_increment, power + other_increment
    return power, halve_number(power)


def find_structure_ram_power(strength: int, increment: int, halved: str) -> int:
    """Return the power of the hit on a vehicle that rams a structure (XF-T17, XF-G81)."""
    return halve_number(strength + increment if halved == "half_ram" else strength)


PUSHED: Final[tuple[Direction, ...]] = ("left", "straight", "right")  # XF-T18, by the d3


def find_push_distance(power: int, strength: int) -> int:
    """Return how far a vehicle of the given strength slides when rammed (XF-T18)."""
    return max(power - strength, 0) * INCH
