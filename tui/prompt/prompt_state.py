"""The state of the table's prompt, which its components read and change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tracker.application.errors import Refused
from tracker.application.match import free_rolls
from tracker.application.match.dice_input import is_dice_request, make_asked_roll
from tracker.application.match.game import Game
from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.input_parsing.dice_reader import parse_dice
from tracker.input_parsing.dice_reading_results import DiceReading, DiceRefusal
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.subject_ids import SideId
from tui.prompt import figure_key_shorthand, key_shorthand_reader
from tui.prompt.key_shorthand_reader import KeyShorthand
from tui.views.game_status_view import find_acting_side
from tui.views.last_unit_actions import LastUnitActions

NoticeKind = Literal["said", "plain", "advice", "refused"]


@dataclass(frozen=True)
class Notice:
    """A message about the last key, with the keys that can be pressed to continue.

    The ``kind`` "said" reports what was done, and "plain" gives information.
    """

    text: str
    kind: NoticeKind = "said"
    offered_keys: tuple[tuple[str, str], ...] = ()

    def offers_key(self, key: str) -> bool:
        return any(shown == key for shown, _ in self.offered_keys)


class PromptState:
    """The text at the prompt of a game.

    ``free_roll`` is the free roll, if one has begun. ``line_to_confirm`` is a line to which the
    rules object, or ``next`` while a unit can still act. Entering the line again confirms it.
    ``skip_count`` is the number of due subjects that were skipped. ``line_needing_reason`` is a
    line for which a strict game requires a reason. ``rest_of_line`` holds the parts of the last
    line that have not been entered yet. ``is_replaceable`` is true for restored or proposed text,
    which the next key replaces. ``stale_text`` is text that was typed before somebody else wrote,
    with the warning to show. ``stray_keys`` holds the last keys if they had no meaning. An Enter
    that follows them was meant for another question. ``roll_entered_by_key`` names the roll that
    the last key entered.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.memory = LastUnitActions(game)
        self._typed = ""
        self.is_replaceable = False
        self.notice: Notice | None = None
        self.line_needing_reason = ""
        self.rest_of_line = ""
        self.free_roll: free_rolls.FreeRoll | None = None
        self.stale_text = ("", "")
        self.stray_keys = self.roll_entered_by_key = ""
        self.line_to_confirm = ""
        self.skip_count = 0
        self.chosen_side: SideId | None = None
        self._chosen_in: tuple[int, str] = (0, "")
        self._cached_side: tuple[int, SideId | None] | None = None

    @property
    def typed_text(self) -> str:
        return self._typed

    @typed_text.setter
    def typed_text(self, text: str) -> None:
        self._typed, self.is_replaceable = text, self.is_replaceable and text == self._typed

    def set_replaceable_text(self, text: str) -> None:
        self._typed, self.is_replaceable = text, True

    @property
    def pending(self) -> PendingQuestion | None:
        """The open question. A free roll takes precedence over the questions of the rules."""
        if self.free_roll is not None:
            return free_rolls.make_free_roll_question(self.game.match, self.free_roll)
        return self.game.pending

    @property
    def wants_dice(self) -> bool:
        return self.pending is not None and is_dice_request(self.pending.request)

    @property
    def side(self) -> SideId | None:
        if self.chosen_side is not None:
            return self.chosen_side
        if self._cached_side is None or self._cached_side[0] != self.game.version:
            self._cached_side = (self.game.version, find_acting_side(self.game))
        return self._cached_side[1]

    def choose_side(self, side: SideId) -> None:
        clock = self.game.match.clock
        self.chosen_side, self._chosen_in = side, (clock.turn, clock.phase)

    def parse_keys(self, text: str) -> KeyShorthand:
        """Parse the keys of a line in which units or figures act. Raises ``UnreadableKeys``."""
        keys, match = self.game.ruleset.keys, self.game.match
        assert self.side is not None
        return figure_key_shorthand.parse_unit_or_figure_keys(
            text, keys, match, self.side, match.phase
        )

    def expand_keys(self, shorthand: KeyShorthand) -> str:
        """Format parsed keys as a line. Raises ``UnreadableKeys`` if a part is missing."""
        return key_shorthand_reader.expand_shorthand(
            shorthand, self.game.ruleset.keys, self.game.match, self.side
        )

    def get_asked_roll(self) -> AskedRoll:
        """Return the roll of the open question. Raises ``Refused`` if no dice are needed."""
        if self.pending is None:
            raise Refused("No roll is waiting now.")
        return make_asked_roll(self.pending.request)

    def parse_typed_dice(self) -> DiceReading | DiceRefusal | None:
        """Parse the typed dice, or return None if no dice are needed."""
        return parse_dice(self.typed_text, self.get_asked_roll()) if self.wants_dice else None

    def mark_typed_text_stale_if_answered(self, awaited: PendingQuestion | None) -> None:
        """If ``awaited`` has been answered, mark the typed text as stale.

        The user must then confirm it.
        """
        if not self.typed_text or self.pending == awaited:
            return
        cause = (
            f'for "{awaited.request.name}", which has been answered since'
            if awaited
            else "before this question came up"
        )
        self.set_replaceable_text(self.typed_text)
        self.stale_text = (self.typed_text, f"`{self.typed_text}` was typed {cause}.")

    @property
    def is_stale(self) -> bool:
        is_typed = self.is_replaceable and bool(self.typed_text)
        return is_typed and self.typed_text == self.stale_text[0]

    def show_refusal(self, text: str) -> None:
        self.notice = Notice(text, "refused")

    def forget_last_keys(self) -> None:
        """Forget the last keys, so that the next Enter answers the displayed question."""
        self.stray_keys = self.roll_entered_by_key = ""

    def clear_notices_and_choices(self) -> None:
        """Clear the notices and choices that belong to an earlier version of the game."""
        self.notice = None
        self.forget_last_keys()
        clock = self.game.match.clock
        if clock.side is not None or self._chosen_in != (clock.turn, clock.phase):
            self.chosen_side = None
        self.line_to_confirm = ""
        self.skip_count = 0
