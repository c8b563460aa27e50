"""Samples of a stage: random runs at a table, for where exact odds would take too long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from tracker.procedures.declared.actions import Nothing
from tracker.procedures.requests import ROLLS, Tell, then
from tracker.procedures.ruleset import Action, Interruptible, Ruleset, is_unclaimed
from tracker.procedures.runners.answers import get_default
from tracker.procedures.runners.odds import NotWanted, Odds, Outcome, still_wanted
from tracker.procedures.runners.play import answer_by_chance, make_chosen
from tracker.procedures.runners.table import Pending, Table
from tracker.projection.state import State
from tracker.vocabulary.events import ActionTaken, Chosen, Rolled


class Stopped(Exception):
    """A run came to an aftermath that odds stop at."""


def alone(ruleset: Ruleset, fn: Callable[..., Any], args: tuple[Any, ...]) -> Ruleset:
    """The ruleset with a single action, "stage", that runs ``fn(match, *args)``."""
    action = Action(
        id="stage",
        word="",
        params=Interruptible if is_unclaimed(*args) else Nothing,
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
            version += 1 + len(table.feed_input(event, version))
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
    said: Sequence[Rolled | Chosen] = (),
    wanted: Callable[[], bool] = still_wanted,
) -> Odds:
    """Shares of ``n`` runs of ``stage(match, *args)`` with what was ``said``, then random dice and
    the stated default of every choice; the state is not changed. Raises ``NotWanted`` where nobody
    waits for it any more.
    """
    one = alone(ruleset, stage, args)
    ends: Counter[Outcome] = Counter()
    told: Counter[Tell] = Counter()
    for _ in range(n):
        if not wanted():
            raise NotWanted
        answer = _answers(said, rng)
        outcome, _table = run_once(one, state, answer, lambda tell: told.update((tell,)))
        if outcome is not None:
            ends[outcome] += 1
    chances = {end: count / n for end, count in ends.items()}
    return Odds(state, chances, (), n, {tell: count / n for tell, count in told.items()})


def _answers(said: Iterable[Rolled | Chosen], rng: Random) -> Callable[[Pending], Rolled | Chosen]:
    """What was said, then dice by chance and every choice as it is proposed."""
    left = iter(said)

    def answer(pending: Pending) -> Rolled | Chosen:
        known = next(left, None)
        if known is not None:
            return msgspec.structs.replace(known, key=pending.key)
        if isinstance(pending.request, ROLLS):
            return answer_by_chance(pending, rng)
        return make_chosen(pending, get_default(pending.request))

    return answer
