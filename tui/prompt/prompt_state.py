"""The state of the table's prompt: its text, the last notice and the current side.

The prompt's components read and change this state, which does not depend on them or on a screen.
"""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.match import free_rolls
from tracker.application.match.dice_input import is_dice_request, make_asked_roll
from tracker.application.match.game import Game
from tracker.input_parsing.dice_reader import AskedRoll, DiceReading, parse_dice
from tracker.input_parsing.dice_reading_results import DiceRefusal
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.subject_ids import SideId
from tui.status_notices import Notice
from tui.views.last_unit_actions import UnitMemory
from tui.views.turn_and_phase_view import find_acting_side


class PromptState:
    """The text at the prompt of a game.

    ``free`` is the free roll, if one has begun. ``asked_twice`` is a line that the rules advise
    against, or ``next`` while someone is still to act. Entering it again confirms it. ``passed`` is
    the number of due subjects that were skipped. ``wants_reason`` is a line for which a strict game
    requires a reason. ``lies`` marks restored or proposed text, which the next key replaces.
    ``stale`` is text typed before someone else wrote, with a warning to show. ``stray`` holds the
    last keys if they had no meaning. An Enter after them was meant for another question.
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
        """Return the text at the prompt."""
        return self._typed

    @typed_text.setter
    def typed_text(self, text: str) -> None:
        self._typed, self.lies = text, self.lies and text == self._typed

    def set_replaceable_text(self, text: str) -> None:
        """Put text at the prompt that the next key replaces."""
        self._typed, self.lies = text, True

    @property
    def pending(self) -> PendingQuestion | None:
        """Return the open question. A free roll precedes the questions of the rules."""
        if self.free is not None:
            return free_rolls.make_pending_roll(self.game.match, self.free)
        return self.game.pending

    @property
    def wants_dice(self) -> bool:
        return self.pending is not None and is_dice_request(self.pending.request)

    @property
    def side(self) -> SideId | None:
        """Return the side to which bare numbers refer."""
        if self.meant_side is not None:
            return self.meant_side
        if self._acts is None or self._acts[0] != self.game.version:
            self._acts = (self.game.version, find_acting_side(self.game))
        return self._acts[1]

    def choose_side(self, side: SideId) -> None:
        """Make bare numbers refer to this side until the next action, or all phase if both act."""
        clock = self.game.match.clock
        self.meant_side, self._meant_in = side, (clock.turn, clock.phase)

    def get_asked_roll(self) -> AskedRoll:
        """Return the roll of the open question. Raises ``Refused`` if no dice are needed."""
        if self.pending is None:
            raise Refused("No roll is waiting now.")
        return make_asked_roll(self.pending.request)

    def read_typed_dice(self) -> DiceReading | DiceRefusal | None:
        """Parse the typed dice, or return None if no dice are needed."""
        return parse_dice(self.typed_text, self.get_asked_roll()) if self.wants_dice else None

    def mark_stale_if_answered(self, waited: PendingQuestion | None) -> None:
        """Mark the typed text as stale if someone else has answered ``waited``. Stale text answers
        no other question until the user confirms it.
        """
        if not self.typed_text or self.pending == waited:
            return
        what = (
            f'for "{waited.request.what}", which has been answered since'
            if waited
            else "before this question came up"
        )
        self.set_replaceable_text(self.typed_text)
        self.stale = (self.typed_text, f"{self.typed_text} was typed {what}.")

    @property
    def is_stale(self) -> bool:
        """Whether the text was typed for another question."""
        return self.lies and bool(self.typed_text) and self.typed_text == self.stale[0]

    def show_refusal(self, text: str) -> None:
        """Show why something was refused."""
        self.notice = Notice(text, "refused")

    def clear_notices(self) -> None:
        """Clear the notices and choices that belong to an earlier version."""
        self.notice, self.stray = None, ""
        clock = self.game.match.clock
        if clock.side is not None or self._meant_in != (clock.turn, clock.phase):
            self.meant_side = None
        self.asked_twice = ""
        self.passed = 0
