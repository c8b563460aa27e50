"""What is said when the best of a season play on in a bracket."""

from __future__ import annotations

from tracker.leagues.league_events import FixtureId
from tracker.leagues.results import PlayerId
from tracker.vocabulary.events import Event


class CutMade(Event, frozen=True, kw_only=True, gc=False):
    """``players`` go on, best first; ``third``: who loses a semi-final plays for third place."""

    players: tuple[PlayerId, ...]
    third: bool = False
    why: str = ""


class CutDecided(Event, frozen=True, kw_only=True, gc=False):
    """Who goes on from a game of the bracket that nobody won; ``why`` says how that was found."""

    fixture: FixtureId
    player: PlayerId
    why: str = ""
