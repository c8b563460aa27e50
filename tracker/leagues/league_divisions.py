"""The divisions of a league: members, pairings within them, promotion and relegation."""

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
    """The divisions of a season, highest first, and each player's division (``in_``)."""

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
        """Return the division of a player, or "" for none."""
        return self.in_.get(player, "")

    def group_by_division(
        self, players: Iterable[T], who: Callable[[T], PlayerId]
    ) -> list[tuple[str, list[T]]]:
        """Group these players by division, highest first. Players without one come last.

        A league without divisions is one group. Nobody is left out, and no group is empty.
        """
        found: dict[str, list[T]] = {name: [] for name in (*self.names, "")}
        for one in players:
            found[self.get_division(who(one))].append(one)
        return [(name, group) for name, group in found.items() if group]


UNDIVIDED = LeagueDivisions()


class DivisionChange(Struct, frozen=True):
    """A player who is promoted or relegated after a season, from one division to another."""

    player: PlayerId
    was: str
    now: str
    place: int
    up: bool


def find_division_changes(
    divided: LeagueDivisions, tables: Mapping[str, Standings]
) -> list[DivisionChange]:
    """The promotions and relegations by the final tables of the divisions.

    Players who dropped out do not move. Nobody moves twice: in a small division promotion comes
    first.
    """
    found: list[DivisionChange] = []
    names = divided.names
    for at, name in enumerate(names):
        rows = [row for row in tables[name].rows if not row.dropped] if name in tables else []
        rising = rows[: divided.up] if at else []
        rest = rows[len(rising) :]
        falling = rest[-divided.down :] if divided.down and at + 1 < len(names) else []
        found += [
            DivisionChange(row.player, name, names[at - 1], row.place, True) for row in rising
        ]
        found += [
            DivisionChange(row.player, name, names[at + 1], row.place, False) for row in falling
        ]
    return found


def join_division_tables(tables: Sequence[tuple[str, Standings]]) -> Standings:
    """Join the tables of all divisions in order. Places begin again at 1 in each."""
    rows = tuple(
        replace(row, division=name or NONE) for name, table in tables for row in table.rows
    )
    level = tuple(group for _, table in tables for group in table.level)
    return replace(tables[0][1], rows=rows, level=level)
