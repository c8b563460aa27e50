"""A league's divisions: their members, and promotion and relegation between the divisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.leagues.league_events import Division
from tracker.leagues.results.standings import Standings
from tracker.leagues.results.standings_input_types import PlayerId

T = TypeVar("T")
NONE = "no division"
"""The heading for players without a division."""


class LeagueDivisions(Struct, frozen=True):
    """A season's divisions, highest first. ``in_`` maps each player to a division."""

    divisions: tuple[Division, ...] = ()
    up: int = 0
    down: int = 0
    in_: dict[PlayerId, str] = {}

    def __bool__(self) -> bool:
        return bool(self.divisions)

    @property
    def names(self) -> list[str]:
        """The names of the divisions, highest first."""
        return [one.name for one in self.divisions]

    def get_division(self, player: PlayerId) -> str:
        """Return the name of a player's division, or "" if the player has none."""
        return self.in_.get(player, "")

    def group_by_division(
        self, players: Iterable[T], get_player: Callable[[T], PlayerId]
    ) -> list[tuple[str, list[T]]]:
        """Group players by division, highest first. Players without a division come last.

        If the league has no divisions, all players form one group. Empty groups are omitted.
        """
        found: dict[str, list[T]] = {name: [] for name in (*self.names, "")}
        for one in players:
            found[self.get_division(get_player(one))].append(one)
        return [(name, group) for name, group in found.items() if group]


UNDIVIDED = LeagueDivisions()


class DivisionChange(Struct, frozen=True):
    """A promotion or relegation. ``level_with`` are the tied players of the division who stay."""

    player: PlayerId
    old_division: str
    new_division: str
    place: int
    up: bool
    level_with: tuple[PlayerId, ...] = ()


def find_division_changes(
    divisions: LeagueDivisions, tables: Mapping[str, Standings]
) -> list[DivisionChange]:
    """Determine promotions and relegations from the final tables of the divisions.

    Players who have dropped out do not move. Promotions come first, and a promoted player is not
    relegated.
    """
    found: list[DivisionChange] = []
    names = divisions.names
    for at, name in enumerate(names):
        rows = [row for row in tables[name].rows if not row.dropped] if name in tables else []
        rising = rows[: divisions.up] if at else []
        rest = rows[len(rising) :]
        falling = rest[-divisions.down :] if divisions.down and at + 1 < len(names) else []
        moves = [(row, at - 1) for row in rising] + [(row, at + 1) for row in falling]
        staying = {row.player for row in rest[: len(rest) - len(falling)]}
        level = tables[name].level if moves else ()
        for row, to in moves:
            ties = (one for group in level if row.player in group for one in group)
            level_with = tuple(one for one in ties if one in staying)
            found.append(
                DivisionChange(row.player, name, names[to], row.place, to < at, level_with)
            )
    return found


def join_division_standings(tables: Sequence[tuple[str, Standings]]) -> Standings:
    """Join the divisions' tables into one, in which places start at 1 in each division."""
    rows = tuple(replace(row, division=name or NONE) for name, each in tables for row in each.rows)
    level = tuple(group for _, table in tables for group in table.level)
    return replace(tables[0][1], rows=rows, level=level)
