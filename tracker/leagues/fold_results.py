"""Results, signatures and linked games, folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tracker.leagues import events as ev
from tracker.leagues.fold_units import forget_steps
from tracker.leagues.rows import Correction, Fixture, GameLink
from tracker.leagues.state import LeagueState
from tracker.vocabulary.events import Event, Version

Changes = dict[type[Event], Callable[[LeagueState, Any, Version], None]]


def _change(state: LeagueState, fixture: ev.FixtureId, **changes: Any) -> None:
    state.fixtures[fixture] = replace(state.fixtures[fixture], **changes)


def _entered(state: LeagueState, event: ev.ResultEntered, version: Version) -> None:
    _change(state, event.fixture, ended=event.ended, by_hand=True, version=version, signed=())


def _corrected(state: LeagueState, event: ev.ResultCorrected, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change(
        state,
        event.fixture,
        ended=event.ended,
        by_hand=True,
        version=version,
        signed=(),
        corrections=_with_correction(known, event.why, version),
    )


def _withdrawn(state: LeagueState, event: ev.ResultWithdrawn, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change(
        state,
        event.fixture,
        ended=known.reported if known.by_hand else None,
        by_hand=False,
        version=version,
        signed=(),
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
        _change(state, event.fixture, ended=event.ended, version=version, signed=())


def _taken_back(state: LeagueState, event: ev.ReportTakenBack, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change(state, event.fixture, reported=None, reported_at=0)
    if not known.by_hand and known.reported is not None:
        _change(state, event.fixture, ended=None, version=version, signed=())
    forget_steps(state, event.fixture)


CHANGES: Changes = {
    ev.ResultEntered: _entered,
    ev.ResultCorrected: _corrected,
    ev.ResultWithdrawn: _withdrawn,
    ev.ResultSigned: _signed,
    ev.MatchLinked: _linked,
    ev.MatchUnlinked: _unlinked,
    ev.ResultReported: _reported,
    ev.ReportTakenBack: _taken_back,
}
