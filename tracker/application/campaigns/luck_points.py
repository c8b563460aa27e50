"""The points of a season without the luck of the dice of games kept here."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from tracker.application.campaigns.game_tally import GameTally, merge_pools
from tracker.application.campaigns.service_records import Records
from tracker.application.chances.pools import Pools
from tracker.leagues.league_rows import Fixture
from tracker.leagues.luck_points import LuckWorth, LuckyGame, compute_luck_worth
from tracker.leagues.results import Result
from tracker.leagues.schemes import pay_result
from tracker.vocabulary.names import SideId

if TYPE_CHECKING:
    from tracker.application.leagues.league import League


def compute_points_without_luck(
    league: League, season: int, records: Records | None = None
) -> LuckWorth | None:
    """What luck was worth in a season; None where too few games were kept with their dice."""
    return compute_luck_worth([*_games(league, season, records or Records(league))])


def _games(league: League, season: int, records: Records) -> Iterator[LuckyGame]:
    scheme = league.state.get_scheme(season)
    for one in records.ended:
        tally = records.tallies.get(one.id)
        if one.season != season or tally is None or one.ended is None or one.away is None:
            continue
        net = _net(one, tally)
        if net is None or one.ended.kind != "played":
            continue
        result = Result(one.round, one.home, one.away, winner=one.ended.winner, vp=one.ended.vp)
        home, away = (float(each.fraction) for each in pay_result(scheme, result))
        yield LuckyGame(one.home, one.away, net, (home, away))


def _net(fixture: Fixture, tally: GameTally) -> float | None:
    """Net luck in standard deviations; None where not both have dice that were counted."""
    if fixture.link is None:
        return None
    sides = {each.player: each.side for each in fixture.link.sides}
    pools = [_of(tally, sides[player]) for player in fixture.players if player in sides]
    if len(pools) < 2 or not all(each.dice for each in pools):
        return None
    spread = sum(map(_variance, pools))
    ahead = [each.made - each.expected for each in pools]
    return float(ahead[0] - ahead[1]) / math.sqrt(spread) if spread else None


def _of(tally: GameTally, side: SideId) -> Pools:
    return merge_pools(one for one in tally.thrown if one.side == side)


def _variance(pools: Pools) -> Fraction:
    return sum((n * share * (1 - share) for share, n in pools.dice.items()), Fraction(0))
