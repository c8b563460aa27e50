"""The numbers of the printed tables, and look-ups in them.

Lengths are in hundredths of a cm (CZ-T2 to T23).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from tracker.procedures.pieces.needed_numbers import Limits
from tracker.rulesets.combat_zone.data.profile_types import Armour, Dice, Gun, Kind, Quality, Weapon

Band = Literal["point-blank", "short", "long", "out"]
Cover = Literal["open", "soft", "medium", "hard", "extra-hard"]
Level = Literal["minor", "major", "critical"]
Location = Literal["hardware", "power", "software"]


CM: Final = 100

# CZ-T2
ACTION_POINTS: Final[dict[Quality, int]] = {"green": 5, "average": 6, "veteran": 6, "elite": 7}
HERO_POINTS: Final = 8
OUT_OF_COHERENCY: Final = 1  # points that each figure loses
SHAKEN_POINTS: Final = 3  # for figures that panic or recovered this turn

# CZ-T3
STEP: Final = 5 * CM
SUIT_STEP: Final = 4 * CM
STEP_POINTS: Final = 1
ROUGH_STEP_POINTS: Final = 2
ABOUT_TURN_POINTS: Final = 1

# CZ-T4
CONTACT_POINTS: Final = 1
SHOT_POINTS: Final = {"small": 1, "heavy": 2}
BURST_POINTS: Final = {"small": 2, "heavy": 3}
AIMED_POINTS: Final = 5
OPPORTUNITY_POINTS: Final = 5

# CZ-T5
DOOR_POINTS: Final = 1
ITEM_POINTS: Final = 1
DROP_POINTS: Final = 1
OBSTACLE_POINTS: Final = 3

# CZ-T6
QUALITY: Final[dict[Quality, int]] = {"green": -1, "average": 0, "veteran": 1, "elite": 2}

# CZ-T7
STEADY: Final = 8  # the lowest total that removes the reaction
PANIC: Final = 5  # the lowest total for panic; lower totals rout

# CZ-T8
LAST_MEMBER: Final = -2
UNDER_HALF: Final = -1
ALREADY_ROUTING: Final = -1
FIGHTING: Final = -1
TOUCHING_LEADER: Final = 1
IS_SUB_LEADER: Final = 1
IS_LEADER: Final = 2

# CZ-T9
COHERENT_DIE: Final = 6
SCATTERED_DIE: Final = 4
HERO_DIE: Final = 8
LEADER_BONUS: Final = 2
SUB_LEADER_BONUS: Final = 1

# CZ-T10
LEADER_REACH: Final = 15 * CM
SUB_LEADER_REACH: Final = 10 * CM
ROUT_MOVE: Final = 20 * CM

# CZ-T11
DOWN: Final = -1
PANICKING_SHOT: Final = -1
AIMED: Final = 2
BAND_HIT: Final[dict[Band, int]] = {"point-blank": 2, "short": 1, "long": 0, "out": 0}

# CZ-T13
COVER: Final[dict[Cover, int]] = {"open": 0, "soft": -1, "medium": -2, "hard": -3, "extra-hard": -4}
ARMOUR: Final[dict[Armour, int]] = {
    "none": 0,
    "primitive": -1,
    "ablative": -1,
    "flak-jacket": -2,
    "combat-suit": -3,
}
POINT_BLANK_WOUND: Final = 1

# CZ-T14
TOUGHNESS: Final[dict[Kind, int]] = {"basic": 7, "gang-leader": 8, "hero": 9}

# CZ-T12
HIT: Final = 6
FACES: Final = Limits(2, 6, "a 1 always misses", "a 6 always hits", "CZ-SHOOT-06")


class ShootingWeaponRow(Struct, frozen=True):
    """A gun's row in CZ-T16: shots per turn, wound dice, and the limit of each range band."""

    heavy: bool
    shots: int
    damage: tuple[int, ...]
    point: int
    short: int
    long: int

    def find_band(self, distance: int) -> Band:
        """Return the range band of a distance. Each limit is part of its band (CZ-SHOOT-03)."""
        if distance <= self.point:
            return "point-blank"
        if distance <= self.short:
            return "short"
        return "long" if distance <= self.long else "out"


def _make_weapon_row(
    shots: int, damage: tuple[int, ...], short: int, far: int, *, heavy: bool = False
) -> ShootingWeaponRow:
    point = 5 if heavy else 3
    return ShootingWeaponRow(heavy, shots, damage, point * CM, short * CM, far * CM)


# CZ-T16
WEAPONS: Final[dict[Gun, ShootingWeaponRow]] = {
    "light-pistol": _make_weapon_row(2, (4, 4), 12, 40),
    "medium-pistol": _make_weapon_row(2, (6, 6), 15, 50),
    "heavy-pistol": _make_weapon_row(2, (8, 8), 15, 50),
    "auto-pistol": _make_weapon_row(3, (6, 6), 20, 60),
    "integrated-grenade-launcher": _make_weapon_row(1, (8, 8, 8), 10, 20),
    "machine-pistol": _make_weapon_row(4, (6, 6), 20, 70),
    "shotgun": _make_weapon_row(1, (6, 6, 6), 10, 20),
    "auto-shotgun": _make_weapon_row(2, (8, 8, 8), 10, 20),
    "assault-rifle": _make_weapon_row(3, (6, 6, 6), 25, 80),
    "autocannon": _make_weapon_row(3, (8, 8, 8), 25, 125, heavy=True),
    "machine-gun": _make_weapon_row(5, (6, 6, 6), 25, 100, heavy=True),
    "recoilless-rifle": _make_weapon_row(1, (8, 8, 8, 8), 30, 150, heavy=True),
}

# CZ-T17
ATTACK_DICE: Final[dict[Kind, Dice]] = {"basic": (6, 6), "gang-leader": (8, 8), "hero": (8, 8, 6)}
INITIATOR_DIE: Final = 6
CROWD_DIE: Final = 6  # the die for each opponent after the first


class MeleeWeaponRow(Struct, frozen=True):
    """A hand weapon's row in table CZ-T18: the extra attack die and the wound modifier."""

    die: int
    wound: int


# CZ-T18
PANICKING_ATTACK: Final = -2
LIGHT_HAND_WEAPON: Final = MeleeWeaponRow(4, 1)
SECOND_HAND: Final = LIGHT_HAND_WEAPON


HAND_WEAPONS: Final[dict[Weapon, MeleeWeaponRow]] = {
    "dagger": LIGHT_HAND_WEAPON,
    "club": LIGHT_HAND_WEAPON,
    "light-pistol": LIGHT_HAND_WEAPON,
    "medium-pistol": LIGHT_HAND_WEAPON,
    "heavy-pistol": LIGHT_HAND_WEAPON,
    "auto-pistol": LIGHT_HAND_WEAPON,
    "machine-pistol": LIGHT_HAND_WEAPON,
    "sword": MeleeWeaponRow(6, 2),
    "axe": MeleeWeaponRow(6, 3),
}
ARMS: Final = tuple(dict.fromkeys((*WEAPONS, *HAND_WEAPONS)))

# CZ-T19
WOUND_DICE: Final[dict[Kind, Dice]] = {"basic": (6, 6), "gang-leader": (8, 8), "hero": (8, 8)}

Outcome = Literal["casualty", "rout", "panic", "nothing"]


def find_shot_outcome(score: int, toughness: int) -> Outcome:
    """Return the outcome of a shot's wound score (CZ-T15)."""
    below = toughness - score
    if below <= 0:
        return "casualty"
    return "panic" if below <= 3 else "nothing"


def find_melee_outcome(score: int, toughness: int) -> Outcome:
    """Return the outcome of a wound score in close combat (CZ-T20)."""
    below = toughness - score
    if below <= 0:
        return "casualty"
    if below <= 2:
        return "rout"
    return "panic" if below <= 4 else "nothing"


# CZ-T21, by the excess over the toughness
MINOR_FROM: Final = 0
MAJOR_FROM: Final = 4
CRITICAL_FROM: Final = 6


def find_damage_level(excess: int) -> Level | None:
    """Return the level of damage for a score's excess over toughness, or None below 0 (CZ-T21)."""
    if excess < MINOR_FROM:
        return None
    if excess < MAJOR_FROM:
        return "minor"
    return "major" if excess < CRITICAL_FROM else "critical"


# CZ-T22
AUTO_REPAIR: Final = -1
WEAR: Final[Mapping[Level, int]] = {"minor": 0, "major": 1, "critical": 2}

# CZ-T23, by the face of the die
LOCATIONS: Final[tuple[Location, ...]] = ("hardware",) * 3 + ("power",) * 2 + ("software",)
