"""Holds all results from each player's point of view, as integers, for standings and pairings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Literal

import msgspec

from tracker.leagues.results.scoring_schemes import ScoringScheme, build_result_points_table
from tracker.leagues.results.standings_input_types import (
    BYES,
    PLAYED,
    EnrolledPlayer,
    ExactNumber,
    LotOrder,
    PlayerId,
    PointAdjustment,
    Result,
    ResultKind,
    make_exact_number,
)

Score = Literal["won", "drawn", "lost", "bye"]


class StandingsInput(msgspec.Struct, frozen=True):
    """The input of standings and Swiss pairings. Fixtures without a result are omitted."""

    players: Sequence[EnrolledPlayer]
    results: Sequence[Result]
    scheme: ScoringScheme
    adjustments: Sequence[PointAdjustment] = ()
    lots: Sequence[LotOrder] = ()


class PlayerResult(msgspec.Struct, frozen=True, gc=False):
    """A result from one player's view. ``points`` are in units of ``ResultsByPlayer.unit``."""

    round: int
    opponent: PlayerId | None
    kind: ResultKind
    score: Score
    points: int
    vp: tuple[int, int] | None = None  # for and against

    @property
    def was_played(self) -> bool:
        """Whether the game took place. A forfeited game did not."""
        return self.kind in PLAYED

    @property
    def is_missed_by_choice(self) -> bool:
        """Whether the game was not played because the player asked to miss it or was absent."""
        is_unplayed_loss = self.score == "lost" and not self.was_played
        return self.kind in {"half bye", "zero bye"} or is_unplayed_loss


class ResultsByPlayer:
    """A season's results by player, with points as integers.

    ``unit`` is the number of units in a point.
    """

    def __init__(
        self, players: Iterable[EnrolledPlayer], results: Iterable[Result], scheme: ScoringScheme
    ) -> None:
        self.players = {player.id: player for player in players}
        self.scheme = scheme
        ready = build_result_points_table(scheme)
        self.unit, self.draw, self.win = ready.unit, ready.draw, ready.win
        self.max_played_game_points = ready.max_played_game_points
        self.seats: dict[PlayerId, list[PlayerResult]] = {player: [] for player in self.players}
        self.extra: dict[PlayerId, dict[str, tuple[int, int]]] = {}
        for result in sorted(results, key=attrgetter("round")):
            if result.extra and result.away is not None:
                self._add_extra(result.home, result.away, result.extra)
            seats = _make_player_results(result, ready.compute_points_in_units(result))
            for player, seat in zip(result.players, seats, strict=True):
                self.seats.setdefault(player, []).append(seat)

    def copy_before_round(self, round_number: int) -> ResultsByPlayer:
        earlier = ResultsByPlayer(self.players.values(), (), self.scheme)
        earlier.seats = {
            player: [seat for seat in seats if seat.round < round_number]
            for player, seats in self.seats.items()
        }
        return earlier

    @cached_property
    def points(self) -> dict[PlayerId, int]:
        """Each player's points from all results, in units."""
        seated = self.seats.items()
        return {player: sum([seat.points for seat in seats]) for player, seats in seated}

    @cached_property
    def round_numbers(self) -> list[int]:
        return sorted({seat.round for seats in self.seats.values() for seat in seats})

    @cached_property
    def points_and_rounds_without_requested_byes(self) -> dict[PlayerId, tuple[int, int]]:
        """Each player's points and number of rounds. Requested byes count in neither."""
        return {player: _sum_points_and_rounds(seats) for player, seats in self.seats.items()}

    @cached_property
    def points_for_opponents(self) -> dict[PlayerId, int]:
        """Each player's points as opponents count them: final requested byes count as draws."""
        seated = self.seats.items()
        return {
            player: self.points[player] + self._compute_extra_points_for_byes(seats)
            for player, seats in seated
        }

    def _compute_extra_points_for_byes(self, seats: Sequence[PlayerResult]) -> int:
        added = 0
        for seat in reversed(seats):
            if not seat.is_missed_by_choice:
                break
            if seat.kind in BYES:
                added += self.draw - seat.points
        return added

    def _add_extra(
        self, home: PlayerId, away: PlayerId, extra: Mapping[str, tuple[int, int]]
    ) -> None:
        for column, (hosts, guests) in extra.items():
            for player, mine, theirs in ((home, hosts, guests), (away, guests, hosts)):
                columns = self.extra.setdefault(player, {})
                made, taken = columns.get(column, (0, 0))
                columns[column] = (made + mine, taken + theirs)

    def convert_units_to_points(self, units: int) -> ExactNumber:
        return make_exact_number(units, self.unit)


def _sum_points_and_rounds(seats: Sequence[PlayerResult]) -> tuple[int, int]:
    counted = [seat for seat in seats if seat.opponent is not None or seat.kind == "bye"]
    return sum(seat.points for seat in counted), len(counted)


def _make_player_results(result: Result, points: tuple[int, ...]) -> tuple[PlayerResult, ...]:
    number, home, away, kind = result.round, result.home, result.away, result.kind
    if away is None:
        return (PlayerResult(number, None, kind, "bye", points[0], result.vp),)
    hosts, guests = _get_home_and_away_scores(result)
    vp = result.vp
    return (
        PlayerResult(number, away, kind, hosts, points[0], vp),
        PlayerResult(number, home, kind, guests, points[1], vp and (vp[1], vp[0])),
    )


def _get_home_and_away_scores(result: Result) -> tuple[Score, Score]:
    if result.kind == "double loss":
        return "lost", "lost"
    if result.winner is None:
        return "drawn", "drawn"
    return ("won", "lost") if result.winner == result.home else ("lost", "won")
