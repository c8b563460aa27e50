"""Samples of a stage: random runs at a table, for where exact odds would take too long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Any

import msgspec

from tracker.procedures.declared.actions import Nothing
from tracker.procedures.requests import ROLLS, Tell, then
from tracker.procedures.ruleset import Action, Interruptible, Ruleset, unclaimed
from tracker.procedures.runners.answers import default_of
from tracker.procedures.runners.odds import Outcome, read
from tracker.procedures.runners.play import chosen, random_answer
from tracker.procedures.runners.table import Pending, Table
from tracker.procedures.view import Match
from tracker.projection.state import State
from tracker.vocabulary.events import ActionTaken, Chosen, Rolled

CERTAINTY = 1.96
"""Standard deviations either side of a share that hold it 95 times in 100."""


@dataclass(frozen=True)
class Estimate:
    """Outcomes counted over ``runs`` random runs; an outcome as in ``Odds``."""

    state: State
    counts: dict[Outcome, int]
    runs: int

    def of(self, question: Callable[[Match, str], Any]) -> dict[Any, tuple[float, float, float]]:
        """For each answer to a question its share of the runs, and from where to where the true
        chance lies 95 times in 100 (Wilson's interval).
        """
        found: dict[Any, int] = {}
        for outcome, n in self.counts.items():
            answer = question(read(self.state.overlay(outcome.changes)), outcome.aftermath)
            found[answer] = found.get(answer, 0) + n
        return {answer: (n / self.runs, *interval(n, self.runs)) for answer, n in found.items()}


def interval(n: int, runs: int) -> tuple[float, float]:
    """Wilson's interval for a share of ``n`` in ``runs``."""
    share, square = n / runs, CERTAINTY**2
    middle = (share + square / (2 * runs)) / (1 + square / runs)
    half = (
        CERTAINTY * sqrt(share * (1 - share) / runs + square / (4 * runs**2)) / (1 + square / runs)
    )
    return max(0.0, middle - half), min(1.0, middle + half)


class Stopped(Exception):
    """A run came to an aftermath that odds stop at."""


def alone(ruleset: Ruleset, fn: Callable[..., Any], args: tuple[Any, ...]) -> Ruleset:
    """The ruleset with a single action, "stage", that runs ``fn(match, *args)``."""
    action = Action(
        id="stage",
        word="",
        params=Interruptible if unclaimed(*args) else Nothing,
        stage=lambda match, _, __: then(fn, match, *args),
    )
    return replace(ruleset, actions={"stage": action})


def run_once(
    ruleset: Ruleset,
    state: State,
    answer: Callable[[Pending], Rolled | Chosen | None],
    on_tell: Callable[[Tell], None] | None = None,
) -> tuple[Outcome | None, Table]:
    """One run of the action "stage" on a table over ``state``, which is not changed.

    ``answer`` gives the input for what waits; with None the run stays where it is. ``on_tell``
    hears what is told.
    """
    names: list[str] = []

    def stop(name: str) -> None:
        names.append(name)
        raise Stopped

    layer = state.overlay()
    table = Table(ruleset, layer, on_aftermath=stop, on_tell=on_tell)
    version = max(state.now.open, default=0) + 1
    event: ActionTaken | Rolled | Chosen = ActionTaken(action="stage")
    try:
        while True:
            version += 1 + len(table.feed(event, version))
            if table.pending is None:
                return Outcome(layer.changes()), table
            reply = answer(table.pending)
            if reply is None:
                return None, table
            event = reply
    except Stopped:
        layer.single["now"] = msgspec.structs.replace(
            layer.now, open=state.now.open, doing=state.now.doing
        )
        return Outcome(layer.changes(), names[0]), table


def sample(
    ruleset: Ruleset,
    state: State,
    stage: Callable[..., Any],
    args: tuple[Any, ...],
    n: int,
    rng: Random,
) -> Estimate:
    """Run ``stage(match, *args)`` ``n`` times with random dice and the stated default of every
    choice; the state is not changed.
    """
    one = alone(ruleset, stage, args)

    def answer(pending: Pending) -> Rolled | Chosen:
        if isinstance(pending.request, ROLLS):
            return random_answer(pending, rng)
        return chosen(pending, default_of(pending.request))

    counts: dict[Outcome, int] = {}
    for _ in range(n):
        outcome, _table = run_once(one, state, answer)
        if outcome is not None:
            counts[outcome] = counts.get(outcome, 0) + 1
    return Estimate(state, counts, n)
