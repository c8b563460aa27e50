"""A round in which two are to meet, or one is to have a bye, whoever they were paired with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from tracker.leagues.league_events import Pairing
from tracker.leagues.results import PlayerId

Made = Callable[[PlayerId, PlayerId | None, int], Pairing]
"""A new pairing of two players (or a bye of one) at a table; 0: at none yet."""


def regroup_pairings(pairings: Sequence[Pairing], wanted: Pairing, made: Made) -> list[Pairing]:
    """The pairings with ``wanted`` among them, also of players who were not paired at all.

    Those who are left over meet each other; a single one meets who has the bye, or has it.
    """
    together = {wanted.home, wanted.away}
    kept = [one for one in pairings if together.isdisjoint(_players(one))]
    broken = [one for one in pairings if not together.isdisjoint(_players(one))]
    left = [player for one in broken for player in _players(one) if player not in together]
    tables = [one.table for one in broken if one.table]
    if wanted.away is not None:
        kept.append(replace(wanted, table=tables.pop(0) if tables else 0))
    else:
        kept.append(wanted)
    if len(left) == 1:
        waits = [one for one in kept if one.away is None and one.bye == "bye" and one != wanted]
        kept = [one for one in kept if one not in waits[:1]]
        left += [one.home for one in waits[:1]]
    if left:
        home, away = left[0], left[1] if len(left) > 1 else None
        kept.append(made(home, away, tables.pop(0) if tables and away else 0))
    return kept


def _players(one: Pairing) -> Iterator[PlayerId]:
    yield one.home
    if one.away is not None:
        yield one.away
