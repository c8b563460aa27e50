"""Computes all possible ends of a season if there are few, and otherwise simulates seasons."""

from __future__ import annotations

import math
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec import Struct

from tracker.leagues.glicko_ratings import SCALE, Rating
from tracker.leagues.outlook.remaining_games import RemainingGames
from tracker.leagues.results.results_by_player import ResultsByPlayer, StandingsInput
from tracker.leagues.results.scoring_schemes import (
    ResultPointsTable,
    ScoringScheme,
    build_result_points_table,
)
from tracker.leagues.results.standings import sum_bonus_points_by_column
from tracker.leagues.results.standings_input_types import (
    PLAYED,
    ExactNumber,
    PlayerId,
    Result,
    make_exact_number,
)


class ProjectedPoints:
    """The points of ranked players as integers. ``unit`` is the number of units in a point.

    ``paid`` contains the points from all results, by which Swiss rounds pair players.
    ``compute_total_in_units`` returns the points that count in the standings.
    """

    def __init__(self, standings_input: StandingsInput) -> None:
        scheme = self.scheme = standings_input.scheme
        field = ResultsByPlayer(standings_input.players, standings_input.results, scheme)
        self.paying: ResultPointsTable = build_result_points_table(scheme)
        self.paid: dict[PlayerId, int] = dict(field.points)
        self._best = scheme.best
        self._singles = {who: [one.points for one in field.seats[who]] for who in field.seats}
        bonus = {
            who: sum((each.fraction for each in columns.values()), Fraction(0))
            for who, columns in sum_bonus_points_by_column(standings_input.adjustments).items()
        }
        hundred = 100 if self._best is not None and self._best.weights else 1
        self._per = math.lcm(hundred, *(one.denominator for one in bonus.values()))
        self.unit = field.unit * self._per
        self._bonus = {who: int(points * self.unit) for who, points in bonus.items()}

    @property
    def counts_only_best_results(self) -> bool:
        """Whether only some results count, so that each result must be known separately."""
        return self._best is not None

    def compute_total_in_units(
        self, player: PlayerId, more_result_points: Sequence[int] = ()
    ) -> int:
        """Compute a player's final points, in units and with bonuses, after more results."""
        if self._best is None:
            result_points = self.paid.get(player, 0) + sum(more_result_points)
            return self.add_bonus_to_result_points(player, result_points)
        singles = sorted([*self._singles.get(player, ()), *more_result_points], reverse=True)
        weights = self._best.weights or (100,) * self._best.results
        counted: int = sum(one * weight for one, weight in zip(singles, weights, strict=False))
        return counted * self._per // 100 + self._bonus.get(player, 0)

    def add_bonus_to_result_points(self, player: PlayerId, result_points: int) -> int:
        """Add a player's bonus to the points from all results, and return the total in units."""
        return result_points * self._per + self._bonus.get(player, 0)

    def convert_units_to_points(self, units: int) -> ExactNumber:
        return make_exact_number(units, self.unit)


PRIOR_GAMES, PRIOR_DRAWS = 10, 1
"""The results that are assumed in addition to a league's own: ten games with one draw."""


class GameOutcome(NamedTuple):
    """A possible result of a game, with its chance and both players' points in integer units."""

    chance: float
    home: int
    away: int


class GameChances:
    """The chances of each game's results, from ratings and from earlier results."""

    def __init__(
        self,
        scheme: ScoringScheme,
        paying: ResultPointsTable,
        ratings: Mapping[PlayerId, Rating],
        results: Sequence[Result],
    ) -> None:
        self._ratings = ratings
        played = [result for result in results if result.away is not None and result.kind in PLAYED]
        drawn = sum(result.winner is None for result in played)
        self.draws = (drawn + PRIOR_DRAWS) / (len(played) + PRIOR_GAMES)
        by_vp = bool(scheme.steps or scheme.matrix)
        scored = [result for result in played if result.kind == "played"] if by_vp else []
        won = (_order_pays(result, paying) for result in scored if result.winner is not None)
        tied = (_order_pays(result, paying) for result in scored if result.winner is None)
        self._won_shares = _compute_shares(won, (paying.win, paying.loss))
        self._drawn_shares = _compute_shares(tied, (paying.draw, paying.draw))

    def compute_expected_score(self, home: PlayerId, away: PlayerId) -> float:
        """Compute the home player's expected score, from 0 to 1, by Glickman's formula."""
        home_rating, away_rating = (self._ratings.get(one, Rating()) for one in (home, away))
        variance = (home_rating.deviation**2 + away_rating.deviation**2) / SCALE**2
        weight = 1 / math.sqrt(1 + 3 * variance / math.pi**2)
        return 1 / (1 + math.exp(-weight * (home_rating.rating - away_rating.rating) / SCALE))

    def list_outcomes(self, home: PlayerId, away: PlayerId) -> tuple[GameOutcome, ...]:
        """List the possible results of a game. Their chances add up to 1."""
        expected = self.compute_expected_score(home, away)
        drawn = min(self.draws, 2 * expected, 2 * (1 - expected))
        won, lost = expected - drawn / 2, 1 - expected - drawn / 2
        merged: dict[tuple[int, int], float] = {}
        for chance, shares, is_away_win in (
            (won, self._won_shares, False),
            (drawn, self._drawn_shares, False),
            (lost, self._won_shares, True),
        ):
            for (higher, lower), share in shares:
                key = (lower, higher) if is_away_win else (higher, lower)
                merged[key] = merged.get(key, 0.0) + chance * share
        return tuple(GameOutcome(chance, *key) for key, chance in merged.items())


Pays = tuple[int, int]


def _order_pays(result: Result, paying: ResultPointsTable) -> Pays:
    home, away = paying.compute_points_in_units(result)
    return (away, home) if result.winner == result.away else (home, away)


def _compute_shares(paid: Iterable[Pays], plain: Pays) -> tuple[tuple[Pays, float], ...]:
    """Return each pair of points with its frequency, or only ``plain`` if there are no results."""
    counted = Counter(paid) or Counter([plain])
    return tuple((pays, count / counted.total()) for pays, count in sorted(counted.items()))


MAX_SEASONS: Final = 10_000
MIN_SEASONS: Final = 1_000
MAX_WORK: Final = 600_000
"""The maximum product of seasons and games. It limits the computing time."""
MAX_ENDS: Final = 20_000
"""A season that can end in more ways than this is simulated."""

DrawNumber = Callable[[], float]
"""A function that returns a random number x, with 0 <= x < 1."""


class SimulatedSeasons(Struct, frozen=True):
    """The result of ``seasons`` simulations, or of all possible ends if ``seasons`` is 0.

    ``places`` contains each player's chance of each place, from the first; tied players share their
    places equally. ``points`` contains the mean final points.
    """

    seasons: int
    places: Mapping[PlayerId, tuple[float, ...]]
    points: Mapping[PlayerId, float]

    def compute_chance_of_top_places(self, player: PlayerId, top_places: int) -> float:
        return min(1.0, sum(self.places[player][:top_places]))

    def compute_two_standard_errors(self, chance: float) -> float:
        """Return twice the standard error of a simulated chance, or 0 if the chance is exact."""
        if not self.seasons:
            return 0.0
        share = (chance * self.seasons + 1) / (self.seasons + 2)  # never exactly 0 or 1
        return 2 * math.sqrt(share * (1 - share) / self.seasons)


def simulate_or_enumerate_season_ends(
    totals: ProjectedPoints,
    ranked: Sequence[PlayerId],
    remaining: RemainingGames,
    chances: GameChances,
    draw_random: DrawNumber,
) -> SimulatedSeasons:
    """Compute all possible ends of the season if there are few, and otherwise simulate seasons."""
    if not remaining.unpaired_rounds and not totals.counts_only_best_results:
        ends = _compute_all_ends_if_few(totals, remaining, chances)
        if ends is not None:
            return _summarise_ends(totals, ranked, ends, 0)
    seasons = max(MIN_SEASONS, min(MAX_SEASONS, MAX_WORK // max(1, remaining.game_count)))
    simulated = _simulate_ends(totals, remaining, chances, draw_random, seasons)
    return _summarise_ends(totals, ranked, simulated, seasons)


def build_result_of_finished_season(
    totals: ProjectedPoints, places: Mapping[PlayerId, int]
) -> SimulatedSeasons:
    """Return the result for a finished season. Players with the same place share the chances."""
    chances: dict[PlayerId, tuple[float, ...]] = {}
    for player, place in places.items():
        tied_count = sum(each == place for each in places.values())
        shared_places = range(place, place + tied_count)
        numbers = range(1, len(places) + 1)
        chances[player] = tuple((number in shared_places) / tied_count for number in numbers)
    points = {player: totals.compute_total_in_units(player) / totals.unit for player in places}
    return SimulatedSeasons(seasons=0, places=chances, points=points)


Totals = dict[PlayerId, int]
Pair = tuple[PlayerId, PlayerId]


def _compute_all_ends_if_few(
    totals: ProjectedPoints, remaining: RemainingGames, chances: GameChances
) -> list[tuple[float, Totals]] | None:
    players = sorted({player for pair in remaining.games for player in pair})
    place = {player: n for n, player in enumerate(players)}
    ends: dict[tuple[int, ...], float] = {(0,) * len(players): 1.0}
    for home, away in remaining.games:
        outcomes = chances.list_outcomes(home, away)
        home_index, away_index = place[home], place[away]
        next_ends: dict[tuple[int, ...], float] = {}
        for before, chance in ends.items():
            for outcome in outcomes:
                after = [*before]
                after[home_index] += outcome.home
                after[away_index] += outcome.away
                key = tuple(after)
                next_ends[key] = next_ends.get(key, 0.0) + chance * outcome.chance
        if len(next_ends) > MAX_ENDS:
            return None
        ends = next_ends
    byes = {player: sum(paid) for player, paid in _group_byes(totals, remaining).items()}
    base = {player: paid + byes.get(player, 0) for player, paid in totals.paid.items()}
    return [
        (chance, _compute_totals(totals, base, dict(zip(players, gained, strict=True))))
        for gained, chance in ends.items()
    ]


def _compute_totals(
    totals: ProjectedPoints, base: Mapping[PlayerId, int], gained: Mapping[PlayerId, int]
) -> Totals:
    return {
        player: totals.add_bonus_to_result_points(player, paid + gained.get(player, 0))
        for player, paid in base.items()
    }


def _simulate_ends(
    totals: ProjectedPoints,
    remaining: RemainingGames,
    chances: GameChances,
    draw: DrawNumber,
    seasons: int,
) -> Iterator[tuple[float, Totals]]:
    """Simulate seasons at random, and yield each with its weight and the players' totals."""
    byes = _group_byes(totals, remaining)

    @cache
    def list_outcomes(pair: Pair) -> tuple[tuple[GameOutcome, ...], list[float]]:
        outcomes = chances.list_outcomes(*pair)
        return outcomes, [*accumulate(one.chance for one in outcomes)]

    def play(season: _Season, pair: Pair) -> None:
        outcomes, cumulative = list_outcomes(pair)
        outcome = outcomes[min(bisect(cumulative, draw()), len(outcomes) - 1)]
        season.add_points(pair[0], outcome.home)
        season.add_points(pair[1], outcome.away)

    for _ in range(seasons):
        season = _Season(totals, byes)
        pairer = _SwissPairer(remaining)
        for pair in remaining.games:
            play(season, pair)
        for round_ in remaining.unpaired_rounds:
            order = sorted(round_.players, key=lambda who: (-season.points[who], draw()))
            for pair in pairer.pair_round(order):
                play(season, pair)
            if pairer.bye_player is not None:
                season.add_points(pairer.bye_player, totals.paying.flat["bye"])
        yield 1 / seasons, season.sum_totals()


class _Season:
    def __init__(self, totals: ProjectedPoints, byes: Mapping[PlayerId, Sequence[int]]) -> None:
        self._totals = totals
        self.points = dict(totals.paid)
        self._further_points: dict[PlayerId, list[int]] = {}
        for player, paid in byes.items():
            for points in paid:
                self.add_points(player, points)

    def add_points(self, player: PlayerId, points: int) -> None:
        self.points[player] += points
        self._further_points.setdefault(player, []).append(points)

    def sum_totals(self) -> Totals:
        compute, further_points = self._totals.compute_total_in_units, self._further_points
        return {player: compute(player, further_points.get(player, ())) for player in self.points}


class _SwissPairer:
    """Pairs Swiss rounds in a simulation. ``bye_player`` has the bye of the last round paired."""

    def __init__(self, remaining: RemainingGames) -> None:
        self._met = set(remaining.met)
        self._had_bye = set(remaining.had_bye)
        self.bye_player: PlayerId | None = None

    def pair_round(self, order: list[PlayerId]) -> list[Pair]:
        """Pair each player, from the top, with the next player not yet met.

        If the number of players is odd, the last player who has not had a bye becomes
        ``bye_player``. The list ``order`` is emptied.
        """
        self.bye_player = None
        if len(order) % 2:
            eligible = (player for player in reversed(order) if player not in self._had_bye)
            self.bye_player = next(eligible, order[-1])
            order.remove(self.bye_player)
            self._had_bye.add(self.bye_player)
        pairs = []
        while order:
            home = order.pop(0)
            candidates = (frozenset((home, player)) for player in order)
            not_met = (index for index, pair in enumerate(candidates) if pair not in self._met)
            away = order.pop(next(not_met, 0))
            self._met.add(frozenset((home, away)))
            pairs.append((home, away))
        return pairs


def _group_byes(totals: ProjectedPoints, remaining: RemainingGames) -> dict[PlayerId, list[int]]:
    byes: dict[PlayerId, list[int]] = {}
    for player, kind in remaining.byes:
        byes.setdefault(player, []).append(totals.paying.flat[kind])
    return byes


def _summarise_ends(
    totals: ProjectedPoints,
    ranked: Sequence[PlayerId],
    ends: Iterable[tuple[float, Totals]],
    seasons: int,
) -> SimulatedSeasons:
    places = {player: [0.0] * len(ranked) for player in ranked}
    points = dict.fromkeys(ranked, 0.0)
    for chance, totals_at_end in ends:
        order = sorted(ranked, key=totals_at_end.__getitem__, reverse=True)
        above = 0
        for below in range(1, len(order) + 1):
            total = totals_at_end[order[above]]
            if below < len(order) and totals_at_end[order[below]] == total:
                continue
            share = chance / (below - above)
            for player in order[above:below]:
                points[player] += chance * total
                for place in range(above, below):
                    places[player][place] += share
            above = below
    chances = {player: tuple(each) for player, each in places.items()}
    means = {player: each / totals.unit for player, each in points.items()}
    return SimulatedSeasons(seasons=seasons, places=chances, points=means)
