"""The printed tables, and look-ups in them (TA-T1 to TA-T13)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

DIE: Final = 6
NO_SAVE: Final = 7
"""The needed number that represents the absence of a save."""
MAX_VALUE: Final = 10
"""The highest value in a profile, and the highest Strength of a strike (TA-FORCE-01, TA-G54)."""
INCH: Final = 100
HALF_INCH: Final = 50
ASSAULT: Final = 6
"""The range of a normal charge, in inches (TA-T6)."""
COVERED_STEP: Final = 10
LAST_STEP: Final = 1

Kind = Literal[
    "normal", "fist", "claw", "power", "poisoned", "heavy", "rending", "force", "monstrous"
]


class WeaponRules(Struct, frozen=True):
    """The rules of a kind of weapon (TA-T3). With ``sixes``, each 6 to hit wounds automatically."""

    no_save: bool = False
    best_save: int = 0
    again: bool = False
    initiative: int = 0
    doubles: bool = False
    sixes: bool = False
    wounds_on: int = 0


PLAIN: Final = WeaponRules()
SPECIALS: Final[dict[Kind, WeaponRules]] = {
    "normal": PLAIN,
    "fist": WeaponRules(no_save=True, initiative=LAST_STEP, doubles=True),
    "claw": WeaponRules(no_save=True, again=True),
    "power": WeaponRules(no_save=True),
    "poisoned": WeaponRules(wounds_on=4),
    "heavy": WeaponRules(best_save=4),
    "rending": WeaponRules(sixes=True),
    "force": WeaponRules(no_save=True),
    "monstrous": WeaponRules(no_save=True),
}


def find_number_to_hit(skill: int, target_skill: int) -> int:
    """Return the number needed to hit, from the Weapon Skill of both models (TA-T1)."""
    if skill > target_skill:
        return 3
    return 5 if target_skill > 2 * skill else 4


def find_number_to_wound(strength: int, toughness: int) -> int | None:
    """Return the number needed to wound, or None if the target cannot be wounded (TA-T2)."""
    more = toughness - strength
    return None if more >= 4 else min(max(4 + more, 2), 6)


def find_number_to_hit_vehicle(*, moved: bool, fast: bool) -> int:
    """Return the number needed to hit a vehicle that cannot fight (1: always hit) (TA-T13)."""
    return 6 if fast else 4 if moved else 1


def classify_penetration(total: int, armour: int) -> str:
    """Return "glancing" or "penetrating", or "" if the total is below the armour (TA-T13)."""
    return "" if total < armour else "glancing" if total == armour else "penetrating"
