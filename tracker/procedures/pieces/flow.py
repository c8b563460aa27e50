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


def in_turn(match: Match, phase: Phase) -> tuple[SideId | None, ...]:
    """Whose steps a phase has: one a side where sides act in turn, else one of nobody's."""
    if phase.order == "sides":
        return match.clock.order or match.sides
    return (None,)


@dataclass(frozen=True)
class Flow:
    """Phases before the first turn, phases of a turn, and what is skipped or ends the match.

    ``empty`` says which steps have nothing to do and are passed over. ``finish`` is asked when a
    phase has been left; it ends the match where that is due and says whether it is over.
    """

    before: tuple[Phase, ...]
    turn: tuple[Phase, ...]
    empty: Callable[[Match, Step], bool]
    finish: Callable[[Match], Asking[bool]]
    sides: Callable[[Match, Phase], tuple[SideId | None, ...]] = in_turn

    def phase(self, name: str) -> Phase | None:
        return next((p for p in (*self.before, *self.turn) if p.id == name), None)

    def steps(self, match: Match, phase: Phase) -> tuple[Step, ...]:
        return tuple(Step(phase.id, side) for side in self.sides(match, phase))

    def rest(self, match: Match) -> Step | None:
        """The next step of the present phase that is not empty, or None at its end."""
        phase = self.phase(match.phase)
        if phase is None:
            return None
        steps = self.steps(match, phase)
        here = Step(phase.id, match.clock.side)
        later = steps[steps.index(here) + 1 :] if here in steps else ()
        return next((step for step in later if not self.empty(match, step)), None)

    def following(self, match: Match) -> Step | None:
        """The first step after this phase that is not empty, or None when the turn is over."""
        phases = self.turn if match.turn else self.before
        names = [phase.id for phase in phases]
        at = names.index(match.phase) + 1 if match.phase in names else 0
        steps = (step for phase in phases[at:] for step in self.steps(match, phase))
        return next((step for step in steps if not self.empty(match, step)), None)


def go_on(flow: Flow, due: Callable[[Match], tuple[Due, ...]]) -> Action[GoOn]:
    """The action that ends a step, for a ruleset with this flow."""

    def objections(match: Match, _: SideId | None, __: GoOn) -> tuple[Objection, ...]:
        return tuple(
            Objection(f"due-{item.action}", "", item.why) for item in due(match) if item.compulsory
        )

    def leave(match: Match, _: SideId | None, __: GoOn) -> Asking[None]:
        step = flow.rest(match)
        if step is not None:
            return then(begin, match, step)
        phase = flow.phase(match.phase)
        if phase is not None and phase.leave is not None:
            yield from do(phase.leave)
        if (yield from do(flow.finish)):
            return None
        return then(following, match)

    def following(match: Match) -> None:
        step = flow.following(match)
        if step is None:
            match.record(TurnBegan(turn=match.turn + 1))
            step = flow.following(match)
        if step is None:
            return None
        return then(begin, match, step)

    def begin(match: Match, step: Step) -> Asking[None]:
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
