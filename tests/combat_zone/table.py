"""Combat Zone matches for tests, in which figures have short handles such as ``r12``."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.ruleset import Objection, OneUnitParams
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.vocabulary.events import (
    AnyFact,
    FiguresRemoved,
    Json,
    MarkerSet,
    Moved,
    PhaseBegan,
    RemovedHow,
    Scalar,
)
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId, make_figure_id

Units = Mapping[str, Mapping[str, int]]

RIFLE = ("assault-rifle", "dagger")
PROFILES: dict[str, dict[str, Json]] = {
    "leader": {"kind": "gang-leader", "rank": "leader", "weapons": RIFLE},
    "sub": {"rank": "sub-leader", "weapons": RIFLE},
    "trooper": {"weapons": RIFLE},
    "green": {"quality": "green"},
    "veteran": {"quality": "veteran"},
    "elite": {"quality": "elite"},
    "elite-leader": {"kind": "gang-leader", "rank": "leader", "quality": "elite"},
    "suit": {"armour": "combat-suit"},
    "hero": {"kind": "hero", "quality": "elite"},
    "robot": {
        "kind": "machine",
        "machine": {"toughness": 12, "action_points": 5, "modifier": 1},
    },
}
FIVE: Units = {"r1": {"leader": 1, "sub": 1, "trooper": 3}}
FOES: Units = {"b1": {"leader": 1, "sub": 1, "trooper": 3}}


def who(handle: str) -> FigureId:
    """Return the id of a figure by its handle: ``who("r12")`` is figure 2 of Red's group 1."""
    return make_figure_id(handle[:2], int(handle[2:].lstrip(".")))


class Zone(Play):
    """A match with both forces on the table. A test sets the turn and the phase."""

    def __init__(
        self,
        options: Mapping[str, Scalar] | None = None,
        *,
        red: Units = FIVE,
        blue: Units = FOES,
    ) -> None:
        super().__init__(RULESET, options)
        self.muster(RED, red, PROFILES)
        self.muster(BLUE, blue, PROFILES)

    # ------------------------------------------------------------------------- setting the scene

    def set(self, marker: str, *handles: str, value: Scalar = True, until: str = "") -> None:
        subjects = tuple(who(handle) for handle in handles)
        self.fix(MarkerSet(subjects=subjects, marker=marker, value=value, until=until))

    def panic(self, *handles: str) -> None:
        self.set(markers.PANIC, *handles, value=1)

    def rout(self, *handles: str) -> None:
        self.set(markers.ROUT, *handles)

    def scatter(self, *units: str) -> None:
        subjects = tuple(u(unit) for unit in units)
        self.fix(MarkerSet(subjects=subjects, marker=markers.SCATTERED))

    def engage(self, opener: str, enemy: str) -> None:
        self.fix(*markers.ENGAGED.make_link_facts(self.match, who(opener), who(enemy)))

    def lose(self, *handles: str, how: RemovedHow = "killed") -> None:
        self.fix(FiguresRemoved(figures=tuple(who(handle) for handle in handles), how=how))

    def active(self, unit: str, turn: int = 1) -> None:
        """Begin the activation of this unit."""
        self.clock(turn, "actions", *(RED, RED, BLUE) if unit[0] == "r" else (BLUE, BLUE, RED))
        self.do("activate", self.side(unit), OneUnitParams(u(unit)))

    def side(self, handle: str) -> SideId:
        return RED if handle[0] == "r" else BLUE

    # ------------------------------------------------------------------------------ looking at it

    def has(self, handle: str, marker: str) -> bool:
        return self.match.has(who(handle), marker)

    def reaction(self, handle: str) -> str:
        """Return a figure's state: panic, rout, recovered, steady, or how it left the table."""
        gone = self.match.figure(who(handle)).gone
        if gone is not None:
            return gone
        for marker in (markers.PANIC, markers.ROUT, markers.RECOVERED):
            if self.has(handle, marker):
                return marker
        return "steady"

    def left(self, handle: str) -> int:
        return action_points_and_interrupts.count_action_points_left(self.match, who(handle))

    def allowance(self, handle: str) -> int:
        return action_points_and_interrupts.count_action_points_allowed(self.match, who(handle))

    def go_on(self) -> list[AnyFact]:
        return self.do("next", self.match.clock.side, NextParams())

    @property
    def at(self) -> tuple[int, str]:
        return self.match.turn, self.match.phase

    @property
    def acting(self) -> UnitId | None:
        subject = self.match.clock.subject
        return None if subject is None else UnitId(subject)


def ids(objections: list[Objection]) -> list[str]:
    return [objection.id for objection in objections]


def moves(facts: list[AnyFact]) -> list[Moved]:
    return [fact for fact in facts if isinstance(fact, Moved)]


__all__ = ["BLUE", "FIVE", "FOES", "PROFILES", "RED", "PhaseBegan", "Zone", "ids", "moves", "who"]
