"""The types for the profiles of figures and machines (CZ-FORCE)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["basic", "gang-leader", "hero", "machine"]
Quality = Literal["green", "average", "veteran", "elite"]
Rank = Literal["none", "leader", "sub-leader"]
Armour = Literal["none", "primitive", "ablative", "flak-jacket", "combat-suit"]
Gun = Literal[
    "light-pistol",
    "medium-pistol",
    "heavy-pistol",
    "auto-pistol",
    "integrated-grenade-launcher",
    "machine-pistol",
    "shotgun",
    "auto-shotgun",
    "assault-rifle",
    "autocannon",
    "machine-gun",
    "recoilless-rifle",
]
Blade = Literal["dagger", "club", "sword", "axe"]
Weapon = Gun | Blade
Dice = tuple[int, ...]


class MachineStats(Struct, frozen=True, omit_defaults=True):
    """A machine's values, set by players (CZ-FORCE-08). ``modifier`` replaces that of a quality."""

    toughness: int
    action_points: int
    modifier: int = 0
    attack: tuple[int, ...] = ()
    wound: tuple[int, ...] = ()
    auto_repair: bool = False


class Profile(Struct, frozen=True, omit_defaults=True):
    """A figure's profile. Rank and kind are independent: a Leader need not be a Gang Leader."""

    kind: Kind = "basic"
    quality: Quality = "average"
    rank: Rank = "none"
    armour: Armour = "none"
    weapons: tuple[Weapon, ...] = ()
    machine: MachineStats | None = None
    cost: int = 0
