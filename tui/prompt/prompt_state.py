"""What stands at the prompt of the table: the text, what came of the last key, whose turn is meant.

The parts of the prompt read and change it; it knows none of them, and no screen.
"""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.match import free_rolls
from tracker.application.match.dice_input import is_dice_request, make_asked_roll
from tracker.application.match.game import Game
from tracker.input_parsing.dice_reader import AskedRoll, DiceReading, parse_dice
from tracker.input_parsing.dice_readings import DiceRefusal
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.names import SideId
from tui.status_notices import Notice
from tui.views.last_unit_actions import UnitMemory
from tui.views.turn_and_phase_view import find_acting_side


class PromptText:
    """The text at the prompt of a game.

    ``free`` is a roll that no rule asks for, once it was begun. ``asked_twice`` is the line that
    the rules advised against, or ``next`` with somebody left: said again it is taken. ``passed``
    of those who are due come later. ``wants_reason`` is the line that a strict game takes only
    with a reason. ``lies`` is true of text that was laid there or lies there from before, until it
    is changed: other keys take its place. ``stale`` is such text, typed before somebody else went
    on, and what is to be said of it until it was. ``stray`` are the last keys if they meant nothing
    here: the Enter behind them was meant for another question.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.memory = UnitMemory(game)
        self._typed = ""
        self.lies = False
        self.notice: Notice | None = None
        self.wants_reason = ""
        self.free: free_rolls.FreeRoll | None = None
        self.stale = ("", "")
        self.stray = ""
        self.asked_twice = ""
        self.passed = 0
        self.meant_side: SideId | None = None
        self._meant_in: tuple[int, str] = (0, "")
        self._acts: tuple[int, SideId | None] | None = None

    @property
    def typed_text(self) -> str:
        """What stands at the prompt."""
        return self._typed

    @typed_text.setter
    def typed_text(self, text: str) -> None:
        self._typed, self.lies = text, self.lies and text == self._typed

    def set_replaceable_text(self, text: str) -> None:
        """Lay text there that other keys take the place of."""
        self._typed, self.lies = text, True

    @property
    def pending(self) -> PendingQuestion | None:
        """What waits: a free roll that was begun comes before what the rules ask."""
        if self.free is not None:
            return free_rolls.make_pending_roll(self.game.match, self.free)
        return self.game.pending

    @property
    def wants_dice(self) -> bool:
        return self.pending is not None and is_dice_request(self.pending.request)

    @property
    def side(self) -> SideId | None:
        """The side whose units are meant by their numbers alone."""
        if self.meant_side is not None:
            return self.meant_side
        if self._acts is None or self._acts[0] != self.game.version:
            self._acts = (self.game.version, find_acting_side(self.game))
        return self._acts[1]

    def choose_side(self, side: SideId) -> None:
        """This side's units are meant: until something is done, or as long as the phase lasts where
        it is everybody's.
        """
        clock = self.game.match.clock
        self.meant_side, self._meant_in = side, (clock.turn, clock.phase)

    def get_asked_roll(self) -> AskedRoll:
        """What the waiting question asks. Raises ``Refused`` where no dice are asked."""
        if self.pending is None:
            raise Refused("No roll is waiting now.")
        return make_asked_roll(self.pending.request)

    def read_typed_dice(self) -> DiceReading | DiceRefusal | None:
        """The dice typed so far, as they are read; None where no dice are asked."""
        return parse_dice(self.typed_text, self.get_asked_roll()) if self.wants_dice else None

    def mark_stale_if_answered(self, waited: PendingQuestion | None) -> None:
        """Somebody else may have answered ``waited``: what was typed for it answers nothing else
        until people say so.
        """
        if not self.typed_text or self.pending == waited:
            return
        what = (
            f'for "{waited.request.what}", which has been answered meanwhile'
            if waited
            else "before this question came up"
        )
        self.set_replaceable_text(self.typed_text)
        self.stale = (self.typed_text, f"{self.typed_text} was typed {what}.")

    @property
    def is_stale(self) -> bool:
        """Whether what stands at the prompt was typed for another question."""
        return self.lies and bool(self.typed_text) and self.typed_text == self.stale[0]

    def show_refusal(self, text: str) -> None:
        """Say why not."""
        self.notice = Notice(text, "refused")

    def clear_notices(self) -> None:
        """Something was written: whatever was said before belongs to the past."""
        self.notice, self.stray = None, ""
        clock = self.game.match.clock
        if clock.side is not None or self._meant_in != (clock.turn, clock.phase):
            self.meant_side = None
        self.asked_twice = ""
        self.passed = 0
