"""Taking back at the prompt, and returning: dice that were taken back stand there again."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.errors import MovedOn, NeedsReason, Refused, RulesChanged
from tracker.application.match.rewind_points import last_said
from tracker.procedures.runners.answers import dice_of
from tracker.vocabulary.events import Rolled
from tui.notices import Kind, Notice
from tui.prompt.dice import DiceTyped
from tui.views.proposals import Proposal
from tui.views.running import before_what, running


class TakesBack(DiceTyped):
    """The prompt, as far as it takes back what was said."""

    _once_more: tuple[Rolled, ...] = ()
    """Dice of an action taken back, for when it is taken again."""

    def escape(self) -> None:
        """Clear what is typed; with nothing typed take the whole open action back."""
        advised, self._asked_twice = bool(self._asked_twice), ""
        if self.unpick() or (not self.typed and self.leave_free()):
            return
        if self.typed or advised:
            self.typed, self.notice = "", None
            return
        if self.pending is None and self.game.trouble is None:
            if self.notice is not None:
                self.notice = None
            else:
                self._refuse("Nothing is open; u takes back the last thing entered.")
            return
        head, dice = running(self.game)[0] + before_what(self.game), self._dice_said()
        if self.take_back(self.game.undo_action) and self.pending is None and head:
            self._proposed = ((self.game.version, self.side, self._passed), Proposal(head))
            self._once_more = dice

    def _dice_said(self) -> tuple[Rolled, ...]:
        """The rolls of the open action, in order."""
        action = self.game.state.now.open[-1] if self.game.state.now.open else 0
        said = self.game.story.entries_after(action)
        return tuple(
            entry.input
            for entry in said
            if entry.action == action and isinstance(entry.input, Rolled) and not entry.by_itself
        )

    def _reopen(self) -> None:
        """Dice of an action that was taken back and is taken again stand at their prompt."""
        dice, self._once_more = self._once_more, ()
        if dice and self._is_asked(dice[0]):
            self.restore(dice[0])
            self._once_more = dice[1:]

    def _is_asked(self, old: Rolled) -> bool:
        """Whether as many dice are asked for the same again."""
        asked = old.dice if old.asked is None else old.asked.dice
        pending = self.pending
        return pending is not None and pending.key == old.key and dice_of(pending.request) == asked

    def undo(self) -> None:
        """Take back the last thing said; its dice stand at the prompt again."""
        self._asked_twice = ""
        last = self._last_said()
        if self.take_back(self.game.undo) and isinstance(last, Rolled) and self.wants_dice:
            self.restore(last)

    def _last_said(self) -> object:
        last = last_said(self.game.story)
        return None if last is None else last.input

    def redo(self) -> None:
        self.typed = ""
        if self.take_back(self.game.redo):
            self.notice = Notice("Returned.")

    def take_back(self, how: Callable[[], object]) -> bool:
        """Take something back; False when there is nothing."""
        try:
            how()
        except Refused as refused:
            self._failed(refused)
            return False
        self._settle()
        self.typed, self.free = "", None
        self.notice = Notice("Taken back; U returns it.")
        return True

    # ------------------------------------------------------------------------------ inwardly

    def _settle(self) -> None:
        self.notice = None
        self._side = None
        self._asked_twice = ""
        self._passed = 0

    def _failed(self, refused: Refused) -> None:
        kind: Kind = "advice" if isinstance(refused, (MovedOn, NeedsReason)) else "refused"
        ways: tuple[tuple[str, str], ...] = ()
        if isinstance(refused, RulesChanged):
            ways = (("Esc", "take the action back"), ("!", "end it by hand"))
        self.notice = Notice(refused.message, kind, ways)
