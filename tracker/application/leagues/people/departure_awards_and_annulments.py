"""Awards the open game of a departing player to the opponent, and annuls the player's results."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.pairing import round_pairing_proposals
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Competitor, Fixture, LeagueState
from tracker.leagues.results.standings_from_league_state import (
    StandingsCutoff,
    has_byes_without_points,
)
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count


class PlayerDeparture(Struct, frozen=True):
    """The decisions to make when a player drops out. ``open_fixture`` is the unfinished game, or
    None.

    In a round robin, ``played`` of the player's ``games`` have a result. Otherwise, ``games`` is 0,
    and results cannot be annulled.
    """

    player: PlayerId
    open_fixture: Fixture | None
    played: int
    games: int

    @property
    def is_annulment_fair(self) -> bool:
        """Whether fewer than half of the games were played, so that annulling their results is
        fair.
        """
        return 0 < 2 * self.played < self.games

    def describe_games_played(self) -> str:
        """Describe how many games have a result, as in ``1 of 4 games played``."""
        return f"{self.played} of {format_count(self.games, 'game')} played"


def assess_departure(state: LeagueState, player: PlayerId) -> PlayerDeparture:
    """Return the decisions to make if a player drops out now."""
    season = state.season
    fixtures = state.list_published_fixtures(season.number)
    mine = [one for one in fixtures if one.round and player in one.players]
    games = [one for one in mine if one.away is not None]
    open_now = [one for one in games if one.ended is None and one.round == state.round_number]
    played = [one for one in games if one.ended is not None]
    open_game, game_count = (
        next(iter(open_now), None),
        _count_round_robin_games(state, player, len(games)),
    )
    return PlayerDeparture(player, open_game, len(played), game_count)


def describe_possible_annulment(state: LeagueState, player: Competitor) -> str:
    """Return ``1 of 4 games played: results can be annulled`` for a player who drops out early, or
    return "".
    """
    season = state.season
    if player.left_after is None or season.closed or player.id in season.annulled:
        return ""
    departure = assess_departure(state, player.id)
    if not departure.is_annulment_fair:
        return ""
    return f"{departure.describe_games_played()}: results can be annulled"


def _count_round_robin_games(state: LeagueState, player: PlayerId, paired: int) -> int:
    """Count a player's games in a round robin. Return 0 in a Swiss season and during a bracket.

    The count is at most the player's ``paired`` games plus one for each remaining planned round.
    """
    if (
        state.current_round is None
        or state.top_cut is not None
        or _does_division_use_swiss(state, player)
    ):
        return 0
    ranked = sum(
        one.ranked and one.id != player for one in _list_players_of_same_division(state, player)
    )
    division = state.get_divisions().get_division(player)
    games = ranked * round_pairing_proposals.compute_planned_meetings_per_pair(state, division)
    if not state.season.planned:
        return games
    return min(games, paired + max(0, state.season.planned - state.round_number))


def _does_division_use_swiss(state: LeagueState, player: PlayerId) -> bool:
    """Return whether a player's division uses Swiss pairing. Before the first round,
    return False.
    """
    round_ = state.current_round
    if round_ is None or round_.method == round_pairing_proposals.SWISS:
        return round_ is not None
    division, players = (
        state.get_divisions().get_division(player),
        len(_list_players_of_same_division(state, player)),
    )
    choose_method = round_pairing_proposals.choose_default_division_method
    return (
        choose_method(state, round_.number + 1, division, players) == round_pairing_proposals.SWISS
    )


def _list_players_of_same_division(state: LeagueState, player: PlayerId) -> list[Competitor]:
    divided = state.get_divisions()
    division = divided.get_division(player)
    return [
        one
        for one in state.list_current_season_players()
        if divided.get_division(one.id) == division
    ]


def make_open_game_award_event(
    state: LeagueState, player: PlayerId, today: str
) -> ev.ResultEntered:
    """Build the event that awards a player's open game to the opponent.

    Raises ``Refused`` if the player has no open game.
    """
    fixture = assess_departure(state, player).open_fixture
    if fixture is None:
        raise Refused(f"{state.get_player_name(player)} has no open game in the current round.")
    winner = fixture.get_opponent(player)
    ended = ev.FixtureResult(kind="late withdrawal", winner=winner, played_on=today)
    return ev.ResultEntered(fixture=fixture.id, ended=ended)


def make_annulment_event(
    state: LeagueState, player: PlayerId, *, annulled: bool = True, why: str = ""
) -> ev.ResultsAnnulled:
    """Build the event that annuls a player's results, or that counts them again.

    Raises ``Refused`` if this is not allowed.
    """
    closed_season_checks.require_open_season(state)
    name, season = state.get_player_name(player), state.season
    if annulled == (player in season.annulled):
        how = "are already annulled" if annulled else "already count"
        raise NothingToChange(f"The results of {name} {how}. Nothing was changed.")
    if annulled and state.top_cut is not None:
        raise Refused(
            f"The bracket seeding depends on the results of {name}, so they cannot be annulled."
        )
    if annulled and _does_division_use_swiss(state, player):
        raise Refused(
            f"In a Swiss league, the results of {name} cannot be annulled. Drop the player"
            " without annulling, and correct or delete any wrong result."
        )
    return ev.ResultsAnnulled(player=player, annulled=annulled, why=clean_text(why))


def make_result_restoring_events(state: LeagueState, player: PlayerId) -> list[ev.ResultsAnnulled]:
    if player not in state.season.annulled:
        return []
    return [ev.ResultsAnnulled(player=player, annulled=False)]


def describe_open_game(state: LeagueState, player: PlayerId) -> str:
    """Describe a player's open game, as in ``table 2, Anna v Bram has no result yet``, or return ""
    if there is none.
    """
    fixture = assess_departure(state, player).open_fixture
    return f"{describe_fixture(state, fixture)} has no result yet" if fixture is not None else ""


def list_annulment_notes(state: LeagueState, season: int, as_of: StandingsCutoff) -> Iterator[str]:
    known = state.seasons.get(season)
    for player in known.annulled if known else ():
        yield (
            f"{state.get_player_name(player)} has dropped out; the results are annulled "
            "and count for nobody"
        )
    if has_byes_without_points(state, as_of):
        yield "byes score nothing while results are annulled, since not everybody has one"
