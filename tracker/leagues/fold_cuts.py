"""Top cuts, folded."""

from __future__ import annotations

from tracker.leagues.cut_events import CutDecided, CutMade
from tracker.leagues.fold_rounds import Changes
from tracker.leagues.league_rows import TopCut
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.events import Version


def _made(state: LeagueState, event: CutMade, _: Version) -> None:
    season = state.season.number
    state.cuts[season] = TopCut(event.players, event.third, state.round_number)


def _decided(state: LeagueState, event: CutDecided, _: Version) -> None:
    state.decided[event.fixture] = event.player


CHANGES: Changes = {CutMade: _made, CutDecided: _decided}
