"""The table's prompt, which keeps the typed text if writing fails. It depends on no screen."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from tracker.application.correcting import late_action_insert
from tracker.application.errors import (
    AnswerRequired,
    ConcurrentChange,
    ReasonRequired,
    Refused,
    RulesHaveChanged,
    make_sentence,
)
from tracker.application.match.correction_replay import find_replay_progress
from tracker.application.match.dice_input import (
    BadDice,
    can_needed_number_change,
    count_missing_opposing_dice,
    split_dice_by_player,
)
from tracker.application.match.due_actions_of_game import (
    describe_due_actions,
    list_actions_missed_by_phase_end,
)
from tracker.application.match.free_rolls import describe_last_entry_if_free_roll
from tracker.application.match.game import Game
from tracker.application.match.match_entries import OpenCorrection
from tracker.application.match.short_entry_descriptions import describe_match_entry
from tracker.application.match.undo_and_redo_points import (
    find_correction_to_undo,
    find_last_input_besides_replays,
    find_undo_point_of_whole_correction,
)
from tracker.application.match.undo_steps_and_branches import split_undone_by_open_action
from tracker.application.typed_lines.line_and_script_play import (
    ALL_NOTE,
    TriedLine,
    is_answer_line,
    play_line,
    save_or_replay_tried_line,
    try_line_in_sandbox,
)
from tracker.application.typed_lines.line_executor import ALREADY_ENDED, REST, LineResult
from tracker.application.typed_lines.outcomes_without_dice import find_innermost_open_action
from tracker.input_parsing.dice_reading_results import DiceRefusal
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Noted, Rolled
from tui.prompt.dice_entry import ALL_IN, DiceEntry, TypedDice
from tui.prompt.prompt_reader import PromptReader
from tui.prompt.prompt_state import Notice, NoticeKind, PromptState
from tui.views.next_line_proposals import (
    NEXT,
    list_due_actions_of_side_or_all,
    propose_for_due_action,
)
from tui.views.open_action_description import (
    can_edit_open_action,
    describe_late_insert_position,
    get_open_line_and_answers,
)
from tui.views.roll_formatting import describe_tied_roll_off
from tui.views.typed_dice_preview import describe_wrong_dice_count, list_dice_count_fixes

DROPPED = " What you typed was cleared: {}."


REST_AGAIN = "Answer this question first. Then enter the rest of the line again."
STRAY_CHOICES = (("Enter", "enter what is shown"),)
FREE_ROLL_CHOICES = (("r", "make a free roll"),)
OVERRIDE_CHOICES = (("Enter", "do it anyway"), ("Esc", "cancel"))
END_PHASE_CHOICES = (("Enter", "end it anyway (or press n)"), ("Esc", "cancel"))
UNDONE_CHOICES = (("Enter", "enter the line again"), ("Esc", "leave it out"))
STALE_CHOICES = (("Enter", "enter it here"), ("Esc", "clear it"))
JUST_STALE_CHOICES = (("Enter Enter", "enter it here"), ("Esc", "clear it"))
"""The first Enter may have been meant for the previous question, so it only repeats the warning."""
PromptSnapshot = tuple[PendingQuestion | None, str]


class Prompt(PromptState):
    """The prompt for all input: dice and choices while a question is open, and otherwise lines.

    ``dice_to_restore`` holds the dice of an undone action. They are restored if the action is taken
    again.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.reader = PromptReader(self)
        self.dice = TypedDice(self)
        self.dice_entry = DiceEntry(self, self.dice)
        self.dice_to_restore: tuple[Rolled, ...] = ()

    def type_text(self, text: str) -> None:
        self.dice_entry.set_aside_or_restore_text()
        self.notice, self.line_to_confirm = None, ""
        self.forget_last_keys()
        if self.wants_dice:
            self.dice.type_text(text)
            self._show_wrong_face()
        else:
            self.typed_text = text if self.is_stale else self.typed_text + text

    def delete_picked_die_or_character(self) -> None:
        self.notice, self.line_to_confirm = None, ""
        self.forget_last_keys()
        if self.wants_dice:
            self.dice.delete_picked_die_or_character()
            self._show_wrong_face()
        else:
            self.typed_text = self.typed_text[:-1]

    def _show_wrong_face(self) -> None:
        reading = self.parse_typed_dice()
        if isinstance(reading, DiceRefusal) and reading.kind == "bad_face":
            self.notice = Notice(BadDice(reading).message, "advice")

    def submit_input(self) -> None:
        """Handle Enter by answering the open question or playing the typed or proposed line."""
        if self.stray_keys:
            self._ignore_enter_after_stray()
        elif self.is_override_offered:
            self.play_line(self.line_to_confirm)
        elif self.is_stale and self.stale_text[1]:
            self._warn_about_stale_text()
        elif self.pending is not None:
            self._submit_answer()
        elif self.line_to_confirm not in ("", NEXT):
            self.play_line(self.line_to_confirm)
        elif self.typed_text:
            self._play_typed_keys()
        else:
            proposal = self.reader.get_proposal()
            if proposal is None:
                self.show_refusal(self._describe_missing_proposal())
            elif self.game.match.ended is None:
                self.play_line(proposal.line)

    @property
    def is_override_offered(self) -> bool:
        """Whether a warning about a line is shown. Enter then plays the line anyway."""
        is_shown = self.notice is not None and self.notice.offered_keys == OVERRIDE_CHOICES
        return is_shown and self.line_to_confirm not in ("", NEXT)

    @property
    def can_continue_with_other_need(self) -> bool:
        """Whether the typed dice can be followed by another needed number, as in ``28 need 5``."""
        pending = self.game.pending
        is_typed_roll = self.wants_dice and bool(self.typed_text) and self.free_roll is None
        if pending is None or not is_typed_roll or self.is_stale or self.dice.by_app:
            return False
        return can_needed_number_change(pending.request)

    def _ignore_enter_after_stray(self) -> None:
        """Ignore an Enter that follows stray keys, because it was meant for another question."""
        are = "is not a key" if len(self.stray_keys) == 1 else "are not keys"
        text = f"`{self.stray_keys}` {are} here, so Enter was ignored."
        self.forget_last_keys()
        has_answer = bool(self.typed_text) or not self.wants_dice
        self.notice = Notice(text, "advice", STRAY_CHOICES if has_answer else ())

    def ignore_surplus_roll_key(self) -> None:
        """Ignore an ``r`` that follows another one, because the app has already rolled."""
        text = f"The app's dice ({self.roll_entered_by_key}) have already been entered."
        self.forget_last_keys()
        self.notice = Notice(text, "advice", FREE_ROLL_CHOICES)

    def _warn_about_stale_text(self) -> None:
        text, warning = self.stale_text
        self.stale_text = (text, "")
        self.notice = Notice(warning, "advice", STALE_CHOICES)

    def _describe_missing_proposal(self) -> str:
        if self.game.match.ended is not None:
            return "The game is over. Press Enter to see how it ended, or q to leave."
        due = self.game.ruleset.due(self.game.match)
        if self.chosen_side is not None and due and due[0].side not in (None, self.chosen_side):
            name = self.game.match.side_name(self.chosen_side)
            advice = "Type an action anyway, or press Tab to switch back."
            return f"No unit of {name} has to act now. {advice}"
        if at_phase_end := self.describe_action_due_at_phase_end():
            return at_phase_end
        if due and not due[0].optional:
            return make_sentence(due[0].why)
        return "Type the number of a unit, then the key of an action."

    def describe_action_due_at_phase_end(self) -> str:
        """Describe the action that is due when this phase ends, or return "" if there is none."""
        due = self.game.ruleset.due(self.game.match)
        is_last = bool(due) and due[0].at_phase_end
        return f"{make_sentence(due[0].why)} Press n to end the phase." if is_last else ""

    def _play_typed_keys(self) -> None:
        if problem := self.reader.explain_incomplete_line():
            self.show_refusal(problem)
        else:
            self.play_line(self.reader.expand_typed_line())

    def play_line(self, line: str, *, override_reason: str = "") -> bool:
        """Play a line and return whether it was played.

        If the rules object, or a unit has not acted in a phase that the line ends, the prompt warns
        instead. Entering the line again then plays it. If a strict game requires a reason,
        ``line_needing_reason`` is set to the line. A line with a reason gets no warning.
        """
        self.line_needing_reason = self.rest_of_line = ""
        tried = None if override_reason else self._try_line(line)
        if tried is not None and tried.warnings:
            self.line_to_confirm = line
            advice = make_sentence("; ".join(tried.warnings))
            choices = END_PHASE_CHOICES if line == NEXT else OVERRIDE_CHOICES
            self.notice = Notice(advice, "advice", choices)
            return False
        pending_before, asked_before = self.pending, self.game.pending
        is_answer = pending_before is not None and not self.reader.is_choosing_interrupt
        is_typed_again = line.startswith(self.typed_text)
        cleared_text = self.typed_text if is_answer and not is_typed_again else ""
        is_keyed = bool(self.typed_text) and pending_before is None
        keyed = self.reader.describe_typed_keys() if is_keyed else ""
        reason = override_reason or (
            describe_last_entry_if_free_roll(self.game.history)
            if self.line_to_confirm == line
            else ""
        )
        if tried is None or reason:
            result = play_line(self.game, line, override_reason=reason)
        else:
            result = save_or_replay_tried_line(self.game, tried)
        self.clear_notices_and_choices()
        self.dice_entry.drop_free_roll_for_new_question(asked_before)
        typed_before = self.typed_text
        self.dice_entry.set_aside_or_restore_text()
        if self.typed_text != typed_before:  # set aside, or restored
            cleared_text, pending_before = "", self.pending
        from_keys = bool(keyed) and line.startswith(keyed)
        is_changed = from_keys if pending_before is None else self.pending != pending_before
        is_cleared = result.entries and is_changed
        if is_cleared:
            self.typed_text = ""
            self.dice_entry.set_aside_or_restore_text()
        elif pending_before is None:
            self.mark_typed_text_stale_if_answered(pending_before)
        if result.error is not None:
            self._report_failed_line(line, result, result.error, pending_before)
        else:
            self.restore_dice_of_undone_action()
            dropped = (DROPPED.format(cleared_text).strip(),) if cleared_text and is_cleared else ()
            self._show_results((describe_tied_roll_off(self.game), *result.messages, *dropped))
        return result.error is None

    def _report_failed_line(
        self, line: str, result: LineResult, error: Exception, awaited: PendingQuestion | None
    ) -> None:
        """Show why a line was refused, and keep the parts that have not been entered."""
        if not isinstance(error, Refused):
            raise error
        if isinstance(error, AnswerRequired) and result.entries:
            self.show_refusal(REST_AGAIN)
        else:
            self.show_failure(error, REST.format(rest=result.rest) if result.rest else "")
        self.rest_of_line = result.rest
        self.mark_typed_text_stale_if_answered(awaited)
        self.line_needing_reason = line if isinstance(error, ReasonRequired) else ""
        if result.entries and self.pending is not None and result.leftover:
            self.typed_text = result.leftover[0]

    def submit_reroll_if_begun(self, line: str) -> bool:
        """Submit ``line`` as faces if a reroll has begun. Return whether this was done.

        Return False if ``line`` has anything but faces, because it is then a line to play.
        """
        if not self.wants_dice or self.dice.parse_typed_reroll() is None:
            return False
        if line.strip(" 0123456789"):
            return False
        self.type_text(line)
        self._submit_answer()
        return True

    def _try_line(self, line: str) -> TriedLine | None:
        is_known = self.line_to_confirm == line or is_answer_line(self.game, line)
        return None if is_known else try_line_in_sandbox(self.game, line)

    def _submit_answer(self) -> None:
        if not self.typed_text and self.wants_dice:
            self.show_refusal("Type the dice you rolled, or press r to let the app roll.")
            return
        if self.reader.is_choosing_interrupt:
            self._play_typed_keys()
            return
        pending = self.pending or self.game.require_pending_question()
        if self.wants_dice and (missing := count_missing_opposing_dice(pending, self.typed_text)):
            verb = "is" if missing == 1 else "are"
            self.show_refusal(f"{missing} of the other player's dice {verb} still missing.")
            return
        if self.wants_dice:
            try:
                own, *others = split_dice_by_player(pending, self.typed_text)
            except Refused as error:
                self.show_refusal(error.message)
                return
            self.typed_text = own or self.typed_text
            self._submit_dice(*filter(None, others))
            return
        self._write_or_show_refusal(self._submit_choice)

    def _submit_choice(self) -> None:
        text = self.reader.convert_typed_answer()
        if text:
            self.game.answer_with_text(text)
        else:
            self.game.answer_with_default_choice()

    def _submit_dice(self, *others: str) -> None:
        version = self.game.version
        self._write_or_show_refusal(self.dice_entry.submit_dice)
        if not others or not self.wants_dice:
            return
        self.typed_text = " ".join((self.typed_text, *others)).strip()
        if self.game.version > version:
            self._submit_dice()

    def roll_dice_by_app(self) -> None:
        """Let the app roll the dice. If nothing was typed, submit them at once."""
        if self.is_stale and self.stale_text[1]:
            self._warn_about_stale_text()
            return
        at_once = self.wants_dice and not self.typed_text and self.dice.get_roll_sheet() is None
        self.dice_entry.roll_missing_dice()
        if at_once:
            what = "" if self.pending is None else self.pending.request.what
            self._write_or_show_refusal(self.dice_entry.submit_dice)
            self.roll_entered_by_key = what

    def offer_or_accept_dice_count(self) -> None:
        """Offer to accept the typed number of dice as a ruling. The second call accepts it."""
        if not self.wants_dice:
            self.show_refusal("No roll is waiting now.")
            return
        if not self.typed_text:
            self.show_refusal("First type all the dice that you rolled. Then press d.")
            return
        if self.is_stale and self.stale_text[1]:
            self._warn_about_stale_text()
            return
        if self.notice is None or not self.notice.offers_key("d"):
            self._offer_other_dice_count()
            return
        self._write_or_show_refusal(lambda: self.dice_entry.submit_dice(allow_other_count=True))

    def _offer_other_dice_count(self) -> None:
        reading = self.parse_typed_dice()
        if isinstance(reading, DiceRefusal):
            self.notice = self._make_dice_notice(BadDice(reading))
        else:
            self.show_refusal(ALL_IN)

    def play_typed_line_and_end_phase(self) -> None:
        """Play the typed line, then end this half or phase. If a unit may still act, ask first.

        If only actions at the end of the phase are due, the first of these is played instead.
        """
        if self._refuse_if_question_is_open():
            return
        is_list = self.game.match.phase in self.game.ruleset.keys.lists
        if self.typed_text.isdecimal() and not is_list:
            self.show_refusal("Press Esc first to clear what you typed.")
            return
        if self.typed_text and not self._play_typed_line():
            return
        if self.game.match.ended is not None:
            self.show_refusal(ALREADY_ENDED)
            return
        unfinished = list_actions_missed_by_phase_end(self.game)
        if unfinished and all(item.at_phase_end for item in unfinished):
            proposal = propose_for_due_action(self.game, self.memory, unfinished[0])
            if proposal is not None:
                self.play_line(proposal.line)
                return
        if unfinished and self.line_to_confirm != NEXT:
            self.line_to_confirm = NEXT
            due_text = describe_due_actions(self.game.match, unfinished)
            self.notice = Notice(f"{due_text}.", "advice", END_PHASE_CHOICES)
            return
        self.line_to_confirm = NEXT
        self.play_line(NEXT)

    def _refuse_if_question_is_open(self) -> bool:
        """If a question must be answered first, show a notice and return True."""
        if self.pending is not None:
            escape = ("Esc", self._describe_escape())
            self.notice = Notice("Answer the question first.", "refused", (escape,))
        elif self.line_to_confirm not in ("", NEXT):
            text = f"Confirm or cancel `{self.line_to_confirm}` first."
            self.notice = Notice(text, "advice", OVERRIDE_CHOICES)
        else:
            return False
        return True

    def _play_typed_line(self) -> bool:
        clock = self.game.match.clock
        self.submit_input()
        is_unfinished = self.typed_text or self.pending or self.line_to_confirm
        return not is_unfinished and self.game.match.clock == clock

    def skip_proposed_unit(self) -> None:
        """Skip the proposed subject, and propose the next subject that is due."""
        if self._refuse_if_question_is_open():
            return
        due = list_due_actions_of_side_or_all(self.game, self.side)
        self.skip_count += 1
        self.line_to_confirm = ""
        self.notice = None
        if len(due) < 2:
            text = due[0].why if due else "Everybody has acted. Press n to continue."
            self.notice = Notice(text, "plain")

    def switch_side(self) -> None:
        """Let typed numbers without a side's letter refer to the other side from now on."""
        if self.side is not None and (
            self.pending is not None or not self._refuse_if_question_is_open()
        ):
            other = self.game.match.other(self.side)
            self.choose_side(other)
            self.skip_count = 0
            self.notice = Notice(f"{self.game.match.side_name(other)} acts.")

    def _describe_escape(self) -> str:
        """Describe what ``clear_or_undo`` does first while a question is open."""
        if self.dice.picked is not None:
            return "deselect the die"
        if self.typed_text:
            return "clear the typed text"
        return "undo the action" if self.free_roll is None else "cancel the roll"

    def clear_or_undo(self) -> None:
        """Clear or undo one thing.

        This is the first of: the picked die, a free roll, replaced dice (which return), the typed
        text or a refusal, a proposed undone line, and the open action.
        """
        was_advised, self.line_to_confirm = bool(self.line_to_confirm), ""
        self.forget_last_keys()
        if self.dice.clear_pick() or (not self.typed_text and self.dice_entry.cancel_free_roll()):
            return
        if self.wants_dice and self.dice.restore_replaced_dice():
            return
        shown = self.notice
        was_refused = shown is not None and shown.kind == "refused" and not shown.offers_key("Esc")
        if self.typed_text or was_advised or was_refused:
            self.typed_text, self.notice = "", None
            return
        if self.pending is None and (line := self.reader.drop_out_of_turn_undone_line()):
            self.dice_to_restore = ()
            self.notice = Notice(f"`{line}` is no longer proposed. Press U to redo it.")
            return
        if self.pending is None and self.game.open_action_mismatch is None:
            redo_hint = "U redoes; " * bool(self.game.history.tree.redo)
            self.show_refusal(f"No action is open. {redo_hint}u undoes the last entry.")
            return
        late_position = describe_late_insert_position(self.game)
        head = get_open_line_and_answers(self.game)[0] + late_position
        taken = find_innermost_open_action(self.game)
        dice = self._list_open_rolls()
        rolls = len(dice)
        rolls_text = f" with {format_count(rolls, 'roll')}" if rolls else ""
        phase_and_turn = self._get_phase_and_turn()
        opened = self.game.state.current_values.open
        before = self.game.history.list_entries_on_path()
        undoes_correction = find_undo_point_of_whole_correction(self.game.history) is not None
        progress = find_replay_progress(self.game.history) if undoes_correction else None
        corrected = self._describe_undone_correction(progress.begun) if progress else ""
        if not self.try_undo_or_redo(
            self.game.undo_action_or_correction, f"{corrected} Press U to redo it."
        ):
            return
        if corrected:
            return
        own, others = split_undone_by_open_action(self.game, before, opened)
        undone = f"The whole action is undone{rolls_text}." if own or not others else ""
        if others:
            lines = "; ".join(
                f"line {one.number}, {describe_match_entry(self.game, one)}" for one in others
            )
            undone = f"{undone} This also undoes {lines}." if undone else f"Undone: {lines}."
        self.notice = Notice(f"{undone} Press U to redo it.")
        if self.pending is None and head and self._get_phase_and_turn() == phase_and_turn:
            self.dice_to_restore = dice
            acted = self.side if taken is None else taken.side
            is_other_side = None not in (acted, self.side) and acted != self.side
            is_out_of_turn = bool(late_position) or is_other_side
            self.reader.propose_undone_line(head, is_out_of_turn=is_out_of_turn)
            if is_out_of_turn:
                self.notice = dataclasses.replace(self.notice, offered_keys=UNDONE_CHOICES)

    def _get_phase_and_turn(self) -> tuple[str, int]:
        return self.game.match.phase, self.game.match.turn

    def _list_open_rolls(self) -> tuple[Rolled, ...]:
        opened = self.game.state.current_values.open
        action = opened[-1] if opened else 0
        entries = self.game.history.list_entries_after(action)
        return tuple(
            entry.input
            for entry in entries
            if entry.action == action and isinstance(entry.input, Rolled) and not entry.is_automatic
        )

    def restore_dice_of_undone_action(self) -> None:
        """Restore the dice of an undone action at the prompt if the action is taken again."""
        dice, self.dice_to_restore = self.dice_to_restore, ()
        if dice and self._is_asked_again(dice[0]):
            self.dice_entry.restore_undone_roll(dice[0])
            self.dice_to_restore = dice[1:]

    def _is_asked_again(self, old: Rolled) -> bool:
        dice = old.dice if old.asked is None else old.asked.dice
        pending = self.pending
        return pending is not None and pending.key == old.key and pending.request.dice_sizes == dice

    def undo_last_entry(self) -> None:
        """Undo the last entry. The dice of an undone roll return to the prompt."""
        self.line_to_confirm = ""
        history = self.game.history
        entry = find_last_input_besides_replays(history)
        last = None if entry is None else entry.input
        begun, undone = find_correction_to_undo(history, self.game.replay), "Undone."
        if isinstance(last, Noted):
            undone = "Note undone."
        if begun is not None:
            undone = self._describe_undone_correction(begun) or undone
        done = self.try_undo_or_redo(self.game.undo, f"{undone} Press U to redo it.")
        if done and isinstance(last, Rolled) and self.wants_dice and not self.typed_text:
            self.dice_entry.restore_undone_roll(last)

    def _describe_undone_correction(self, begun: OpenCorrection) -> str:
        if begun.late:
            return ""
        corrected = self.game.history.get_entry_beginning_at(begun.amends)
        return f"Correction of line {corrected.number} undone."

    def redo_last_undone_entry(self) -> None:
        self.try_undo_or_redo(self.game.redo, "Redone.")

    def try_undo_or_redo(
        self, undo_or_redo: Callable[[], object], message: str = "Undone. Press U to redo it."
    ) -> bool:
        """Call ``undo_or_redo`` and report its result. If it succeeds, clear the prompt.

        Return whether it succeeded.
        """
        awaited, typed = self.pending, self.typed_text
        try:
            undo_or_redo()
        except Refused as refused:
            self.show_failure(refused)
            self.mark_typed_text_stale_if_answered(awaited)
            return False
        self.clear_notices_and_choices()
        self.typed_text, self.free_roll, self.rest_of_line = "", None, ""
        self.notice = Notice(f"{message}{DROPPED.format(typed) if typed else ''}")
        self.dice_entry.set_aside_or_restore_text()
        return True

    def take_reload_snapshot(self) -> PromptSnapshot:
        """Return the open question and the meaning of the typed keys, to compare them later."""
        return self.pending, self.reader.expand_typed_line() if self.typed_text else ""

    def revalidate_input_after_reload(self, snapshot: PromptSnapshot) -> None:
        """Keep the typed text after others have made entries, if it still means the same as before.

        Any other text is kept too, but it answers no question until the user confirms it. Notices,
        choices and confirmations are cleared. An Enter after stray keys is still ignored.
        """
        stray_keys = self.stray_keys
        self.clear_notices_and_choices()
        self.stray_keys = stray_keys
        self.dice_entry.set_aside_or_restore_text()
        awaited, line = snapshot
        self.mark_typed_text_stale_if_answered(awaited)
        if (
            self.typed_text
            and awaited is None
            and self.pending is None
            and self.reader.expand_typed_line() != line
        ):
            self.set_replaceable_text(self.typed_text)
            reason = f"Another device entered something after you typed `{self.typed_text}`."
            self.stale_text = (self.typed_text, reason)
        if self.is_stale:
            self.notice = Notice(self.stale_text[1], "advice", JUST_STALE_CHOICES)

    def show_failure(self, refused: Refused, hint: str = "") -> None:
        is_advice = isinstance(refused, (ConcurrentChange, ReasonRequired))
        kind: NoticeKind = "advice" if is_advice else "refused"
        choices: tuple[tuple[str, str], ...] = ()
        if isinstance(refused, RulesHaveChanged):
            choices = (("Esc", self._describe_escape()), ("!", "end it by hand"))
        self.notice = Notice(f"{refused.message} {hint}".rstrip(), kind, choices)

    def _write_or_show_refusal(self, write: Callable[[], object]) -> None:
        dropped = late_action_insert.list_dropped_entries_not_asked_again(self.game)
        awaited, since = self.pending, self.game.version
        if self.wants_dice and self.typed_text != self.dice.restored_text:
            self.dice_to_restore = ()  # with other dice, the old continuation is void
        try:
            write()
        except BadDice as refusal:
            self.notice = self._make_dice_notice(refusal)
        except Refused as refused:
            self.show_failure(refused)
            self.mark_typed_text_stale_if_answered(awaited)
        else:
            self.typed_text = ""
            self.clear_notices_and_choices()
            self.dice_entry.set_aside_or_restore_text()
            cleared = () if self.notice is None else (self.notice.text,)
            lost = late_action_insert.describe_replay_problems_since(self.game, since, dropped)
            self._show_results((describe_tied_roll_off(self.game), *lost, *cleared))
            self._remind_of_rest_of_line()
            self.dice_entry.restore_set_aside_text()
            if not self.typed_text:
                self.restore_dice_of_undone_action()
            self.dice_entry.prefill_correction_dice()

    def _make_dice_notice(self, error: BadDice) -> Notice:
        can_edit = can_edit_open_action(self.game) and self.dice.get_roll_sheet() is None
        choices = list_dice_count_fixes(error.refusal, can_edit=can_edit)
        text = describe_wrong_dice_count(error.refusal) if choices else error.message
        return Notice(text, "refused", choices)

    def _remind_of_rest_of_line(self) -> None:
        if self.rest_of_line and self.pending is None:
            earlier = f"{self.notice.text} " if self.notice is not None else ""
            text = f"{earlier}Still to enter: {self.rest_of_line}."
            self.notice = Notice(text, "advice", ((": ↑", "enter the rest"),))
            self.rest_of_line = ""

    def _show_results(self, texts: Sequence[str]) -> None:
        texts = tuple(filter(None, texts))
        if texts:
            self.notice = Notice(" ".join(texts), "advice" if ALL_NOTE in texts else "said")
