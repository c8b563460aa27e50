"""What a player says of a game of one's own."""

from __future__ import annotations

from tracker.leagues.league_events import Ended, FixtureId
from tracker.leagues.results import PlayerId
from tracker.vocabulary.events import Event


class ResultTold(Event, frozen=True, kw_only=True, gc=False):
    """A player said how his game ended. What follows stands in the same entry.

    Where there was no result it is entered and signed by who told it; where it is another than the
    one that stands, nothing follows, and the two are kept beside each other.
    """

    fixture: FixtureId
    player: PlayerId
    ended: Ended
    why: str = ""
