"""The types for the profiles of figures, weapons and vehicles (XF-FORCE).

Lengths in profiles are in whole inches, as in rosters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

Order = Literal["standard", "opportunity", "run"]
Pack = Literal["grav", "flight", "teleporter"]


class Gun(Struct, frozen=True, omit_defaults=True):
    """A missile weapon (XF-WPN-01 to XF-WPN-07). ``id`` is its name in commands.

    A negative ``power`` is a weakness. ``saves`` is the number of saves per hit (X#). ``area`` is
    the number of d3 per hit. The ranges ``normal`` and ``long`` are in inches.
    """

    id: str
    size: int
    rate: int = 1
    power: int = 0
    saves: int = 1
    area: int = 0
    normal: int = 0
    long: int | None = None
    thrown: bool = False
    integrated: bool = False
    combi: bool = False
    notes: tuple[str, ...] = ()


class MeleeWeapon(Struct, frozen=True, omit_defaults=True):
    """A melee weapon (XF-WPN-13, XF-WPN-14). ``bonus`` is the power that it adds."""

    id: str
    size: int
    bonus: int = 0
    integrated: bool = False
    combi: bool = False
    notes: tuple[str, ...] = ()


class WeaponMount(Struct, frozen=True, omit_defaults=True):
    """A mounted weapon, with the capacity and accuracy of its mount (XF-FORCE-15)."""

    gun: Gun
    capacity: int
    accuracy: int
    arc: str = "front"
    open: bool = False


class Vehicle(Struct, frozen=True, omit_defaults=True):
    """The values that only a vehicle has (XF-FORCE-14). ``base`` is in inches.

    For blades or rollers (XF-VEH-21), ``dodge`` lowers the number that models need to dodge.
    ``power`` is added to hits on models that are run over. ``aboard`` are the names of the squads
    that start in the vehicle.
    """

    base: int
    propulsion: str
    threshold: int
    passengers: int = 0
    open: bool = False
    piloted: bool = False
    mounts: tuple[WeaponMount, ...] = ()
    dodge: int = 0
    power: int = 0
    aboard: tuple[str, ...] = ()


class Profile(Struct, frozen=True, omit_defaults=True):
    """The profile of a figure or vehicle (XF-FORCE-02). ``cost`` is its value in VP.

    ``order`` is the default order of its force, which units without a counter have (XF-ORD-02).
    """

    cost: int = 0
    movement: int = 0
    wounds: int = 1
    armour: int = 0
    aspect: int = 0
    missile: int = 0
    melee: int = 0
    defence: int = 0
    strength: int = 0
    morale: int = 0
    capacity: int = 2
    hands: int = 2
    attacks: int = 1
    brave: bool = False
    commander: bool = False
    packs: tuple[Pack, ...] = ()
    guns: tuple[Gun, ...] = ()
    blades: tuple[MeleeWeapon, ...] = ()
    notes: tuple[str, ...] = ()
    order: Order = "standard"
    vehicle: Vehicle | None = None


def list_gun_names(profile: Profile) -> Iterator[str]:
    mounts = profile.vehicle.mounts if profile.vehicle else ()
    yield from (gun.id for gun in (*profile.guns, *(mount.gun for mount in mounts)))


def list_melee_weapon_names(profile: Profile) -> Iterator[str]:
    yield from (blade.id for blade in profile.blades)


HUMAN: Final = Profile(wounds=1, aspect=0, missile=3, capacity=2)
