"""The columns of the luck tables, for successes in dice pools and for dice that are added up."""

from __future__ import annotations

from typing import Protocol

from tracker.application.chances.game_luck import DiceSumLuck, PoolLuck
from tracker.application.chances.success_count_rarity import (
    PoolTally,
    format_chance_percent,
    format_difference,
)
from tracker.application.table_columns import Column

WORSE_NOTE = (
    '"dice": a test with several dice, such as 2D6, counts as one. '
    '"do worse": the percentage of equal rolls with fewer successes; ties count half.'
)
SUM_NOTE = (
    '"added up": where a low number is needed, as in some tests, a sum below the expected one is '
    "good luck."
)


class LuckTally(Protocol):
    @property
    def tally(self) -> PoolTally: ...


TALLY_COLUMNS = (
    Column[LuckTally]("dice", lambda row: str(row.tally.dice)),
    Column[LuckTally]("made", lambda row: str(row.tally.made)),
    Column[LuckTally]("expected", lambda row: f"{row.tally.expected:.1f}"),
    Column[LuckTally]("difference", lambda row: format_difference(row.tally.difference)),
    Column[LuckTally]("do worse", lambda row: format_chance_percent(row.tally.worse)),
)
LUCK_COLUMNS: tuple[Column[PoolLuck], ...] = (
    Column("side", lambda row: row.side_name, words=True),
    Column("unit", lambda row: row.unit, words=True, optional=True),
    Column("roll", lambda row: row.what or "all", words=True),
    *TALLY_COLUMNS,
)
SUM_COLUMNS: tuple[Column[DiceSumLuck], ...] = (
    Column("side", lambda row: row.side_name or "both", words=True),
    Column("added up", lambda row: row.what, words=True),
    Column("dice", lambda row: str(row.dice)),
    Column("sum", lambda row: str(row.total)),
    Column("expected", lambda row: f"{row.expected:.1f}"),
    Column("difference", lambda row: format_difference(row.difference)),
)
