"""Results that may be slips of the fingers: they are taken, and the line of the log says so."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.leagues.league_events import Ended
from tracker.leagues.league_rows import Fixture
from tracker.leagues.league_state import LeagueState

FAR = 5
"""A score this many times the highest of the season is strange."""
ENOUGH = 3
"""So many scores have to be known before one is strange."""
LEAST = 20
"""A score up to this is never strange."""


def list_warnings(state: LeagueState, fixture: Fixture, ended: Ended) -> Iterator[str]:
    """What is strange about a result, in clauses; ``state`` may know it already."""
    others = [
        one.ended
        for one in state.published(fixture.season)
        if one.id != fixture.id and one.away is not None and one.ended is not None
    ]
    scores = [max(map(abs, one.vp)) for one in others if one.vp is not None]
    if ended.vp is not None and len(scores) >= ENOUGH:
        highest = max(scores)
        if max(map(abs, ended.vp)) > FAR * max(highest, LEAST // FAR):
            yield f"the highest score before was {highest}"
    began = state.seasons[fixture.season].began_on
    of_league = state.info.what == "league" and fixture.away is not None
    before = [one for one in (ended, *others) if one.played_on and one.played_on < began]
    if of_league and before == [ended]:  # of several a season is written down afterwards
        yield f"played before the season began ({began})"


def describe_warnings(state: LeagueState, fixture: Fixture, ended: Ended) -> str:
    """What is strange about a result, behind it; nothing where nothing is."""
    found = list(list_warnings(state, fixture, ended))
    return f" – is that right? {'; '.join(found)}" if found else ""
