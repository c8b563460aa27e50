"""Forces and units that last through a campaign, and what they carry from game to game."""

from __future__ import annotations

from msgspec import Struct

from tracker.leagues.events import Drawn, FixtureId, ForceId, Origin, WarUnitId
from tracker.leagues.results import PlayerId
from tracker.vocabulary.events import Version


class Force(Struct, frozen=True):
    id: ForceId
    player: PlayerId
    name: str
    ruleset: str = ""
    roster: str = ""
    points: int = 0
    units: tuple[WarUnitId, ...] = ()


class Step(Struct, frozen=True):
    """One thing a unit carries on: added experience and figures, why, from which game or line.

    ``kills`` and ``lost`` tell of the game; what was lost for good is in ``figures``.
    """

    experience: int
    figures: int
    kills: int
    lost: int
    standing: str | None
    why: str
    origin: Origin
    rule: str
    fixture: FixtureId
    faces: tuple[int, ...]
    version: Version
    rolled: Drawn = "typed"


class WarUnit(Struct, frozen=True):
    """A unit that lasts: what it was enrolled with, and every step since, oldest first."""

    id: WarUnitId
    force: ForceId
    name: str
    enlisted: int
    steps: tuple[Step, ...] = ()

    @property
    def figures(self) -> int:
        """How many figures it has now."""
        return self.enlisted + sum(step.figures for step in self.steps)

    @property
    def experience(self) -> int:
        return sum(step.experience for step in self.steps)

    @property
    def standing(self) -> str:
        """Nothing for ready, or a word such as "resting" or "destroyed"."""
        said = (step.standing for step in reversed(self.steps) if step.standing is not None)
        return next(said, "")
