"""Xenocide matches for tests, with the profiles of the worked cases in the rule register."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.player_actions import encode_params
from tracker.procedures.requests import Roll
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.profile_types import (
    Gun,
    MeleeWeapon,
    Profile,
    Vehicle,
    WeaponMount,
)
from tracker.rulesets.xenocide.data.rule_tables import LOS
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.vocabulary.events import PhaseBegan, Scalar
from tracker.vocabulary.subject_ids import SideId, UnitId

PISTOL = Gun("pistol", 0, power=0, normal=6, long=12)
CARBINE = Gun("carbine", 1, power=1, normal=12, long=24)
RIFLE = Gun("rifle", 2, power=1, normal=18, long=36)
LMG = Gun("light machine gun", 3, rate=4, power=1, normal=24, long=48)
LIGHT_ROCKET = Gun("light rocket", 3, power=3, area=1, normal=24, long=48)
ROCKET = Gun("rocket", 3, power=3, area=2, normal=24, long=48)
LASER = Gun("heavy laser", 3, power=5, saves=2, normal=36, long=LOS)
GRENADE = Gun("grenade", 0, power=1, area=1, normal=12, thrown=True)
AXE = MeleeWeapon("axe", 1, bonus=1)
BAYONET = MeleeWeapon("bayonet", 0, combi=True)
GREAT_AXE = MeleeWeapon("great axe", 3, bonus=2)

Units = Mapping[str, Mapping[str, int]]


def trooper(*guns: Gun, blades: tuple[MeleeWeapon, ...] = (), **more: Any) -> Profile:
    plain = Profile(
        cost=10, movement=4, armour=4, missile=3, melee=3, strength=1, morale=5, capacity=2
    )
    return replace(plain, guns=guns, blades=blades, **more)


def brute(*guns: Gun, blades: tuple[MeleeWeapon, ...] = (GREAT_AXE,), **more: Any) -> Profile:
    plain = Profile(
        cost=45,
        movement=5,
        wounds=3,
        armour=6,
        aspect=1,
        missile=2,
        melee=5,
        defence=1,
        strength=4,
        morale=7,
        capacity=3,
    )
    return replace(plain, guns=guns, blades=blades, **more)


def apc(*mounts: WeaponMount, **more: Any) -> Profile:
    mounted = mounts or (WeaponMount(LASER, capacity=4, accuracy=4),)
    vehicle = Vehicle(base=12, propulsion="tracked", threshold=4, passengers=8, mounts=mounted)
    return Profile(
        cost=150, armour=11, aspect=2, strength=8, attacks=0, vehicle=replace(vehicle, **more)
    )


def raider(*mounts: WeaponMount, **more: Any) -> Profile:
    mounted = mounts or (WeaponMount(LMG, capacity=3, accuracy=3),)
    vehicle = Vehicle(
        base=14, propulsion="wheeled", threshold=3, passengers=5, open=True, mounts=mounted
    )
    return Profile(
        cost=80, armour=8, aspect=1, strength=5, attacks=0, vehicle=replace(vehicle, **more)
    )


PROFILES: dict[str, Profile] = {
    "rifle": trooper(RIFLE),
    "carbine": trooper(CARBINE, blades=(AXE,)),
    "pistol": trooper(PISTOL, blades=(AXE,)),
    "lmg": trooper(LMG),
    "rocket": trooper(ROCKET),
    "light-rocket": trooper(LIGHT_ROCKET),
    "laser": trooper(LASER),
    "grenadier": trooper(RIFLE, GRENADE),
    "brute": brute(),
    "apc": apc(),
    "raider": raider(),
}


class Table(Play):
    """``Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}})`` is a match in turn 1."""

    def __init__(
        self,
        red: Units,
        blue: Units,
        *,
        phase: str = "shooting",
        options: Mapping[str, Scalar] | None = None,
        profiles: Mapping[str, Profile] | None = None,
        ruleset: Any = RULESET,
    ) -> None:
        super().__init__(ruleset, options)
        every = {name: encode_params(one) for name, one in {**PROFILES, **(profiles or {})}.items()}
        self.muster(RED, {unit: dict(figures) for unit, figures in red.items()}, every)
        self.muster(BLUE, {unit: dict(figures) for unit, figures in blue.items()}, every)
        self.clock(1, phase)

    def against(self, action: str, side: SideId, params: Struct) -> tuple[str, ...]:
        """Return the ids of the objections to an action."""
        return tuple(one.id for one in self.objections(action, side, params))

    def to(self, phase: str, *order: SideId) -> None:
        """Begin a phase of the same turn by hand, for the first of these sides if there are any."""
        side = order[0] if order else None
        self.fix(PhaseBegan(phase=phase, side=side, order=order))

    def orders(self, **orders: str) -> None:
        """``orders(r1="run")`` gives orders by hand."""
        for handle, order in orders.items():
            self.fix(markers.ORDER.set(u(handle), value=order))

    def suppress(self, handle: str, n: int) -> None:
        self.fix(markers.SUPPRESSED.set(u(handle), value=n))

    def engage(self, a: str, b: str) -> None:
        self.fix(markers.ENGAGED.make_link_fact(u(a), u(b)))

    def stands(self, handle: str) -> tuple[int, int]:
        """Return how many figures and how many suppression markers a unit has."""
        return len(self.match.figures(u(handle))), markers.SUPPRESSED.number(self.match, u(handle))

    def carried(self, handle: str) -> int:
        """Count the wounds that the figures of a unit carry."""
        return sum(self.match.figure(f).wounds for f in self.match.figures(u(handle)))

    def has(self, handle: str, marker: str) -> bool:
        return self.match.has(u(handle), marker)


R1, R2, B1, B2, B3 = u("r1"), u("r2"), u("b1"), u("b2"), u("b3")


def fire(play: Table, side: SideId, unit: UnitId, target: UnitId, **how: object) -> None:
    play.do("fire", side, Fire(unit, (TargetedFire(target, **how),)))  # type: ignore[arg-type]


def needed(play: Table) -> int:
    """Return the number that the dice of the open roll need."""
    roll = play.asked
    assert isinstance(roll, Roll)
    return roll.needs.number
