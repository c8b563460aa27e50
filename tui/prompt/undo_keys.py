"""Taking back at the prompt, and returning: dice that were taken back stand there again."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.errors import MovedOn, NeedsReason, Refused, RulesHaveChanged
from tracker.application.match.rewind_points import find_last_said
from tracker.procedures.runners.answers import list_dice
from tracker.vocabulary.counts import count_of
from tracker.vocabulary.events import Rolled
from tui.notices import Kind, Notice
from tui.prompt.picking import TypedDice
from tui.prompt.rolling import Rolling
from tui.prompt.saying import SaidAtPrompt
from tui.prompt.typing_state import Typing
from tui.views.proposals import Proposal
from tui.views.running import describe_late_place, describe_running

CORRECTION_UNDONE = (
    "The correction is undone: the game stands as it did before. Press U to redo it."
)
DROPPED = " Your typing was cleared: {}."


class UndoKeys:
    """Takes back what was said; dice of an action that is taken again stand at their prompt."""

    def __init__(self, at: Typing, dice: TypedDice, rolling: Rolling, saying: SaidAtPrompt) -> None:
        self.at = at
        self.dice = dice
        self.rolling = rolling
        self.saying = saying
        self.game = at.game
        self.once_more: tuple[Rolled, ...] = ()

    def escape(self) -> None:
        """Clear what is typed; with nothing typed take the whole open action back."""
        advised, self.at.asked_twice = bool(self.at.asked_twice), ""
        if self.dice.clear_pick() or (not self.at.typed and self.rolling.leave()):
            return
        if self.at.wants_dice and self.dice.restore_old():
            return
        if self.at.typed or advised:
            self.at.typed, self.at.notice = "", None
            return
        if self.at.pending is None and self.game.trouble is None:
            if self.at.notice is not None:
                self.at.notice = None
            else:
                back = "U redoes, " * bool(self.game.story.tree.redo)
                self.at.refuse(f"No action is open; {back}u undoes the last entry.")
            return
        head, dice = (
            describe_running(self.game)[0] + describe_late_place(self.game),
            self._dice_said(),
        )
        rolls = len(dice)
        lost = f" with {count_of(rolls, 'roll')}" if rolls else ""
        told = f"The whole action is undone{lost}. Press U to redo it."
        begun = self._now()
        corrections = len(self.game.story.amends)
        done = self.take_back(self.game.undo_action, told)
        if done and len(self.game.story.amends) < corrections:
            self.at.notice = Notice(CORRECTION_UNDONE)
        elif done and self.at.pending is None and head and self._now() == begun:
            self.saying.propose(Proposal(head))
            self.once_more = dice

    def _now(self) -> tuple[str, int]:
        return self.game.match.phase, self.game.match.turn

    def _dice_said(self) -> tuple[Rolled, ...]:
        """The rolls of the open action, in order."""
        action = self.game.state.now.open[-1] if self.game.state.now.open else 0
        said = self.game.story.list_entries_after(action)
        return tuple(
            entry.input
            for entry in said
            if entry.action == action and isinstance(entry.input, Rolled) and not entry.by_itself
        )

    def reopen_dice(self) -> None:
        """Dice of an action that was taken back and is taken again stand at their prompt."""
        dice, self.once_more = self.once_more, ()
        if dice and self._is_asked(dice[0]):
            self.rolling.restore(dice[0])
            self.once_more = dice[1:]

    def _is_asked(self, old: Rolled) -> bool:
        """Whether as many dice are asked for the same again."""
        asked = old.dice if old.asked is None else old.asked.dice
        pending = self.at.pending
        return (
            pending is not None and pending.key == old.key and list_dice(pending.request) == asked
        )

    def undo(self) -> None:
        """Take back the last thing said; its dice stand at the prompt again."""
        self.at.asked_twice = ""
        last = self._last_said()
        if self.take_back(self.game.undo) and isinstance(last, Rolled) and self.at.wants_dice:
            self.rolling.restore(last)

    def _last_said(self) -> object:
        last = find_last_said(self.game.story)
        return None if last is None else last.input

    def redo(self) -> None:
        self.take_back(self.game.redo, "Redone.")

    def take_back(
        self, how: Callable[[], object], said: str = "Undone. Press U to redo it."
    ) -> bool:
        """Take something back; False when there is nothing."""
        waited, typed = self.at.pending, self.at.typed
        try:
            how()
        except Refused as refused:
            self.report_failure(refused)
            self.at.forget_answered(waited)
            return False
        self.at.settle()
        self.at.typed, self.at.free = "", None
        self.at.notice = Notice(f"{said}{DROPPED.format(typed) if typed else ''}")
        return True

    # ------------------------------------------------------------------------------ inwardly

    def report_failure(self, refused: Refused) -> None:
        kind: Kind = "advice" if isinstance(refused, (MovedOn, NeedsReason)) else "refused"
        ways: tuple[tuple[str, str], ...] = ()
        if isinstance(refused, RulesHaveChanged):
            ways = (("Esc", "undo the action"), ("!", "end it by hand"))
        self.at.notice = Notice(refused.message, kind, ways)
