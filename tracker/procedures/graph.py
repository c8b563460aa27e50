"""Graphs of chance: nodes with ways to other nodes or to ends, grown once and flowed through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Circle(RuntimeError):
    """Nodes lead round in a circle: a re-roll that is no pure stage. Sample it instead."""


Ways = list[tuple[Any, Any, bool]]
"""(chance, an end or a node or its number, whether it goes ahead to a node)"""


def grow(first: Any, expand: Callable[[Any], Ways]) -> list[Ways]:
    """The graph from ``first`` on: every node once, and ahead by the number of the node."""
    numbers: dict[Any, int] = {first: 0}
    nodes = [first]
    graph: list[Ways] = []
    while len(graph) < len(nodes):
        ways = expand(nodes[len(graph)])
        for at, (chance, value, ahead) in enumerate(ways):
            if not ahead:
                continue
            number = numbers.setdefault(value, len(nodes))
            if number == len(nodes):
                nodes.append(value)
            ways[at] = (chance, number, True)
        graph.append(ways)
    return graph


def flow(graph: list[Ways], one: Any) -> dict[Any, Any]:
    """Chances through a graph, to its ends. A node may lead back to itself (a re-roll).

    Raises ``Circle`` where nodes lead round in a circle.
    """
    arrows = [0] * len(graph)
    for at, ways in enumerate(graph):
        for _, value, ahead in ways:
            if ahead and value != at:
                arrows[value] += 1
    mass: list[Any] = [one * 0] * len(graph)
    mass[0] = one
    found: dict[Any, Any] = {}
    ready = [] if arrows[0] else [0]
    done = 0
    while ready:
        at = ready.pop()
        done += 1
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
    if done < len(graph):
        message = "the rules go round in a circle: a re-roll belongs into a pure stage"
        raise Circle(message)
    return found
