"""Tables as CSV, such as the rolls of a game. No cell can become a formula in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from msgspec import Struct

from tracker.application.log.attack_roll_chains import (
    compute_success_chance,
    count_success_tries,
    count_successes,
    has_successes,
)
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.leagues.standings_input_types import ExactNumber
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.needs import describe_parts, infer_need

Cell = str | int | float | Decimal

# The characters that start a formula in a spreadsheet, including their wide forms.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")

ROLLS = (
    "line", "turn", "phase", "side", "who", "whom", "roll", "form", "dice", "faces", "need",
    "modifiers", "result", "successes", "expected", "chance", "source", "by_app", "ruling", "rule",
    "at", "author", "labels",
)  # fmt: skip


class CsvTable(Struct, frozen=True):
    """Rows under their headings."""

    head: Sequence[str]
    rows: Iterable[Sequence[Cell]] = ()


def build_rolls_table(game: Game) -> CsvTable:
    """A row for each roll that counts."""
    return CsvTable(ROLLS, _rolls(game))


def make_cells(columns: Sequence[str], source: object, /, **other: object) -> tuple[Cell, ...]:
    """A cell for each column: the field of that name in ``source``, or its value in ``other``.

    True is 1; None is empty; an exact number is an integer if possible, else has four places.
    """
    return tuple(
        make_cell(other[name] if name in other else getattr(source, name)) for name in columns
    )


def make_cell(value: Any) -> Cell:
    """Convert a value to a cell of a spreadsheet."""
    if isinstance(value, ExactNumber):
        exact = value.fraction
        return exact.numerator if exact.denominator == 1 else round(float(exact), 4)
    return "" if value is None else int(value) if isinstance(value, bool) else value


def escape_cell(cell: Cell) -> Cell:
    """Make a cell safe: text that would be a formula gets a leading quote."""
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell


def format_timestamp(microseconds: int) -> str:
    """``2024-05-11T17:30:00.000000Z``."""
    moment = datetime.fromtimestamp(microseconds // 1_000_000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{microseconds % 1_000_000:06d}Z"


def render_csv(table: CsvTable, *, excel: bool = False) -> str:
    """Render the table with every cell safe.

    ``excel`` is for countries with a decimal comma: a UTF-8 mark (BOM) first, semicolons between
    cells, commas in numbers.
    """
    text = io.StringIO()
    text.write("\ufeff" if excel else "")
    writer = csv.writer(text, delimiter=";" if excel else ",", lineterminator="\n")
    for row in (table.head, *table.rows):
        safe = [_one_kind_of_line(escape_cell(cell)) for cell in row]
        writer.writerow([_with_comma(cell) for cell in safe] if excel else safe)
    return text.getvalue()


def _with_comma(cell: Cell) -> Cell:
    return str(cell).replace(".", ",") if isinstance(cell, float | Decimal) else cell


_QUIET = {code: " " for code in (*range(32), *range(127, 160)) if code not in (9, 10)}


def _one_kind_of_line(cell: Cell) -> Cell:
    """Replace a lone carriage return, which the writer does not quote and readers take as the end
    of a row.

    Other control characters become spaces: people often view tables in a terminal.
    """
    if not isinstance(cell, str):
        return cell
    return cell.replace("\r\n", "\n").replace("\r", "\n").translate(_QUIET)


def _rolls(game: Game) -> Iterator[Sequence[Cell]]:
    state = State()
    for entry in game.history.list_entries():
        if isinstance(entry.input, ev.Rolled):
            yield _roll(MatchNames(state), entry, entry.input)
        apply_event(state, entry.input, entry.version)
        for fact in entry.facts:
            apply_event(state, fact)


def _roll(names: MatchNames, entry: MatchEntry, roll: ev.Rolled) -> Sequence[Cell]:
    clock = names.state.clock
    chance = compute_success_chance(roll) if has_successes(roll) else None
    return (
        entry.number,
        clock.turn,
        names.get_phase_word(clock.phase),
        names.name_side(roll.side),
        names.name_subject(roll.subject) if roll.subject else "",
        names.name_subject(roll.target) if roll.target else "",
        roll.what,
        roll.form,
        " ".join(f"d{sides}" for sides in roll.dice),
        " ".join(map(str, roll.faces)),
        roll.need,
        "; ".join(describe_parts(roll.modifiers, infer_need(roll.bands))),
        " ".join(map(str, roll.result)),
        count_successes(roll) if chance is not None else "",
        Decimal(f"{float(chance * count_success_tries(roll)):.4f}") if chance is not None else "",
        Decimal(f"{float(chance):.4f}") if chance is not None else "",
        roll.source,
        roll.app,
        roll.why if roll.asked else "",
        roll.rule,
        format_timestamp(entry.at),
        entry.author,
        "; ".join(label.display_text.replace(";", ",") for label in roll.labels),
    )
