"""Tables of a game's rolls, and of a game's or league's events, for CSV and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from exports.csv_tables import (
    CsvTable,
    build_csv_table,
    format_utc_timestamp,
    make_csv_cells_from_attributes,
)
from exports.shapes.game_export_json_types import EventShape
from tracker.application.leagues.league_history import LeagueHistory
from tracker.application.log.attack_roll_chains import (
    can_succeed,
    compute_success_chance,
    count_possible_successes,
    count_successes,
)
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.match_history import MatchHistory
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.event_codec import EventCodec
from tracker.vocabulary.roll_needs import describe_need_parts, infer_need
from tracker.vocabulary.subject_ids import Subject


class _RollRow(Struct, frozen=True):
    """A roll, its entry and the names at that time. ``chance`` is None if no dice can succeed."""

    names: MatchNames
    entry: MatchEntry
    roll: ev.Rolled
    chance: Fraction | None

    def name_subject(self, subject: Subject | None) -> str:
        return self.names.name_subject(subject) if subject else ""


ROLL_COLUMNS: dict[str, Callable[[_RollRow], object]] = {
    "line": lambda row: row.entry.number,
    "turn": lambda row: row.names.state.clock.turn,
    "phase": lambda row: row.names.get_phase_display_name(row.names.state.clock.phase),
    "side": lambda row: row.names.name_side(row.names.find_rolling_side(row.roll)),
    "who": lambda row: row.name_subject(row.roll.subject),
    "whom": lambda row: row.name_subject(row.roll.target),
    "roll": lambda row: row.roll.what,
    "form": lambda row: row.roll.form,
    "dice": lambda row: " ".join(f"d{sides}" for sides in row.roll.dice),
    "faces": lambda row: " ".join(map(str, row.roll.faces)),
    "need": lambda row: row.roll.need,
    "modifiers": lambda row: "; ".join(
        describe_need_parts(row.roll.modifiers, infer_need(row.roll.bands), row.roll.bonus)
    ),
    "result": lambda row: " ".join(map(str, row.roll.result)),
    "successes": lambda row: None if row.chance is None else count_successes(row.roll),
    "expected": lambda row: _multiply_and_round_chance(
        row.chance, count_possible_successes(row.roll)
    ),
    "chance": lambda row: _multiply_and_round_chance(row.chance),
    "source": lambda row: row.roll.source,
    "by_app": lambda row: row.roll.app,
    "ruling": lambda row: row.roll.why if row.roll.asked else "",
    "rule": lambda row: row.roll.rule,
    "at": lambda row: format_utc_timestamp(row.entry.at),
    "author": lambda row: row.entry.author,
    "labels": lambda row: "; ".join(
        label.display_text.replace(";", ",") for label in row.roll.labels
    ),
}


def build_rolls_table(game: Game) -> CsvTable:
    """Build a table with a row for each roll that has not been undone."""
    return build_csv_table(ROLL_COLUMNS, _list_rolls(game))


def _list_rolls(game: Game) -> Iterator[_RollRow]:
    state = State()
    for entry in game.history.list_entries_on_path():
        roll = entry.input
        if isinstance(roll, ev.Rolled):
            chance = compute_success_chance(roll) if can_succeed(roll) else None
            yield _RollRow(MatchNames(state), entry, roll, chance)
        apply_event(state, entry.input, entry.version)
        for fact in entry.facts:
            apply_event(state, fact)


def _multiply_and_round_chance(chance: Fraction | None, tries: int = 1) -> Decimal | None:
    return None if chance is None else Decimal(f"{float(chance * tries):.4f}")


def build_event_shapes(
    history: MatchHistory | LeagueHistory, codec: EventCodec[Any]
) -> Iterator[EventShape]:
    """Yield a row for each event. For undone events, ``counts`` is false."""
    counted_versions = {line.version for line in history.path}
    for line in history.lines:
        kind = codec.get_kind(line.event)
        yield EventShape(
            version=line.version,
            line=history.get_line_number(line.entry),
            action=line.action,
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
