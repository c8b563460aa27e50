"""Finds the rest of a season: games without a result, rounds without pairings, and byes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec import Struct

from tracker.leagues.league_state import Competitor, LeagueState
from tracker.leagues.pairing.player_seeding import sort_players_for_round
from tracker.leagues.pairing.round_robin import (
    Method,
    compute_meetings_per_pair,
    count_meetings_and_byes,
    pair_round_robin_round,
)
from tracker.leagues.results.standings_input_types import Bye, PlayerId


class UnpairedRound(Struct, frozen=True):
    """A future round whose pairings depend on results. ``players`` are the players to be paired."""

    number: int
    players: tuple[PlayerId, ...]


class RemainingGames(Struct, frozen=True):
    """The rest of a season: games without a result, byes that have not scored yet, and unpaired
    rounds.

    ``met`` contains the pairs that will have met before the unpaired rounds. ``had_bye`` contains
    the players who will have had a bye by then. ``last_round`` is the number of the last round.
    """

    games: tuple[tuple[PlayerId, PlayerId], ...]
    byes: tuple[tuple[PlayerId, Bye], ...]
    unpaired_rounds: tuple[UnpairedRound, ...] = ()
    met: tuple[frozenset[PlayerId], ...] = ()
    had_bye: tuple[PlayerId, ...] = ()
    last_round: int = 0

    @property
    def is_empty(self) -> bool:
        return not (self.games or self.unpaired_rounds or self.byes)

    @property
    def game_count(self) -> int:
        return len(self.games) + sum(len(one.players) // 2 for one in self.unpaired_rounds)

    def count_max_remaining_results(self, player: PlayerId) -> int:
        """Count a player's remaining results: known games, and at most one per unpaired round."""
        known = sum(player in pair for pair in self.games)
        return known + sum(player in one.players for one in self.unpaired_rounds)


def find_remaining_games(
    state: LeagueState,
    today: str,
    choose_method: Callable[[int], Method],
    choose_players: Callable[[Sequence[Competitor]], Iterable[Competitor]],
    only_players: Collection[PlayerId] | None,
) -> RemainingGames:
    """Find the rest of the current season.

    ``today`` is today's date (YYYY-MM-DD); byes with a later date have not earned points yet.
    ``choose_method`` returns the pairing system for a number of players, and ``choose_players``
    returns the players to pair. A round robin keeps the order of its first round. If that round has
    not been drafted yet, and the planned rounds do not make up whole cycles, the pairings are
    unknown. If ``only_players`` is given, only the games of these players are returned.
    """
    if state.season.closed:
        return RemainingGames((), (), last_round=state.round_number)
    drafted = state.list_fixtures(state.draft) if state.draft is not None else []
    fixtures = [*state.list_published_fixtures(state.season.number), *drafted]
    if only_players is not None:
        fixtures = [one for one in fixtures if not set(only_players).isdisjoint(one.players)]
    players = state.list_current_season_players()
    active = [one for one in players if only_players is None or one.id in only_players]
    games = [(one.home, one.away) for one in fixtures if one.ended is None and one.away is not None]
    byes = [
        (one.home, one.bye)
        for one in fixtures
        if one.away is None and (one.ended is None or one.ended.played_on > today)
    ]
    meetings, bye_counts = count_meetings_and_byes(fixtures)
    unpaired_rounds: list[UnpairedRound] = []
    number = state.draft.number if state.draft is not None else state.round_number
    first = state.rounds.get((state.season.number, 1), state.draft)
    order, drawn = (state.draft.order, state.draft.drawn) if state.draft else ("", ())
    for future_round in range(number + 1, state.season.planned + 1):
        present = [one for one in active if not one.get_absence_reason(future_round)]
        away = [one for one in active if one.get_absence_reason(future_round) == "away"]
        byes += [(one.id, one.get_bye_kind(future_round)) for one in away]
        chosen = [one.id for one in choose_players(present)]
        paired = sort_players_for_round(state, chosen, order, drawn)
        cycle_rounds = len(paired) - 1 + len(paired) % 2
        is_order_open = first is None and state.season.planned % max(cycle_rounds, 1)
        if unpaired_rounds or choose_method(len(paired)) == "Swiss" or is_order_open:
            unpaired_rounds.append(UnpairedRound(future_round, tuple(paired)))
            continue
        times = compute_meetings_per_pair(state.season.planned, sum(one.ranked for one in active))
        for one in pair_round_robin_round(paired, meetings, bye_counts, meetings_per_pair=times):
            if one.away is None:
                byes.append((one.home, "bye"))
                bye_counts[one.home] += 1
            else:
                games.append((one.home, one.away))
                meetings[one.group] += 1
    if any(only_players is None or one in only_players for one in state.season.annulled):
        byes = [(player, kind) for player, kind in byes if kind != "bye" or unpaired_rounds]
    last = max(number, state.season.planned)
    return RemainingGames(
        tuple(games), tuple(byes), tuple(unpaired_rounds), tuple(meetings), tuple(bye_counts), last
    )
