"""The rest of a season: games without a result, rounds without pairings, and byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from tracker.leagues.league_state import Competitor, Fixture, LeagueState
from tracker.leagues.pairing.round_robin import (
    Method,
    RoundRobinPairing,
    count_planned_meetings,
    pair_round_robin_round,
)
from tracker.leagues.results.standings_input_types import Bye, PlayerId

ChoosePlayers = Callable[[Sequence[Competitor]], Iterable[Competitor]]


class UnpairedRound(Struct, frozen=True):
    """A future round whose pairings depend on results. ``players`` are those to be paired."""

    number: int
    players: tuple[PlayerId, ...]


class RemainingGames(Struct, frozen=True):
    """The rest of a season: games without a result, byes to be paid, and unpaired rounds.

    ``met`` contains the pairs that will have met by then, and ``had_bye`` the players who will have
    had a bye. ``last`` is the number of the last round.
    """

    games: tuple[tuple[PlayerId, PlayerId], ...]
    byes: tuple[tuple[PlayerId, Bye], ...]
    undrawn: tuple[UnpairedRound, ...] = ()
    met: tuple[frozenset[PlayerId], ...] = ()
    had_bye: tuple[PlayerId, ...] = ()
    last: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing remains: no games, rounds or byes."""
        return not (self.games or self.undrawn or self.byes)

    def count_most_games(self, player: PlayerId) -> int:
        """Count the results that a player can still get, including a bye in an unpaired round."""
        known = sum(player in pair for pair in self.games)
        return known + sum(player in one.players for one in self.undrawn)


def find_remaining_games(
    state: LeagueState,
    paid_at: str,
    method: Callable[[int], Method],
    playing: ChoosePlayers,
    among: Collection[PlayerId] | None = None,
) -> RemainingGames:
    """Find the rest of the current season.

    ``paid_at`` is today's date (YYYY-MM-DD); byes with a later date are still to be paid.
    ``method`` returns the pairing system for a number of players, and ``playing`` the present
    players, who are paired. If ``among`` is given, only games of these players are returned.
    """
    if state.season.closed:
        return RemainingGames((), (), last=state.round_number)
    fixtures = [
        one for one in state.list_published_fixtures(state.season.number) if _of(one, among)
    ]
    standing = [one for one in state.list_active_players() if among is None or one.id in among]
    games = [pair for one in fixtures if one.ended is None and (pair := _pair(one))]
    byes = [*_byes(fixtures, paid_at)]
    met, had = _met(fixtures)
    undrawn: list[UnpairedRound] = []
    number = state.round_number
    if state.draft is not None:
        number = state.draft.number
        drafted = [one for one in state.list_fixtures(state.draft) if _of(one, among)]
        _take([_meeting(one) for one in drafted if not one.is_requested_bye], games, byes, met, had)
        byes += [(one.home, one.bye) for one in drafted if one.is_requested_bye]
    for ahead in range(number + 1, state.season.planned + 1):
        present = [one for one in standing if not one.get_absence_reason(ahead)]
        asked = [one for one in standing if one.get_absence_reason(ahead) == "away"]
        byes += [(one.id, one.get_bye_kind(ahead)) for one in asked]
        paired = tuple(one.id for one in playing(present))
        if undrawn or method(len(paired)) == "Swiss":
            undrawn.append(UnpairedRound(ahead, paired))
        else:
            times = count_planned_meetings(
                state.season.planned, sum(one.ranked for one in standing)
            )
            _take(pair_round_robin_round(paired, met, had, times=times), games, byes, met, had)
    if any(among is None or one in among for one in state.season.annulled):
        byes = [(player, kind) for player, kind in byes if kind != "bye" or undrawn]
    last = max(number, state.season.planned)
    return RemainingGames(tuple(games), tuple(byes), tuple(undrawn), tuple(met), tuple(had), last)


def _of(fixture: Fixture, among: Collection[PlayerId] | None) -> bool:
    return among is None or any(player in among for player in fixture.players)


def _pair(fixture: Fixture) -> tuple[PlayerId, PlayerId] | None:
    return None if fixture.away is None else (fixture.home, fixture.away)


def _meeting(fixture: Fixture) -> RoundRobinPairing:
    return RoundRobinPairing(fixture.home, fixture.away)


def _byes(fixtures: Sequence[Fixture], paid_at: str) -> Iterator[tuple[PlayerId, Bye]]:
    """Yield the byes that are not yet paid, with their players."""
    for one in fixtures:
        if one.away is None and (one.ended is None or one.ended.played_on > paid_at):
            yield one.home, one.bye


def _met(fixtures: Iterable[Fixture]) -> tuple[Counter[frozenset[PlayerId]], Counter[PlayerId]]:
    """Count the pairings of each two players in the rounds, and each player's byes."""
    met: Counter[frozenset[PlayerId]] = Counter()
    had: Counter[PlayerId] = Counter()
    for one in fixtures:
        if one.round and one.away is not None:
            met[frozenset(one.players)] += 1
        elif one.round and not one.is_requested_bye:
            had[one.home] += 1
    return met, had


def _take(
    meetings: Iterable[RoundRobinPairing],
    games: list[tuple[PlayerId, PlayerId]],
    byes: list[tuple[PlayerId, Bye]],
    met: Counter[frozenset[PlayerId]],
    had: Counter[PlayerId],
) -> None:
    """Add a known round's games and byes to the given collections."""
    for one in meetings:
        if one.away is None:
            byes.append((one.home, "bye"))
            had[one.home] += 1
        else:
            games.append((one.home, one.away))
            met[frozenset((one.home, one.away))] += 1
