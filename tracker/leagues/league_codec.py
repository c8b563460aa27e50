"""The stored forms of a league's events."""

from __future__ import annotations

from typing import cast, get_args

from tracker.leagues.league_events import AnyLeagueEvent
from tracker.vocabulary.forms import Forms

LEAGUE: Forms[AnyLeagueEvent] = Forms(
    cast(tuple[type[AnyLeagueEvent], ...], get_args(AnyLeagueEvent))
)
