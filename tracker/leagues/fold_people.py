"""A league's opening and its people, folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tracker.leagues import league_events as ev
from tracker.leagues.league_rows import Competitor, LeagueInfo, Season
from tracker.leagues.league_state import LeagueState
from tracker.vocabulary.events import Event, Version

Changes = dict[type[Event], Callable[[LeagueState, Any, Version], None]]


def _opened(state: LeagueState, event: ev.LeagueOpened, _: Version) -> None:
    state.info = LeagueInfo(
        title=event.title,
        what=event.what,
        scheme=event.scheme,
        rules=event.rules,
        zone=event.zone,
        rulesets=event.rulesets,
        opened_on=event.opened_on,
    )
    state.seasons[1] = Season(
        1, planned=event.rounds, began_on=event.opened_on, pairing=event.pairing
    )


def _enrolled(state: LeagueState, event: ev.PlayerEnrolled, _: Version) -> None:
    first = state.round_number + 1
    state.players[event.player] = Competitor(
        event.player, event.name, event.ranked, first, about=event.about
    )


def _player_changed(state: LeagueState, event: ev.PlayerChanged, _: Version) -> None:
    known = state.players[event.player]
    state.players[event.player] = replace(
        known,
        name=known.name if event.name is None else event.name,
        ranked=known.ranked if event.ranked is None else event.ranked,
    )


def _presence(state: LeagueState, event: ev.PlayerPresence, _: Version) -> None:
    known = state.players[event.player]
    here = tuple(one for one in known.away if one != event.round)
    late = tuple(one for one in known.late if one != event.round)
    match event.presence:
        case "away":
            asked = tuple(one for one in known.byes if one[0] != event.round)
            paid = () if event.bye == "zero bye" else ((event.round, event.bye),)
            known = replace(known, away=(*here, event.round), late=late, byes=(*asked, *paid))
        case "dropped":
            known = replace(known, left=event.round - 1)
        case "leaving":
            known = replace(known, left=event.round)
        case "late":
            known = replace(known, away=here, late=(*late, event.round))
        case "ringer":
            known = replace(known, away=here, ranked=False)
        case "returned":
            known = replace(known, away=here, late=late, left=None)
        case "present":
            known = replace(known, away=here, late=late)
    state.players[event.player] = replace(known, said=event.presence, why=event.why)
    cut = state.cut
    if cut is not None and event.player in cut.players:
        others = tuple(one for one in cut.left if one[0] != event.player)
        gone = () if known.left is None else ((event.player, known.left),)
        state.cuts[state.season.number] = replace(cut, left=(*others, *gone))


def _annulled(state: LeagueState, event: ev.ResultsAnnulled, _: Version) -> None:
    season = state.season
    others = tuple(one for one in season.annulled if one != event.player)
    now = (*others, event.player) if event.annulled else others
    state.seasons[season.number] = replace(season, annulled=now)


CHANGES: Changes = {
    ev.LeagueOpened: _opened,
    ev.PlayerEnrolled: _enrolled,
    ev.PlayerChanged: _player_changed,
    ev.PlayerPresence: _presence,
    ev.ResultsAnnulled: _annulled,
}
