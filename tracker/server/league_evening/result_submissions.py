"""Enters, corrects, signs and withdraws results from phones during a league's evening."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.results import typed_result_parser
from tracker.application.leagues.results.results_reported_by_players import (
    ReportOutdated,
    make_result_fingerprint,
)
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.server.access_tokens import Role

MAX_TEXT_LENGTH = 300
OUTCOMES = {
    "": "decided on points",
    "w1": "{home} won",
    "w2": "{away} won",
    "d": "drawn",
    "c1": "{home} conceded",
    "c2": "{away} conceded",
    "f1": "{home} forfeits",
    "f2": "{away} forfeits",
}
"""The ways in which a game can end, in words. "" means that the points decide."""
RARE_OUTCOMES = {
    "l1": "{home} left after the round was published",
    "l2": "{away} left after the round was published",
    "dl": "both lose",
}
"""Endings that only the organiser can enter."""
POINTS = re.compile(r"[-−]?\d+", re.ASCII)
FormFields = Mapping[str, str]


def report_result(league: League, role: Role, form: FormFields) -> str:
    player, score = _require_player(role), format_submitted_result(form)
    game, seen, why = form.get("game", ""), form.get("seen", ""), read_text_field(form, "why")
    columns = parse_submitted_extra_columns(form)
    league.reports.report_result(player, game, score, seen, columns, why)
    return ""


def confirm_result(league: League, role: Role, form: FormFields) -> str:
    league.reports.confirm_result(_require_player(role), form.get("game", ""), form.get("seen", ""))
    return ""


def enter_or_correct_result_and_redraft(league: League, role: Role, form: FormFields) -> str:
    """Enter or correct a result. Only the organiser can do this.

    If the next round's draft waited for the result, it is drafted again.
    """
    require_organiser(role)
    game, text = form.get("game", ""), format_submitted_result(form)
    columns, why = parse_submitted_extra_columns(form), read_text_field(form, "why")
    _require_current_result(league, game, form)
    is_first = league.results.find_fixture(game).ended is None
    write = league.results.enter_result if is_first else league.results.correct_result
    entry = write(game, text, why=why, extra=columns)
    return " ".join(
        filter(
            None,
            (f"{describe_new_entry(league, entry)}.", _redraft_next_round_and_describe(league)),
        )
    )


def sign_result(league: League, form: FormFields) -> LeagueEntry:
    """Sign a result for both players, unless it has changed since the page was opened."""
    game = form.get("game", "")
    _require_current_result(league, game, form)
    return league.results.sign_result(game)


def withdraw_result(league: League, form: FormFields) -> LeagueEntry:
    """Withdraw a result, unless it has changed since the page was opened."""
    game = form.get("game", "")
    _require_current_result(league, game, form)
    return league.results.withdraw_result(game, why=read_text_field(form, "why"))


def format_submitted_result(form: FormFields) -> str:
    """Convert a result's fields to text such as ``c1 10-7``. Raises ``Refused`` for bad fields."""
    outcome, home, away = (read_text_field(form, name) for name in ("how", "home", "away"))
    if typed := read_text_field(form, "text"):
        if outcome or home or away:
            raise Refused("You entered both points and a text. Clear one of them.")
        return typed
    if outcome not in (*OUTCOMES, *RARE_OUTCOMES):
        raise Refused("Choose from the list how the game ended.")
    if bool(home) != bool(away):
        raise Refused("Enter the points of each player, or leave both fields empty.")
    for points in filter(None, (home, away)):
        if not POINTS.fullmatch(points):
            raise Refused(f"{points!r} is not a number. Enter points as digits, such as 10.")
    points = f"{home}-{away}" if home else ""
    if not outcome and not points:
        raise Refused("Enter the points of each player, or choose how the game ended.")
    return f"{outcome} {points}".strip()


def parse_submitted_extra_columns(form: FormFields) -> dict[str, tuple[int, int]]:
    """Read a result's additional columns. Raises ``Refused`` if one is invalid."""
    columns = {}
    for field, text in form.items():
        name = field.removeprefix("extra ")
        if name != field and name.strip() and text.strip():
            pair, column = require_short_text(text), require_short_text(name)
            columns[column] = typed_result_parser.parse_extra_result_column(pair, column)
    return columns


def _redraft_next_round_and_describe(league: League) -> str:
    """Draft the next round again if it waited for this result, and describe what happened."""
    number = league.state.round_number + 1
    try:
        redraft = league.rounds.redraft_if_awaited_result_is_entered()
    except Refused as refused:  # the result is already stored
        return f"Round {number} has not been drafted again. {refused.message}"
    return f"Round {number} has been drafted again with this result." if redraft else ""


def _require_player(role: Role) -> PlayerId:
    if role.player is None:
        raise Refused("You can report only your own games. Open the link you were given.")
    return role.player


def require_organiser(role: Role) -> None:
    if role.kind != "organiser":
        raise Refused("Only the organiser can do this. Please ask the organiser.")


def describe_new_entry(league: League, entry: LeagueEntry) -> str:
    return f"Line {entry.number}: {describe_league_entry(league.history, entry)}"


def _require_current_result(league: League, game: str, form: FormFields) -> None:
    if make_result_fingerprint(league.results.find_fixture(game)) != form.get("seen", ""):
        raise ReportOutdated(
            "The result has changed since you opened this page. Check the result, then try again."
        )


def read_text_field(form: FormFields, name: str) -> str:
    """Return a form field's text, or "" if there is none. Raises ``Refused`` if it is too long."""
    return require_short_text(form.get(name, ""))


def require_short_text(text: str) -> str:
    if len(text) > MAX_TEXT_LENGTH:
        raise Refused(f"The text is too long. Shorten it to {MAX_TEXT_LENGTH} characters.")
    return text.strip()


def list_outcome_choices(home: str, away: str, *, rare: bool) -> list[tuple[str, str]]:
    """List the ways in which a game can end, as values and words. ``rare`` adds rare endings."""
    outcomes = OUTCOMES | RARE_OUTCOMES if rare else OUTCOMES
    return [(value, words.format(home=home, away=away)) for value, words in outcomes.items()]
