"""The tables of vehicles (XF-T14 to XF-T18): increments, turning, damage, ramming and pushing.

Base movement is in whole inches, as profiles have it; lengths given are hundredths of an inch.
"""

from __future__ import annotations

from typing import Final, Literal

from tracker.rulesets.xenocide.data.rule_tables import INCH

Contact = Literal["side", "rear", "head-on"]
Damage = Literal["whole", "damaged", "disabled", "destroyed"]
Direction = Literal["left", "straight", "right"]

FLYER: Final = "flying"
PROPULSIONS: Final = ("wheeled", "tracked", "hover", FLYER, "walker")
PIVOTING: Final = ("tracked", "hover")  # types that turn on the spot (XF-VEH-18)
PIVOT: Final = 2 * INCH
FASTEST_FIRING: Final = 1  # the highest increment at which weapons fire and passengers get off


def find_travel_limits(increment: int, base: int) -> tuple[int, int]:
    """XF-T14: the least and the most it must travel; ``base`` in inches."""
    return increment * base * INCH, (increment + 1) * base * INCH


def find_largest_mounted_weapon(increment: int, *, stood: bool) -> int | None:
    """XF-T14: the largest S of a mount that fires; None: nothing fires.

    ``stood``: at increment 0 without moving or turning, if that allows S +1 (XF-G70).
    """
    if increment > FASTEST_FIRING:
        return None
    return -1 if increment else int(stood)


def find_distance_between_turns(increment: int, *, plus_one: bool = True) -> int:
    """XF-T14: the distance between turns of 45 degrees (XF-G66)."""
    return 2 * INCH * (increment + plus_one)


def classify_speed_change(old: int, new: int) -> Literal["freely", "braking"] | None:
    """XF-T15: how one increment may follow another; None: it may not."""
    if new < 0:
        return None
    return "freely" if abs(new - old) <= 1 else "braking" if new - old == -2 else None


def does_crash(propulsion: str, increment: int) -> bool:
    """XF-T15: a flyer that slows below 1."""
    return propulsion == FLYER and increment < 1


SLOWED: Final = 2  # inches of base movement lost for each damage marker
HURT_DISABLED: Final = -2  # the power of the hits on passengers: Weak 2
HURT_DESTROYED: Final = 3


def find_damage_state(markers: int, limit: int) -> Damage:
    """XF-T16, for a vehicle of this damage threshold."""
    if markers >= 2 * limit:
        return "destroyed"
    if markers >= limit:
        return "disabled"
    return "damaged" if markers else "whole"


def find_save_damage(face: int, save: int) -> int:
    """XF-T16: the markers from one save: the points by which it missed."""
    return max(face - save, 0)


def find_damaged_base_move(base: int, markers: int) -> int:
    """XF-T16: base movement in inches, never below 0 (XF-G72)."""
    return max(base - SLOWED * markers, 0)


def halve_number(number: int, *, up: bool = True) -> int:
    """Half of a strength or power, in whole points."""
    return (number + up) // 2


def find_ram_powers(contact: Contact, strength: int, increment: int, other: int) -> tuple[int, int]:
    """XF-T17: the power against the rammed vehicle, then against the rammer; ``other`` is the
    increment of the rammed vehicle.
    """
    power = strength + increment
    if contact == "head-on":
        return power + other, power + other
    return power, halve_number(power)


def find_structure_ram_power(strength: int, increment: int, halved: str) -> int:
    """XF-T17, XF-G81: the power against a vehicle that rams a structure."""
    return halve_number(strength + increment if halved == "half_ram" else strength)


PUSHED: Final[tuple[Direction, ...]] = ("left", "straight", "right")  # XF-T18, by the d3


def find_push_distance(power: int, strength: int) -> int:
    """XF-T18: how far a rammed vehicle of this strength slides."""
    return max(power - strength, 0) * INCH
