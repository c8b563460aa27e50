"""Formats a round as plain text, and defines the columns of pairing tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.application.errors import Refused
from tracker.application.leagues.league_dates_and_times import describe_arrangement, format_day
from tracker.application.leagues.pairing import round_pairing_proposals
from tracker.application.leagues.pairing.round_mission_commands import describe_round_mission
from tracker.application.leagues.results.result_descriptions import (
    describe_result,
    format_result_score,
    format_victory_points,
)
from tracker.application.table_columns import Column, format_table_lines
from tracker.application.text_cleaning import clean_text
from tracker.leagues.league_state import Fixture, LeagueState, ResultCorrection, Round
from tracker.leagues.results.standings_explanations import (
    BYE_WORDS,
    format_requested_bye_suffix,
)
from tracker.leagues.results.standings_input_types import PlayerId

if TYPE_CHECKING:
    from tracker.application.leagues.league import League


def list_pairing_columns(
    state: LeagueState, today: str = "", player: PlayerId | None = None
) -> tuple[Column[Fixture], ...]:
    """Return the columns of a table of pairings, or of the pairings of one ``player``.

    Without ``player``, the first four columns are the table, both players and the result. Dates in
    the year of ``today`` (YYYY-MM-DD) are shown without the year.
    """
    column, name = Column[Fixture], state.get_player_name

    def name_opponent(fixture: Fixture) -> str:
        return name(fixture.get_opponent(player or fixture.home)) or "bye"

    first, *rest = (
        column("table", lambda one: str(one.table or "")),
        column("player", lambda one: name(one.home), words=True),
        column("opponent", name_opponent, words=True),
        column(
            "result", lambda one: describe_result_or_arranged_date(state, one, today), words=True
        ),
        column("played", lambda one: _format_day_and_time_played(one, today), words=True),
        column("signed", lambda one: _format_signers(state, one), words=True),
        column("remarks", lambda one: describe_fixture_remarks(state, one), words=True),
    )
    if player is None:
        return (first, *rest)
    of_round = column("round", lambda one: str(one.round or ""), optional=True)
    return (of_round, *(one for one in rest if one.heading not in ("player", "signed")))


def describe_result_or_arranged_date(state: LeagueState, fixture: Fixture, today: str = "") -> str:
    if fixture.ended is None and fixture.arranged is not None and fixture.arranged.on:
        return f"arranged for {clean_text(describe_arrangement(fixture.arranged, today))}"
    return describe_game_result(state, fixture)


def describe_game_result(state: LeagueState, fixture: Fixture) -> str:
    """Describe a result, as in ``10 : 7, Gwen won · casualties 3 : 4``, or return "" if there is
    none.
    """
    ended = fixture.ended
    if ended is None:
        return ""
    if fixture.away is None and ended.vp is None:
        return "" if ended.kind == "bye" else BYE_WORDS[ended.kind]
    extra = [f"{clean_text(name)} {a} : {b}" for name, (a, b) in ended.extra.items()]
    return " · ".join([clean_text(describe_result(state, fixture)), *extra])


def describe_fixture_remarks(state: LeagueState, fixture: Fixture) -> str:
    """Describe a pairing's title, its linked game, and its earlier results with the reasons for
    changes.
    """
    parts = [clean_text(fixture.title), f"game {fixture.link.match}" if fixture.link else ""]
    if fixture.differs_from_linked_game and fixture.reported is not None:
        score = clean_text(format_result_score(state, fixture.reported))
        parts.append(f"the linked game ended {score}")
    parts += describe_result_corrections(state, fixture)
    return " · ".join(filter(None, parts))


def describe_live_game(turn: int, vp: Sequence[int] | None) -> str:
    """Describe a running game, as in ``turn 2, 7 : 4``, or ``turn 2`` if the points are unknown."""
    points = f", {format_victory_points((vp[0], vp[1]))}" if vp else ""
    return (f"turn {turn}" if turn else "set-up") + points


def describe_result_corrections(state: LeagueState, fixture: Fixture) -> list[str]:
    """Describe earlier results with the reasons, as in ``was 10 : 7, Gwen won (typed wrongly)``.

    If only the date was changed, describe the earlier date, as in ``was dated Thu 19 Nov 2026``.
    """
    return [
        f"{_describe_earlier_result(state, each)}{f' ({clean_text(each.why)})' if each.why else ''}"
        for each in fixture.corrections
    ]


def _describe_earlier_result(state: LeagueState, correction: ResultCorrection) -> str:
    was = correction.was
    if correction.is_date_change:
        return f"was dated {format_day(was.played_on)}" if was.played_on else "had no date"
    return f"was {clean_text(format_result_score(state, was))}"


def _format_day_and_time_played(fixture: Fixture, today: str) -> str:
    if fixture.away is None or fixture.ended is None:
        return format_day(fixture.on, today) if fixture.away and fixture.arranged is None else ""
    return f"{format_day(fixture.ended.played_on, today)} {fixture.ended.time}".strip()


def _format_signers(state: LeagueState, fixture: Fixture) -> str:
    both = fixture.away is not None and len(fixture.signed) == len(fixture.players)
    return "both" if both else ", ".join(map(state.get_player_name, fixture.signed))


def find_round(
    state: LeagueState, round_number: int | None = None, season: int | None = None
) -> Round:
    """Return the round with the given number. Raises ``Refused`` if there is none.

    By default, return the draft or, if there is none, the last published round.
    """
    of_season = state.season.number if season is None else season
    if round_number is None:
        found = state.draft or state.current_round
        if found is None:
            raise Refused("No round has been drafted or published yet. Draft a round first.")
        return found
    wanted = state.rounds.get((of_season, round_number))
    if wanted is None:
        known = ", ".join(str(one.number) for one in state.list_rounds_and_draft(of_season))
        raise Refused(f"There is no round {round_number}. Rounds so far: {known or 'none yet'}.")
    return wanted


def format_round_text(
    league: League, round_number: int | None = None, season: int | None = None
) -> str:
    state = league.state
    round_ = find_round(state, round_number, season)
    about = describe_round_mission(state, round_.season, round_.number)
    lines = [_format_round_heading(league, round_), *([f"mission: {about}"] if about else []), ""]
    fixtures = [one for one in state.list_fixtures(round_) if not one.is_requested_bye]
    lines += format_table_lines(list_pairing_columns(state, league.calendar.today)[:4], fixtures)
    absent = format_absent_players_by_status(league, round_)
    return "\n".join([*lines, *(["", *absent] if absent else []), ""])


def _format_round_heading(league: League, round_: Round) -> str:
    parts = [f"round {round_.number}"]
    parts += [league.calendar.format_day(round_.on)] if round_.on else []
    if round_.ends:
        parts.append(f"games end {round_.ends}")
    if not round_.published:
        parts.append("draft, not published")
    return f"{league.title} · {' · '.join(parts)}"


def list_absent_players(league: League, round_: Round) -> list[tuple[str, str, str]]:
    """List the players who are absent from a round, each as a status, a name and a reason."""
    state, asked = league.state, {}
    here: set[PlayerId] = set()
    for one in state.list_fixtures(round_):
        if one.is_requested_bye:
            asked[one.home] = format_requested_bye_suffix(one.bye_kind, "")
        else:
            here.update(one.players)
    absent = [(one.player, one.how, one.why) for one in round_.absent]
    if not round_.published:
        everybody = league.people.list_absent_players(round_.number)
        absent = [(player.id, how, player.why) for player, how in everybody]
        unpaired = round_pairing_proposals.find_players_who_met_everybody(round_)
        absent += [(one, round_pairing_proposals.MET_EVERYBODY, "") for one in unpaired]
    named = {player for player, _, _ in absent}
    absent += [(player, "away", "") for player in asked if player not in named]
    return [
        (how, state.get_player_name(player), ", ".join(filter(None, (why, asked.get(player, "")))))
        for player, how, why in absent
        if player not in here
    ]


def format_absent_players_by_status(league: League, round_: Round) -> list[str]:
    """Return one line for each status with its absent players, as in ``dropped: Erik (moved)``."""
    away: dict[str, list[str]] = {}
    for how, name, why in list_absent_players(league, round_):
        away.setdefault(how, []).append(f"{name} ({why})" if why else name)
    return [f"{how}: {', '.join(names)}" for how, names in away.items()]
