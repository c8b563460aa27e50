"""Graphs of chance: nodes with ways to other nodes or to ends, every node expanded once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Circle(RuntimeError):
    """Nodes lead round in a circle: a re-roll that is no pure stage. Sample it instead."""


Way = tuple[Any, Any, bool]
Ways = list[Way]
"""(chance, an end or a node or its number, whether it goes ahead to a node)"""


class Graph:
    """What nodes lead to; what one question found out of a node serves all later ones."""

    def __init__(self, expand: Callable[[Any], Ways]) -> None:
        """``expand`` gives the ways out of a node; it may ask this graph about other nodes."""
        self._expand = expand
        self._numbers: dict[Any, int] = {}
        self._nodes: list[Any] = []
        self._ways: dict[int, Ways] = {}
        self._again: dict[int, Any] = {}  # the chance that a node leads back to itself

    def ends(self, first: Any, one: Any) -> dict[Any, Any]:
        """The ends that ``first`` leads to, with their chances out of ``one``.

        A node may lead back to itself (a re-roll). Raises ``Circle`` where nodes lead round.
        """
        start = self._number(first)
        arrows = self._grown(start)
        mass: dict[int, Any] = dict.fromkeys(arrows, one * 0)
        mass[start] = one
        found: dict[Any, Any] = {}
        ready = [] if arrows[start] else [start]
        done = 0
        while ready:
            at = ready.pop()
            done += 1
            here = mass[at]
            if at in self._again:
                here = here / (1 - self._again[at])
            for chance, value, ahead in self._ways[at]:
                if not ahead:
                    found[value] = found.get(value, 0) + here * chance
                elif value != at:
                    mass[value] += here * chance
                    arrows[value] -= 1
                    if not arrows[value]:
                        ready.append(value)
        if done < len(arrows):
            message = "the stages of the rules form a loop: move the re-roll into a pure stage"
            raise Circle(message)
        return found

    def _number(self, node: Any) -> int:
        number = self._numbers.setdefault(node, len(self._nodes))
        if number == len(self._nodes):
            self._nodes.append(node)
        return number

    def _grown(self, start: int) -> dict[int, int]:
        """Every node there is a way to from ``start``, with how many ways lead to it."""
        arrows = {start: 0}
        left = [start]
        while left:
            at = left.pop()
            for _, value, ahead in self._out_of(at):
                if not ahead or value == at:
                    continue
                if value in arrows:
                    arrows[value] += 1
                else:
                    arrows[value] = 1
                    left.append(value)
        return arrows

    def _out_of(self, at: int) -> Ways:
        ways = self._ways.get(at)
        if ways is None:
            ways = self._ways[at] = self._expand(self._nodes[at])
            for place, (chance, node, ahead) in enumerate(ways):
                if ahead:
                    number = self._number(node)
                    ways[place] = (chance, number, True)
                    if number == at:
                        self._again[at] = self._again.get(at, 0) + chance
        return ways
