"""A graph whose nodes lead to other nodes or to ends, each with a chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class CycleError(RuntimeError):
    """Stages that are not pure form a loop, for example because of rerolls.

    The odds can only be sampled.
    """


Way = tuple[Any, Any, bool]
Ways = list[Way]
"""The ways out of a node, each as (chance, target, whether the target is a node)."""


class ChanceGraph:
    """A graph of nodes and the ways out of them. Each node is expanded once and then kept."""

    def __init__(self, expand: Callable[[Any], Ways]) -> None:
        """Create a graph. ``expand`` returns the ways out of a node.

        ``expand`` may use this graph.
        """
        self._expand = expand
        self._numbers: dict[Any, int] = {}
        self._nodes: list[Any] = []
        self._ways: dict[int, Ways] = {}
        self._again: dict[int, Any] = {}  # the chance that a node leads back to itself

    def compute_end_chances(self, first: Any, total: Any) -> dict[Any, Any]:
        """Compute the chances of all ends that ``first`` leads to. The chances add up to ``total``.

        A node may lead back to itself (a reroll). Raises ``CycleError`` for longer loops.
        """
        start = self._get_node_number(first)
        arrows = self._expand_and_count_ways(start)
        mass: dict[int, Any] = dict.fromkeys(arrows, total * 0)
        mass[start] = total
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
            message = "the stages of the rules form a loop: move the reroll into a pure stage"
            raise CycleError(message)
        return found

    def _get_node_number(self, node: Any) -> int:
        number = self._numbers.setdefault(node, len(self._nodes))
        if number == len(self._nodes):
            self._nodes.append(node)
        return number

    def _expand_and_count_ways(self, start: int) -> dict[int, int]:
        """Expand all nodes that ``start`` leads to, and count the ways into each node."""
        arrows = {start: 0}
        left = [start]
        while left:
            at = left.pop()
            for _, value, ahead in self._list_ways_out_of(at):
                if not ahead or value == at:
                    continue
                if value in arrows:
                    arrows[value] += 1
                else:
                    arrows[value] = 1
                    left.append(value)
        return arrows

    def _list_ways_out_of(self, at: int) -> Ways:
        ways = self._ways.get(at)
        if ways is None:
            ways = self._ways[at] = self._expand(self._nodes[at])
            for place, (chance, node, ahead) in enumerate(ways):
                if ahead:
                    number = self._get_node_number(node)
                    ways[place] = (chance, number, True)
                    if number == at:
                        self._again[at] = self._again.get(at, 0) + chance
        return ways
