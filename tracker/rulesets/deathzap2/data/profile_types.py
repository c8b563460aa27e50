"""The types for the profiles of figures, guns and melee weapons (DZ-FORCE)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Type = Literal[
    "infantry", "heavy-infantry", "beast", "light-vehicle", "big-beast", "vehicle", "monster"
]
Quality = Literal["basic", "regular", "elite"]
Shields = Literal["light", "medium", "heavy"]
Grade = Literal["basic", "upgraded", "advanced"]
GunKind = Literal["rifle", "repeater", "medium-repeater", "heavy-repeater", "destroyer"]
MeleeKind = Literal["basic", "jaws", "big-jaws", "monstrous-jaws"]


class Gun(Struct, frozen=True):
    """A ranged weapon. ``id`` distinguishes guns of the same kind on one figure."""

    id: str
    kind: GunKind
    grade: Grade


class MeleeWeapon(Struct, frozen=True):
    kind: MeleeKind
    grade: Grade


class Profile(Struct, frozen=True):
    """A figure's stats and weapons. ``cost`` is in points."""

    type: Type
    quality: Quality
    shields: Shields
    guns: tuple[Gun, ...] = ()
    melee: tuple[MeleeWeapon, ...] = ()
    cost: int = 0
