"""The keys that do, answer and take back."""

from __future__ import annotations

from tui.table.base import TableBase


class Answering(TableBase):
    """Enter, dice, the next phase, and back."""

    def do_accept(self) -> None:
        self.prompt.accept()

    def do_next(self) -> None:
        self.prompt.next()

    def do_escape(self) -> None:
        self.prompt.escape()

    def do_undo(self) -> None:
        self.prompt.undo()

    def do_redo(self) -> None:
        self.prompt.redo()

    def do_undo_phase(self) -> None:
        self.prompt.take_back(self.game.undo_phase)

    def do_undo_turn(self) -> None:
        self.prompt.take_back(self.game.undo_turn)

    def do_roll(self) -> None:
        self.prompt.roll()

    def do_other_number(self) -> None:
        self.prompt.other_number()

    def do_other_side(self) -> None:
        self.prompt.other_side()
