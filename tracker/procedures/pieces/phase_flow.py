"""The sequence of phases that a ruleset declares.

The action ``next`` moves the clock. It ends the current step and begins the next step. The end and
the beginning may ask questions, for example for panic checks.

>>> from warledger_coin import FLOW
>>> list(FLOW.list_steps(match, FLOW.turn)), FLOW.find_next_step_of_phase(match)
([TurnStep(phase='toss', side=None)], None)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import WordForm
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, call_stage, continue_with
from tracker.procedures.ruleset import Action, Command, DueAction, Objection, Phase
from tracker.vocabulary.events import PhaseBegan, TurnBegan
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import SideId


class NextParams(Struct, frozen=True):
    """The parameter struct of the action ``next``. It has no parameters."""


class TurnStep(Struct, frozen=True):
    """A position of the clock within a turn. A step without a side belongs to all sides."""

    phase: str
    side: SideId | None = None


def list_step_sides(match: Match, phase: Phase) -> tuple[SideId | None, ...]:
    """List the side of each step of a phase. None stands for all sides together."""
    if phase.order in {"sides", "active"}:
        return match.clock.order or match.sides
    return (None,)


class PhaseFlow(Struct, frozen=True):
    """The phases ``before`` the first turn and those of a ``turn``, in order.

    ``sides`` lists the sides that have a step in a phase. If ``empty`` returns true for a step, the
    step is skipped. ``finish`` runs after each phase. It ends the match if necessary, and returns
    whether the match is over. ``check_end`` does the same after a phase of a turn. Its second
    argument says whether the turn is over. One side plays all consecutive "active" phases before
    the next side plays them.
    """

    before: tuple[Phase, ...]
    turn: tuple[Phase, ...]
    finish: Callable[[Match], Asking[bool] | bool] = lambda _: False
    empty: Callable[[Match, TurnStep], bool] = lambda *_: False
    sides: Callable[[Match, Phase], tuple[SideId | None, ...]] = list_step_sides
    check_end: Callable[[Match, bool], Asking[bool]] | None = None

    def find_phase(self, phase_id: str) -> Phase | None:
        """Return the phase with this ``phase_id``, or None if there is none."""
        return next((p for p in (*self.before, *self.turn) if p.id == phase_id), None)

    def is_own_turn_phase(self, phase_id: str) -> bool:
        """Whether the phase with this ``phase_id`` is part of one side's turn."""
        phase = self.find_phase(phase_id)
        return phase is not None and phase.order == "active"

    def list_steps(self, match: Match, phases: Iterable[Phase]) -> Iterator[TurnStep]:
        """Yield the steps of these ``phases`` in order."""
        for own, block in groupby(phases, lambda phase: phase.order == "active"):
            together = tuple(block)
            if own:
                sides = self.sides(match, together[0])
                yield from (TurnStep(phase.id, side) for side in sides for phase in together)
            else:
                yield from (TurnStep(p.id, side) for p in together for side in self.sides(match, p))

    def find_next_step_of_phase(self, match: Match) -> TurnStep | None:
        """Return the next nonempty step of the current phase, or None at the end of the phase."""
        phase = self.find_phase(match.phase)
        if phase is None or phase.order == "active":
            return None
        steps = tuple(self.list_steps(match, (phase,)))
        here = TurnStep(phase.id, match.clock.side)
        later = steps[steps.index(here) + 1 :] if here in steps else ()
        return next((step for step in later if not self.empty(match, step)), None)

    def find_step_after_phase(self, match: Match) -> TurnStep | None:
        """Return the first nonempty step after this phase, or None at the end of the turn."""
        steps = tuple(self.list_steps(match, self.turn if match.turn else self.before))
        here = TurnStep(match.phase, match.clock.side)
        own = self.is_own_turn_phase(match.phase)
        passed = [
            n for n, s in enumerate(steps) if s == here or (s.phase == here.phase and not own)
        ]
        later = steps[passed[-1] + 1 :] if passed else steps
        return next((step for step in later if not self.empty(match, step)), None)

    def find_side_whose_turn_begins(self, match: Match, step: TurnStep) -> SideId | None:
        """Return the side whose turn begins with this ``step``, or None if no turn begins."""
        if not self.is_own_turn_phase(step.phase):
            return None
        return (
            None
            if self.is_own_turn_phase(match.phase) and match.clock.side == step.side
            else step.side
        )


def make_skipped_actions_finder(
    flow: PhaseFlow,
    list_due: Callable[[Match], tuple[DueAction, ...]],
    list_at_phase_end: Callable[[Match], Iterable[str]] = lambda _: (),
) -> Callable[[Match, int, str, SideId | None], Iterable[str]]:
    """Make a function that lists the due actions that are skipped if players move the clock.

    ``list_at_phase_end`` lists the due actions that follow at the end of the current phase.
    """

    def list_skipped_actions(
        match: Match, turn: int, phase: str, side: SideId | None
    ) -> Iterator[str]:
        steps = list(flow.list_steps(match, flow.turn))
        here, there = TurnStep(match.phase, match.clock.side), TurnStep(phase, side)
        places = [n for n, step in enumerate(steps) if step.phase == here.phase]
        at = steps.index(here) if here in steps else max(places, default=-1)
        to = steps.index(there) if turn == match.turn and there in steps else len(steps)
        back = turn < match.turn or (turn == match.turn and (not phase or to < at))
        if not match.turn or back or (turn == match.turn and here == there):
            return
        if phase != match.phase:
            yield from list_at_phase_end(match)
        target = flow.find_phase(phase)
        if target is not None and target.enter is not None and not flow.empty(match, there):
            yield f"what {target.word} begins with"
        yield from (item.why for item in list_due(match))
        for step in steps[at + 1 : to]:
            if not flow.empty(match, step):
                yield _describe_step(flow, match, step)

    return list_skipped_actions


def _describe_step(flow: PhaseFlow, match: Match, step: TurnStep) -> str:
    phase = flow.find_phase(step.phase)
    word = step.phase if phase is None else phase.word
    return word if step.side is None else f"{word} of {match.side_name(step.side)}"


def make_first_turn_command(match: Match) -> Command | None:
    """Return the automatic command that starts the first phase, or None if it has started."""
    return None if match.turn or match.phase else Command("next", None, {})


def make_next_action(
    flow: PhaseFlow, due: Callable[[Match], tuple[DueAction, ...]]
) -> Action[NextParams]:
    """Make the action ``next``. It ends a step of ``flow`` if no compulsory action is ``due``."""

    def objections(match: Match, _: SideId | None, __: NextParams) -> tuple[Objection, ...]:
        return tuple(
            Objection(f"due-{item.action}", "", item.why) for item in due(match) if item.compulsory
        )

    def leave_step(match: Match, _: SideId | None, __: NextParams) -> Asking[None]:
        step = flow.find_next_step_of_phase(match)
        if step is not None:
            return continue_with(begin_step, match, step)
        phase = flow.find_phase(match.phase)
        if phase is not None:
            if phase.leave is not None:
                yield from call_stage(phase.leave)
            over = yield from call_stage(flow.finish)
            if flow.check_end is not None and match.turn:
                turn_over = flow.find_step_after_phase(match) is None
                over = (yield from call_stage(flow.check_end, turn_over)) or over
            if over or match.ended is not None:
                return None
        return continue_with(begin_following_step, match)

    def begin_following_step(match: Match) -> None:
        step = flow.find_step_after_phase(match)
        if step is None:
            match.record(TurnBegan(turn=match.turn + 1))
            step = flow.find_step_after_phase(match)
        if step is None:
            return None
        return continue_with(begin_step, match, step)

    def begin_step(match: Match, step: TurnStep) -> Asking[None]:
        turn_of = flow.find_side_whose_turn_begins(match, step)
        match.record(PhaseBegan(phase=step.phase, side=step.side, turn_of=turn_of))
        phase = flow.find_phase(step.phase)
        if phase is not None and phase.enter is not None:
            yield from call_stage(phase.enter)

    return Action(
        id="next",
        word="continue",
        params=NextParams,
        stage=leave_step,
        objections=objections,
        candidates=lambda match: () if match.ended else ((match.clock.side, NextParams()),),
        form=WordForm("next", of=lambda match, _: match.clock.side),
    )


keep_old_names(__name__)
