"""The outlook of a season: for everybody what is certain, what it takes, and what chance says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tracker.leagues.outlook.conditions import Condition, find_conditions
from tracker.leagues.outlook.game_chances import GameChances
from tracker.leagues.outlook.points_totals import PointsTotals
from tracker.leagues.outlook.reach import Still, reach, settle_chance
from tracker.leagues.outlook.remaining_games import RemainingGames
from tracker.leagues.outlook.season_simulation import Draw, end_season, play_on
from tracker.leagues.ratings import Rating
from tracker.leagues.results import Adjustment, Enrolled, Exact, PlayerId, Result
from tracker.leagues.schemes import Scheme


class Prospect(Struct, frozen=True):
    """One player: points now, the least and the most there can be, and on average (``likely``).

    ``first`` and ``top`` are chances of the first place and of one of the first so many, with two
    standard errors each; ``first_is`` and ``top_is`` what arithmetic says of them. ``passed`` says
    whether anybody can still end above. ``wins`` is what it takes, where that can be said.
    """

    player: PlayerId
    place: int
    points: Exact
    least: Exact
    most: Exact
    likely: float
    first: float
    first_error: float
    top: float
    top_error: float
    first_is: Still
    top_is: Still
    passed: bool
    wins: tuple[Condition, ...]


class SeasonOutlook(Struct, frozen=True):
    """``top`` is how many places count as the top, ``seasons`` how many were played by chance (0:
    every way was followed), ``draws`` the share of games taken to be drawn, ``rated`` on how many
    games the ratings rest.
    """

    top: int
    seasons: int
    draws: float
    rated: int
    ahead: RemainingGames
    prospects: tuple[Prospect, ...]

    @property
    def games(self) -> int:
        """Games still to be played."""
        undrawn = sum(len(one.players) // 2 for one in self.ahead.undrawn)
        return len(self.ahead.games) + undrawn

    @property
    def decided(self) -> bool:
        """Whether nothing is left to play."""
        return self.ahead.nothing


def choose_usual_top(players: int) -> int:
    """How many places are told together where nobody says: half of a small field, at most 3."""
    return max(1, min(3, players // 2))


def forecast(
    players: Sequence[Enrolled],
    results: Sequence[Result],
    scheme: Scheme,
    adjustments: Sequence[Adjustment],
    places: Mapping[PlayerId, int],
    ratings: Mapping[PlayerId, Rating],
    ahead: RemainingGames,
    *,
    top: int,
    draw: Draw,
) -> SeasonOutlook:
    """The outlook of everybody with a place, in that order. The same ``draw`` says the same.

    Where nothing is left to play, places are those of the standings, tie-breaks and all.
    """
    totals = PointsTotals(players, results, scheme, adjustments)
    ranked = sorted(places, key=places.__getitem__)
    chances = GameChances(scheme, totals.paying, ratings, results)
    over = ahead.nothing
    played = end_season(totals, places) if over else play_on(totals, ranked, ahead, chances, draw)
    bounds = reach(totals, ranked, ahead, top)
    prospects = []
    for player in ranked:
        mine = bounds[player]
        first, upper = played.sum_chances_within(player, 1), played.sum_chances_within(player, top)
        prospects.append(
            Prospect(
                player=player,
                place=places[player],
                points=totals.make_exact(totals.total(player)),
                least=totals.make_exact(mine.least),
                most=totals.make_exact(mine.most),
                likely=played.points[player],
                first=first,
                first_error=played.error(first) if mine.first == "open" else 0.0,
                top=upper,
                top_error=played.error(upper) if mine.top == "open" else 0.0,
                first_is=settle_chance(first) if over else mine.first,
                top_is=settle_chance(upper) if over else mine.top,
                passed=mine.passed,
                wins=()
                if over or mine.first != "open"
                else find_conditions(totals, ranked, ahead, player),
            )
        )
    rated = sum(one.games for one in ratings.values()) // 2
    return SeasonOutlook(top, played.seasons, chances.draws, rated, ahead, tuple(prospects))
