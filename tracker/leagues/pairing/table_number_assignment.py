"""Assigns tables to games. If possible, players get tables that they have not had before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tracker.leagues.pairing.minimum_cost_matching import Costs, find_cheapest_matching
from tracker.leagues.results.standings_input_types import PlayerId

ALL_TABLES_LIMIT = 64
"""Up to this number of games, all tables are considered; above it, only nearby tables."""
NEAR_TABLES = 12


def assign_table_numbers(
    games: Sequence[tuple[PlayerId, ...]],
    earlier_tables: Mapping[PlayerId, Sequence[int]],
    fixed_tables: Mapping[int, int] = MappingProxyType({}),
) -> list[int]:
    """Assign tables so that as few players as possible return to an earlier one.

    ``earlier_tables`` contains each player's earlier tables, and ``fixed_tables`` maps the indices
    of games to tables that must not change. Equally good tables are assigned in the order of the
    games.
    """
    open_games = [place for place in range(len(games)) if place not in fixed_tables]
    tables = range(1, len(games) + 1)
    free = [table for table in tables if table not in fixed_tables.values()][: len(open_games)]
    near = len(free) if len(free) <= ALL_TABLES_LIMIT else NEAR_TABLES
    edges: dict[tuple[int, int], Costs] = {
        (place, len(games) + number): (
            sum(earlier_tables.get(player, ()).count(free[number]) for player in games[place]),
            (rank - number) ** 2,
        )
        for rank, place in enumerate(open_games)
        for number in range(max(0, rank - near), min(len(free), rank + near + 1))
    }
    matching = find_cheapest_matching(edges) if edges else ()
    found = {place: free[end - len(games)] for place, end in matching}
    return [fixed_tables.get(place) or found[place] for place in range(len(games))]
