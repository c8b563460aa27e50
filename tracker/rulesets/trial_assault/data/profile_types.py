"""The types for the profiles of models, weapons and vehicles (TA-FORCE)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from tracker.rulesets.trial_assault.data.rule_tables import SPECIALS, Kind, WeaponRules

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
    """The armour of a vehicle, and the kinds of vehicle that matter (TA-VEH-01)."""

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
        """The weapons that the model can use. Only psykers use force weapons (TA-SPEC-09)."""
        return tuple(one for one in self.weapons if one.kind != "force" or self.psyker)


PLAIN_MODEL: Final = Profile()
