"""Warns of implausible results and dates, which may be mistyped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.pairing.knockout_bracket import list_games_leaving_bracket

IMPLAUSIBLE_FACTOR = 5
"""A score above this many times the season's highest score is implausible."""
MIN_SCORES = 3
"""The minimum number of earlier scores for which a score can be implausibly high."""
MAX_PLAUSIBLE_SCORE = 20
"""A score up to this value is never implausibly high."""


def list_result_warnings(
    state: LeagueState,
    fixture: Fixture,
    ended: ev.FixtureResult,
    earlier: Sequence[ev.FixtureResult] = (),
) -> Iterator[str]:
    """Yield a clause for each implausible part of a result. ``state`` may already contain the
    result.

    ``earlier`` contains other results of the same entry, which are not yet in ``state``.
    """
    others = [*earlier]
    fixtures = state.list_published_fixtures(fixture.season)
    games = (one for one in fixtures if one.id != fixture.id and one.away is not None)
    others += [one.ended for one in games if one.ended is not None]
    earlier_points = [one.vp for one in others if one.vp is not None]
    if ended.vp is not None and len(earlier_points) >= MIN_SCORES:
        highest = max(max(map(abs, vp)) for vp in earlier_points)
        limit = max(IMPLAUSIBLE_FACTOR * highest, MAX_PLAUSIBLE_SCORE)
        if max(map(abs, ended.vp)) > limit:
            yield f"the highest earlier score was {highest}"
    if ended.vp is not None and min(ended.vp) < 0 <= min(map(min, earlier_points), default=0):
        yield "no earlier score was below 0"
    began = state.seasons[fixture.season].began_on
    is_league_game = state.info.what == "league" and fixture.away is not None
    before = [one for one in (ended, *others) if one.played_on and one.played_on < began]
    # A whole season can be entered afterwards, with several games at once.
    if is_league_game and before == [ended]:
        yield f"played before the season began ({began})"
    earlier_result = fixture.corrections[-1].was if fixture.corrections else None
    has_other = fixture.ended is not None and fixture.ended != ended
    yield from _list_bracket_warnings(
        state, fixture, fixture.ended if has_other else earlier_result, ended
    )


def _list_bracket_warnings(
    state: LeagueState,
    fixture: Fixture,
    previous: ev.FixtureResult | None,
    ended: ev.FixtureResult | None,
) -> Iterator[str]:
    """Yield a clause for each published game that a changed result removes from the bracket.

    ``ended`` is None if the result is withdrawn.
    """
    if fixture.season == state.season.number and state.top_cut is not None:
        before_it, with_it = (_fork_with_result(state, fixture, one) for one in (previous, ended))
        for game in list_games_leaving_bracket(before_it, with_it):
            yield f"{describe_fixture(state, game)}, would no longer be in the bracket"


def _fork_with_result(
    state: LeagueState, fixture: Fixture, ended: ev.FixtureResult | None
) -> LeagueState:
    fork = state.fork_state()
    fork.fixtures[fixture.id] = replace(fixture, ended=ended)
    return fork


def format_result_warning_suffix(
    state: LeagueState,
    fixture: Fixture,
    ended: ev.FixtureResult,
    earlier: Sequence[ev.FixtureResult] = (),
) -> str:
    """Return the question that the log appends to an implausible result, or "" for a
    plausible one.
    """
    return _format_question(list_result_warnings(state, fixture, ended, earlier))


def format_removal_warning_suffix(
    state: LeagueState, fixture: Fixture, remaining: ev.FixtureResult | None
) -> str:
    """Return the question that the log appends if the bracket needs a removed result, or "" if it
    does not.

    ``remaining`` is the result that the fixture then has, or None.
    """
    return _format_question(_list_bracket_warnings(state, fixture, fixture.ended, remaining))


def _format_question(warnings: Iterable[str]) -> str:
    text = "; ".join(warnings)
    return f" – is that right? {text}" if text else ""


def format_early_date_warning_suffix(
    state: LeagueState, fixture: Fixture, arranged: ev.FixtureArranged
) -> str:
    """Return the question that the log appends to a date before the season, or "" for
    later dates.
    """
    began = state.seasons[fixture.season].began_on
    if state.info.what != "league" or not arranged.on or arranged.on >= began:
        return ""
    return f" – is that right? before the season began ({began})"
