"""The sheet for manual adjustments: current values, new values and the line to write."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.correcting.manual_adjustment_entry import Key, list_adjustment_parts
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.procedures.declared.marker_values import YES
from tracker.procedures.pieces.manual_adjustments.adjustable_property import NOTHING, AdjustmentRow
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import (
    MATCH,
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_handle,
    is_figure,
    is_side,
    is_unit,
)
from tracker.vocabulary.typed_numbers import is_whole_number


class AdjustmentSheet:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows = game.ruleset.setting_right.list_rows(game.match)
        self.rows_by_key = {get_row_key(row): row for row in self.rows}
        self.new_values: dict[Key, str] = {}
        self.typed = ""
        self.error = ""

    @property
    def changed_values(self) -> dict[Key, str]:
        return {k: v for k, v in self.new_values.items() if v != self.rows_by_key[k].value}

    def get_shown_value(self, row: AdjustmentRow) -> str:
        """Return a row's new value or, if there is none, its current value."""
        return self.new_values.get(get_row_key(row), row.value)

    def format_adjustment_line_or_refusal(self) -> str:
        """Format the new values as a line that can be typed, or return why they are refused."""
        try:
            return " | ".join(list_adjustment_parts(self.game, self.changed_values))
        except Refused as refused:
            return refused.message

    def list_subjects(self) -> list[Subject]:
        """List every subject that has a row, in the order of the forces."""
        return list(dict.fromkeys(row.subject for row in self.rows))

    def list_rows(self, subjects: Sequence[Subject]) -> list[AdjustmentRow]:
        return [row for subject in subjects for row in self.rows if row.subject == subject]

    def list_column_headings(self) -> list[str]:
        return list(dict.fromkeys(row.column for row in self.rows if row.column))

    def list_grid_rows(self) -> list[tuple[Subject, dict[str, AdjustmentRow]]]:
        cells: dict[Subject, dict[str, AdjustmentRow]] = {}
        for row in self.rows:
            if row.column:
                cells.setdefault(row.subject, {})[row.column] = row
        return list(cells.items())

    def forget_typed_characters(self) -> None:
        """Forget the typed characters. The next character then starts a new value."""
        self.typed, self.error = "", ""

    def type_character(self, row: AdjustmentRow, character: str) -> None:
        """Add a typed character to the new value of a row.

        If the row does not allow the value, set ``error`` and discard the new value.
        """
        self.typed += character
        value = parse_row_value(row, self.typed)
        if value is None:
            self.error = f"{row.word}: {_describe_values(row)}"
            self.new_values.pop(get_row_key(row), None)
        else:
            self.error = ""
            self.new_values[get_row_key(row)] = value

    def erase_last_character(self, row: AdjustmentRow) -> None:
        """Delete the last typed character. If none is left, restore the row's current value."""
        typed = self.typed[:-1]
        self.forget_typed_characters()
        self.new_values.pop(get_row_key(row), None)
        for character in typed:
            self.type_character(row, character)

    def change_value(self, row: AdjustmentRow, step: int) -> None:
        """Choose the value ``step`` places after the current one in the row's values, if there is
        one.
        """
        self.forget_typed_characters()
        index = row.values.index(self.get_shown_value(row)) + step
        if 0 <= index < len(row.values):
            self.new_values[get_row_key(row)] = row.values[index]


def get_row_key(row: AdjustmentRow) -> Key:
    return (row.subject, row.word)


def parse_row_value(row: AdjustmentRow, typed: str) -> str | None:
    """Parse a value, the beginning of one, or a change such as ``+1``. Return None if it is not
    valid.
    """
    if typed[:1] in ("+", "-"):
        return _apply_change(row, typed)
    values = {value.casefold(): value for value in row.values}
    text = typed.casefold()
    if text in values:
        return values[text]
    if text in ("0", "1") and row.values == (NOTHING, YES):
        return YES if text == "1" else NOTHING
    if text == "0" and NOTHING in row.values:
        return NOTHING
    beginnings = [value for plain, value in values.items() if plain.startswith(text)]
    return beginnings[0] if beginnings and not row.counts else None


def _apply_change(row: AdjustmentRow, typed: str) -> str | None:
    sign, rest = typed[0], typed.lstrip(typed[0])
    sign_count = len(typed) - len(rest)
    if rest and (sign_count > 1 or not is_whole_number(rest)):
        return None
    steps = int(rest) if rest else sign_count
    index = row.values.index(row.value) + (steps if sign == "+" else -steps)
    return row.values[index] if 0 <= index < len(row.values) else None


def _describe_values(row: AdjustmentRow) -> str:
    values = row.values
    if row.counts:
        return f"a number from {values[0]} to {values[-1]}, or +1"
    return ", ".join(values) if len(values) < 8 else f"{values[0]}, {values[1]} … {values[-1]}"


def get_number_within_side(state: State, subject: Subject) -> str:
    """Return the number that players type for a unit or figure, such as ``2`` or ``13``."""
    return state.info.words.format_handle(subject)[1:]


def format_subject_label(state: State, subject: Subject) -> str:
    """Return a subject's label, such as ``1 Claw pack``, ``13 Vey`` or ``VP``."""
    if is_unit(subject):
        return f"{format_handle(subject)[1:]} {state.units[UnitId(subject)].name}".strip()
    if is_figure(subject):
        figure = state.figures[FigureId(subject)]
        return f"{get_number_within_side(state, subject)} {state.name_figure(figure)}"
    if is_side(subject):
        return next(side.name for side in state.info.sides if side.id == subject)
    return "" if subject == MATCH else format_handle(subject)


def list_matching_subjects(
    sheet: AdjustmentSheet, side: SideId | None, typed_number: str
) -> list[Subject]:
    """List a side's units and figures whose numbers begin with the typed text.

    An exact match comes first.
    """
    state = sheet.game.state
    numbers = {
        subject: get_number_within_side(state, subject)
        for subject in sheet.list_subjects()
        if (is_unit(subject) or is_figure(subject)) and state.find_side(subject) == side
    }
    matches = [subject for subject, number in numbers.items() if number.startswith(typed_number)]
    return sorted(matches, key=lambda subject: numbers[subject] != typed_number)
