"""Formats standings as plain text, and defines the columns of standings and ratings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.people import departure_awards_and_annulments
from tracker.application.table_columns import (
    Column,
    drop_empty_optional_columns,
    format_table_lines,
)
from tracker.application.text_cleaning import clean_text
from tracker.leagues.glicko_ratings import Rating
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results.scoring_schemes import TieBreak
from tracker.leagues.results.standings import Standings, StandingsRow
from tracker.leagues.results.standings_explanations import format_criterion_value
from tracker.leagues.results.standings_from_league_state import (
    StandingsCutoff,
    is_bracket_ranked,
    list_point_adjustments,
)
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count

if TYPE_CHECKING:
    from tracker.application.leagues.league import League


def render_standings_text(league: League, as_of: str = "", season: int | None = None) -> str:
    """Render the standings after a given round, as of a given date, or now.

    Raises ``Refused`` if there is no such round or season.
    """
    table = league.table.compute_standings(as_of, season)
    notes = list_standings_notes(league, table, as_of, season)
    title = f"{league.title} · {format_standings_title(league, as_of, season)}"
    heading = [title, describe_scheme_and_tie_breaks(table), ""]
    ending = ["", *notes, ""] if notes else [""]
    return "\n".join([*heading, *list_standings_lines(table), *ending])


def list_standings_columns(standings: Standings) -> list[Column[StandingsRow]]:
    """Return the columns of the standings. Optional columns without any value are left out."""
    extra = dict.fromkeys(name for row in standings.rows for name in row.extra)
    column = Column[StandingsRow]
    columns = [
        column("#", lambda row: str(row.place)),
        column("player", _format_player_name, words=True),
        column("played", lambda row: str(row.played), "P"),
        column("won", lambda row: str(row.won), "W"),
        column("drawn", lambda row: str(row.drawn), "D"),
        column("lost", lambda row: str(row.lost), "L"),
        column("byes", lambda row: str(row.byes), optional=True, spare=3),
        *list_tie_break_columns(standings),
        column("bonus", lambda row: row.bonus.short, optional=True),
        *(column(clean_text(one), partial(_format_extra_column, one), spare=2) for one in extra),
        column("points", lambda row: row.points.short),
        column("move", describe_place_change, optional=True),
    ]
    return drop_empty_optional_columns(columns, standings.rows)


def list_rating_columns(state: LeagueState) -> tuple[Column[tuple[PlayerId, Rating]], ...]:
    column = Column[tuple[PlayerId, Rating]]
    return (
        column("player", lambda one: state.get_player_name(one[0]), words=True),
        column("rating", lambda one: f"{one[1].rating:.0f}"),
        column("95 of 100", lambda one: _format_rating_interval(one[1])),
        column("games", lambda one: str(one[1].games)),
        column("", lambda one: "provisional" if one[1].is_provisional else "", words=True),
    )


def _format_rating_interval(rating: Rating) -> str:
    margin = 2 * rating.deviation
    return f"{rating.rating - margin:.0f} – {rating.rating + margin:.0f}"


def list_tie_break_columns(standings: Standings) -> list[Column[StandingsRow]]:
    """Return the columns of the tie-breaks that have values.

    Lots have values only after they have been drawn.
    """
    return [
        Column(
            one,
            partial(_format_tie_break_value, one),
            standings.get_tie_break_heading(one),
            spare=1,
        )
        for one in standings.tie_breaks
        if any(row.get_tie_break_value(one) is not None for row in standings.rows)
    ]


def _format_tie_break_value(tie_break: TieBreak, row: StandingsRow) -> str:
    value = row.get_tie_break_value(tie_break)
    return "" if value is None else format_criterion_value(tie_break, value)


def _format_extra_column(name: str, row: StandingsRow) -> str:
    return ":".join(map(str, row.extra.get(name, (0, 0))))


def list_standings_lines(standings: Standings) -> Iterator[str]:
    """Yield the lines of the standings as text. Each division follows its heading."""
    head, *lines = format_table_lines(list_standings_columns(standings), standings.rows)
    yield head
    for name, rows in group_standings_by_division(standings):
        if name:
            yield name
        yield from (lines.pop(0) for _ in rows)


def format_standings_title(league: League, as_of: str = "", season: int | None = None) -> str:
    """Return a title: ``standings after round 4`` or ``standings of season 1 after round 7``."""
    state = league.state
    number = state.season.number if season is None else season
    of_season = f" of season {number}" if number != state.season.number else ""
    last_round = league.table.find_last_ranked_round(as_of, season)
    if last_round:
        return f"standings{of_season} {describe_round_and_open_games(league, last_round, number)}"
    rounds = state.info.what == "league" and state.rounds
    return f"standings{of_season} before round 1" if rounds else f"standings{of_season}"


def describe_round_and_open_games(league: League, round_number: int, season: int) -> str:
    """Describe a round and how many games are still open: ``after round 4 (2 games open)``."""
    known = league.state.seasons.get(season)
    games = () if known is None or known.closed else league.state.list_published_fixtures(season)
    so_far = (one for one in games if one.away is not None and one.round <= round_number)
    still = sum(one.ended is None for one in so_far)
    more = f" ({format_count(still, 'game')} open)" if still else ""
    return f"after round {round_number}{more}"


def describe_scheme_and_tie_breaks(standings: Standings) -> str:
    """Describe the scheme and the tie-breaks, as in ``3/1/0 · ties: VP±, schedule, lots``."""
    names = ["VP±" if one == "VP difference" else one for one in standings.tie_breaks]
    return f"{standings.scheme} · ties: {', '.join(names)}" if names else standings.scheme


def describe_place_change(row: StandingsRow) -> str:
    """Describe how a place has changed since the previous round: ``▲ 1``, ``▼ 2`` or ``=``.

    Return "" if there is no previous place.
    """
    if row.moved is None:
        return ""
    return "=" if not row.moved else f"{'▲' if row.moved > 0 else '▼'} {abs(row.moved)}"


def list_standings_notes(
    league: League, standings: Standings, as_of: str = "", season: int | None = None
) -> list[str]:
    groups = (", ".join(map(league.state.get_player_name, group)) for group in standings.level)
    notes = [f"level: {names}; lots can be drawn" for names in groups]
    return [*notes, *list_adjustment_and_season_notes(league, standings, as_of, season)]


def list_adjustment_and_season_notes(
    league: League, standings: Standings, as_of: str = "", season: int | None = None
) -> list[str]:
    """List changed settings, bonus points and annulled results of a season, each with
    its reason.
    """
    state = league.state
    number = state.season.number if season is None else season
    cutoff = league.table.parse_standings_cutoff(as_of, season)
    notes = [
        f"{one.what} changed after round {one.round}: {one.why or 'no reason given'}"
        for one in state.changes
        if one.season == number and 0 < one.round <= standings.after
    ]
    for one in list_point_adjustments(state, cutoff):
        sign = "+" if one.points.over > 0 else ""
        why = f", {one.reason}" if one.reason else ""
        name = state.get_player_name(one.player)
        notes.append(f"{name}: {sign}{one.points.short} {one.column}{why}")
    notes += departure_awards_and_annulments.list_annulment_notes(state, number, cutoff)
    if is_bracket_ranked(state, cutoff):
        count = len(state.cuts[number].players)
        notes.append(f"the top {count} play in a bracket; bracket places rank above points")
    return [*notes, *list_late_correction_notes(state, number, cutoff)]


def describe_results_progress(league: League, last_round: int, season: int | None = None) -> str:
    """Describe how many results are in, and who has not signed them.

    For example: ``all 20 results of rounds 1 to 4 are in · not signed by Bram``.
    """
    state = league.state
    fixtures = state.list_published_fixtures(state.season.number if season is None else season)
    games = [one for one in fixtures if one.away is not None and one.round <= last_round]
    if not games:
        return "no result yet"
    still = sum(one.ended is None for one in games)
    several = f" of rounds 1 to {last_round}" if last_round > 1 else " of round 1"
    rounds = several if last_round else ""
    told = f"all {len(games)} results{rounds} are in"
    if still:
        told = f"{len(games) - still} of {len(games)} results{rounds} are in"
    elif len(games) == 1:
        told = f"the one result{rounds} is in"
    played = [one for one in games if one.ended is not None]
    unsigned = [player for one in played for player in one.players if player not in one.signed]
    if not unsigned:
        return f"{told} · all signed" if not still else told
    names = list(dict.fromkeys(state.get_player_name(player) for player in unsigned))
    who = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    return f"{told} · not signed by {who}"


def group_standings_by_division(standings: Standings) -> list[tuple[str, list[StandingsRow]]]:
    """Group the rows by division, each group with its heading.

    Without divisions, there is a single group, whose heading is "".
    """
    found = groupby(standings.rows, key=lambda row: row.division or "")
    return [(format_division_heading(name), list(rows)) for name, rows in found]


def format_division_heading(division: str) -> str:
    """Return the heading of a division, as in ``Division A``. A longer name is its own heading."""
    return f"Division {division}" if len(division) == 1 else division


def _format_player_name(row: StandingsRow) -> str:
    return f"{row.name} (dropped)" if row.dropped else row.name


def list_late_correction_notes(
    state: LeagueState, season: int, cutoff: StandingsCutoff
) -> Iterator[str]:
    """Yield notes about games before the cutoff that were corrected after the season was closed."""
    known = state.seasons.get(season)
    if known is None or not known.closed:
        return
    for one in state.fixtures.values():
        if cutoff.round is not None and one.round > cutoff.round:
            continue
        for was in one.corrections if one.season == season else ():
            played_on = (one.ended or was.was).played_on
            is_before_cutoff = cutoff.day is None or played_on <= cutoff.day
            if was.version > known.closed_at and is_before_cutoff:
                why = f": {was.why}" if was.why else ""
                yield f"{describe_fixture(state, one)}: corrected after the season was closed{why}"
