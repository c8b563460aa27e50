"""Computes service records, which list the achievements of units and forces in a campaign's games.

For a finished game in this ledger, the record is computed from its events. For other games, it uses
the data that was entered with the result. Data that nobody entered is unknown, not zero.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.game_tally import (
    DiceTally,
    GameTally,
    load_or_compute_finished_game_tally,
    merge_dice_tallies,
)
from tracker.application.chances.success_count_rarity import PoolTotals
from tracker.application.leagues.results.fixture_match_links import list_linked_game_summaries
from tracker.application.leagues.results.linked_match_outcomes import (
    PlayerOutcome,
    get_player_outcome,
)
from tracker.application.table_columns import Column
from tracker.leagues.campaign.campaign_units import CampaignForce, CampaignUnit
from tracker.leagues.league_events import FixtureId, FixtureResult, ForceId, MatchLinked, WarUnitId
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.luck_adjusted_points import (
    LuckEffect,
    NetLuckGame,
    estimate_luck_effect,
)
from tracker.leagues.results.scoring_schemes import compute_result_points
from tracker.leagues.results.standings_input_types import PlayerId, Result
from tracker.vocabulary.subject_ids import SideId, UnitId

if TYPE_CHECKING:
    from tracker.application.leagues.league import League


UNKNOWN = "unknown"


class UnitGameRecord(Struct, frozen=True):
    """A unit's record in one game. ``nerve`` is None if the game was not recorded here."""

    fixture: FixtureId
    on: str
    how: PlayerOutcome
    kills: int
    lost: int
    nerve: int | None
    experience: int
    removed_by: dict[str, int]
    thrown: tuple[DiceTally, ...] = ()


class UnitRecord(Struct, frozen=True):
    """A unit's record over all its games, with the oldest game first."""

    unit: CampaignUnit
    rank: str
    games: tuple[UnitGameRecord, ...]

    def count_games(self, outcome: PlayerOutcome) -> int:
        return sum(game.how == outcome for game in self.games)

    @property
    def kills(self) -> int:
        return sum(game.kills for game in self.games)

    @property
    def lost_figures(self) -> int:
        return sum(game.lost for game in self.games)

    @property
    def times_nerve_was_lost(self) -> int:
        """How often the unit lost its nerve in games recorded in this ledger."""
        return sum(game.nerve or 0 for game in self.games)

    @property
    def recorded_game_count(self) -> int:
        return sum(game.nerve is not None for game in self.games)

    @property
    def removed_by(self) -> list[tuple[str, int]]:
        """The enemies that removed the unit's figures, with the number of figures removed by each,
        largest number first.
        """
        total: Counter[str] = Counter()
        for game in self.games:
            total.update(game.removed_by)
        return sorted(total.items(), key=lambda item: (-item[1], item[0]))

    @property
    def luck(self) -> PoolTotals:
        return merge_dice_tallies(thrown for game in self.games for thrown in game.thrown)


class ForceRecord(Struct, frozen=True):
    """A force's record over all its games.

    ``vp`` is the total of victory points in the ``vp_told`` games for which they are known.
    ``luck`` covers all dice of the force's side, even those that belong to no unit.
    """

    force: CampaignForce
    units: tuple[UnitRecord, ...]
    games: tuple[FixtureId, ...]
    won: int
    drawn: int
    lost_games: int
    vp: int
    vp_told: int
    luck: PoolTotals

    @property
    def kills(self) -> int:
        return sum(unit.kills for unit in self.units)

    @property
    def lost_figures(self) -> int:
        return sum(unit.lost_figures for unit in self.units)

    @property
    def times_nerve_was_lost(self) -> int:
        return sum(unit.times_nerve_was_lost for unit in self.units)


def compute_force_unit_points(league: League, force: CampaignForce) -> next_game_units.PointsByUnit:
    rules = league.rules(force.ruleset)
    return next_game_units.compute_current_unit_points(league.state, force, rules)


class ServiceRecords:
    """The service records of a league or campaign. They are not updated: create a new instance
    after a change.
    """

    def __init__(self, league: League) -> None:
        self._league = league
        self.state = league.state

    @cached_property
    def tallies(self) -> dict[FixtureId, GameTally]:
        """The statistics of the finished games that were recorded in this ledger, by fixture."""
        pairs = list_linked_game_summaries(self._league)
        found = (
            (fixture, load_or_compute_finished_game_tally(self._league.store, row))
            for fixture, row in pairs
        )
        return {fixture: tally for fixture, tally in found if tally is not None}

    def build_unit_record(self, unit: WarUnitId) -> UnitRecord:
        known = self.state.units[unit]
        games = sorted(self._games_by_unit.get(unit, ()), key=lambda game: game.on)
        rank = self.state.info.rules.get_rank_name(known.experience)
        return UnitRecord(known, rank, tuple(games))

    def build_force_record(self, force: ForceId) -> ForceRecord:
        known = self.state.forces[force]
        played = [one for one in self.played_fixtures if force in _get_forces(one)]
        went = Counter(get_player_outcome(known.player, _get_result(one)) for one in played)
        points = [_get_victory_points(one, known) for one in played]
        return ForceRecord(
            force=known,
            units=tuple(map(self.build_unit_record, known.units)),
            games=tuple(one.id for one in played),
            won=went["won"],
            drawn=went["drawn"],
            lost_games=went["lost"],
            vp=sum(one or 0 for one in points),
            vp_told=sum(one is not None for one in points),
            luck=merge_dice_tallies(
                thrown for one in played for thrown in self._list_dice_of_force(one, force)
            ),
        )

    @cached_property
    def played_fixtures(self) -> list[Fixture]:
        """The fixtures between two players that have a result, ordered by date."""
        games = [one for one in self.state.fixtures.values() if one.ended and one.away]
        return sorted(games, key=lambda one: _get_result(one).played_on)

    @cached_property
    def _games_by_unit(self) -> dict[WarUnitId, list[UnitGameRecord]]:
        found: dict[WarUnitId, list[UnitGameRecord]] = {}
        entered = self._entered_by_fixture
        for fixture in self.played_fixtures:
            tally = self.tallies.get(fixture.id)
            if tally is not None and fixture.link is not None:
                games = self._make_records_from_tally(fixture, fixture.link, tally)
            else:
                games = entered.get(fixture.id, {})
            for unit, game in games.items():
                found.setdefault(unit, []).append(game)
        return found

    @cached_property
    def _entered_by_fixture(self) -> dict[FixtureId, dict[WarUnitId, UnitGameRecord]]:
        """The records that people have entered for games outside this ledger, by fixture
        and unit.
        """
        found: dict[FixtureId, dict[WarUnitId, UnitGameRecord]] = {}
        for unit in self.state.units.values():
            for step in unit.steps:
                fixture = self.state.fixtures.get(step.fixture)
                if fixture is None or fixture.ended is None or not step.is_from_game:
                    continue
                found.setdefault(fixture.id, {})[unit.id] = UnitGameRecord(
                    fixture=fixture.id,
                    on=fixture.ended.played_on,
                    how=get_player_outcome(self.state.forces[unit.force].player, fixture.ended),
                    kills=step.kills,
                    lost=step.lost,
                    nerve=None,
                    experience=step.experience,
                    removed_by={},
                )
        return found

    def _make_records_from_tally(
        self, fixture: Fixture, link: MatchLinked, tally: GameTally
    ) -> dict[WarUnitId, UnitGameRecord]:
        lasting = dict(link.units)
        names = {one.unit: one.name for one in tally.units}
        names |= {unit: self.state.units[own].name for unit, own in link.units}
        sides = {one.unit: one.side for one in tally.units}
        kills = tally.count_kills_by_unit()
        by: dict[UnitId, Counter[str]] = {}
        for one in tally.removals:
            friend = one.by is not None and sides[one.by] == sides[one.unit]
            who = "themselves" if friend else UNKNOWN if one.by is None else names[one.by]
            if one.by is None and one.how != "killed":
                who = one.how
            by.setdefault(one.unit, Counter())[who] += one.figures
        thrown: dict[UnitId | None, list[DiceTally]] = {}
        for each in tally.thrown:
            thrown.setdefault(each.unit, []).append(each)
        ended = _get_result(fixture)
        return {
            lasting[one.unit]: UnitGameRecord(
                fixture=fixture.id,
                on=ended.played_on,
                how=get_player_outcome(self._get_player(lasting[one.unit]), ended),
                kills=kills[one.unit],
                lost=one.mustered - one.left,
                nerve=one.nerve,
                experience=self._experience_by_game[lasting[one.unit], fixture.id],
                removed_by=dict(by.get(one.unit, {})),
                thrown=tuple(thrown.get(one.unit, ())),
            )
            for one in tally.units
            if one.unit in lasting
        }

    def _get_player(self, unit: WarUnitId) -> PlayerId:
        return self.state.forces[self.state.units[unit].force].player

    @cached_property
    def _experience_by_game(self) -> Counter[tuple[WarUnitId, FixtureId]]:
        found: Counter[tuple[WarUnitId, FixtureId]] = Counter()
        for unit in self.state.units.values():
            for step in unit.steps:
                found[unit.id, step.fixture] += step.experience
        return found

    @cached_property
    def fixtures_with_kills_or_losses(self) -> set[FixtureId]:
        steps = (step for unit in self.state.units.values() for step in unit.steps)
        return {step.fixture for step in steps if step.kills or step.lost}

    def _list_dice_of_force(self, fixture: Fixture, force: ForceId) -> Iterator[DiceTally]:
        tally = self.tallies.get(fixture.id)
        if tally is None or fixture.link is None:
            return
        sides: set[SideId | None] = {one.side for one in fixture.link.sides if one.force == force}
        yield from (one for one in tally.thrown if one.side in sides)


def _get_result(fixture: Fixture) -> FixtureResult:
    assert fixture.ended is not None
    return fixture.ended


def _get_forces(fixture: Fixture) -> tuple[ForceId, ...]:
    if fixture.link is not None:
        return tuple(played.force for played in fixture.link.sides if played.force)
    return fixture.forces


def _get_victory_points(fixture: Fixture, force: CampaignForce) -> int | None:
    vp = _get_result(fixture).vp
    return None if vp is None else vp[0 if force.player == fixture.home else 1]


def estimate_season_luck_effect(
    league: League, season: int, records: ServiceRecords | None = None
) -> LuckEffect | None:
    """Estimate how much luck has mattered in a season. Return None if too few games have dice."""
    records = records or ServiceRecords(league)
    return estimate_luck_effect([*_list_luck_games(league, season, records)])


def _list_luck_games(league: League, season: int, records: ServiceRecords) -> Iterator[NetLuckGame]:
    scheme = league.state.get_scheme(season)
    for one in records.played_fixtures:
        tally = records.tallies.get(one.id)
        if one.season != season or tally is None or one.ended is None or one.away is None:
            continue
        net = _compute_luck_difference(one, tally)
        if net is None or one.ended.kind != "played":
            continue
        result = Result(one.round, one.home, one.away, winner=one.ended.winner, vp=one.ended.vp)
        home, away = (float(each.fraction) for each in compute_result_points(scheme, result))
        yield NetLuckGame(one.home, one.away, net, (home, away))


def _compute_luck_difference(fixture: Fixture, tally: GameTally) -> float | None:
    """Return the first player's luck minus the second player's, in standard deviations.

    Return None unless the dice of both players are known.
    """
    if fixture.link is None:
        return None
    sides = {each.player: each.side for each in fixture.link.sides}
    own = [sides[player] for player in fixture.players if player in sides]
    pools = [merge_dice_tallies(one for one in tally.thrown if one.side == side) for side in own]
    if len(pools) < 2 or not all(each.dice for each in pools):
        return None
    shares = [(share, n) for each in pools for share, n in each.dice.items()]
    spread = sum(n * share * (1 - share) for share, n in shares)
    ahead = [each.made - each.expected for each in pools]
    return float(ahead[0] - ahead[1]) / math.sqrt(spread) if spread else None


UNIT_NAME: Column[UnitRecord] = Column("unit", lambda one: one.unit.name, words=True)
SERVICE_COLUMNS: tuple[Column[UnitRecord], ...] = (
    Column("games", lambda one: str(len(one.games))),
    Column(
        "W-D-L",
        lambda one: "-".join(str(one.count_games(how)) for how in ("won", "drawn", "lost")),
        spare=1,
    ),
    Column("kills", lambda one: str(one.kills)),
    Column("lost", lambda one: str(one.lost_figures)),
    Column("nerve", lambda one: str(one.times_nerve_was_lost) if one.recorded_game_count else "–"),
    Column("exp", lambda one: str(one.unit.experience)),
    Column("rank", lambda one: one.rank, words=True, optional=True),
)
"""The columns of a unit's record. Lost nerve is unknown if none of the games was recorded in this
ledger.
"""


def format_figures_and_recoveries(count: int, enlisted: int, waits: int) -> str:
    """Format the figures of a unit, as in ``4 of 8``, or as in ``1 of 9 +8?`` if eight figures need
    recovery rolls.
    """
    return f"{count} of {enlisted}{f' +{waits}?' if waits else ''}"


NEXT_GAME_COLUMNS: tuple[Column[UnitRecord], ...] = (
    UNIT_NAME,
    Column("next game", lambda one: _format_figures_in_next_game(one.unit), words=True),
    *SERVICE_COLUMNS,
)
"""The columns of the table of a force's units before its next game."""


def _format_figures_in_next_game(unit: CampaignUnit) -> str:
    waits = unit.figures_awaiting_recovery
    return format_figures_and_recoveries(unit.figures_in_next_game, unit.enlisted, waits)
