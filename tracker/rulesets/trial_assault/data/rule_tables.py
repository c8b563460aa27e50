"""Profiles of Trial Assault and its printed tables (TA-T1 to TA-T13)."""

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
Grenade = Literal["frag", "plasma"]


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A close combat weapon (TA-FORCE-03).

    ``strength`` is a bonus. ``wounds_on`` is a fixed number to wound (0 means that it depends on
    Strength). ``hands`` is the number of hands that the weapon needs.
    """

    name: str
    kind: Kind = "normal"
    strength: int = 0
    wounds_on: int = 0
    hands: int = 1

    @property
    def rules(self) -> WeaponRules:
        return SPECIALS[self.kind]


class Armour(Struct, frozen=True, omit_defaults=True):
    """The armour of a vehicle (TA-VEH-01)."""

    front: int = 10
    side: int = 10
    rear: int = 10
    walker: bool = False
    skimmer: bool = False
    open_topped: bool = False


class Profile(Struct, frozen=True, omit_defaults=True):
    """The profile of a model (TA-FORCE-01, TA-FORCE-02). A save or ``sweep`` of 0 means none.

    ``points`` is the value of the whole unit (TA-FORCE-04). ``edge`` is the edge to which the unit
    falls back (TA-SETUP-02). ``joins`` is the unit that a character joins at the start.
    """

    ws: int = 3
    bs: int = 3
    s: int = 3
    t: int = 3
    w: int = 1
    i: int = 3
    a: int = 1
    ld: int = 7
    sv: int = 0
    inv: int = 0
    weapons: tuple[Weapon, ...] = ()
    grenades: tuple[Grenade, ...] = ()
    leader: bool = False
    independent: bool = False
    monstrous: bool = False
    psyker: bool = False
    stationary: bool = False
    concealed: bool = False
    assault: int = 6
    fall_back: int = 2
    sweep: int = 2
    must_sweep: bool = False
    fearless: bool = False
    own_fall_back: bool = False
    vehicle: Armour | None = None
    points: int = 0
    edge: str = ""
    joins: str = ""

    @property
    def usable_weapons(self) -> tuple[Weapon, ...]:
        """The weapons that can be used. Only psykers use force weapons (TA-SPEC-09)."""
        return tuple(one for one in self.weapons if one.kind != "force" or self.psyker)


PLAIN_MODEL: Final = Profile()


class WeaponRules(Struct, frozen=True):
    """The rules of a kind of weapon (TA-T3). If ``sixes``, sixes to hit wound automatically."""

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
    """Return the number needed to hit (TA-T1)."""
    if skill > target_skill:
        return 3
    return 5 if target_skill > 2 * skill else 4


def find_number_to_wound(strength: int, toughness: int) -> int | None:
    """Return the number needed to wound, or None if the target cannot be wounded (TA-T2)."""
    more = toughness - strength
    return None if more >= 4 else min(max(4 + more, 2), 6)


def find_number_to_hit_vehicle(*, moved: bool, fast: bool) -> int:
    """Return the number to hit a vehicle that cannot fight, or 1 if all attacks hit (TA-T13)."""
    return 6 if fast else 4 if moved else 1


def classify_penetration(total: int, armour: int) -> str:
    """Return "glancing" or "penetrating", or "" if the total is below the armour (TA-T13)."""
    return "" if total < armour else "glancing" if total == armour else "penetrating"
