"""The table's prompt: the typed text, what Enter would do, and the last result.

It does not depend on any screen. If writing fails, the typed text is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.application.correcting import late_action_insert
from tracker.application.errors import (
    AnswerRequired,
    ConcurrentChange,
    ReasonRequired,
    Refused,
    RulesHaveChanged,
)
from tracker.application.lines.line_and_script_play import (
    TriedLine,
    is_answer_line,
    play_line,
    save_tried_line,
    try_line_in_sandbox,
)
from tracker.application.match.dice_input import BadDice, count_missing_dice, split_players_dice
from tracker.application.match.free_rolls import describe_last_free_roll
from tracker.application.match.game import Game
from tracker.application.match.undo_and_redo_points import find_last_typed_entry
from tracker.input_parsing.dice_reading_results import DiceRefusal
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answers import list_dice_sizes
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Rolled
from tui.prompt.dice_entry import ALL_IN, DiceEntry, TypedDice
from tui.prompt.prompt_reader import PromptReader
from tui.prompt.prompt_state import PromptState
from tui.status_notices import Kind, Notice
from tui.views.next_line_proposals import NEXT, LineProposal
from tui.views.open_action_description import (
    describe_late_insert_place,
    describe_open_action,
    has_editable_action,
)
from tui.views.typed_dice_preview import describe_wrong_dice_count, list_dice_count_fixes
from tui.views.units_still_to_act import list_due_actions

CORRECTION_UNDONE = "The correction is undone, and the game stands as before. Press U to redo it."
DROPPED = " Your typing was cleared: {}."


class PromptUndo:
    """Undo and redo at the prompt. If an undone action is taken again, its dice are restored."""

    def __init__(
        self, at: PromptState, dice: TypedDice, rolling: DiceEntry, saying: PromptReader
    ) -> None:
        self.at = at
        self.dice = dice
        self.rolling = rolling
        self.saying = saying
        self.game = at.game
        self.once_more: tuple[Rolled, ...] = ()

    def clear_or_undo(self) -> None:
        """Clear the typed text or the refusal. If there is neither, undo the whole open action."""
        advised, self.at.asked_twice = bool(self.at.asked_twice), ""
        self.at.stray = ""
        if self.dice.clear_pick() or (not self.at.typed_text and self.rolling.cancel_free_roll()):
            return
        if self.at.wants_dice and self.dice.restore_old_dice():
            return
        notice = self.at.notice
        refused = notice is not None and notice.kind == "refused" and not notice.offers_key("Esc")
        if self.at.typed_text or advised or refused:
            self.at.typed_text, self.at.notice = "", None
            return
        if self.at.pending is None and self.game.rules_mismatch is None:
            if self.at.notice is not None:
                self.at.notice = None
            else:
                back = "U redoes, " * bool(self.game.history.tree.redo)
                self.at.show_refusal(f"No action is open; {back}u undoes the last entry.")
            return
        head, dice = (
            describe_open_action(self.game)[0] + describe_late_insert_place(self.game),
            self._dice_said(),
        )
        rolls = len(dice)
        lost = f" with {format_count(rolls, 'roll')}" if rolls else ""
        told = f"The whole action is undone{lost}. Press U to redo it."
        begun = self._now()
        corrections = len(self.game.history.amends)
        done = self.try_undo(self.game.undo_action, told)
        if done and len(self.game.history.amends) < corrections:
            self.at.notice = Notice(CORRECTION_UNDONE)
        elif done and self.at.pending is None and head and self._now() == begun:
            self.saying.set_proposal(LineProposal(head))
            self.once_more = dice

    def _now(self) -> tuple[str, int]:
        return self.game.match.phase, self.game.match.turn

    def _dice_said(self) -> tuple[Rolled, ...]:
        """List the rolls of the open action, in order."""
        action = (
            self.game.state.current_values.open[-1] if self.game.state.current_values.open else 0
        )
        said = self.game.history.list_entries_after(action)
        return tuple(
            entry.input
            for entry in said
            if entry.action == action and isinstance(entry.input, Rolled) and not entry.is_automatic
        )

    def restore_dice_of_undone_action(self) -> None:
        """Restore the dice of an undone action at the prompt if the action is taken again."""
        dice, self.once_more = self.once_more, ()
        if dice and self._is_asked(dice[0]):
            self.rolling.restore_roll(dice[0])
            self.once_more = dice[1:]

    def _is_asked(self, old: Rolled) -> bool:
        """Whether the same roll with the same dice is open again."""
        asked = old.dice if old.asked is None else old.asked.dice
        pending = self.at.pending
        return (
            pending is not None
            and pending.key == old.key
            and list_dice_sizes(pending.request) == asked
        )

    def undo(self) -> None:
        """Undo the last entry and put its dice back at the prompt."""
        self.at.asked_twice = ""
        last = self._last_said()
        if self.try_undo(self.game.undo) and isinstance(last, Rolled) and self.at.wants_dice:
            self.rolling.restore_roll(last)

    def _last_said(self) -> object:
        last = find_last_typed_entry(self.game.history)
        return None if last is None else last.input

    def redo(self) -> None:
        self.try_undo(self.game.redo, "Redone.")

    def try_undo(
        self, how: Callable[[], object], said: str = "Undone. Press U to redo it."
    ) -> bool:
        """Try to undo something. Return whether it was undone."""
        waited, typed = self.at.pending, self.at.typed_text
        try:
            how()
        except Refused as refused:
            self.show_failure(refused)
            self.at.mark_stale_if_answered(waited)
            return False
        self.at.clear_notices()
        self.at.typed_text, self.at.free = "", None
        self.at.notice = Notice(f"{said}{DROPPED.format(typed) if typed else ''}")
        return True

    # ------------------------------------------------------------------------------ inwardly

    def show_failure(self, refused: Refused) -> None:
        kind: Kind = (
            "advice" if isinstance(refused, (ConcurrentChange, ReasonRequired)) else "refused"
        )
        ways: tuple[tuple[str, str], ...] = ()
        if isinstance(refused, RulesHaveChanged):
            ways = (("Esc", "undo the action"), ("!", "end it by hand"))
        self.at.notice = Notice(refused.message, kind, ways)


REST_AGAIN = "This comes first. Enter the rest of the line again when it is answered."
STRAY_WAYS = (("Enter", "enter what is shown"),)
ANYWAY = (("Enter", "do it anyway"), ("Esc", "cancel"))
NEXT_ANYWAY = (("Enter", "go on anyway, as does n"), ("Esc", "cancel"))
STALE_WAYS = (("Enter", "enter it here"), ("Esc", "clear it"))
PromptSnapshot = tuple[PendingQuestion | None, str]


class Prompt(PromptState):
    """The prompt for all input: dice and choices while a question is open, and otherwise lines."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.saying = PromptReader(self)
        self.dice = TypedDice(self)
        self.rolling = DiceEntry(self, self.dice)
        self.back = PromptUndo(self, self.dice, self.rolling, self.saying)

    # -------------------------------------------------------------------------------- typing

    def type_text(self, text: str) -> None:
        """Type text at the prompt."""
        self.notice, self.asked_twice, self.stray = None, "", ""
        if self.wants_dice:
            self.dice.type_text(text)
            self._name_wrong_face()
        else:
            self.typed_text = text if self.is_stale else self.typed_text + text

    def delete_last_character(self) -> None:
        """Delete the last character or the picked die."""
        self.notice, self.asked_twice, self.stray = None, "", ""
        if self.wants_dice:
            self.dice.delete_last_character()
            self._name_wrong_face()
        else:
            self.typed_text = self.typed_text[:-1]

    def _name_wrong_face(self) -> None:
        """Show a notice as soon as a face is typed that its die does not have."""
        found = self.read_typed_dice()
        if isinstance(found, DiceRefusal) and found.kind == "bad_face":
            self.notice = Notice(BadDice(found).message, "advice")

    # -------------------------------------------------------------------------------- acting

    def submit_input(self) -> None:
        """Handle Enter: answer the open question, or play the typed or proposed line."""
        if self.stray:
            self._stop_behind_stray()
        elif self.is_stale and self.stale[1]:
            self._say_for_what()
        elif self.pending is not None:
            self._answer()
        elif self.asked_twice not in ("", NEXT):
            self.play_line(self.asked_twice)
        elif self.typed_text:
            self._do_keys()
        else:
            proposal = self.saying.make_proposal()
            if proposal is None:
                self.show_refusal(self._nothing_to_do())
            elif self.game.match.ended is None:
                self.play_line(proposal.line)

    def _stop_behind_stray(self) -> None:
        """Ignore an Enter after stray keys, since it was typed ahead for another question."""
        text = f"{self.stray} is not a key here, so Enter was ignored."
        self.stray = ""
        self.notice = Notice(text, "advice", STRAY_WAYS)

    def _say_for_what(self) -> None:
        """Warn that the text was typed for another question. A second Enter accepts it."""
        text, told = self.stale
        self.stale = (text, "")
        self.notice = Notice(told, "advice", STALE_WAYS)

    def _nothing_to_do(self) -> str:
        if self.game.match.ended is not None:
            return "The game is over. Press Enter to see how it ended, or q to leave."
        due = self.game.ruleset.due(self.game.match)
        if self.meant_side is not None and due and due[0].side not in (None, self.meant_side):
            name = self.game.match.side_name(self.meant_side)
            return (
                f"No unit of {name} has to act now. Type what one does, or press Tab to "
                "switch back."
            )
        return (
            f"{due[0].why[:1].upper()}{due[0].why[1:]}."
            if due
            else "Type the number of a unit, then the key of an action."
        )

    def _do_keys(self) -> None:
        if lacks := self.saying.explain_incomplete():
            self.show_refusal(lacks)
        else:
            self.play_line(self.saying.build_line())

    def play_line(self, line: str, *, because: str = "") -> bool:
        """Play a line and return whether it was played.

        If the rules object, their advice is shown once before. ``wants_reason`` is set to the line
        if a strict game requires a reason.
        """
        self.wants_reason = ""
        tried = self._try(line)
        if tried is not None and tried.objection_texts:
            self._advise(line, tried.objection_texts)
            return False
        waits = self.pending
        lost = (
            self.typed_text if waits is not None and not self.saying.is_choosing_interrupt else ""
        )
        keyed = self.saying.describe_typed_keys() if self.typed_text and waits is None else ""
        reason = because or (
            describe_last_free_roll(self.game.history) if self.asked_twice == line else ""
        )
        if tried is None or reason:
            done = play_line(self.game, line, because=reason)
        else:
            done = save_tried_line(self.game, tried)
        self.clear_notices()
        from_keys = bool(keyed) and line.startswith(keyed)
        cleared = done.entries and (from_keys if waits is None else self.pending != waits)
        if cleared:
            self.typed_text = ""
        elif waits is None:
            self.mark_stale_if_answered(waits)
        if done.error is not None:
            if not isinstance(done.error, Refused):
                raise done.error
            if isinstance(done.error, AnswerRequired) and done.entries:
                self.show_refusal(REST_AGAIN)
            else:
                self.back.show_failure(done.error)
            self.mark_stale_if_answered(waits)
            self.wants_reason = line if isinstance(done.error, ReasonRequired) else ""
            if done.entries and self.pending is not None and done.leftover:
                self.typed_text = done.leftover[0]
        else:
            self.back.restore_dice_of_undone_action()
            dropped = (DROPPED.format(lost).strip(),) if lost and cleared else ()
            self._tell((*done.messages, *dropped))
        return done.error is None

    def _try(self, line: str) -> TriedLine | None:
        """Try a line in a sandbox if the rules may have new objections to it."""
        if self.game.state.info.mode != "warn" or self.asked_twice == line:
            return None
        return None if is_answer_line(self.game, line) else try_line_in_sandbox(self.game, line)

    def _advise(self, line: str, against: tuple[str, ...]) -> None:
        self.asked_twice = line
        text = "; ".join(against)
        self.notice = Notice(f"{text[:1].upper()}{text[1:]}.", "advice", ANYWAY)

    def _answer(self) -> None:
        """Answer the open question with the typed text."""
        if not self.typed_text and self.wants_dice:
            self.show_refusal("Type the dice you rolled, or press r to let the app roll.")
            return
        if self.saying.is_choosing_interrupt:
            self._do_keys()
            return
        pending = self.pending or self.game.require_pending()
        if self.wants_dice and (left := count_missing_dice(pending, self.typed_text)):
            dice = "die of the other player is" if left == 1 else "dice of the other player are"
            self.show_refusal(f"{left} {dice} still missing.")
            return
        if self.wants_dice:
            own, *others = split_players_dice(pending, self.typed_text)
            self.typed_text = own or self.typed_text
            self._dice(*filter(None, others))
            return
        self._write(self._choose)

    def _choose(self) -> None:
        text = self.saying.read_answer()
        if text:
            self.game.answer_with_text(text)
        else:
            self.game.choose_default()

    def _dice(self, *others: str) -> None:
        """Submit the typed dice of the open roll, then the other player's if both roll."""
        version = self.game.version
        self._write(self.rolling.submit_dice)
        if not others or not self.wants_dice:
            return
        self.typed_text = " ".join((self.typed_text, *others)).strip()
        if self.game.version > version:
            self._dice()

    def roll_dice(self) -> None:
        """Let the app roll. If nothing was typed, its dice are submitted at once."""
        if self.is_stale and self.stale[1]:
            self._say_for_what()
            return
        at_once = self.wants_dice and not self.typed_text and self.dice.get_roll_sheet() is None
        self.rolling.roll_missing_dice()
        if at_once:
            self._write(self.rolling.submit_dice)

    def accept_other_dice_count(self) -> None:
        """Accept the typed dice as complete by a table ruling, once this has been offered."""
        if not self.wants_dice:
            self.show_refusal("No roll is waiting now.")
            return
        if not self.typed_text:
            self.show_refusal("Type all the dice first. Press d if the table rolled that many.")
            return
        if self.is_stale and self.stale[1]:
            self._say_for_what()
            return
        if self.notice is None or not self.notice.offers_key("d"):
            self._offer_other_dice_count()
            return
        self._write(lambda: self.rolling.submit_dice(other_number=True))

    def _offer_other_dice_count(self) -> None:
        """Describe how many dice are needed and were typed, and offer ways to continue."""
        found = self.read_typed_dice()
        if isinstance(found, DiceRefusal):
            self.notice = self._wrong_dice(BadDice(found))
        else:
            self.show_refusal(ALL_IN)

    def end_phase(self) -> None:
        """Play the typed line, then end this half or phase. Ask first if a unit may still act."""
        if self._waits() or (self.typed_text and not self._done_as_typed()):
            return
        hurried = self.game.match.phase not in self.game.ruleset.keys.unhurried
        due = self.game.ruleset.due(self.game.match)
        left = [item for item in due if hurried or item.compulsory]
        if left and self.asked_twice != NEXT:
            self.asked_twice = NEXT
            names = "; ".join(item.why for item in left[:3])
            more = f" and {len(left) - 3} more" if len(left) > 3 else ""
            self.notice = Notice(f"{names}{more}.", "advice", NEXT_ANYWAY)
            return
        self.asked_twice = NEXT
        self.play_line(NEXT)

    def _waits(self) -> bool:
        """Whether a question must be answered first. If so, show a notice."""
        if self.pending is not None:
            undo = ("Esc", "undo the action")
            self.notice = Notice("Answer the question first.", "refused", (undo,))
        elif self.asked_twice not in ("", NEXT):
            self.notice = Notice(f"Confirm or cancel {self.asked_twice} first.", "advice", ANYWAY)
        else:
            return False
        return True

    def _done_as_typed(self) -> bool:
        """Play the typed line. Return whether that succeeded and left the phase open."""
        clock = self.game.match.clock
        self.submit_input()
        open_yet = self.typed_text or self.pending or self.asked_twice
        return not open_yet and self.game.match.clock == clock

    def skip_proposed_unit(self) -> None:
        """Propose the next subject that is due."""
        if self._waits():
            return
        due = list_due_actions(self.game, self.side)
        self.passed += 1
        self.asked_twice = ""
        self.notice = None
        if len(due) < 2:
            self.notice = Notice(
                due[0].why if due else "Everybody has acted. Press n to go on.", "plain"
            )

    def switch_side(self) -> None:
        """Make bare numbers refer to the other side from now on."""
        if self.side is not None and (self.pending is not None or not self._waits()):
            other = self.game.match.other(self.side)
            self.choose_side(other)
            self.passed = 0
            self.notice = Notice(f"{self.game.match.side_name(other)} acts.")

    # ------------------------------------------------------------------ what others wrote

    def take_snapshot(self) -> PromptSnapshot:
        """Return the open question and the meaning of the typed keys, for ``keep_typed_text``."""
        return self.pending, self.saying.build_line() if self.typed_text else ""

    def keep_typed_text(self, stood: PromptSnapshot) -> None:
        """Keep typed text that means the same after others have written since ``stood``.

        Other text is kept as well, but answers nothing until the user confirms it. Confirmations
        given before are void.
        """
        self.clear_notices()
        waited, said = stood
        self.mark_stale_if_answered(waited)
        if (
            self.typed_text
            and waited is None
            and self.pending is None
            and self.saying.build_line() != said
        ):
            self.set_replaceable_text(self.typed_text)
            why = f"Another device entered something after you typed {self.typed_text}."
            self.stale = (self.typed_text, why)
        if self.is_stale:
            self.notice = Notice(self.stale[1], "advice", STALE_WAYS)

    # ------------------------------------------------------------------------------ inwardly

    def _write(self, how: Callable[[], object]) -> None:
        known, waited = late_action_insert.list_dropped_entries(self.game), self.pending
        if self.wants_dice and self.typed_text != self.dice.stands:
            self.back.once_more = ()  # with other dice, the old continuation is void
        try:
            how()
        except BadDice as bad:
            self.notice = self._wrong_dice(bad)
        except Refused as refused:
            self.back.show_failure(refused)
            self.mark_stale_if_answered(waited)
        else:
            self.typed_text = ""
            self.clear_notices()
            self._tell(late_action_insert.describe_unreplayed_lines(self.game, known))
            self.rolling.restore_set_aside_text()
            if not self.typed_text:
                self.back.restore_dice_of_undone_action()
            self.rolling.offer_correction_dice()

    def _wrong_dice(self, bad: BadDice) -> Notice:
        """Build the notice about wrong dice, with the possible ways to continue."""
        edited = has_editable_action(self.game) and self.dice.get_roll_sheet() is None
        ways = list_dice_count_fixes(bad.refusal, edited=edited)
        text = describe_wrong_dice_count(bad.refusal) if ways else bad.message
        return Notice(text, "refused", ways)

    def _tell(self, told: Sequence[str]) -> None:
        if told:
            self.notice = Notice(" ".join(told))
