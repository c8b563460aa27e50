"""What a figure is: type, quality, shields and weapons (DZ-FORCE-02)."""

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
    """A ranged weapon; ``id`` tells two alike of one figure apart."""

    id: str
    kind: GunKind
    grade: Grade


class MeleeWeapon(Struct, frozen=True):
    kind: MeleeKind
    grade: Grade


class Profile(Struct, frozen=True):
    """The stats of a figure; ``cost`` in points."""

    type: Type
    quality: Quality
    shields: Shields
    guns: tuple[Gun, ...] = ()
    melee: tuple[MeleeWeapon, ...] = ()
    cost: int = 0


BIG: frozenset[Type] = frozenset(("vehicle", "monster"))
FOOT: frozenset[Type] = frozenset(("infantry", "heavy-infantry", "beast"))
