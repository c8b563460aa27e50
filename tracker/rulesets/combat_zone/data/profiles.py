"""What a figure of Combat Zone is: the words and records of a roster (CZ-FORCE)."""

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
Band = Literal["point-blank", "short", "long", "out"]
Cover = Literal["open", "soft", "medium", "hard", "extra-hard"]
Level = Literal["minor", "major", "critical"]
Location = Literal["hardware", "power", "software"]


class Machine(Struct, frozen=True, omit_defaults=True):
    """What the players enter for a machine (CZ-FORCE-08); ``modifier`` is that of its quality."""

    toughness: int
    action_points: int
    modifier: int = 0
    attack: tuple[int, ...] = ()
    wound: tuple[int, ...] = ()
    auto_repair: bool = False


class Profile(Struct, frozen=True, omit_defaults=True):
    """One figure's record. Rank and kind are apart: a Leader need not be a Gang Leader."""

    kind: Kind = "basic"
    quality: Quality = "average"
    rank: Rank = "none"
    armour: Armour = "none"
    weapons: tuple[Weapon, ...] = ()
    machine: Machine | None = None
    cost: int = 0
