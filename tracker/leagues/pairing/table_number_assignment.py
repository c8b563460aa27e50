"""Assigns tables to games, if possible tables that the players have not had before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.leagues.pairing.minimum_cost_matching import Costs, find_cheapest_matching
from tracker.leagues.results.standings_input_types import PlayerId

ALL_TABLES_LIMIT = 64
"""Up to this many games, all tables are considered. Above it, only near ones are."""
NEAR_TABLES = 12


def assign_table_numbers(
    games: Sequence[tuple[PlayerId, PlayerId]],
    earlier_tables: Mapping[PlayerId, Sequence[int]],
    tables: Sequence[int] | None = None,
    fixed_tables: Mapping[int, int] | None = None,
) -> list[int | None]:
    """Assign tables so that few players return to an earlier one; ties follow the order of games.

    ``earlier_tables`` contains each player's earlier tables, and ``fixed_tables`` the tables of
    games (by index) that must not change. If there are fewer tables than games, the last games get
    none.
    """
    fixed_tables = fixed_tables or {}
    wanted = list(range(1, len(games) + 1)) if tables is None else list(dict.fromkeys(tables))
    free = [table for table in wanted if table not in fixed_tables.values()]
    open_games = [place for place in range(len(games)) if place not in fixed_tables][: len(free)]
    free = free[: len(open_games)] if tables is None else free
    near = max(len(open_games), len(free)) if len(open_games) <= ALL_TABLES_LIMIT else NEAR_TABLES
    edges: dict[tuple[int, int], Costs] = {
        (place, len(games) + number): (
            _count_returns(games[place], free[number], earlier_tables),
            (rank - number) ** 2,
        )
        for rank, place in enumerate(open_games)
        for number in range(max(0, rank - near), min(len(free), rank + near + 1))
    }
    found = (
        {place: free[end - len(games)] for place, end in find_cheapest_matching(edges)}
        if edges
        else {}
    )
    return [fixed_tables.get(place, found.get(place)) for place in range(len(games))]


def _count_returns(
    game: tuple[PlayerId, PlayerId], table: int, before: Mapping[PlayerId, Sequence[int]]
) -> int:
    """Count how often the two players have had this table before."""
    return sum(before.get(player, ()).count(table) for player in game)
