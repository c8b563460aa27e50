"""Simulates the rest of a season: exhaustively if there are few possible ends, else at random."""

from __future__ import annotations

import math
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec import Struct

from tracker.leagues.glicko_ratings import SCALE, Rating
from tracker.leagues.outlook.projected_points import ProjectedPoints
from tracker.leagues.outlook.remaining_games import RemainingGames
from tracker.leagues.results.scoring_schemes import ResultPointsTable, ScoringScheme
from tracker.leagues.results.standings_input_types import PLAYED, PlayerId, Result

PRIOR_GAMES, PRIOR_DRAWS = 10, 1
"""The assumed results before a league has its own games: one draw in ten games."""


class GameOutcome(NamedTuple):
    """A game's possible result, with its chance and both players' pay in integer units."""

    chance: float
    home: int
    away: int


class GameChances:
    """The chances of games' results under a scoring scheme.

    Ratings decide the winner. Earlier results give the frequency of draws and the pay for wins.
    """

    def __init__(
        self,
        scheme: ScoringScheme,
        paying: ResultPointsTable,
        ratings: Mapping[PlayerId, Rating],
        results: Sequence[Result],
    ) -> None:
        self._ratings = ratings
        played = [one for one in results if one.away is not None and one.kind in PLAYED]
        drawn = sum(one.winner is None for one in played)
        self.draws = (drawn + PRIOR_DRAWS) / (len(played) + PRIOR_GAMES)
        by_vp = bool(scheme.steps or scheme.matrix)
        whole = [one for one in played if one.kind == "played"] if by_vp else []
        won = (_winner_first(one, paying) for one in whole if one.winner is not None)
        self._won = _shares(won, (paying.win, paying.loss))
        self._drawn = _shares(
            (_winner_first(one, paying) for one in whole if one.winner is None),
            (paying.draw, paying.draw),
        )

    def compute_expected_score(self, home: PlayerId, away: PlayerId) -> float:
        """Compute the home player's expected score, from 0 to 1, by Glickman's formula."""
        one, other = self._ratings.get(home, Rating()), self._ratings.get(away, Rating())
        doubt = (one.deviation**2 + other.deviation**2) / SCALE**2
        weight = 1 / math.sqrt(1 + 3 * doubt / math.pi**2)
        return 1 / (1 + math.exp(-weight * (one.rating - other.rating) / SCALE))

    def list_outcomes(self, home: PlayerId, away: PlayerId) -> tuple[GameOutcome, ...]:
        """List the game's possible results. Their chances add up to 1."""
        expected = self.compute_expected_score(home, away)
        drawn = min(self.draws, 2 * expected, 2 * (1 - expected))
        won, lost = expected - drawn / 2, 1 - expected - drawn / 2
        merged: dict[tuple[int, int], float] = {}
        for chance, shares, turned in (
            (won, self._won, False),
            (drawn, self._drawn, False),
            (lost, self._won, True),
        ):
            for (more, less), share in shares:
                key = (less, more) if turned else (more, less)
                merged[key] = merged.get(key, 0.0) + chance * share
        return tuple(GameOutcome(chance, *key) for key, chance in merged.items())


Pays = tuple[int, int]


def _winner_first(result: Result, paying: ResultPointsTable) -> Pays:
    home, away = paying.compute_points(result)
    return (away, home) if result.winner == result.away else (home, away)


def _shares(paid: Iterable[Pays], plain: Pays) -> tuple[tuple[Pays, float], ...]:
    """Return each kind of pay with its frequency, or only ``plain`` if there are no results yet."""
    counted = Counter(paid) or Counter([plain])
    return tuple((pays, count / counted.total()) for pays, count in sorted(counted.items()))


SEASONS: Final = 10_000
FEWEST: Final = 1_000
MOST_WORK: Final = 600_000
"""The maximum product of seasons and games, which limits the computing time."""
MOST_ENDS: Final = 20_000
"""The maximum number of different ends up to which all ends are computed."""

DrawNumber = Callable[[], float]
"""A function that returns a random number from 0 to below 1."""


class SimulatedSeasons(Struct, frozen=True):
    """The result of ``seasons`` simulations. If ``seasons`` is 0, all ends were computed exactly.

    ``places`` contains each player's chances of every place, from the first; tied players share
    their places equally. ``points`` contains the average final points.
    """

    seasons: int
    places: Mapping[PlayerId, tuple[float, ...]]
    points: Mapping[PlayerId, float]

    def compute_top_chance(self, player: PlayerId, place: int) -> float:
        return min(1.0, sum(self.places[player][:place]))

    def compute_error(self, chance: float) -> float:
        """Compute two standard errors of a simulated chance, or 0 if the chance is exact."""
        if not self.seasons:
            return 0.0
        share = (chance * self.seasons + 1) / (self.seasons + 2)  # never exactly 0 or 1
        return 2 * math.sqrt(share * (1 - share) / self.seasons)


def simulate_season(
    totals: ProjectedPoints,
    ranked: Sequence[PlayerId],
    remaining: RemainingGames,
    chances: GameChances,
    draw: DrawNumber,
) -> SimulatedSeasons:
    """Simulate the rest of the season, or compute all its ends if there are few."""
    if not remaining.undrawn and not totals.needs_single_results:
        ends = _every_end(totals, remaining, chances)
        if ends is not None:
            return _counted(totals, ranked, ends, 0)
    games = len(remaining.games) + sum(len(one.players) // 2 for one in remaining.undrawn)
    seasons = max(FEWEST, min(SEASONS, MOST_WORK // max(1, games)))
    return _counted(totals, ranked, _by_chance(totals, remaining, chances, draw, seasons), seasons)


def build_finished_season(
    totals: ProjectedPoints, places: Mapping[PlayerId, int]
) -> SimulatedSeasons:
    """Build the result of a finished season from the final places, which tied players share."""
    held: dict[PlayerId, tuple[float, ...]] = {}
    for player, place in places.items():
        level = sum(each == place for each in places.values())
        within = range(place, place + level)
        held[player] = tuple((n in within) / level for n in range(1, len(places) + 1))
    points = {player: totals.compute_total(player) / totals.unit for player in places}
    return SimulatedSeasons(seasons=0, places=held, points=points)


Totals = dict[PlayerId, int]


def _every_end(
    totals: ProjectedPoints, remaining: RemainingGames, chances: GameChances
) -> list[tuple[float, Totals]] | None:
    """Compute every possible end with its chance, or return None if there are too many."""
    who = sorted({player for pair in remaining.games for player in pair})
    place = {player: n for n, player in enumerate(who)}
    ends: dict[tuple[int, ...], float] = {(0,) * len(who): 1.0}
    for home, away in remaining.games:
        outcomes = chances.list_outcomes(home, away)
        one, other = place[home], place[away]
        found: dict[tuple[int, ...], float] = {}
        for before, chance in ends.items():
            for each in outcomes:
                after = [*before]
                after[one] += each.home
                after[other] += each.away
                key = tuple(after)
                found[key] = found.get(key, 0.0) + chance * each.chance
        if len(found) > MOST_ENDS:
            return None
        ends = found
    sure = {player: sum(paid) for player, paid in _byes(totals, remaining).items()}
    base = {player: paid + sure.get(player, 0) for player, paid in totals.paid.items()}
    return [
        (chance, _ended(totals, base, dict(zip(who, gained, strict=True))))
        for gained, chance in ends.items()
    ]


def _ended(
    totals: ProjectedPoints, base: Mapping[PlayerId, int], gained: Mapping[PlayerId, int]
) -> Totals:
    return {
        who: totals.compute_full_total(who, paid + gained.get(who, 0)) for who, paid in base.items()
    }


def _by_chance(
    totals: ProjectedPoints,
    remaining: RemainingGames,
    chances: GameChances,
    draw: DrawNumber,
    seasons: int,
) -> Iterator[tuple[float, Totals]]:
    """Simulate seasons at random. All of them have the same weight."""
    tables: dict[tuple[PlayerId, PlayerId], _Table] = {}
    sure = _byes(totals, remaining)
    for _ in range(seasons):
        season = _Season(totals, sure)
        meet = _Meetings(remaining)
        for pair in remaining.games:
            season.add(pair, _table(tables, chances, pair).drawn(draw()))
        for one in remaining.undrawn:
            order = sorted(one.players, key=lambda who: (-season.points[who], draw()))
            for pair in meet.paired(order):
                season.add(pair, _table(tables, chances, pair).drawn(draw()))
            if meet.left is not None:
                season.pay(meet.left, totals.paying.flat["bye"])
        yield 1 / seasons, season.sum_totals()


class _Season:
    """All players' points during a simulation."""

    def __init__(self, totals: ProjectedPoints, sure: Mapping[PlayerId, Sequence[int]]) -> None:
        self._totals = totals
        self.points = dict(totals.paid)
        self._more: dict[PlayerId, list[int]] = {}
        for player, paid in sure.items():
            for points in paid:
                self.pay(player, points)

    def pay(self, player: PlayerId, points: int) -> None:
        self.points[player] += points
        if self._totals.needs_single_results:
            self._more.setdefault(player, []).append(points)

    def add(self, pair: tuple[PlayerId, PlayerId], outcome: GameOutcome) -> None:
        if self._totals.needs_single_results:
            self.pay(pair[0], outcome.home)
            self.pay(pair[1], outcome.away)
        else:
            self.points[pair[0]] += outcome.home
            self.points[pair[1]] += outcome.away

    def sum_totals(self) -> Totals:
        if self._totals.needs_single_results:
            return {
                who: self._totals.compute_total(who, self._more.get(who, ())) for who in self.points
            }
        return {
            who: self._totals.compute_full_total(who, points) for who, points in self.points.items()
        }


class _Meetings:
    """The pairs that have met in a simulation. ``left`` is the player with the last round's bye."""

    def __init__(self, remaining: RemainingGames) -> None:
        self._met = set(remaining.met)
        self._had = set(remaining.had_bye)
        self.left: PlayerId | None = None

    def paired(self, order: list[PlayerId]) -> list[tuple[PlayerId, PlayerId]]:
        """Pair each player, from the top, with the next one not met. The last may get the bye."""
        self.left = None
        if len(order) % 2:
            self.left = next((who for who in reversed(order) if who not in self._had), order[-1])
            order.remove(self.left)
            self._had.add(self.left)
        pairs = []
        while order:
            home = order.pop(0)
            fresh = (n for n, who in enumerate(order) if frozenset((home, who)) not in self._met)
            away = order.pop(next(fresh, 0))
            self._met.add(frozenset((home, away)))
            pairs.append((home, away))
        return pairs


class _Table:
    """A game's possible results, prepared for random draws."""

    def __init__(self, outcomes: Sequence[GameOutcome]) -> None:
        self._outcomes = outcomes
        self._upto = [*accumulate(one.chance for one in outcomes)]

    def drawn(self, chance: float) -> GameOutcome:
        return self._outcomes[min(bisect(self._upto, chance), len(self._outcomes) - 1)]


def _table(
    tables: dict[tuple[PlayerId, PlayerId], _Table],
    chances: GameChances,
    pair: tuple[PlayerId, PlayerId],
) -> _Table:
    known = tables.get(pair)
    if known is None:
        known = tables[pair] = _Table(chances.list_outcomes(*pair))
    return known


def _byes(totals: ProjectedPoints, remaining: RemainingGames) -> dict[PlayerId, list[int]]:
    """Group the pay of future byes by player."""
    found: dict[PlayerId, list[int]] = {}
    for player, kind in remaining.byes:
        found.setdefault(player, []).append(totals.paying.flat[kind])
    return found


def _counted(
    totals: ProjectedPoints,
    ranked: Sequence[PlayerId],
    ends: Iterable[tuple[float, Totals]],
    seasons: int,
) -> SimulatedSeasons:
    """Compute the chances of each place and the average points from all ends."""
    places = {player: [0.0] * len(ranked) for player in ranked}
    points = dict.fromkeys(ranked, 0.0)
    for chance, ended in ends:
        order = sorted(ranked, key=ended.__getitem__, reverse=True)
        above = 0
        for below in range(1, len(order) + 1):
            total = ended[order[above]]
            if below < len(order) and ended[order[below]] == total:
                continue
            share = chance / (below - above)
            for player in order[above:below]:
                points[player] += chance * total
                for place in range(above, below):
                    places[player][place] += share
            above = below
    return SimulatedSeasons(
        seasons=seasons,
        places={player: tuple(each) for player, each in places.items()},
        points={player: each / totals.unit for player, each in points.items()},
    )
