"""What is said of the divisions of a league."""

from __future__ import annotations

from msgspec import Struct

from tracker.leagues.league_events import Origin, Way
from tracker.leagues.results import PlayerId
from tracker.vocabulary.events import Event


class Division(Struct, frozen=True, omit_defaults=True):
    """A division; ``pairing`` is how its rounds are paired, "" as those of the season."""

    name: str
    pairing: Way = ""


class DivisionsSet(Event, frozen=True, kw_only=True, gc=False):
    """The divisions there are from now on, the first the highest; none: one field again.

    Behind a season ``up`` go up from each division, and ``down`` go down.
    """

    divisions: tuple[Division, ...]
    up: int = 0
    down: int = 0
    why: str = ""


class DivisionMoved(Event, frozen=True, kw_only=True, gc=False):
    """A player is in this division from now on, "" in none; by ``rule``: went up or down."""

    player: PlayerId
    division: str
    why: str = ""
    origin: Origin = "hand"
