"""Executes a line: its actions, the answers to their questions in order, and its note."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from tracker.application.correcting import manual_adjustment_entry
from tracker.application.correcting.history_rewrite import require_no_lines_to_replay
from tracker.application.correcting.late_action_insert import explain_why_action_is_late
from tracker.application.errors import AnswerRequired, LedgerError, NothingToChange, Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match import choice_parser, correction_replay, dice_input
from tracker.application.match.due_actions_of_game import (
    describe_due_actions,
    list_actions_missed_by_phase_end,
)
from tracker.application.match.free_rolls import FreeRoll, make_free_roll_question
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.undo_steps_and_branches import UndoStepOutcome
from tracker.application.text_cleaning import clean_text
from tracker.application.typed_lines import outcomes_without_dice, phase_skipping_and_action_closing
from tracker.application.typed_lines.line_interpreter import (
    InterpretedAction,
    format_answer_as_typed,
    interpret_parts_for_game,
)
from tracker.application.typed_lines.line_parsing_with_suggestions import parse_line
from tracker.application.typed_lines.named_question_replies import (
    check_and_sort_answers,
    does_reply_name_exact_rows,
    explain_answer_required,
    is_reply_to_pending_question,
    list_sheet_subjects,
)
from tracker.input_parsing.line_syntax_tree import (
    Answer,
    Line,
    Part,
    TypedAction,
    TypedAnswer,
    format_line,
)
from tracker.procedures.declared.action_key_types import PASS_KEY
from tracker.procedures.declared.line_part_meanings import PhaseSkip
from tracker.procedures.declared.line_reader import is_reading_stored_lines
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Confirm, Interrupt, Number, Request
from tracker.procedures.ruleset import Command, Objection, Reply
from tracker.procedures.runners.live_table_runner import PendingQuestion, TableRunner
from tracker.projection.match_state import Clock
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

WAITS = "The line was entered up to this answer. Answer the open question, or undo."
REST = "Everything before {rest} was entered. Correct the rest of the line, and enter it alone."
ALREADY_ENDED = "The game is over. To play on, undo its end."
ONE_DIE_EACH = (
    "A roll-off has one die for each side. If each side adds up several dice, type a line for each,"
    " such as `roll red 2d6 : 45`."
)
NOTHING_CHANGED = "Nothing was changed: the game already has that value."


class LineResult(Struct):
    """The result of a line or script. ``pending`` is the open question, or None.

    ``error`` explains why the line stopped early, and ``leftover`` contains its unused answers. If
    only earlier parts have been entered, ``rest`` contains the other parts. ``line`` is the number
    of the last line of a script that was started. ``messages`` inform the players, for example
    about the place of a late entry and about lost lines. ``late`` contains remarks about actions
    whose half is over. ``missed`` describes what was left to do in the phases that ``next`` has
    ended. ``steps`` contains the undo and redo steps. ``objections`` contains objections to actions
    that were taken anyway, and ``assumed`` contains details that the line omits.
    """

    entries: list[MatchEntry] = field(default_factory=list)
    pending: PendingQuestion | None = None
    error: Refused | LedgerError | None = None
    leftover: tuple[str, ...] = ()
    rest: str = ""
    line: int = 0
    messages: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    steps: tuple[UndoStepOutcome, ...] = ()
    objections: tuple[Objection, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def has_app_dice(self) -> bool:
        inputs = (entry.input for entry in self.entries)
        return any(isinstance(event, ev.Rolled) and event.app for event in inputs)

    def add_result(self, other: LineResult) -> None:
        self.entries += other.entries
        self.messages += other.messages
        self.late += other.late
        self.missed += other.missed
        self.steps += other.steps
        self.objections += other.objections
        self.assumed += other.assumed
        self.leftover, self.rest = other.leftover, other.rest


class PlayOptions(Struct, frozen=True):
    """How a line is played: what replaces missing answers, and why objections are overridden.

    If ``reads_part_by_part`` is true, parts that cannot be interpreted yet are interpreted in a
    later phase.
    """

    use_defaults: bool = False
    roll_missing_dice: bool = False
    override_reason: str = ""
    reads_part_by_part: bool = False


class LineExecution:
    """The execution of a line, part by part.

    If ``read_in`` is given, the words of the line are interpreted in this match instead of the
    current one.
    """

    def __init__(
        self,
        game: Game,
        done: LineResult,
        line: Line,
        options: PlayOptions,
        read_in: Match | None = None,
    ) -> None:
        self.game = game
        self.done = done
        self.line = line
        self.options = options
        self.read_in = read_in
        self.note = clean_text(line.note)
        self.because = clean_text(options.override_reason or line.note)
        self.words = game.state.info.words
        self.numbers_choose = False
        """Whether numbers without a handle answer a choice before its default is used."""
        self.took_default = False
        self.is_late = False
        """Whether the line is played in a sandbox that is lost if the line stops early."""
        self.unread: dict[Part, tuple[Clock, Refused]] = {}
        """The parts that could not be interpreted yet, with the time and the reason."""
        self.open: list[tuple[Version, tuple[Answer, ...]]] = []
        """The interrupted actions, with their remaining answers."""

    @property
    def keeps_entries_if_answers_are_left(self) -> bool:
        """Whether the line's entries are kept if an answer is left over.

        The entries of a late line are not kept. If a default has been chosen, entries are kept only
        if the app has rolled dice.
        """
        return not self.is_late and (self.done.has_app_dice or not self.took_default)

    def execute_line(self) -> None:
        told = False
        left = self.line.parts
        if not left and self.note:
            lines = list_log_lines(self.game.history)
            about = [line.version for line in lines if line.kind not in ("note", "taken back")]
            self.done.entries += [self.game.add_note(self.note, about=about[-1] if about else None)]
            return
        try:
            while left:
                # Names refer to the game's state at the beginning of their part.
                together = manual_adjustment_entry.read_leading_adjustments(self.game, left)
                if together is not None:
                    told = True
                    self._write_adjustments(together)
                    left = left[together.parts :]
                    continue
                saying = self._interpret_next_part_or_skip(left)
                if saying is None:
                    self._refuse_leftover(left[0].answers)
                    left = left[1:]
                    continue
                told = bool(saying.outcome)
                assumed = self._list_assumed_details(left[: saying.parts])
                self._play_part(saying)
                self.done.assumed += assumed
                left = left[saying.parts :]
            self._resume_interrupted_actions()
        except (Refused, LedgerError):
            is_begun = self.done.entries and 0 < len(left) < len(self.line.parts)
            if is_begun and not self.done.leftover:
                self.done.rest = format_line(Line(left))
                self.done.messages += (REST.format(rest=self.done.rest),)
            raise
        finally:
            if self.note and self.done.entries and not told:
                first = self.done.entries[0]
                self.done.entries += [self.game.add_note(self.note, about=first.version)]

    def _list_assumed_details(self, parts: tuple[Part, ...]) -> tuple[str, ...]:
        lines, match = self.game.ruleset.line_translator, self.read_in or self.game.match
        every = (text for part in parts for text in lines.list_assumed_details(match, part))
        return tuple(dict.fromkeys(every))

    def _interpret_next_part_or_skip(self, left: tuple[Part, ...]) -> InterpretedAction | None:
        """Interpret the next part. Return None if it tells all units to pass, and none of them has
        anything left to do.

        The word ``all`` means all units that could act before the automatic steps.
        """
        first, before = left[0], None
        if _means_everybody(first) and self.read_in is None:
            before = self._find_match_before_steps()
        try:
            return self._interpret_next_part(left, before or self.read_in)
        except Refused:
            passes = self.game.ruleset.keys.find_verb(PASS_KEY)
            rests = (
                isinstance(first, TypedAction) and passes is not None and first.verb == passes.verb
            )
            if before is not None and rests:
                return None
            raise

    def _interpret_next_part(
        self, left: tuple[Part, ...], match: Match | None
    ) -> InterpretedAction:
        """Interpret the next part. If that fails, try without later parts that may be interpreted
        later.

        The phase, and the units that ``all`` means, can depend on earlier parts.
        """
        clock, by_part = self.game.match.clock, self.options.reads_part_by_part
        if self.unread.get(left[0], (None,))[0] == clock:
            raise self.unread[left[0]][1]
        try:
            return interpret_parts_for_game(self.game, left, match)[0]
        except Refused as error:
            later = left[1:]
            if not later or not (by_part or any(map(_means_everybody, later))):
                raise
            if by_part:
                self.unread[left[-1]] = clock, error
            return self._interpret_next_part(left[:-1], match)

    def _find_match_before_steps(self) -> Match | None:
        """Return the match after this line's last part and before automatic steps.

        Return None if no automatic steps have followed.
        """
        said = [entry for entry in self.done.entries if not entry.is_automatic]
        if not said or said[-1] is self.done.entries[-1]:
            return None
        return TableRunner(self.game.ruleset, self.game.history.get_state_at(said[-1].end)).match

    def _play_part(self, interpreted: InterpretedAction) -> None:
        match interpreted.meaning:
            case Command() as command:
                self._take_action(command, interpreted)
            case FreeRoll() as free:
                self._play_free_roll(free, interpreted.answers)
            case Reply() as reply:
                self._give_reply(reply, interpreted.answers)
            case PhaseSkip(phase=phase):
                self._refuse_leftover(interpreted.answers)
                self._skip_phase(phase)

    def _skip_phase(self, phase: str) -> None:
        try:
            for passed in phase_skipping_and_action_closing.skip_phase(self.game, phase, self.note):
                self.done.entries += passed
        except NothingToChange as so:
            self.done.messages += (so.message,)

    def _play_free_roll(self, free: FreeRoll, answers: tuple[Answer, ...]) -> None:
        if not answers and not self.options.roll_missing_dice:
            raise Refused(
                "Type the dice after a colon, as in `roll 4+ … : 5`. To let the app roll, type"
                " `: r`."
            )
        text, *others = [format_answer_as_typed(answer) for answer in answers] or ["r"]
        waits = make_free_roll_question(self.game.match, free)
        try:
            rolled = dice_input.parse_or_roll_dice(waits, text, self.game.dice)
        except dice_input.BadDice as wrong:
            if free.off and wrong.refusal.kind == "too_many":
                raise Refused(ONE_DIE_EACH) from wrong
            if free.plain and wrong.refusal.kind == "bad_face":
                other = "roll off d10" if free.off else "roll d10"
                raise Refused(f"{wrong.message[:-1]}; for a D10, type `{other}`.") from wrong
            raise
        self.done.entries += [self.game.write_free_roll(rolled)]
        self._refuse_leftover(answers[1:] if others else ())

    def _take_action(self, command: Command, interpreted: InterpretedAction) -> None:
        is_over = self.game.match.ended is not None and not is_reading_stored_lines()
        if command.action == ev.NEXT and is_over:
            raise Refused(ALREADY_ENDED)
        instead = self._find_adjustment_instead_of_action(command)
        if instead is not None:
            self._refuse_leftover(interpreted.answers)
            self._write_adjustments(instead)
            return
        pending = self.game.pending
        waits = phase_skipping_and_action_closing.find_automatic_start_of_action(
            self.game, command.action
        )
        if (
            waits is not None
            and not interpreted.outcome
            and self._did_entry_begin_action(waits, command)
        ):
            self._answer_questions_of_action(waits, interpreted.answers)
            return
        if pending is not None and not _can_interrupt_at_question(pending, command):
            self._resume_interrupted_actions()
            pending = self.game.pending
        if pending is not None and not _can_interrupt_at_question(pending, command):
            self._make_way_for_action(command, pending)
        if interpreted.outcome:
            outcomes_without_dice.get_loss_to_facts_converter(
                self.game.ruleset.actions[command.action]
            )
            losses = outcomes_without_dice.parse_loss_outcome(interpreted.outcome)
        if self._is_already_begun(command):
            self._refuse_leftover(interpreted.answers)
            return
        begun = self.game.version + 1
        self._write_action(command)
        if interpreted.outcome:
            reason = self.note or self.because
            self.done.entries += outcomes_without_dice.end_action_with_losses(
                self.game, begun, losses, reason
            )
        elif interpreted.claimed and self._find_open_question_of_action(begun) is not None:
            self.open.append((begun, interpreted.answers))
        else:
            self._answer_questions_of_action(begun, interpreted.answers)

    def _find_adjustment_instead_of_action(
        self, command: Command
    ) -> manual_adjustment_entry.Adjustments | None:
        action = self.game.ruleset.actions.get(command.action)
        line = "" if action is None else action.instead(action.decode_params(command.params))
        begun = phase_skipping_and_action_closing.find_automatic_start_of_action(
            self.game, command.action
        )
        waits = self.game.pending is not None and begun is None
        if not line or not (waits or self.game.list_objections(command)):
            return None
        parts = parse_line(self.game, line).parts
        return manual_adjustment_entry.read_leading_adjustments(self.game, parts)

    def _make_way_for_action(self, command: Command, pending: PendingQuestion) -> None:
        """Prepare the game for an action while a question is open, or raise ``AnswerRequired``.

        If the same action began automatically, the automatic one is undone. If the new action is
        possible at any time, open actions are closed. Choices that another action has left open get
        their defaults, if the line accepts defaults.
        """
        begun = phase_skipping_and_action_closing.find_automatic_start_of_action(
            self.game, command.action
        )
        action = self.game.ruleset.actions.get(command.action)
        if begun is not None:
            self._rewind_to_before(begun)
        elif action is not None and action.any_time:
            self.done.entries += phase_skipping_and_action_closing.close_open_actions(self.game)
        elif not self._accepts_default(pending):
            raise AnswerRequired(explain_answer_required(pending, self.words))
        else:
            self._answer_with_default()
            left = self.game.pending
            if left is not None and not _can_interrupt_at_question(left, command):
                self._make_way_for_action(command, left)

    def _accepts_default(self, pending: PendingQuestion) -> bool:
        """Return whether the line answers the open question with its default.

        The question of a correction needs a separate answer, which reports the lines that the
        correction drops.
        """
        if correction_replay.find_replay_progress(self.game.history) is not None:
            return False
        return self.options.use_defaults and not dice_input.is_dice_request(pending.request)

    def _answer_with_default(self) -> None:
        self.took_default = True
        self.done.entries += self.game.answer_with_default_choice()

    def _rewind_to_before(self, action: Version) -> None:
        require_no_lines_to_replay(self.game)
        before = self.game.history.find_end_of_preceding_line(action)
        self.done.entries += [self.game.rewind_to(before)]

    def _write_action(self, command: Command) -> None:
        mode = self.game.state.info.mode
        against = self.game.list_objections(command)
        ended = explain_why_action_is_late(self.game, command)
        if ended and self.game.entry_context.late is None:
            late = f"{ended}, so the action is entered as late"
            self.done.late += (late,) if mode == "warn" else ()
            self.done.messages += (f"{late}. To remove the action, undo.",)
        if command.action == ev.NEXT and not is_reading_stored_lines():
            left = list_actions_missed_by_phase_end(self.game)
            others = [item for item in left if item.why not in {one.text for one in against}]
            self.done.missed += tuple(filter(None, [describe_due_actions(self.game.match, others)]))
        self.done.entries += self.game.take_action_and_automatic_steps(
            command, against, override_reason=self.because
        )
        if mode != "free":
            told = (one for one in against if mode == "warn" or one.legal)
            self.done.objections = tuple(dict.fromkeys((*self.done.objections, *told)))

    def _is_already_begun(self, command: Command) -> bool:
        """Return whether the given action has just begun automatically, so that entering it changes
        nothing.
        """
        last = self.game.history.find_last_entry_on_path()
        same = (
            last is not None
            and last.is_automatic
            and self._did_entry_begin_action(last.version, command)
        )
        return same and bool(command.params)  # without details, it is a new action

    def _did_entry_begin_action(self, begun: Version, command: Command) -> bool:
        taken = self.game.history.get_entry_beginning_at(begun).input
        if not isinstance(taken, ev.ActionTaken):
            return False
        if (taken.action, taken.side) != (command.action, command.side):
            return False
        decode = self.game.ruleset.actions[command.action].decode_params
        return bool(decode(taken.params) == decode(command.params))

    def _resume_interrupted_actions(self) -> None:
        while self.open:
            action, answers = self.open.pop()
            pending = self._find_open_question_of_action(action)
            if pending is not None and pending.action != action:
                self._refuse_leftover(answers)
                return
            if pending is not None and isinstance(pending.request, Interrupt):
                self.done.entries += self.game.answer_with_text("no")
            self._answer_questions_of_action(action, answers)

    def _give_reply(self, reply: Reply, answers: tuple[Answer, ...]) -> None:
        pending = self._accept_choices_before_reply(reply, answers)
        named = pending is not None and is_reply_to_pending_question(pending, reply)
        if pending is not None and named and reply.answer_text:
            self._answer_choices(reply)
            texts = self._sort_dice_if_sheet_is_open(reply, answers)
            self._answer_questions_with_texts(
                pending.action, list(zip(texts, answers, strict=True))
            )
            return
        if pending is not None and self._is_entered_differently(pending, reply, bool(answers)):
            self._rewind_to_before(pending.action)
            pending = None
        command = reply.asking_command
        action = None if command is None else self.game.ruleset.actions.get(command.action)
        is_any_time = action is not None and action.any_time
        if command is not None and (pending is None or (is_any_time and not named)):
            self.done.entries += phase_skipping_and_action_closing.close_open_actions(self.game)
            begun = self.game.version + 1
            self._write_action(command)
            self._answer_questions_of_action(begun, answers)
            return
        if pending is None:
            raise Refused(f"No question is open for {reply.name}. Type an action.")
        if not answers and not dice_input.is_dice_request(pending.request):
            raise AnswerRequired(explain_answer_required(pending, self.words))
        texts = check_and_sort_answers(
            pending, reply, tuple(map(format_answer_as_typed, answers)), self.words
        )
        self._answer_questions_with_texts(pending.action, list(zip(texts, answers, strict=True)))

    def _accept_choices_before_reply(
        self, reply: Reply, answers: tuple[Answer, ...]
    ) -> PendingQuestion | None:
        """Give open choices their defaults, unless the reply answers them.

        Return the next open question, or None if there is none.
        """
        first = [(format_answer_as_typed(answer), answer) for answer in answers[:1]]
        while (pending := self.game.pending) is not None and self._accepts_default(pending):
            if is_reply_to_pending_question(pending, reply) and (
                reply.asks or any(self._is_choice_answer(pending.request, *one) for one in first)
            ):
                break
            self._answer_with_default()
        return pending

    def _answer_choices(self, reply: Reply) -> None:
        for text in reply.answer_text.split(" / "):
            pending = self.game.pending
            if pending is not None and not dice_input.is_dice_request(pending.request):
                self.done.entries += self.game.answer_with_text(text)

    def _sort_dice_if_sheet_is_open(
        self, reply: Reply, answers: tuple[Answer, ...]
    ) -> tuple[str, ...]:
        texts, pending = tuple(map(format_answer_as_typed, answers)), self.game.pending
        if pending is None or not is_reply_to_pending_question(pending, reply):
            return texts
        sheet = list_sheet_subjects(pending)
        return check_and_sort_answers(pending, reply, texts, self.words) if sheet else texts

    def _is_entered_differently(
        self, pending: PendingQuestion, reply: Reply, answered: bool
    ) -> bool:
        """Return whether an automatic action is entered again with other subjects, or with a
        choice.
        """
        last = self.game.history.find_last_entry_on_path()
        began = last is not None and last.version == pending.action and last.is_automatic
        command = reply.asking_command
        if not began or command is None or not is_reply_to_pending_question(pending, reply):
            return False
        if not list_sheet_subjects(pending):
            if self._did_entry_begin_action(pending.action, command):
                return False
            return not answered and not dice_input.is_dice_request(pending.request)
        if not reply.subjects or len({pending.request.side, command.side} - {None}) > 1:
            return False
        return not does_reply_name_exact_rows(pending, reply)

    def _write_adjustments(self, said: manual_adjustment_entry.Adjustments) -> None:
        if not said.facts:
            self.done.messages += (NOTHING_CHANGED,)
            return
        about = None if said.about is None else self.game.history.find_line(said.about).version
        reason = self.note or self.because
        self.done.entries += manual_adjustment_entry.write_adjustments_and_close_actions(
            self.game, said.facts, reason, said.skipped, about=about
        )

    def _answer_questions_of_action(self, action: Version, answers: tuple[Answer, ...]) -> None:
        self._answer_questions_with_texts(
            action, [(format_answer_as_typed(answer), answer) for answer in answers]
        )

    def _answer_questions_with_texts(
        self, action: Version, answers: list[tuple[str, Answer]]
    ) -> None:
        left = answers
        while (pending := self._find_open_question_of_action(action)) is not None:
            dice = dice_input.is_dice_request(pending.request)
            try:
                said_by_dice = bool(left) and _do_dice_imply_yes(pending.request, left[0][0])
                told = bool(left) and self._is_choice_answer(pending.request, *left[0])
                if not dice and (said_by_dice or (self.options.use_defaults and not told)):
                    self.took_default |= not said_by_dice
                    self.done.entries += self.game.answer_with_default_choice()
                elif left:
                    (text, answer), *later = left
                    now, *others = dice_input.split_dice_by_player(pending, text)
                    self.done.entries += self.game.answer_with_text(now, ruling_reason=self.because)
                    left = [*((more, answer) for more in others), *later]
                elif dice and self.options.roll_missing_dice:
                    self.done.entries += self.game.answer_with_app_roll()
                else:
                    return
            except Refused:
                self.done.leftover = tuple(text for text, _ in left)
                if self.done.entries:
                    self.done.messages += (WAITS,)
                raise
        self._refuse_leftover(tuple(answer for _, answer in left))

    def _is_choice_answer(self, request: Request[Any], text: str, answer: Answer) -> bool:
        """Return whether an answer is for a choice. Text without letters may be dice for a later
        roll.
        """
        if not isinstance(answer, TypedAnswer) or text.startswith("in "):  # such as in b1 3
            return True
        number = self.numbers_choose or (isinstance(request, Number) and not request.lead)
        if text.lower() == "r" or not (number or any(map(str.isalpha, text))):
            return False
        try:
            return choice_parser.parse_choice_or_default(request, text) is not None
        except Refused:
            return False

    def _find_open_question_of_action(self, action: Version) -> PendingQuestion | None:
        inside = action in self.game.table.open_action_versions
        return self.game.pending if inside else None

    def _refuse_leftover(self, answers: Iterable[Answer]) -> None:
        texts = tuple(map(format_answer_as_typed, answers))
        if not texts:
            return
        self.done.leftover = texts
        what = "answer is" if len(texts) == 1 else "answers are"
        stays = self.done.entries and self.keeps_entries_if_answers_are_left
        entered = "The line was entered, but " if stays else ""
        asked = f"{len(texts)} {what} left over: no question asks for {' / '.join(texts)}."
        raise Refused(entered + asked)


def _do_dice_imply_yes(request: Request[Any], text: str) -> bool:
    """Return whether dice imply the answer yes to the choice before them, as in ``r1 sweeps
    : 44``.
    """
    return isinstance(request, Confirm) and request.default and text[:1] in {*"0123456789=."}


def _means_everybody(part: Part) -> bool:
    return isinstance(part, TypedAction) and part.actors.scope != "named"


def _can_interrupt_at_question(pending: PendingQuestion, command: Command) -> bool:
    request = pending.request
    return isinstance(request, Interrupt) and command.action in request.actions
