"""The form for manual adjustments, which first selects a subject and then shows its rows.

It does not depend on any screen. It only holds a cursor and interprets keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tracker.application.match.free_rolls import describe_last_free_roll
from tracker.application.match.game import Game
from tracker.procedures.pieces.manual_adjustments.adjustable_values import StateRow
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import MATCH, SideId, Subject, UnitId, is_side, is_unit
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.correcting.adjustment_sheet import (
    AdjustmentSheet,
    find_subject_side,
    list_matching_subjects,
)
from tui.widgets.text_fields import TextField

Stage = Literal["pick", "rows", "grid"]


class AdjustmentForm:
    """A form for manual adjustments. ``about`` is the line that it corrects.

    If the last entry was a free roll, the reason is filled in.
    """

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
        because = describe_last_free_roll(game.history)
        self.reason = TextField("why", because, fresh=bool(because))
        self.giving_reason = False
        self.stage: Stage = "rows" if subjects else "pick"
        self.shown: list[Subject] = list(subjects)
        self.typed = ""
        self.at = 0
        self.column = 0

    # ------------------------------------------------------------------------------- looking

    def list_rows(self) -> list[StateRow]:
        return self.sheet.list_rows(self.shown)

    def current_row(self) -> StateRow | None:
        """Return the row or cell under the cursor."""
        if self.stage == "grid":
            cells = self.sheet.list_grid_rows()[self.at][1]
            return cells.get(self.sheet.list_column_headings()[self.column])
        rows = self.list_rows()
        return rows[self.at] if self.stage == "rows" and rows else None

    # ------------------------------------------------------------------------------- picking

    def accepts_character(self, character: str) -> bool:
        """Whether a character is accepted as text instead of being a command."""
        if self.giving_reason:
            return True
        if self.stage == "pick":
            return is_whole_number(character) or character in "vp"
        return character not in "n?#"

    def type_character(self, character: str) -> None:
        if self.giving_reason:
            self.reason.insert_text(character)
        elif self.stage == "pick":
            self._pick(character)
        else:
            here = self.current_row()
            if here is not None:
                self.sheet.type_character(here, character)

    def _pick(self, character: str) -> None:
        if character == "0" and not self.typed:
            self._go("grid", [])
        elif character == "v":
            self._go("rows", [s for s in self.sheet.list_subjects() if is_side(s)])
        elif character == "p":
            self._go("rows", [MATCH])
        else:
            typed = self.typed + character
            found = list_matching_subjects(self.sheet, self.side, typed)
            if found:
                self.typed = typed
            if len(found) == 1:
                self.pick_subject(found[0])

    def pick_subject(self, subject: Subject) -> None:
        """Show a subject's rows, or those of a group's figures if they act one by one."""
        self._go("rows", [subject])

    def list_candidates(self) -> list[Subject]:
        """List the subjects that match the text typed so far."""
        return list_matching_subjects(self.sheet, self.side, self.typed)

    def _go(self, stage: Stage, shown: list[Subject]) -> None:
        self.typed = ""
        self.sheet.leave_row()
        subjects = set(self.sheet.list_subjects())
        if stage == "rows" and not subjects & set(shown):
            return  # the rules have no value of this kind
        self.stage, self.shown, self.at, self.column = stage, shown, 0, 0

    # ---------------------------------------------------------------------------- going about

    def move_vertically(self, step: int = -1) -> None:
        if self.stage == "pick":
            return
        count = len(self.sheet.list_grid_rows() if self.stage == "grid" else self.list_rows())
        self.sheet.leave_row()
        self.at = max(0, min(count - 1, self.at + step))

    def move_sideways(self, step: int) -> None:
        """Raise or lower a value. In the sheet of all units, move one column sideways."""
        self.sheet.leave_row()
        if self.stage == "grid":
            last = len(self.sheet.list_column_headings()) - 1
            self.column = max(0, min(last, self.column + step))
            return
        here = self.current_row()
        if here is not None:
            self.sheet.change_value(here, step)

    def erase_last_character(self) -> None:
        if self.giving_reason:
            self.reason.delete_character()
            return
        if self.stage == "pick":
            self.typed = self.typed[:-1]
            return
        here = self.current_row()
        if here is not None:
            self.sheet.erase_last_character(here)

    def switch_side_or_unit(self) -> None:
        """Switch sides. In the rows, go to the next unit in the list."""
        if self.stage == "pick":
            self.typed = ""
            self.side = self.game.match.other(self.side)
        elif self.stage == "grid":
            grid = self.sheet.list_grid_rows()
            sides = [find_subject_side(self.game.state, subject) for subject, _ in grid]
            there = sides[self.at]
            found = (i for i, side in enumerate(sides) if side not in (there, None))
            self.move_vertically(next(found, self.at) - self.at)
        elif len(self.shown) == 1:
            every = self.sheet.list_subjects()
            place = (every.index(self.shown[0]) + 1) % len(every)
            self._go("rows", [every[place]])
        else:
            self._next_section()

    def _next_section(self) -> None:
        rows = self.list_rows()
        there = rows[self.at].subject
        later = [i for i, row in enumerate(rows) if i > self.at and row.subject != there]
        self.move_vertically((later[0] if later else 0) - self.at)

    def go_back(self) -> bool:
        """Go back one step. Return False at the first step."""
        if self.giving_reason:
            self.giving_reason = False
            return True
        if self.typed:
            self.typed = ""
            return True
        return False


def list_concerned_subjects(game: Game, first: Sequence[Subject]) -> list[Subject]:
    """List the units or figures that a line concerns, then the points."""
    by_figure = game.state.info.words.by_figure
    sheet = {row.subject for row in game.ruleset.setting_right.list_rows(game.match)}
    found = [one for one in dict.fromkeys(first) if one in sheet]
    if by_figure:
        units = [UnitId(one) for one in found if is_unit(one)]
        found = [one for one in found if not is_unit(one)] or list(units)
    return [*found, *(side for side in game.match.sides if side in sheet)]
