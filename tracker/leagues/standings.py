"""Standings: everybody's row in order, what separates neighbours, and who has moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tracker.leagues.ranking import Ranking, Separated, rank_players
from tracker.leagues.results import Adjustment, Enrolled, Exact, Lots, PlayerId, Result
from tracker.leagues.schemes import Scheme, TieBreak
from tracker.leagues.tie_rules import BUILT_IN


class Tie(msgspec.Struct, frozen=True):
    """A tie-break's value; None where it holds only within a group this player is not in."""

    tie_break: TieBreak
    value: Exact | None


class StandingsRow(msgspec.Struct, frozen=True):
    """One player. ``played`` is won + drawn + lost, forfeits among them; byes are apart.

    ``points`` are the counted results' points and the bonus. ``moved`` is the places gained since
    the round before, None without one. ``separated`` tells what the row above has more of; None
    for the first, and for players who are level. In a league with divisions a row has its
    ``division``, and everything said of places is said within it.
    """

    player: PlayerId
    name: str
    place: int
    dropped: bool
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    vp_for: int
    vp_against: int
    ties: tuple[Tie, ...]
    counted: Exact
    bonus: Exact
    points: Exact
    moved: int | None
    separated: Separated | None
    bonus_columns: dict[str, Exact]
    extra: dict[str, tuple[int, int]]
    division: str | msgspec.UnsetType = msgspec.UNSET

    def tie(self, tie_break: TieBreak) -> Exact | None:
        """The value of one tie-break; None where it does not apply."""
        return next((tie.value for tie in self.ties if tie.tie_break == tie_break), None)


class Standings(msgspec.Struct, frozen=True):
    """The table after a round. ``level`` are the groups that nothing separates (draw lots).

    ``heads`` are the short names of tie-breaks that the scheme composed, if it did.
    """

    scheme: str
    after: int
    tie_breaks: tuple[TieBreak, ...]
    rows: tuple[StandingsRow, ...]
    level: tuple[tuple[PlayerId, ...], ...]
    heads: dict[TieBreak, str] | msgspec.UnsetType = msgspec.UNSET

    def head(self, tie_break: TieBreak) -> str:
        """What stands above the column of a tie-break."""
        own = self.heads.get(tie_break) if self.heads else None
        return own or BUILT_IN[tie_break].short

    def row(self, player: PlayerId) -> StandingsRow:
        """A player's row; raises KeyError for one who is not ranked."""
        for row in self.rows:
            if row.player == player:
                return row
        raise KeyError(player)


def compute_standings(
    players: Sequence[Enrolled],
    results: Sequence[Result],
    scheme: Scheme,
    tie_breaks: Sequence[TieBreak] | None = None,
    adjustments: Sequence[Adjustment] = (),
    lots: Sequence[Lots] = (),
    after: int | None = None,
) -> Standings:
    """The table after round ``after`` (None: after everything there is).

    ``tie_breaks`` None takes the scheme's own order. A player without results stands there with
    zero; a round without a result counts for nobody.
    """
    last = max((result.round for result in results), default=0) if after is None else after
    now = rank_players(players, results, scheme, tie_breaks, adjustments, lots, after)
    before: Mapping[PlayerId, int] = {}
    if any(result.round < last for result in results):
        before = now.before(last).places()
    places = now.places()
    rows = [
        _row(now, player, places[player], before.get(player), why if player == group[0] else None)
        for why, group in now.groups
        for player in group
    ]
    level = tuple(tuple(group) for _, group in now.groups if len(group) > 1)
    heads = {each.name: each.short for each in scheme.composed or ()}
    return Standings(
        scheme.name, last, tuple(now.tie_breaks), tuple(rows), level, heads or msgspec.UNSET
    )


def _row(
    now: Ranking, player: PlayerId, place: int, before: int | None, separated: Separated | None
) -> StandingsRow:
    known = now.field.players[player]
    seats = now.field.seats[player]
    scores = [seat.score for seat in seats]
    vp = [seat.vp for seat in seats if seat.vp is not None]
    return StandingsRow(
        player=player,
        name=known.name,
        place=place,
        dropped=known.dropped,
        played=len(seats) - scores.count("bye"),
        won=scores.count("won"),
        drawn=scores.count("drawn"),
        lost=scores.count("lost"),
        byes=scores.count("bye"),
        vp_for=sum(each[0] for each in vp),
        vp_against=sum(each[1] for each in vp),
        ties=tuple(Tie(tie_break, now.tie(player, tie_break)) for tie_break in now.tie_breaks),
        counted=now.counted[player].points,
        bonus=now.sum_bonus(player),
        points=now.points(player),
        moved=None if before is None else before - place,
        separated=separated,
        bonus_columns=now.bonus.get(player, {}),
        extra=now.field.extra.get(player, {}),
    )
