"""Checks for closed seasons, whose standings change only with a reason."""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.text_cleaning import clean_text
from tracker.leagues.league_state import Fixture, LeagueState


def require_open_season(state: LeagueState, season: int | None = None) -> None:
    """Raise ``Refused`` if a season is closed. The default is the current season."""
    known = state.season if season is None else state.seasons[season]
    if known.closed:
        is_current = known.number == state.season.number
        otherwise = "Begin the next season" if is_current else "Its standings are final"
        raise Refused(f"Season {known.number} is closed. {otherwise}.")


def require_reason_if_closed(state: LeagueState, fixture: Fixture, why: str) -> None:
    if state.seasons[fixture.season].closed and not clean_text(why):
        raise Refused(
            f"Season {fixture.season} is closed. Give a reason to change its standings anyway."
        )
