"""Deathzap 2 matches for tests of set-up, objectives and winning."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import Action
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import match_end_and_winner, setup_phase
from tracker.testing.match_in_memory import BLUE, RED, Play, f, u
from tracker.vocabulary.events import (
    AnyFact,
    FiguresRemoved,
    Json,
    MarkerSet,
    MatchEnded,
    ObjectiveSet,
    PhaseBegan,
    PointsScored,
    Scalar,
)
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject

Units = Mapping[str, int]  # {profile: how many}, one unit
Force = tuple[Units, ...]


def _profile(kind: str, cost: int) -> dict[str, Json]:
    return {"type": kind, "quality": "regular", "shields": "light", "cost": cost}


PROFILES: dict[str, dict[str, Json]] = {
    "soldier": _profile("infantry", 15),
    "veteran": _profile("infantry", 40),
    "hound": _profile("beast", 16),
    "buggy": _profile("light-vehicle", 22),
    "tank": _profile("vehicle", 24),
    "horror": _profile("monster", 24),
}


def soldiers(*units: int) -> Force:
    """Return a force of soldiers: ``soldiers(5, 3)`` is two units."""
    return tuple({"soldier": count} for count in units)


class PhaseOver(Struct, frozen=True):
    turn_over: bool = False


def _phase_over(match: Match, _: SideId | None, params: PhaseOver) -> Asking[None]:
    yield from call_stage(match_end_and_winner.end_match_if_over, params.turn_over)


# Ends a phase without playing it. Tests fix by hand what came before.
ONLY_PHASE_ENDS = Action(id="phase-over", word="phase over", params=PhaseOver, stage=_phase_over)


class SetUp(Play):
    """A match in set-up, where the app takes the automatic actions."""

    def __init__(
        self,
        options: Mapping[str, Scalar] | None = None,
        *,
        red: Force = ({"soldier": 3},),
        blue: Force = ({"soldier": 3},),
        tables: Mapping[str, dict[str, Json]] | None = None,
    ) -> None:
        ruleset = replace(
            RULESET,
            automatic=setup_phase.choose_automatic_setup_command,
            actions={**RULESET.actions, "phase-over": ONLY_PHASE_ENDS},
        )
        super().__init__(ruleset, options, tables)
        for side, letter, force in ((RED, "r", red), (BLUE, "b", blue)):
            units = {f"{letter}{n}": unit for n, unit in enumerate(force, 1)}
            self.muster(side, units, PROFILES)
        self.fix(PhaseBegan(phase="setup"))

    def begin(self, *rolls: str) -> None:
        """Let the app take its automatic actions, and answer their rolls with these dice."""
        self.automatic()
        for faces in rolls:
            self.roll(faces)
            self.automatic()


class Game(SetUp):
    """A match in play. Tests fix objectives, losses and panic by hand."""

    def __init__(
        self,
        options: Mapping[str, Scalar] | None = None,
        *,
        red: Force = ({"soldier": 3},),
        blue: Force = ({"soldier": 3},),
        kinds: tuple[str, ...] = (),
        turn: int = 1,
    ) -> None:
        super().__init__(options, red=red, blue=blue)
        for kind in kinds:
            self.play_for(kind)
        self.clock(turn, "shoot", RED)

    def play_for(self, kind: str, side: SideId | None = None, **data: Json) -> None:
        self.fix(
            ObjectiveSet(
                objective=f"{kind}-{side}", label=kind, side=side, data={"kind": kind, **data}
            )
        )

    def lose(self, unit: str, *numbers: int, by: Subject | None = None) -> None:
        figures: tuple[FigureId, ...] = tuple(f(unit, number) for number in numbers)
        self.fix(FiguresRemoved(figures=figures, by=by))

    def panic(self, *units: str, since: int = 1) -> None:
        subjects = tuple(u(unit) for unit in units)
        self.fix(MarkerSet(subjects=subjects, marker=markers.PANICKED, value=since))

    def hunt(self, unit: str, number: int) -> None:
        self.fix(MarkerSet(subjects=(f(unit, number),), marker=markers.TARGET))

    def phase_ends(self, *, turn_over: bool = False) -> list[AnyFact]:
        return self.do("phase-over", None, PhaseOver(turn_over))

    def last_phase_ends(self) -> list[AnyFact]:
        """End the morale phase of turn 6."""
        self.clock(6, "morale")
        return self.phase_ends(turn_over=True)

    def score(self) -> tuple[int, int]:
        return self.match.points(RED), self.match.points(BLUE)

    def end(self) -> tuple[str, SideId | None]:
        """Return how the match ended and who won it. Raise ``AssertionError`` while it goes on."""
        assert self.match.ended is not None, "the match goes on"
        return self.match.ended.how, self.match.ended.winner


def scored(facts: list[AnyFact]) -> list[tuple[SideId, int, str]]:
    return [(x.side, x.points, x.why) for x in facts if isinstance(x, PointsScored)]


def ended(facts: list[AnyFact]) -> bool:
    return any(isinstance(x, MatchEnded) for x in facts)
