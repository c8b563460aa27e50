"""Describes the outlook of a season: proven outcomes, needed results, and how chances
are computed.
"""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.table_columns import Column
from tracker.leagues.league_state import LeagueState
from tracker.leagues.outlook.season_outlook import (
    Certainty,
    Ended,
    PlayerOutlook,
    SeasonOutlook,
    TitleCondition,
)
from tracker.vocabulary.count_wording import format_count

OWN: dict[Ended, str] = {"win": "with a win", "draw": "with a draw", "loss": "even with a loss"}
RIVAL: dict[Ended, str] = {"draw": "does not win", "loss": "loses", "win": "wins"}


def list_outlook_columns(
    state: LeagueState, forecast: SeasonOutlook
) -> list[Column[PlayerOutlook]]:
    """Return the columns of a table of players' prospects.

    A ``first N`` column is included if N is at least 2.
    """

    def first(outlook: PlayerOutlook) -> str:
        return format_chance_or_certainty(outlook.first, outlook.first_error, outlook.first_is)

    def top(outlook: PlayerOutlook) -> str:
        return format_chance_or_certainty(outlook.top, outlook.top_error, outlook.top_is)

    column = Column[PlayerOutlook]
    return [
        column("#", lambda one: str(one.place)),
        column("player", lambda one: state.get_player_name(one.player), words=True),
        column("points", lambda one: one.points.short),
        column("can end with", lambda one: f"{one.min_points.short} to {one.max_points.short}"),
        column("likely", lambda one: f"{one.likely:.1f}"),
        column("first", first),
        *([column(f"first {forecast.top}", top)] if forecast.top > 1 else []),
    ]


def describe_player_prospects(
    state: LeagueState, forecast: SeasonOutlook, outlook: PlayerOutlook
) -> list[str]:
    certain = describe_certain_outcome(forecast, outlook)
    return [text for text in (certain, describe_needed_results(state, outlook)) if text]


def format_chance_or_certainty(chance: float, error: float, certainty: Certainty) -> str:
    """Format a chance, as in ``41 % ± 1``. Only a proven outcome is called "sure" or "out"."""
    if certainty != "open":
        return "sure" if certainty == "sure" else "out"
    if chance > 0.995:
        return "over 99 %"
    if chance < 0.005:
        return "under 1 %"
    return f"{chance * 100:.0f} %" + (f" ± {max(1, round(error * 100))}" if error else "")


def describe_certain_outcome(forecast: SeasonOutlook, outlook: PlayerOutlook) -> str:
    """Describe what is certain about a player's place, or return "" if nothing is."""
    if forecast.remaining.is_empty:
        return "has won" if outlook.first_is == "sure" else ""
    if outlook.first_is == "sure":
        return "cannot be caught"
    parts = [] if outlook.passed else ["can be caught, but not overtaken"]
    if outlook.top_is == "gone":
        return f"can no longer reach the top {forecast.top}"
    if outlook.first_is == "gone":
        parts.append("can no longer win")
    if outlook.top_is == "sure" and forecast.top > 1:
        parts.append(f"is sure of the top {forecast.top}")
    return "; ".join(parts)


def describe_needed_results(state: LeagueState, outlook: PlayerOutlook) -> str:
    """Describe the results that a player needs to win, as in ``alone at the top with a draw``, or
    return "" if there are none.
    """
    told = [_describe_title_condition(state, each) for each in reversed(outlook.wins)]
    return f"alone at the top {', or '.join(told)}" if told else ""


def _describe_title_condition(state: LeagueState, condition: TitleCondition) -> str:
    name = state.get_player_name
    rivals = [f"{name(each.player)} {RIVAL[each.at_best]}" for each in condition.rivals]
    own = OWN[condition.own] if condition.own else ""
    if not rivals:
        return own or "whatever else happens"
    return f"{own} if {' and '.join(rivals)}".strip()


def describe_games_left(forecast: SeasonOutlook) -> str:
    """Describe how many games are left, as in ``2 games to play, up to round 5``."""
    if forecast.remaining.is_empty:
        return "nothing is left to play"
    last_round = forecast.remaining.last_round
    games = format_count(forecast.remaining.game_count, "game")
    return f"{games} to play, up to round {last_round}"


def explain_chances(forecast: SeasonOutlook) -> Iterator[str]:
    """Yield sentences about how the chances were computed. Yield nothing if no games are left."""
    if forecast.remaining.is_empty:
        return
    rated = format_count(forecast.rated, "game")
    yield (
        f"Chances come from the ratings, which are based on {rated}; one game in "
        f"{round(1 / forecast.draws)} is assumed to be a draw."
    )
    if forecast.seasons:
        yield (
            f"The rest of the season was simulated {forecast.seasons:,} times; ± is the margin of"
            " error."
        )
    else:
        yield (
            "Every possible end of the season is included: the chances are exact for these ratings."
        )
    if forecast.remaining.unpaired_rounds:
        yield (
            "The pairings are not known yet. The forecast assumes that each player, from first"
            " place down, meets the next opponent not met so far."
        )
    yield (
        "Players with equal points share a place. Future tie-breaks and bonus points are"
        " ignored. If a place is certain or out of reach, no remaining result can change that."
    )
