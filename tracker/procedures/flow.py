"""The flow of phases, from what a ruleset declares about them.

"Go on" is an ordinary action: it leaves the present step (which may ask, such as panic checks),
moves the clock, and enters the next step (which may ask, too).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from tracker.procedures.requests import Asking, do, then
from tracker.procedures.ruleset import Action, Due, Objection, Phase
from tracker.procedures.view import Match
from tracker.vocabulary.events import PhaseBegan, TurnBegan
from tracker.vocabulary.names import SideId


class GoOn(Struct, frozen=True):
    """Parameters of "go on": none."""


class Step(Struct, frozen=True):
    """A place of the clock within a turn."""

    phase: str
    side: SideId | None = None


@dataclass(frozen=True)
class Flow:
    """Phases before the first turn, phases of a turn, and what is skipped or ends the match."""

    before: tuple[Phase, ...]
    turn: tuple[Phase, ...]
    empty: Callable[[Match, Step], bool]
    finish: Callable[[Match], Asking[bool]]

    def phase(self, name: str) -> Phase | None:
        return next((p for p in (*self.before, *self.turn) if p.id == name), None)

    def steps(self, match: Match, phase: Phase) -> tuple[Step, ...]:
        """The steps of a phase: one a side where sides act in turn, else a single one."""
        if phase.order == "sides":
            return tuple(Step(phase.id, side) for side in match.clock.order or match.sides)
        return (Step(phase.id),)

    def following(self, match: Match) -> Step | None:
        """The next step of this turn that is not empty, or None when the turn is over."""
        clock = match.clock
        here = Step(clock.phase, clock.side)
        phases = self.turn if clock.turn else self.before
        steps = [step for phase in phases for step in self.steps(match, phase)]
        at = steps.index(here) + 1 if here in steps else 0
        return next((step for step in steps[at:] if not self.empty(match, step)), None)


def go_on(flow: Flow, due: Callable[[Match], tuple[Due, ...]]) -> Action[GoOn]:
    """The action that ends a step, for a ruleset with this flow."""

    def objections(match: Match, _: SideId | None, __: GoOn) -> tuple[Objection, ...]:
        return tuple(
            Objection(f"due-{item.action}", "", item.why) for item in due(match) if item.compulsory
        )

    def leave(match: Match, _: SideId | None, __: GoOn) -> Asking[None]:
        phase = flow.phase(match.phase)
        last = _is_last(flow, match)
        if phase is not None and phase.leave is not None and last:
            yield from do(phase.leave)
        if (yield from do(flow.finish)):
            return None
        return then(enter, match)

    def enter(match: Match) -> Asking[None]:
        step = flow.following(match)
        if step is None:
            match.record(TurnBegan(turn=match.turn + 1))
            step = flow.following(match)
        if step is None:
            return
        match.record(PhaseBegan(phase=step.phase, side=step.side))
        phase = flow.phase(step.phase)
        if phase is not None and phase.enter is not None:
            yield from do(phase.enter)

    return Action(
        id="next",
        word="go on",
        params=GoOn,
        stage=leave,
        objections=objections,
        candidates=lambda match: () if match.ended else ((match.clock.side, GoOn()),),
        show=lambda *_: "next",
    )


def _is_last(flow: Flow, match: Match) -> bool:
    """Whether the present step is the last of its phase."""
    phase = flow.phase(match.phase)
    return phase is None or flow.steps(match, phase)[-1].side == match.clock.side
