"""Formats a round as plain text: its pairings, tables, results and absent players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.application.errors import Refused
from tracker.application.leagues.pairing import round_missions, round_pairing_draft
from tracker.application.leagues.pairing.pairing_table_columns import list_pairing_columns
from tracker.application.table_columns import format_table_lines
from tracker.leagues.league_state import LeagueState, Round
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tracker.leagues.results.standings_input_types import PlayerId

if TYPE_CHECKING:
    from tracker.application.leagues.league import League


def find_round(
    state: LeagueState, round_number: int | None = None, season: int | None = None
) -> Round:
    """Return a round, by default the draft or else the last published one. Raises ``Refused``."""
    of_season = state.season.number if season is None else season
    if round_number is None:
        found = state.draft or state.current_round
        if found is None:
            raise Refused("No round is drafted or published yet. Draft a round first.")
        return found
    wanted = state.rounds.get((of_season, round_number))
    if wanted is None:
        known = ", ".join(str(one.number) for one in state.list_rounds(of_season))
        raise Refused(f"There is no round {round_number}. Rounds so far: {known or 'none yet'}.")
    return wanted


def format_round_text(
    league: League, round_number: int | None = None, season: int | None = None
) -> str:
    """Format a round as text to send or print, with one line per table."""
    state = league.state
    round_ = find_round(state, round_number, season)
    about = round_missions.describe_round_mission(state, round_.season, round_.number)
    lines = [_format_heading(league, round_), *([f"mission: {about}"] if about else []), ""]
    fixtures = [one for one in state.list_fixtures(round_) if not one.is_requested_bye]
    lines += format_table_lines(list_pairing_columns(state, league.calendar.today)[:4], fixtures)
    absent = format_absent_players_by_status(league, round_)
    return "\n".join([*lines, *(["", *absent] if absent else []), ""])


def _format_heading(league: League, round_: Round) -> str:
    parts = [f"round {round_.number}"]
    parts += [league.calendar.format_day(round_.on)] if round_.on else []
    if round_.ends:
        parts.append(f"games end {round_.ends}")
    if not round_.published:
        parts.append("draft, not published")
    return f"{league.title} · {' · '.join(parts)}"


def list_absent_players(league: League, round_: Round) -> list[tuple[str, str, str]]:
    """List the players who are absent from a round, each as status, name and reason."""
    state, asked = league.state, {}
    here: set[PlayerId] = set()
    for one in state.list_fixtures(round_):
        if one.is_requested_bye:
            kind = one.ended.kind if one.ended else one.bye
            asked[one.home] = "" if kind == "zero bye" else BYE_WORDS[kind]
        else:
            here.update(one.players)
    absent = [(one.player, one.how, one.why) for one in round_.absent]
    if not round_.published:
        everybody = league.people.list_absent_players(round_.number)
        absent = [(player.id, how, player.why) for player, how in everybody]
        unpaired = round_pairing_draft.find_players_without_opponents(round_)
        absent += [(one, round_pairing_draft.MET_EVERYBODY, "") for one in unpaired]
    named = {player for player, _, _ in absent}
    absent += [(player, "away", "") for player in asked if player not in named]
    return [
        (how, state.get_player_name(player), ", ".join(filter(None, (why, asked.get(player, "")))))
        for player, how, why in absent
        if player not in here
    ]


def format_absent_players_by_status(league: League, round_: Round) -> list[str]:
    """List the absent players by status, as in ``dropped: Erik (moved)``, one line per status."""
    away: dict[str, list[str]] = {}
    for how, name, why in list_absent_players(league, round_):
        away.setdefault(how, []).append(f"{name} ({why})" if why else name)
    return [f"{how}: {', '.join(names)}" for how, names in away.items()]
