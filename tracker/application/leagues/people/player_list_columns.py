"""The columns of a list of players: id, name, attendance and remarks."""

from __future__ import annotations

from functools import partial

from tracker.application.leagues.people.departure_awards_and_annulments import (
    describe_possible_annulment,
)
from tracker.application.leagues.seasons.standings_columns_and_text import format_division_heading
from tracker.application.table_columns import Column
from tracker.application.text_cleaning import clean_text
from tracker.leagues.league_state import Competitor, LeagueState
from tracker.leagues.results.standings_explanations import format_requested_bye_suffix

RINGER = "ringer, if one is needed"


def list_player_columns(state: LeagueState, round_number: int) -> tuple[Column[Competitor], ...]:
    column = partial(Column[Competitor], words=True)
    return (
        column("", lambda one: one.id),
        column("player", lambda one: clean_text(one.name)),
        column(
            "attendance",
            lambda one: describe_attendance_and_ranking(one, round_number),
            optional=True,
        ),
        column(
            "remarks", lambda one: describe_player_remarks(state, one, round_number), optional=True
        ),
    )


def describe_attendance_and_ranking(player: Competitor, round_number: int) -> str:
    """Describe a player's attendance at a round, with ``not ranked`` for an unranked player."""
    how = describe_presence(player, round_number)
    return how if player.ranked or how == RINGER else f"{how}, not ranked"


def describe_presence(player: Competitor, round_number: int) -> str:
    """Describe a player's attendance at a round, or return "" for a player who is
    simply present.
    """
    how = player.get_absence_reason(round_number)
    if how == "dropped":
        return f"dropped after round {player.left_after}" if player.left_after else "dropped"
    if how == "away":
        return f"away{format_requested_bye_suffix(player.get_bye_kind(round_number))}"
    if how:
        return f"joins in round {player.from_round}"
    if player.left_after is not None:
        return f"drops after round {player.left_after}"
    if not player.ranked:
        return RINGER
    return "late" if round_number in player.late else ""


def describe_player_remarks(state: LeagueState, player: Competitor, round_number: int) -> str:
    """Return remarks about a player, as in ``Division A · results annulled · train late``.

    A reason for an absence is left out if the player is present in the round.
    """
    division = state.get_divisions().get_division(player.id)
    heading = format_division_heading(division) if division else ""
    annulled = "results annulled" if player.id in state.season.annulled else ""
    annulment = annulled or describe_possible_annulment(state, player)
    reason = player.why if describe_presence(player, round_number) else ""
    return " · ".join(filter(None, (heading, annulment, clean_text(reason or player.about))))
