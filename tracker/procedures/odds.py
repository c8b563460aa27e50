"""Exact odds: every way an action can go, from the same rules that run at the table.

A *node* is a stack of stages with their arguments and answers, and the change of state so far.
Nodes are expanded once; equal nodes merge; then the chances flow through the graph. An outcome is
a change of state. Where a stage hands over to a named aftermath (an explosion, an enraged
attack) the odds stop and count the aftermath as an outcome of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import GeneratorType
from typing import Any

from tracker.procedures.answers import trivial
from tracker.procedures.begun import Begun
from tracker.procedures.chances import Chances, Number, TooMany
from tracker.procedures.graph import Ways, flow, grow
from tracker.procedures.requests import Do, Request, Sub, Then
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.settle import settle
from tracker.procedures.view import Match
from tracker.projection.fold import apply
from tracker.projection.state import Changes, State
from tracker.vocabulary.events import Chosen, Rolled

__all__ = ["BUDGET", "Odds", "OddsRunner", "Outcome", "TooMany", "read"]

BUDGET = 50_000


@dataclass(frozen=True)
class _Frame:
    """A suspended stage: run again from ``start`` with these answers it is where it was.

    An answer is (value, None), or (value, changes after it) where another stage ran in between.
    """

    fn: Callable[..., Any]
    args: tuple[Any, ...]
    start: Changes
    answers: tuple[tuple[Any, Changes | None], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """An end of an action: the change of state, and the aftermath it stops before, if any."""

    changes: Changes
    aftermath: str = ""


_Node = tuple[_Frame, ...]


@dataclass
class Odds:
    """The distribution over outcomes; ``assumptions`` are the defaults taken on the way."""

    state: State
    chances: dict[Outcome, Any]
    assumptions: tuple[str, ...]
    paths: int

    def of(self, question: Callable[[Match, str], Any]) -> dict[Any, Any]:
        """The distribution of a question put to the match after each outcome."""
        found: dict[Any, Any] = {}
        for outcome, chance in self.chances.items():
            answer = question(read(self.state.overlay(outcome.changes)), outcome.aftermath)
            found[answer] = found.get(answer, 0) + chance
        return found


def read(state: State) -> Match:
    """The match in a state, for questions only."""

    def refuse(_: Any) -> None:
        message = "odds are only read"
        raise RuntimeError(message)

    return Match(state, refuse)


class OddsRunner:
    """Works out the odds of a stage from a state, without touching that state."""

    def __init__(
        self,
        ruleset: Ruleset,
        state: State,
        *,
        number: Number = float,
        budget: int = BUDGET,
        merge: bool = True,
        said: Sequence[Rolled | Chosen] = (),
    ) -> None:
        """``said`` are the answers given so far, where the stage has begun already."""
        self.ruleset = ruleset
        self.state = state
        self.merge = merge
        self._one = number(Fraction(1))
        self._chances = (
            Begun(number, budget, merge=merge, said=said)
            if said
            else Chances(number, budget, merge=merge)
        )
        self._profiles: dict[tuple[Any, ...], Any] = {}

    def run(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Odds:
        """The odds of ``fn(match, *args)``. Raises ``TooMany`` over the budget."""
        first = (_Frame(fn, args, self.state.overlay().changes()),)
        chances = self._merged(first) if self.merge else self._unmerged(first)
        return Odds(self.state, chances, tuple(self._chances.assumed), self._chances.paths)

    def values(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> dict[Any, Any]:
        """The values of a pure stage (one for ``sub``) with their chances."""
        return dict(self._chances.values(fn, args))

    # ------------------------------------------------------------------------------- the graph

    def _merged(self, first: _Node) -> dict[Outcome, Any]:
        return flow(grow(first, self._expand), self._one)

    def _unmerged(self, first: _Node) -> dict[Outcome, Any]:
        found: dict[Outcome, Any] = {}
        waiting = [(self._one, first)]
        while waiting:
            chance, node = waiting.pop()
            for more, end, ahead in self._expand(node):
                if ahead:
                    waiting.append((chance * more, end))
                else:
                    found[end] = found.get(end, 0) + chance * more
        return found

    # --------------------------------------------------------------------------------- a node

    def _expand(self, node: _Node) -> Ways:
        top = node[-1]
        overlay = self.state.overlay(top.start)
        match = Match(overlay, lambda fact: apply(overlay, fact), self._profiles)
        result = top.fn(match, *top.args)
        if isinstance(result, GeneratorType):
            edges = self._advance(node, overlay, match, result)
            result.close()
        else:
            edges = self._returned(node, overlay, match, result)
        self._chances.paths += len(edges)
        self._chances.within_budget()
        return edges

    def _advance(
        self, node: _Node, overlay: State, match: Match, generator: Generator[Any, Any, Any]
    ) -> Ways:
        answers = iter(node[-1].answers)
        value: Any = None
        while True:
            try:
                request = generator.send(value)
            except StopIteration as stop:
                return self._returned(node, overlay, match, stop.value)
            if isinstance(request, Do):
                known = next(answers, None)
                if known is None:
                    return self._called(node, overlay, request)
                value, changes = known
                overlay.reset(changes or ())
                continue
            settle(self.ruleset, match)
            simple = None if isinstance(request, Sub) else trivial(request)
            if simple is not None:
                value = simple[0]
                continue
            known = next(answers, None)
            if known is None:
                return self._branch(node, request)
            value = known[0]

    def _called(self, node: _Node, overlay: State, request: Do) -> Ways:
        changes = overlay.changes()
        if request.aftermath:
            return [(self._one, Outcome(changes, request.aftermath), False)]
        callee = _Frame(request.fn, request.args, changes)
        return [(self._one, (*node, callee), True)]

    def _branch(self, node: _Node, request: Request[Any]) -> Ways:
        top = node[-1]
        answered = (
            (chance, _Frame(top.fn, top.args, top.start, (*top.answers, (value, None))))
            for value, chance in self._chances.answers(request)
        )
        return [(chance, (*node[:-1], frame), True) for chance, frame in answered]

    def _returned(self, node: _Node, overlay: State, match: Match, value: Any) -> Ways:
        if isinstance(value, Then):
            following = _Frame(value.fn, value.args, overlay.changes())
            return [(self._one, (*node[:-1], following), True)]
        if len(node) == 1:
            settle(self.ruleset, match)
            return [(self._one, Outcome(overlay.changes()), False)]
        caller = node[-2]
        known = (*caller.answers, (value, overlay.changes()))
        back = _Frame(caller.fn, caller.args, caller.start, known)
        return [(self._one, (*node[:-2], back), True)]
