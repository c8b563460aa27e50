"""The form for manual adjustments, in which the user picks a subject and edits its rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tracker.application.match.free_rolls import describe_last_entry_if_free_roll
from tracker.application.match.game import Game
from tracker.procedures.pieces.manual_adjustments.adjustable_property import AdjustmentRow
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import MATCH, SideId, Subject, is_side, is_unit
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.correcting.adjustment_sheet import (
    AdjustmentSheet,
    list_matching_subjects,
)
from tui.widgets.text_fields import TextField

Stage = Literal["pick", "rows", "grid"]


class AdjustmentForm:
    """A form for manual adjustments. ``about`` is the version of the corrected line, if any."""

    def __init__(
        self,
        game: Game,
        *,
        side: SideId | None = None,
        subjects: Sequence[Subject] = (),
        about: Version | None = None,
        closes: bool = False,
    ) -> None:
        self.game = game
        self.sheet = AdjustmentSheet(game)
        self.side = side or game.match.sides[0]
        self.about = about
        self.closes = closes
        reason = describe_last_entry_if_free_roll(game.history)
        self.reason = TextField("why", reason, is_replaced_by_typing=bool(reason))
        self.is_giving_reason = False
        self.stage: Stage = "rows" if subjects else "pick"
        self.shown_subjects: list[Subject] = list(subjects)
        self.typed = ""
        self.cursor = 0
        self.column = 0

    def list_rows(self) -> list[AdjustmentRow]:
        return self.sheet.list_rows(self.shown_subjects)

    @property
    def current_row(self) -> AdjustmentRow | None:
        if self.stage == "grid":
            cells = self.sheet.list_grid_rows()[self.cursor][1]
            return cells.get(self.sheet.list_column_headings()[self.column])
        rows = self.list_rows()
        return rows[self.cursor] if self.stage == "rows" and rows else None

    def accepts_character(self, character: str) -> bool:
        if self.is_giving_reason:
            return True
        if self.stage == "pick":
            return is_whole_number(character) or character in "vp"
        return character not in "n?#"

    def type_character(self, character: str) -> None:
        if self.is_giving_reason:
            self.reason.insert_text(character)
        elif self.stage == "pick":
            self._type_in_picker(character)
        elif self.current_row is not None:
            self.sheet.type_character(self.current_row, character)

    def _type_in_picker(self, character: str) -> None:
        if character == "0" and not self.typed:
            self._switch_stage("grid", [])
        elif character == "v":
            self._switch_stage("rows", [s for s in self.sheet.list_subjects() if is_side(s)])
        elif character == "p":
            self._switch_stage("rows", [MATCH])
        else:
            typed = self.typed + character
            found = list_matching_subjects(self.sheet, self.side, typed)
            if found:
                self.typed = typed
            if len(found) == 1:
                self.pick_subject(found[0])

    def pick_subject(self, subject: Subject) -> None:
        self._switch_stage("rows", [subject])

    def list_subjects_matching_input(self) -> list[Subject]:
        return list_matching_subjects(self.sheet, self.side, self.typed)

    def _switch_stage(self, stage: Stage, shown_subjects: list[Subject]) -> None:
        self.typed = ""
        self.sheet.forget_typed_characters()
        if stage == "rows" and not self.sheet.list_rows(shown_subjects):
            return  # the rules have no value of this kind
        self.stage, self.shown_subjects, self.cursor, self.column = stage, shown_subjects, 0, 0

    def move_cursor_vertically(self, step: int) -> None:
        """Move the cursor up or down, unless the current row has a refused value."""
        if self.stage == "pick" or self.sheet.error:
            return
        count = len(self.sheet.list_grid_rows() if self.stage == "grid" else self.list_rows())
        self.sheet.forget_typed_characters()
        self.cursor = max(0, min(count - 1, self.cursor + step))

    def change_value_or_move_column(self, step: int) -> None:
        """Raise or lower the current value. On the sheet of all units, move the cursor sideways
        instead.
        """
        if self.stage == "grid" and self.sheet.error:
            return
        self.sheet.forget_typed_characters()
        if self.stage == "grid":
            last = len(self.sheet.list_column_headings()) - 1
            self.column = max(0, min(last, self.column + step))
        elif self.current_row is not None:
            self.sheet.change_value(self.current_row, step)

    def erase_last_character(self) -> None:
        if self.is_giving_reason:
            self.reason.delete_character()
        elif self.stage == "pick":
            self.typed = self.typed[:-1]
        elif self.current_row is not None:
            self.sheet.erase_last_character(self.current_row)

    def go_to_other_side_or_next_unit(self) -> None:
        """Go to the other side or, if the rows of one unit are shown, to the next unit.

        If the rows of several subjects are shown, go to the next of these subjects.
        """
        if self.sheet.error:
            return
        if self.stage == "pick":
            self.typed = ""
            self.side = self.game.match.other(self.side)
        elif self.stage == "grid":
            grid = self.sheet.list_grid_rows()
            sides = [self.game.state.find_side(subject) for subject, _ in grid]
            current = sides[self.cursor]
            others = (i for i, side in enumerate(sides) if side not in (current, None))
            self.move_cursor_vertically(next(others, self.cursor) - self.cursor)
        elif len(self.shown_subjects) == 1:
            subjects = self.sheet.list_subjects()
            index = (subjects.index(self.shown_subjects[0]) + 1) % len(subjects)
            self._switch_stage("rows", [subjects[index]])
        else:
            self._go_to_next_section()

    def _go_to_next_section(self) -> None:
        rows = self.list_rows()
        current = rows[self.cursor].subject
        later = (i for i, row in enumerate(rows) if i > self.cursor and row.subject != current)
        self.move_cursor_vertically(next(later, 0) - self.cursor)

    def go_back_one_step(self) -> bool:
        """Go back one step. Return False at the first step."""
        if self.is_giving_reason:
            self.is_giving_reason = False
        elif self.typed:
            self.typed = ""
        else:
            return False
        return True


def list_adjustable_line_subjects_and_sides(
    game: Game, line_subjects: Sequence[Subject]
) -> list[Subject]:
    """List the adjustable units or figures among a line's subjects, followed by the sides."""
    sheet = {row.subject for row in game.ruleset.setting_right.list_rows(game.match)}
    concerned = [subject for subject in dict.fromkeys(line_subjects) if subject in sheet]
    if game.state.info.words.by_figure:
        concerned = [subject for subject in concerned if not is_unit(subject)] or concerned
    return [*concerned, *(side for side in game.match.sides if side in sheet)]
