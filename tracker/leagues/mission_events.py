"""What is said of what a round is about."""

from __future__ import annotations

from tracker.vocabulary.events import Event


class MissionSet(Event, frozen=True, kw_only=True, gc=False):
    """What all tables of a round of the season at hand play, also before it is drafted.

    ``mission`` names it (or several), ``terrain`` what lies on the tables, ``rules`` the house
    rules of that round; all three empty: none any more.
    """

    round: int
    mission: str = ""
    terrain: str = ""
    rules: str = ""
