"""Deathzap 2 matches for tests of turns, movement, units, panic and morale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.deathzap2.skirmish import Skirmish, profile
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.requests import Faces
from tracker.procedures.ruleset import Objection, SeveralUnitsParams
from tracker.rulesets.deathzap2.data import markers, state_queries
from tracker.rulesets.deathzap2.phases.movement import ContactMove, Move
from tracker.rulesets.deathzap2.phases.shooting_phase import SecondMove
from tracker.rulesets.deathzap2.phases.unit_join_and_split import UnitJoin
from tracker.testing.match_in_memory import BLUE, RED, u
from tracker.vocabulary.events import Json, MarkerSet, PhaseBegan, Scalar, TurnBegan
from tracker.vocabulary.subject_ids import SideId, UnitId

PROFILES = {
    "trooper": profile("regular infantry medium", "basic rifle"),
    "brute": profile("regular heavy-infantry heavy", "basic rifle"),
    "hound": profile("regular beast light", melee="basic jaws"),
    "ox": profile("elite big-beast light", melee="upgraded big-jaws"),
    "buggy": profile("regular light-vehicle light", "basic medium-repeater"),
    "tank": profile("regular vehicle heavy", "basic heavy-repeater"),
    "giant": profile("regular monster heavy", melee="basic monstrous-jaws"),
}
Units = Mapping[str, str]


def crowd(words: str) -> dict[str, int]:
    """Parse ``"5 trooper, 1 brute"`` into {profile: number of figures}."""
    parts = (part.split() for part in words.split(","))
    return {name: int(n) for n, name in parts}


class Turns(Skirmish):
    """``Turns(r1="5 trooper", b1="4 hound")`` is a match in a phase of turn 1."""

    def __init__(
        self,
        options: Mapping[str, Scalar] | None = None,
        phase: str = "move",
        tables: Mapping[str, dict[str, Json]] | None = None,
        **units: str,
    ) -> None:
        super().__init__(
            PROFILES,
            {handle: crowd(words) for handle, words in units.items()},
            options,
            tables,
            phase,
        )

    @classmethod
    def of(
        cls,
        profiles: Mapping[str, dict[str, Json]],
        units: Mapping[str, str],
        options: Mapping[str, Scalar] | None = None,
    ) -> Turns:
        """Return a match with other profiles, in the Shooting phase of turn 1."""
        play = cls.__new__(cls)
        crowds = {handle: crowd(words) for handle, words in units.items()}
        Skirmish.__init__(play, profiles, crowds, options)
        return play

    def at(self, turn: int, phase: str, side: SideId | None = None, *order: SideId) -> Turns:
        self.clock(turn, phase, side, *order)
        return self

    def at_phase(self, phase: str, side: SideId | None = None) -> Turns:
        """Begin another phase of the same turn by hand."""
        self.fix(PhaseBegan(phase=phase, side=side))
        return self

    def new_turn(self, turn: int = 1) -> Turns:
        """Begin a turn by hand. Impetus is not rolled yet."""
        self.fix(TurnBegan(turn=turn), PhaseBegan(phase="impetus"))
        return self

    def go(self) -> None:
        """Go on, and let the app take its automatic actions."""
        self.do_next()
        self.automatic()

    def first(self) -> SideId | None:
        """Return the side that acts first this turn, or None until it is known."""
        return next(iter(self.match.clock.order), None)

    def place(self) -> tuple[int, str, SideId | None]:
        clock = self.match.clock
        return clock.turn, clock.phase, clock.side

    def rows(self) -> tuple[str, ...]:
        """Return the labels of the dice that are asked for."""
        request = self.asked
        assert isinstance(request, Faces)
        return tuple(label.text for label in request.labels)

    def move(self, *who: str, **how: Any) -> None:
        self.do("move", self.owner(who[0]), Move(tuple(map(u, who)), **how))

    def contact(self, who: str, *whom: str) -> None:
        self.do("contact", self.owner(who), ContactMove(u(who), tuple(map(u, whom))))

    def second(self, *who: str, contacts: tuple[str, ...] = ()) -> None:
        params = SecondMove(tuple(map(u, who)), contacts=tuple(map(u, contacts)))
        self.do("second", self.owner(who[0]), params)

    def hold(self, *who: str) -> None:
        self.do("hold", self.owner(who[0]), SeveralUnitsParams(tuple(map(u, who))))

    def join(self, who: str, into: str, order: str | None = None) -> None:
        params = UnitJoin(u(who), u(into), None if order is None else u(order))
        self.do("join", self.owner(who), params)

    def against_move(self, who: str, **how: Any) -> list[Objection]:
        return self.objections("move", self.owner(who), Move((u(who),), **how))

    def against_join(self, who: str, into: str) -> list[Objection]:
        return self.objections("join", self.owner(who), UnitJoin(u(who), u(into)))

    def panicked(self, who: str) -> int | None:
        """Return the turn in which a unit panicked, or None."""
        return state_queries.find_panic_turn(self.match, u(who))

    def foes(self, who: str) -> tuple[UnitId, ...]:
        return state_queries.list_opponents(self.match, u(who))

    def fell(self, who: str, count: int) -> None:
        """Mark the last figures of a unit as killed in this phase, still to be removed."""
        figures = self.match.figures(u(who))[-count:]
        done = markers.KILLED.number(self.match, u(who))
        self.fix(
            MarkerSet(subjects=figures, marker=markers.TO_REMOVE, value="fire"),
            MarkerSet(subjects=(u(who),), marker=markers.KILLED, value=done + count, until="phase"),
        )

    def size(self, who: str) -> int:
        return len(self.match.figures(u(who))) if self.match.exists(u(who)) else 0

    def do_next(self) -> None:
        """Go on, without automatic actions."""
        self.do("next", self.match.clock.side, NextParams())

    def phase_ends(self) -> None:
        """Go on from Blue's half of a phase, which must be the last."""
        assert self.match.clock.side == BLUE
        self.do_next()


def ids(objections: list[Objection]) -> list[str]:
    return [objection.id for objection in objections]


def rules(objections: list[Objection]) -> list[str]:
    return [objection.rule for objection in objections]


__all__ = ["BLUE", "PROFILES", "RED", "Turns", "ids", "rules"]
