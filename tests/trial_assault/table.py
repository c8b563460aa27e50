"""Trial Assault matches for tests, with the profiles of the worked cases in the rule register."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.player_actions import encode_params
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.requests import Roll, Score
from tracker.procedures.ruleset import OneUnitParams
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.data.profile_types import Profile, Weapon
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration
from tracker.rulesets.trial_assault.phases.fall_back_and_sweeping_advance import FallBackMove
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.vocabulary.events import Moved, PhaseBegan, Scalar
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

PISTOL = Weapon("pistol")
SWORD = Weapon("sword")
HEAVY = Weapon("heavy weapon", "heavy")
FIST = Weapon("fist", "fist")
AXE = Weapon("power axe", "power")
CLAW = Weapon("claw", "claw")
VENOM = Weapon("venom blade", "poisoned")
RENDER = Weapon("rending blade", "rending")
FORCE = Weapon("force staff", "force", hands=2)

Units = Mapping[str, Mapping[str, int]]


def model(*weapons: Weapon, **more: Any) -> Profile:
    """Return a profile with WS4 S4 T4 I4 A1 Ld8 Sv3+, unless ``more`` changes it."""
    plain = Profile(ws=4, bs=4, s=4, t=4, i=4, a=1, ld=8, sv=3)
    return replace(plain, weapons=weapons, **more)


def guard(*weapons: Weapon, **more: Any) -> Profile:
    """Return a profile with WS3 S3 T3 I3 A1 Ld7 Sv5+, unless ``more`` changes it."""
    plain = Profile(ws=3, bs=3, s=3, t=3, i=3, a=1, ld=7, sv=5)
    return replace(plain, weapons=weapons, **more)


PROFILES: dict[str, Profile] = {
    "trooper": model(),
    "assault": model(PISTOL, SWORD, grenades=("frag",)),
    "plasma": model(PISTOL, SWORD, grenades=("plasma",)),
    "sergeant": model(FIST, PISTOL, a=2, leader=True),
    "champion": model(FIST, AXE, a=2, leader=True),
    "claw": model(CLAW, PISTOL, a=2),
    "claws": model(CLAW, CLAW, a=2),
    "venom": model(VENOM),
    "render": model(RENDER),
    "raider": model(HEAVY, PISTOL, s=3, i=2, a=2, ld=7, sv=6),
    "guard": guard(),
    "grot": guard(ws=2, s=2, t=2, i=2, ld=5, sv=0),
    "slaver": model(ws=4, s=3, t=4, i=3, ld=7, sv=6, leader=True),
    "initiate": model(),
    "neophyte": model(ws=3, sv=4),
    "elite": model(a=2, sv=2, inv=5, stationary=True, sweep=0),
    "elite-fist": model(FIST, a=2, sv=2, inv=5, stationary=True, sweep=0),
    "lord": model(AXE, PISTOL, ws=5, i=5, a=3, w=3, ld=9, independent=True),
    "psyker": model(FORCE, i=5, a=2, w=2, ld=9, independent=True, psyker=True),
    "beast": guard(ws=4, s=6, t=6, w=4, i=4, a=4, ld=10, sv=3, monstrous=True),
    "brute": guard(ws=4, s=5, t=4, w=3, i=3, a=3, ld=8, sv=4),
}


class Table(Play):
    """``Table({"r1": {"assault": 5}}, {"b1": {"guard": 10}})`` is a match in turn 1."""

    def __init__(
        self,
        red: Units,
        blue: Units,
        *,
        phase: str = "charge",
        options: Mapping[str, Scalar] | None = None,
        profiles: Mapping[str, Profile] | None = None,
    ) -> None:
        super().__init__(RULESET, options)
        every = {name: encode_params(one) for name, one in {**PROFILES, **(profiles or {})}.items()}
        self.muster(RED, {unit: dict(models) for unit, models in red.items()}, every)
        self.muster(BLUE, {unit: dict(models) for unit, models in blue.items()}, every)
        self.clock(1, phase, RED)

    def against(self, action: str, side: SideId, params: Struct) -> tuple[str, ...]:
        """Return the ids of the objections to an action."""
        return tuple(one.id for one in self.objections(action, side, params))

    def to(self, phase: str, side: SideId = RED) -> None:
        """Begin a phase of the same turn by hand."""
        self.fix(PhaseBegan(phase=phase, side=side))

    def charge(self, unit: str, *targets: str) -> None:
        side = self.match.side_of(u(unit))
        self.do("charge", side, ChargeDeclaration((u(unit),), tuple(u(one) for one in targets)))

    def lock(self, a: str, *enemies: str) -> None:
        """Lock a unit in close combat with enemies by hand, without a charge."""
        self.fix(*(markers.LOCKED.make_link_fact(u(a), u(enemy)) for enemy in enemies))

    def stand(self, unit: str, *rows: tuple[str, int, int]) -> None:
        """``stand("b1", ("r1", 3, 3))`` puts 3 models of B1 in contact with R1, and 3 in support.

        Models are taken in roster order, those in contact first.
        """
        left = list(self.match.figures(u(unit)))
        engaged, supporting = [], []
        for enemy, touch, _ in rows:
            engaged.append((tuple(left[:touch]), (u(enemy),)))
            del left[:touch]
        for enemy, _, support in rows:
            supporting.append((tuple(left[:support]), (u(enemy),)))
            del left[:support]
        self.fix(markers.TOLD.set(u(unit)))
        for marker, every in ((markers.ENGAGED, engaged), (markers.SUPPORTS, supporting)):
            for models, against in every:
                if models:
                    self.fix(marker.set(*models, value=state_queries.format_handles(against)))

    def fight(self) -> None:
        """End the charges and begin the fight."""
        self.do("next", self.match.clock.side, NextParams())

    def strike(self, unit: str, target: str, *faces: str, **more: Any) -> None:
        """Let a unit strike at an enemy, and enter these dice."""
        side = self.match.side_of(u(unit))
        self.do("strikes", side, StrikeDeclaration(u(unit), u(target), **more))
        self.rolls(*faces)

    def break_off(self, a: str, *enemies: str) -> None:
        """Let enemies beat a unit, which fails its check and has to fall back."""
        self.lock(a, *enemies)
        self.fight()
        self.fought()
        self.fix(markers.BROKE.set(u(a)), markers.WON.set(*(u(one) for one in enemies)))

    def fought(self) -> None:
        """Mark by hand that every model has struck."""
        every = [one for unit in self.match.units() for one in self.match.figures(unit)]
        self.fix(markers.STRUCK.set(*every))

    def test(self, unit: str) -> None:
        self.do("test", self.match.side_of(u(unit)), OneUnitParams(u(unit)))

    def flee(self, unit: str, faces: str = "", **how: Any) -> None:
        self.do("flee", self.match.side_of(u(unit)), FallBackMove(u(unit), **how))
        if faces:
            self.roll(faces)

    def sweep(self, unit: str, faces: str = "") -> None:
        """Let a unit sweep with these dice, or decline to sweep if there are none."""
        self.do("sweep", self.match.side_of(u(unit)), OneUnitParams(u(unit)))
        self.choose(bool(faces))
        if faces:
            self.roll(faces)

    def is_locked(self, unit: str) -> bool:
        return state_queries.is_locked(self.match, u(unit))

    def moved(self, unit: str) -> int | None:
        """Return how far a unit moved last, in hundredths of an inch."""
        every = [line.event for line in self.lines if isinstance(line.event, Moved)]
        return next((one.length for one in reversed(every) if one.unit == u(unit)), None)

    def count(self, *units: str) -> tuple[int, ...]:
        """Count the models of each unit."""
        return tuple(len(self.match.figures(u(unit))) for unit in units)

    def kinds(self, unit: str) -> dict[str, int]:
        """Count the models of a unit by profile."""
        found: dict[str, int] = {}
        for figure in self.match.figures(u(unit)):
            name = self.match.figure(figure).profile
            found[name] = found.get(name, 0) + 1
        return found

    def score(self, unit: str) -> tuple[int, int]:
        """Return the wounds that Red and Blue have inflicted in the combat of a unit."""
        combat = markers.COMBATS.find_combat(self.match, u(unit))
        assert combat is not None
        red, blue = (markers.COMBATS.get_score(self.match, combat, side) for side in (RED, BLUE))
        return red, blue

    def has(self, unit: str, marker: str) -> bool:
        return self.match.has(u(unit), marker)


R1, R2, R3, B1, B2, B3 = (u(one) for one in ("r1", "r2", "r3", "b1", "b2", "b3"))

__all__ = ["B1", "B2", "B3", "BLUE", "R1", "R2", "R3", "RED", "FigureId", "Table", "UnitId"]


def needed(play: Table) -> tuple[int, int]:
    """Return how many dice the open roll has, and the number that each needs."""
    roll = play.asked
    assert isinstance(roll, Roll)
    return roll.count, roll.needs.number


def limit(play: Table) -> int:
    """Return the highest sum of dice that the open roll allows."""
    roll = play.asked
    assert isinstance(roll, Score)
    assert isinstance(roll.needs, Need)
    return roll.needs.number
