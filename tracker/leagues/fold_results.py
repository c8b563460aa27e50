"""Results, signatures and linked games, folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tracker.leagues import league_events as ev
from tracker.leagues.fold_units import forget_steps
from tracker.leagues.league_rows import Correction, Fixture, GameLink, is_same_result
from tracker.leagues.league_state import LeagueState
from tracker.leagues.told_events import ResultTold
from tracker.vocabulary.events import Event, Version

Changes = dict[type[Event], Callable[[LeagueState, Any, Version], None]]


def _change(state: LeagueState, fixture: ev.FixtureId, **changes: Any) -> None:
    state.fixtures[fixture] = replace(state.fixtures[fixture], **changes)


def _result(state: LeagueState, fixture: ev.FixtureId, ended: ev.Ended | None, **more: Any) -> None:
    """Another result, or none: nobody has signed it; what players told otherwise is settled."""
    told = tuple(each for each in state.fixtures[fixture].told if is_same_result(each[1], ended))
    _change(state, fixture, ended=ended, signed=(), told=told, **more)


def _entered(state: LeagueState, event: ev.ResultEntered, version: Version) -> None:
    _result(state, event.fixture, event.ended, by_hand=True, version=version)


def _corrected(state: LeagueState, event: ev.ResultCorrected, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _result(
        state,
        event.fixture,
        event.ended,
        by_hand=True,
        version=version,
        corrections=_with_correction(known, event.why, version),
    )


def _withdrawn(state: LeagueState, event: ev.ResultWithdrawn, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _result(
        state,
        event.fixture,
        known.reported if known.by_hand else None,
        by_hand=False,
        version=version,
        corrections=_with_correction(known, event.why, version),
    )
    forget_steps(state, event.fixture)


def _with_correction(known: Fixture, why: str, version: Version) -> tuple[Correction, ...]:
    if known.ended is None:
        return known.corrections
    return (*known.corrections, Correction(known.ended, why, version))


def _signed(state: LeagueState, event: ev.ResultSigned, _: Version) -> None:
    known = state.fixtures[event.fixture]
    if event.player not in known.signed:
        _change(state, event.fixture, signed=(*known.signed, event.player))


def _told(state: LeagueState, event: ResultTold, _: Version) -> None:
    others = (each for each in state.fixtures[event.fixture].told if each[0] != event.player)
    _change(state, event.fixture, told=(*others, (event.player, event.ended)))


def _linked(state: LeagueState, event: ev.MatchLinked, _: Version) -> None:
    _change(state, event.fixture, link=GameLink(event.match, event.sides, event.units))
    state.matches[event.match] = event.fixture


def _unlinked(state: LeagueState, event: ev.MatchUnlinked, version: Version) -> None:
    _taken_back(state, ev.ReportTakenBack(fixture=event.fixture, match=event.match), version)
    _change(state, event.fixture, link=None)
    state.matches.pop(event.match, None)


def _reported(state: LeagueState, event: ev.ResultReported, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change(state, event.fixture, reported=event.ended, reported_at=event.version)
    if not known.by_hand:
        _result(state, event.fixture, event.ended, version=version)


def _taken_back(state: LeagueState, event: ev.ReportTakenBack, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change(state, event.fixture, reported=None, reported_at=0)
    if not known.by_hand and known.reported is not None:
        _result(state, event.fixture, None, version=version)
    forget_steps(state, event.fixture)


CHANGES: Changes = {
    ev.ResultEntered: _entered,
    ev.ResultCorrected: _corrected,
    ev.ResultWithdrawn: _withdrawn,
    ev.ResultSigned: _signed,
    ResultTold: _told,
    ev.MatchLinked: _linked,
    ev.MatchUnlinked: _unlinked,
    ev.ResultReported: _reported,
    ev.ReportTakenBack: _taken_back,
}
