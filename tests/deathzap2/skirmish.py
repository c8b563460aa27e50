"""Small Deathzap 2 matches for tests of shooting, damage and melee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tracker.procedures.requests import Roll
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.attacks.gun_allocation import TargetedFire
from tracker.rulesets.deathzap2.attacks.strike_allocation import TargetedStrikes
from tracker.rulesets.deathzap2.data import markers, state_queries
from tracker.rulesets.deathzap2.phases.melee_phase import Fight
from tracker.rulesets.deathzap2.phases.shooting_phase import Shoot
from tracker.testing.match_in_memory import BLUE, RED, Play
from tracker.vocabulary.events import AnyFact, FiguresRemoved, Json, Linked, MarkerSet, Scalar
from tracker.vocabulary.subject_ids import FigureId, SideId, make_unit_id

R = TypeVar("R")

Guns = str  # "rifle", or "upgraded rifle + basic destroyer"


def profile(words: str, guns: Guns = "", melee: Guns = "", cost: int = 0) -> dict[str, Json]:
    """``profile("regular infantry medium", "basic rifle")`` is a profile as it is stored."""
    quality, kind, shields = words.split()
    return {
        "type": kind,
        "quality": quality,
        "shields": shields,
        "guns": tuple(
            {"id": f"g{at}", "kind": name, "grade": grade}
            for at, (grade, name) in enumerate(_arms(guns), 1)
        ),
        "melee": tuple({"kind": name, "grade": grade} for grade, name in _arms(melee)),
        "cost": cost,
    }


def _arms(text: str) -> list[tuple[str, str]]:
    arms = [part.split() for part in text.split("+") if part.strip()]
    return [(arm[0], arm[1]) for arm in arms]


class Skirmish(Play):
    """A match of units by handle, each of one or more profiles: ``{"r1": {"trooper": 8}}``."""

    def __init__(
        self,
        profiles: Mapping[str, dict[str, Json]],
        units: Mapping[str, Mapping[str, int]],
        options: Mapping[str, Scalar] | None = None,
        tables: Mapping[str, dict[str, Json]] | None = None,
        phase: str = "shoot",
    ) -> None:
        super().__init__(RULESET, options, tables)
        for side, letter in ((RED, "r"), (BLUE, "b")):
            here = {handle: who for handle, who in units.items() if handle[0] == letter}
            self.muster(side, here, profiles)
        self.clock(1, phase, RED)

    def fire(self, who: str, at: str, cover: Any = "open", **how: Any) -> list[AnyFact]:
        return self.shoot(who, TargetedFire(make_unit_id(at), cover, **how))

    def shoot(self, who: str, *shares: TargetedFire) -> list[AnyFact]:
        return self.do("shoot", self.owner(who), Shoot(make_unit_id(who), shares))

    def fight(self, who: str, *against: str | TargetedStrikes) -> list[AnyFact]:
        parts = tuple(
            TargetedStrikes(make_unit_id(a)) if isinstance(a, str) else a for a in against
        )
        return self.do("fight", self.owner(who), Fight(make_unit_id(who), parts))

    def owner(self, who: str) -> SideId:
        return RED if who[0] == "r" else BLUE

    def engage(self, a: str, b: str) -> None:
        self.fix(Linked(relation=markers.ENGAGED, a=make_unit_id(a), b=make_unit_id(b)))

    def panic(self, who: str, since: int = 1) -> None:
        self.fix(MarkerSet(subjects=(make_unit_id(who),), marker=markers.PANICKED, value=since))

    def order(self, who: str, die: int) -> None:
        self.fix(
            MarkerSet(subjects=(make_unit_id(who),), marker=markers.ORDER, value=die, until="turn")
        )

    def mark(self, subject: str, marker: str, value: Scalar = True) -> None:
        self.fix(MarkerSet(subjects=(subject,), marker=marker, value=value))

    def remove(self, *figures: FigureId) -> None:
        self.fix(FiguresRemoved(figures=figures))

    def falls(self, who: str) -> int:
        """Count the figures of a unit which are to be removed."""
        figures = self.match.figures(make_unit_id(who))
        return sum(self.match.has(figure, markers.TO_REMOVE) for figure in figures)

    def standing(self, who: str) -> tuple[FigureId, ...]:
        return state_queries.list_standing_figures(self.match, make_unit_id(who))

    def dice(self) -> tuple[str, int, str]:
        """Return what the open roll is for, how many dice it has, and what they need."""
        request = self.asked
        assert isinstance(request, Roll)
        return request.what, request.count, request.need

    def request(self, kind: type[R]) -> R:
        """Return the open question, which must be of this kind."""
        assert isinstance(self.asked, kind)
        return self.asked
