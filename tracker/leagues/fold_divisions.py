"""Divisions, folded."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.leagues.division_events import DivisionMoved, DivisionsSet
from tracker.leagues.divisions import LeagueDivisions
from tracker.leagues.fold_rounds import Changes
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.events import Version


def _set(state: LeagueState, event: DivisionsSet, _: Version) -> None:
    names = {one.name for one in event.divisions}
    was = state.get_divisions().in_
    kept = {player: name for player, name in was.items() if name in names}
    state.divisions[state.season.number] = LeagueDivisions(
        event.divisions, event.up, event.down, kept
    )


def _moved(state: LeagueState, event: DivisionMoved, _: Version) -> None:
    known = state.get_divisions()
    others = {player: name for player, name in known.in_.items() if player != event.player}
    now = {**others, event.player: event.division} if event.division else others
    state.divisions[state.season.number] = replace(known, in_=now)


CHANGES: Changes = {DivisionsSet: _set, DivisionMoved: _moved}
