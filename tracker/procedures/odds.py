"""Exact odds: every way an action can go, from the same rules that run at the table.

A *node* is a stack of stages with their arguments and answers, and the change of state so far.
Nodes are expanded once; equal nodes merge; then the chances flow through the graph. An outcome is
a change of state. Where a stage hands over to a named aftermath (an explosion, an enraged
attack) the odds stop and count the aftermath as an outcome of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from types import GeneratorType
from typing import Any

from tracker.procedures.answers import default_of, trivial
from tracker.procedures.requests import (
    CHOICES,
    Do,
    Faces,
    Interrupt,
    Request,
    Roll,
    Score,
    Sub,
    Then,
)
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.settle import settle
from tracker.procedures.view import Match
from tracker.projection.fold import apply
from tracker.projection.state import Changes, State
from tracker.vocabulary import dice

Chance = Fraction | float
Number = Callable[[Fraction], Any]
Start = tuple[Callable[..., Any], tuple[Any, ...]]

BUDGET = 50_000


class TooMany(Exception):
    """The tree of an action is over the budget of paths: sample it instead."""


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


_Call = tuple[Callable[..., Any], tuple[Any, ...]]
# (chance, value or call or number of a stage, whether it goes ahead to a stage)
_Stage = list[tuple[Any, Any, bool]]
_Node = tuple[_Frame, ...]
_Edges = tuple[tuple[Any, _Node | Outcome], ...]


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


@lru_cache(maxsize=4096)
def _pool_in_floats(
    count: int, die: int, widths: tuple[int, ...]
) -> tuple[tuple[dice.Counts, float], ...]:
    return tuple((counts, float(chance)) for counts, chance in dice.pool(count, die, widths))


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
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self.number = number
        self.budget = budget
        self.merge = merge
        self.paths = 0
        self._assumed: dict[str, None] = {}
        self._pure: dict[tuple[Any, Any], dict[Any, Any]] = {}
        self._profiles: dict[tuple[Any, ...], Any] = {}

    def run(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Odds:
        """The odds of ``fn(match, *args)``. Raises ``TooMany`` over the budget."""
        first = (_Frame(fn, args, self.state.overlay().changes()),)
        chances = self._merged(first) if self.merge else self._unmerged(first)
        return Odds(self.state, chances, tuple(self._assumed), self.paths)

    def values(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> dict[Any, Any]:
        """The values of a pure stage (one for ``sub``) with their chances."""
        return dict(self._distribution(fn, args))

    # ------------------------------------------------------------------------------- the graph

    def _merged(self, first: _Node) -> dict[Outcome, Any]:
        graph: dict[_Node, _Edges] = {}
        waiting = [first]
        arrows: dict[_Node, int] = {first: 0}
        while waiting:
            node = waiting.pop()
            edges = graph[node] = self._expand(node)
            for _, target in edges:
                if isinstance(target, Outcome):
                    continue
                if target not in arrows:
                    arrows[target] = 0
                    waiting.append(target)
                arrows[target] += 1
        return self._flow(first, graph, arrows)

    def _flow(
        self, first: _Node, graph: dict[_Node, _Edges], arrows: dict[_Node, int]
    ) -> dict[Outcome, Any]:
        mass: dict[_Node, Any] = {first: self.number(Fraction(1))}
        found: dict[Outcome, Any] = {}
        ready = [first]
        while ready:
            node = ready.pop()
            here = mass.pop(node)
            for chance, target in graph[node]:
                if isinstance(target, Outcome):
                    found[target] = found.get(target, 0) + here * chance
                    continue
                mass[target] = mass.get(target, 0) + here * chance
                arrows[target] -= 1
                if not arrows[target]:
                    ready.append(target)
        if mass:
            message = "the rules go round in a circle: a re-roll belongs into a pure stage"
            raise RuntimeError(message)
        return found

    def _unmerged(self, first: _Node) -> dict[Outcome, Any]:
        found: dict[Outcome, Any] = {}
        waiting: list[tuple[Any, _Node | Outcome]] = [(self.number(Fraction(1)), first)]
        while waiting:
            chance, node = waiting.pop()
            if isinstance(node, Outcome):
                found[node] = found.get(node, 0) + chance
            else:
                waiting.extend((chance * more, then) for more, then in self._expand(node))
        return found

    # --------------------------------------------------------------------------------- a node

    def _expand(self, node: _Node) -> _Edges:
        top = node[-1]
        overlay = self.state.overlay(top.start)
        match = Match(overlay, lambda fact: apply(overlay, fact), self._profiles)
        result = top.fn(match, *top.args)
        if isinstance(result, Generator):
            edges = self._advance(node, overlay, match, result)
            result.close()
        else:
            edges = self._returned(node, overlay, match, result)
        self.paths += len(edges)
        if self.paths > self.budget:
            raise TooMany
        return edges

    def _advance(
        self, node: _Node, overlay: State, match: Match, generator: Generator[Any, Any, Any]
    ) -> _Edges:
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

    def _called(self, node: _Node, overlay: State, request: Do) -> _Edges:
        changes = overlay.changes()
        if request.aftermath:
            return ((self.number(Fraction(1)), Outcome(changes, request.aftermath)),)
        callee = _Frame(request.fn, request.args, changes)
        return ((self.number(Fraction(1)), (*node, callee)),)

    def _branch(self, node: _Node, request: Request[Any]) -> _Edges:
        top = node[-1]
        return tuple(
            (
                chance,
                (*node[:-1], _Frame(top.fn, top.args, top.start, (*top.answers, (value, None)))),
            )
            for value, chance in self._answers(request)
        )

    def _returned(self, node: _Node, overlay: State, match: Match, value: Any) -> _Edges:
        one = self.number(Fraction(1))
        if isinstance(value, Then):
            following = _Frame(value.fn, value.args, overlay.changes())
            return ((one, (*node[:-1], following)),)
        if len(node) == 1:
            settle(self.ruleset, match)
            return ((one, Outcome(overlay.changes())),)
        caller = node[-2]
        known = (*caller.answers, (value, overlay.changes()))
        back = _Frame(caller.fn, caller.args, caller.start, known)
        return ((one, (*node[:-2], back)),)

    # ------------------------------------------------------------------------------- answers

    def _answers(self, request: Request[Any]) -> Iterator[tuple[Any, Any]]:
        number = self.number
        match request:
            case Roll(count=count, die=die, bands=bands):
                widths = tuple(band.width() for band in bands)
                yield from self._pool(count, die, widths)
            case Score(dice=sizes, bonus=bonus):
                for total, chance in dice.score(sizes, bonus):
                    yield total, number(chance)
            case Faces(dice=sizes):
                if prod(sizes) > self.budget:
                    raise TooMany
                chance = number(Fraction(1, prod(sizes)))
                for faces in product(*(range(1, sides + 1) for sides in sizes)):
                    yield faces, chance
            case Interrupt():
                yield False, number(Fraction(1))
            case Sub(fn=fn, args=args):
                yield from self._distribution(fn, args).items()
            case _ if isinstance(request, CHOICES):
                self._assume(request)
                yield default_of(request), number(Fraction(1))
            case _:
                message = f"no odds for {type(request).__name__}"
                raise TypeError(message)

    def _pool(self, count: int, die: int, widths: tuple[int, ...]) -> tuple[tuple[Any, Any], ...]:
        """The counts of a pool with their chances as this runner counts them."""
        if self.number is float:
            return _pool_in_floats(count, die, widths)
        return tuple((c, self.number(chance)) for c, chance in dice.pool(count, die, widths))

    def _assume(self, request: Request[Any]) -> None:
        if getattr(request, "spatial", False):
            self._assumed[f"{request.what}: {default_of(request)}"] = None

    def _distribution(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> dict[Any, Any]:
        """The values of a pure stage with their chances, remembered by stage and arguments."""
        key = (fn, args)
        if self.merge and key in self._pure:
            return self._pure[key]
        found = self._pure[key] = _flow_pure(self._grow(key), self.number(Fraction(1)))
        return found

    def _grow(self, first: _Call) -> list[_Stage]:
        """The graph of pure stages from ``first`` on; every stage once, by its number."""
        numbers: dict[_Call, int] = {first: 0}
        calls = [first]
        graph: list[_Stage] = []
        while len(graph) < len(calls):
            stage = self._ways(*calls[len(graph)])
            for at, (chance, value, ahead) in enumerate(stage):
                if not ahead:
                    continue
                number = numbers.setdefault(value, len(calls))
                if number == len(calls):
                    calls.append(value)
                stage[at] = (chance, number, True)
            graph.append(stage)
        return graph

    def _ways(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> _Stage:
        """Every way through one pure stage: to a value, or ahead to another stage."""
        found: _Stage = []
        waiting: list[tuple[tuple[Any, ...], Any]] = [((), self.number(Fraction(1)))]
        while waiting:
            given, chance = waiting.pop()
            given, request, value = _run_pure(fn, args, given)
            if request is not None:
                waiting.extend(
                    ((*given, answer), chance * more) for answer, more in self._answers(request)
                )
                continue
            self.paths += 1
            if type(value) is Then:
                found.append((chance, (value.fn, value.args), True))
            else:
                found.append((chance, value, False))
        if self.paths > self.budget:
            raise TooMany
        return found


def _flow_pure(graph: list[_Stage], one: Any) -> dict[Any, Any]:
    """Chances through a graph of pure stages. A stage may lead back to itself (a re-roll)."""
    arrows = [0] * len(graph)
    for at, stage in enumerate(graph):
        for _, value, ahead in stage:
            if ahead and value != at:
                arrows[value] += 1
    mass: list[Any] = [one * 0] * len(graph)
    mass[0] = one
    found: dict[Any, Any] = {}
    ready = [0]
    while ready:
        at = ready.pop()
        here = mass[at]
        again = sum(chance for chance, value, ahead in graph[at] if ahead and value == at)
        if again:
            here = here / (1 - again)
        for chance, value, ahead in graph[at]:
            if not ahead:
                found[value] = found.get(value, 0) + here * chance
            elif value != at:
                mass[value] += here * chance
                arrows[value] -= 1
                if not arrows[value]:
                    ready.append(value)
    return found


def _run_pure(
    fn: Callable[..., Any], args: tuple[Any, ...], given: tuple[Any, ...]
) -> tuple[tuple[Any, ...], Request[Any] | None, Any]:
    """Run a pure stage with these answers: (answers with the trivial ones, what it asks, value)."""
    result = fn(*args)
    if type(result) is not GeneratorType:
        return given, None, result
    try:
        request = next(result)
        for answer in given:
            request = result.send(answer)
        while True:
            simple = None if type(request) is Sub else trivial(request)
            if simple is None:
                result.close()
                return given, request, None
            given = (*given, simple[0])
            request = result.send(simple[0])
    except StopIteration as stop:
        return given, None, stop.value
