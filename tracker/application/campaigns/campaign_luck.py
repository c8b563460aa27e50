"""Computes the luck over all games of a campaign or league, and how complete the data is.

For each player, unit and kind of roll, actual successes are compared with expected ones, and the
exact chance of such a result is computed. The order of the games does not matter
(``merge_dice_tallies``).
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.application.campaigns.game_tally import (
    DiceTally,
    RecordingCompleteness,
    merge_dice_tallies,
)
from tracker.application.campaigns.service_records import ServiceRecords
from tracker.application.chances.luck_table_columns import TALLY_COLUMNS
from tracker.application.chances.success_count_rarity import PoolTally
from tracker.application.table_columns import Column
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import SideId, UnitId

if TYPE_CHECKING:
    from tracker.application.leagues.league import League

Key = tuple[str, str, str]


class LuckRow(Struct, frozen=True):
    """The luck of a player, a unit or a kind of roll. An empty field means that the row covers all
    of them.
    """

    player: str
    unit: str
    what: str
    tally: PoolTally


CAMPAIGN_LUCK_COLUMNS: tuple[Column[LuckRow], ...] = (
    Column("player", lambda row: row.player, words=True),
    Column("unit", lambda row: row.unit, words=True),
    Column("roll", lambda row: row.what or "all", words=True),
    *TALLY_COLUMNS,
)


class CampaignLuck(Struct, frozen=True):
    """The luck of a campaign over all ``games`` with a result.

    Of these games, ``kept`` were recorded in this ledger, and ``whole`` were recorded with every
    die. ``depth`` contains the total numbers of recorded rolls in all games.
    """

    games: int
    kept: int
    whole: int
    depth: RecordingCompleteness
    players: tuple[LuckRow, ...]
    kinds: tuple[LuckRow, ...]
    units: tuple[LuckRow, ...]

    @property
    def rows(self) -> tuple[LuckRow, ...]:
        return (*self.players, *self.kinds, *self.units)

    @property
    def rests_on(self) -> str:
        """The completeness of the data, as in ``9 of 12 games recorded here, 7 with every die``."""
        depth = self.depth
        parts = [
            f"{self.kept} of {format_count(self.games, 'game')} recorded here, {self.whole} with "
            "every die",
            f"{depth.pools + depth.sums} of {depth.rolls} recorded rolls",
        ]
        if depth.counted:
            parts.append(f"for {depth.counted}, only the successes were entered")
        if depth.by_hand:
            noun = "action was" if depth.by_hand == 1 else "actions were"
            parts.append(f"{depth.by_hand} {noun} entered as an outcome, without dice")
        return "; ".join(parts)


def is_every_die_recorded(completeness: RecordingCompleteness) -> bool:
    seen = completeness.pools + completeness.sums
    is_incomplete = completeness.counted or completeness.by_hand
    return bool(seen) and not is_incomplete and seen >= completeness.rolls


def compute_campaign_luck(league: League, records: ServiceRecords | None = None) -> CampaignLuck:
    luck_groups = records or ServiceRecords(league)
    total = RecordingCompleteness()
    by_player: defaultdict[Key, list[DiceTally]] = defaultdict(list)
    by_kind: defaultdict[Key, list[DiceTally]] = defaultdict(list)
    by_unit: defaultdict[Key, list[DiceTally]] = defaultdict(list)
    whole = 0
    for fixture in luck_groups.played_fixtures:
        tally = luck_groups.tallies.get(fixture.id)
        if tally is None or fixture.link is None:
            continue
        total += tally.depth
        whole += is_every_die_recorded(tally.depth)
        players: dict[SideId, PlayerId] = {one.side: one.player for one in fixture.link.sides}
        lasting = dict(fixture.link.units)
        names: dict[UnitId, str] = {one.unit: one.name for one in tally.units}
        for one in tally.thrown:
            player = league.state.get_player_name(players[one.side]) if one.side in players else ""
            by_player[player, "", ""].append(one)
            by_kind[player, "", one.what].append(one)
            if one.unit is not None:
                unit = lasting.get(one.unit)
                name = league.state.units[unit].name if unit else names[one.unit]
                by_unit[player, name, ""].append(one)
    return CampaignLuck(
        games=len(luck_groups.played_fixtures),
        kept=len(luck_groups.tallies),
        whole=whole,
        depth=total,
        players=_build_luck_rows(by_player),
        kinds=_build_luck_rows(by_kind),
        units=_build_luck_rows(by_unit),
    )


def _build_luck_rows(group: dict[Key, list[DiceTally]]) -> tuple[LuckRow, ...]:
    totals = {key: merge_dice_tallies(thrown) for key, thrown in sorted(group.items())}
    return tuple(LuckRow(*key, total.compute_tally()) for key, total in totals.items())
