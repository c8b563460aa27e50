"""The events of a match, league or campaign as rows, with the same columns in JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from exports.csv_tables import CsvTable, format_utc_timestamp, make_csv_cells_from_attributes
from exports.shapes.match_export_json_types import EventShape
from tracker.application.leagues.league_history import LeagueHistory
from tracker.application.match.match_history import MatchHistory
from tracker.projection.history_tree import RecordedEvent
from tracker.vocabulary.event_vocabulary_codec import EventCodec


def build_event_shapes(
    history: MatchHistory | LeagueHistory, codec: EventCodec[Any]
) -> Iterator[EventShape]:
    """Yield a row for each event. ``counts`` is false for undone events."""
    counted_versions = {line.version for line in history.path}
    for line in history.lines:
        kind = codec.get_kind(line.event)
        yield EventShape(
            version=line.version,
            line=history.get_line_number(line.entry),
            action=line.action if isinstance(line, RecordedEvent) else 0,
            counts=line.version in counted_versions,
            kind=kind,
            schema=codec.schemas[kind],
            at=format_utc_timestamp(line.at),
            author=line.author,
            body=msgspec.Raw(codec.encode(line.event)),
        )


def build_events_table(history: MatchHistory | LeagueHistory, codec: EventCodec[Any]) -> CsvTable:
    """Build a table with a row for each event. ``counts`` is 0 for undone events."""
    columns = EventShape.__struct_fields__
    return CsvTable(
        columns,
        (
            make_csv_cells_from_attributes(columns, row, body=bytes(row.body).decode())
            for row in build_event_shapes(history, codec)
        ),
    )
