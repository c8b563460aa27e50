"""The best way to pair things off when several costs count, each only where earlier ones are level.

networkx finds a matching of the greatest weight in a general graph (Edmonds' blossoms), exactly
when weights are whole numbers. It is imported late: it takes a fifth of a second, and only drafting
a round needs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Costs = tuple[int, ...]


def find_cheapest_matching(edges: Mapping[tuple[int, int], Costs]) -> set[tuple[int, int]]:
    """As many edges as possible that share no end; of those the cheapest, first cost first.

    Costs are zero or more, and every edge has the same number of them. The answer has the
    edges as they were given, and is the same every time.
    """
    import networkx

    weights = _weights(edges)
    graph = networkx.Graph()
    graph.add_nodes_from(sorted({end for edge in edges for end in edge}))
    for edge in sorted(edges):
        graph.add_edge(*edge, weight=-weights[edge])
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return {edge if edge in edges else (edge[1], edge[0]) for edge in found}


def _weights(edges: Mapping[tuple[int, int], Costs]) -> dict[tuple[int, int], int]:
    """One number an edge, so that no sum of later costs outweighs one of an earlier cost."""
    ends = len({end for edge in edges for end in edge})
    worth = _worth(list(edges.values()), ends // 2)
    return {
        edge: sum(cost * each for cost, each in zip(costs, worth, strict=True))
        for edge, costs in edges.items()
    }


def _worth(costs: Sequence[Costs], chosen: int) -> list[int]:
    """What one unit of each cost is worth when at most ``chosen`` edges are taken."""
    worth: list[int] = []
    scale = 1
    for column in reversed(list(zip(*costs, strict=True))):
        worth.append(scale)
        scale *= chosen * max(column) + 1
    return worth[::-1]
