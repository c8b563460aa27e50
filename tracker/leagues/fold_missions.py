"""Missions of rounds, folded."""

from __future__ import annotations

from tracker.leagues.fold_rounds import Changes
from tracker.leagues.league_rows import RoundMission
from tracker.leagues.league_state import LeagueState
from tracker.leagues.mission_events import MissionSet
from tracker.vocabulary.events import Version


def _set(state: LeagueState, event: MissionSet, _: Version) -> None:
    said = RoundMission(event.mission, event.terrain, event.rules)
    key = state.season.number, event.round
    if said == RoundMission():
        state.missions.pop(key, None)
    else:
        state.missions[key] = said


CHANGES: Changes = {MissionSet: _set}
