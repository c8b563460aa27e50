"""Finds the best matching by several costs. Each cost only breaks ties between equal earlier costs.

The library networkx finds a maximum-weight matching in a general graph (Edmonds' blossom
algorithm), which is exact for integer weights. It is imported late, because importing it takes a
fifth of a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Costs = tuple[int, ...]


def find_cheapest_matching(edges: Mapping[tuple[int, int], Costs]) -> set[tuple[int, int]]:
    """Find the cheapest of the largest sets of edges in which no two edges share an end.

    Later costs matter only if all earlier ones are equal. Costs are not negative, and every edge
    has the same number of costs. The result is deterministic.
    """
    import networkx

    ends = sorted({end for edge in edges for end in edge})
    unit_weights = _compute_unit_weights(list(edges.values()), len(ends) // 2)
    graph = networkx.Graph()
    graph.add_nodes_from(ends)
    for edge in sorted(edges):
        weight = sum(cost * unit for cost, unit in zip(edges[edge], unit_weights, strict=True))
        graph.add_edge(*edge, weight=-weight)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return {edge if edge in edges else (edge[1], edge[0]) for edge in found}


def _compute_unit_weights(costs: Sequence[Costs], max_edges: int) -> list[int]:
    """Compute the weight of a unit of each cost. Later costs never outweigh an earlier one."""
    unit_weights: list[int] = []
    scale = 1
    for column in reversed(list(zip(*costs, strict=True))):
        unit_weights.insert(0, scale)
        scale *= max_edges * max(column) + 1
    return unit_weights
