"""The keys that do, answer and take back."""

from __future__ import annotations

from tui.table.table_part import TablePart
from tui.widgets.entry import LineEntry


class Answering(TablePart):
    """Enter, dice, the next phase, and back."""

    def do_accept(self) -> None:
        self.prompt.accept()

    def do_next(self) -> None:
        self.prompt.next()

    def do_pass_over(self) -> None:
        self.prompt.pass_over()

    def do_escape(self) -> None:
        self.prompt.back.escape()

    def do_undo(self) -> None:
        self.prompt.back.undo()

    def do_redo(self) -> None:
        self.prompt.back.redo()

    def do_undo_phase(self) -> None:
        self.prompt.back.take_back(self.game.undo_phase)

    def do_undo_turn(self) -> None:
        self.prompt.back.take_back(self.game.undo_turn)

    def do_roll(self) -> None:
        if self.prompt.wants_dice:
            self.prompt.roll()
        else:
            self.do_free_roll()

    def do_free_roll(self) -> None:
        hint = "4+ is it in cover? · r1 2d6 how far? · off who begins?"
        self.app.push_screen(LineEntry("roll", hint=hint, does="go on"), self._free_roll)

    def _free_roll(self, text: str | None) -> None:
        if text is not None:
            self.prompt.rolling.begin(text)
            self.show()

    def do_die_left(self) -> None:
        self.prompt.dice.pick(-1)

    def do_die_right(self) -> None:
        self.prompt.dice.pick(1)

    def do_row_up(self) -> None:
        self.prompt.dice.pick_row(-1)

    def do_row_down(self) -> None:
        self.prompt.dice.pick_row(1)

    def do_other_number(self) -> None:
        self.prompt.accept_other_number()

    def do_other_side(self) -> None:
        self.prompt.switch_side()
