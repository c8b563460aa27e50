"""An open match: its open question, its possible actions, and the writing of its entries.

Each input becomes one entry, which is stored before it is shown. If writing fails, the match is
reset to the stored state, so nothing that was shown can be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from tracker.application.errors import (
    ConcurrentChange,
    ReasonRequired,
    Refused,
    RulesHaveChanged,
    make_sentence,
)
from tracker.application.match import (
    acting_sides_and_absent_actors,
    correction_replay,
    undo_and_redo_points,
)
from tracker.application.match.correction_replay import TODAYS_REPLAY
from tracker.application.match.live_match import LiveMatch
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.match_history import MatchHistory
from tracker.application.match.match_writer import (
    Clock,
    EntryWritingMode,
    MatchJournal,
    MatchWriter,
)
from tracker.ledger.store_interface import Store
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.ruleset import Command, Objection, Ruleset
from tracker.procedures.runners.live_table_runner import (
    PendingQuestion,
    ReplayMismatch,
    TableRunner,
    make_choice_answer,
)
from tracker.procedures.runners.request_answer_reading import InvalidAnswer, get_default_answer
from tracker.projection.hidden_information import hide_secret_marker_values
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

if TYPE_CHECKING:
    from random import Random

MAX_AUTOMATIC_ACTIONS = 200
"""The maximum number of consecutive automatic actions. A ruleset with more is faulty."""
NOTE_ATTEMPTS = 20
"""The maximum number of attempts to write a note while other programs write."""


class Game:
    """An open match. ``writer`` stores the inputs of players."""

    writer_class: type[MatchWriter] = MatchWriter
    replay = TODAYS_REPLAY
    """The rules for replaying later lines. Earlier versions of Warledger had different rules."""
    names_skipped_steps = True
    """Whether the reason for an adjustment also names the steps that it skips."""
    undoes_corrections = True
    """Whether undoing an action undoes a whole correction, such as a late entry."""

    def __init__(
        self,
        store: Store,
        stream: str,
        ruleset: Ruleset,
        *,
        clock: Clock,
        author: str = "",
        dice: Random | None = None,
    ) -> None:
        self.writer = self.writer_class(MatchJournal(store, stream), ruleset, clock, author)
        if dice is not None:
            self.dice = dice
        self.entry_context = EntryWritingMode()

    @cached_property
    def dice(self) -> Random:
        """The dice that the program rolls. Without the dice of a test, they are unpredictable."""
        from random import SystemRandom

        return SystemRandom()

    # -------------------------------------------------------------------------- current state

    @property
    def journal(self) -> MatchJournal:
        return self.writer.journal

    @property
    def stream(self) -> str:
        """The name of the match in its ledger, such as ``m3``."""
        return self.journal.stream

    @property
    def is_behind(self) -> bool:
        """Whether another program has written to the match since it was loaded."""
        return self.journal.version != self.version

    @property
    def ledger_change_counter(self) -> int:
        """A number that changes with every write to the ledger. It is faster to read than
        ``is_behind``.
        """
        return self.journal.store.read_change_counter()

    def reload(self) -> None:
        """Load the whole match again.

        Raises ``Refused`` if a newer program wrote to it, and ``BrokenLedger`` if it is damaged.
        """
        self.writer.reload()

    @property
    def live_match(self) -> LiveMatch:
        return self.writer.live_match

    @property
    def ruleset(self) -> Ruleset:
        return self.live_match.ruleset

    @property
    def history(self) -> MatchHistory:
        return self.live_match.history

    @property
    def table(self) -> TableRunner:
        return self.live_match.table

    @property
    def open_action_mismatch(self) -> ReplayMismatch | None:
        """The reason why the open action cannot continue under the current rules, or None if it
        can.
        """
        return self.live_match.open_action_mismatch

    @property
    def match(self) -> Match:
        return self.live_match.table.match

    @property
    def state(self) -> State:
        return self.live_match.history.state

    @property
    def pending(self) -> PendingQuestion | None:
        """The open question, or None if there is none."""
        return self.live_match.table.pending

    @property
    def combat_participants_and_states(self) -> tuple[tuple[str, str], ...]:
        """The participants and the state of each combat in progress."""
        about = None if self.pending is None else self.pending.request.subject
        return self.ruleset.under_way(self.match, about)

    @property
    def version(self) -> Version:
        return self.live_match.history.version

    def find_line_on_path(self, line_number: int) -> MatchEntry:
        """Return the line with the given number on the current path.

        Raises ``Refused`` for an undone line, and for an unknown number.
        """
        history = self.history
        version = history.find_line_version(line_number)
        if version is None or not history.is_on_path(version):
            first, last = (history.get_line_number(history.path[at].version) for at in (0, -1))
            raise Refused(
                f"Line {line_number} is not part of the current game, which has lines {first} to"
                f" {last}. To see them, run: warledger match log {self.stream}."
            )
        return history.get_entry_beginning_at(version)

    # ------------------------------------------------------------------------------ sandboxes

    def copy_frozen(self, before: Version | None = None) -> Self:
        """Return an immutable copy of the game, or of its state ``before`` an action."""
        return self._copy_with(self.writer.copy_with(self.live_match.copy_frozen(before)))

    def get_public_game(self) -> Self:
        """Return the game without secrets: an immutable copy, or this game if it has none."""
        history = self.history.get_public_history()
        if history is self.history:
            return self
        return self._copy_with(self.writer.copy_with(LiveMatch(self.ruleset, history)))

    def get_public_match(self) -> Match:
        """Return the match without secrets, for finding possible actions."""
        seen = hide_secret_marker_values(self.state)
        return self.match if seen is self.state else Match(seen, lambda _: None)

    def make_sandbox(self) -> Self:
        """Return a copy of the game in which changes can be tried. Its entries are not stored."""
        return self._copy_with(self.writer.make_sandbox())

    def _copy_with(self, writer: MatchWriter) -> Self:
        found = copy(self)
        found.writer, found.entry_context = writer, copy(self.entry_context)
        return found

    def save_sandbox(self, sandbox: Self) -> list[MatchEntry]:
        """Store everything that was entered in a sandbox, in one transaction.

        Raises ``ConcurrentChange`` if this match has changed since the sandbox was made.
        """
        return self.writer.save_sandbox(sandbox.writer)

    def write_input_without_automatic_steps(self, event: ev.AnyInput) -> MatchEntry:
        marked = self.entry_context.mark_input_if_replay(event, self.history.lines)
        return self.writer.write_input(marked)

    # --------------------------------------------------------------------------------- inputs

    def write_opening(
        self, opened: ev.MatchOpened, forces: Sequence[ev.ForceMustered]
    ) -> list[MatchEntry]:
        """Begin the match: write its opening and forces, and run the first automatic steps."""
        return [
            self.write_input_without_automatic_steps(opened),
            *map(self.write_input_without_automatic_steps, forces),
            *self.run_automatic_steps(),
        ]

    def list_objections(self, command: Command) -> tuple[Objection, ...]:
        """Return the reasons why the rules do not allow an action, if any.

        Raises ``Refused`` for unknown names.
        """
        return self.live_match.list_objections(command)

    def take_action_and_automatic_steps(
        self,
        command: Command,
        known_objections: Sequence[Objection] | None = None,
        *,
        override_reason: str = "",
    ) -> list[MatchEntry]:
        """Take an action, and run the automatic steps after it.

        Objections are recorded with the reason ``override_reason``. A caller that already has the
        objections passes them as ``known_objections``. In a strict game, raises ``ReasonRequired``
        if there is an objection and no reason.
        """
        self._require_playable()
        if known_objections is None:
            known_objections = self.list_objections(command)
        breach = next((item for item in known_objections if not item.legal), None)
        if breach is not None and self.state.info.mode == "strict" and not override_reason:
            raise ReasonRequired(
                f"{make_sentence(breach.text)} To do it anyway, give a reason. The "
                "reason is recorded as a table ruling."
            )
        event = ev.ActionTaken(
            action=command.action,
            side=command.side,
            params=command.params,
            overrides=tuple(
                ev.Override(item.id, override_reason, item.legal) for item in known_objections
            ),
            late=self._find_late_line(command),
        )
        return [self.write_input_without_automatic_steps(event), *self.run_automatic_steps()]

    def _find_late_line(self, command: Command) -> Version | None:
        """Return the line before or within which a new action happened, or None if it is not late.

        An action that can be taken at any time or in both halves is never late. An action that the
        rules offer now is not late either.
        """
        action = self.ruleset.actions.get(command.action)
        if self.entry_context.late is not None:
            return self.entry_context.late
        if action is not None and (
            (action.any_time and self.replay.has_timeless_actions)
            or (action.either_side and self.replay.has_common_actions)
        ):
            return None
        return acting_sides_and_absent_actors.find_end_of_acting_sides_half(
            self.live_match, command, only_compulsory=not self.replay.has_offered_actions
        )

    def answer_question(self, event: ev.Rolled | ev.Chosen) -> list[MatchEntry]:
        """Answer the open question with a complete event, and run the automatic steps after it.

        If the event replays an old answer, the notes and fixes before that answer are replayed
        first.
        """
        self._require_playable()
        answer = self.entry_context.mark_input_if_replay(event, self.history.lines)
        repeats = getattr(answer, "repeats", None)
        return [
            *(() if repeats is None else self._replay_lines_before_answer(repeats)),
            self.writer.write_input(answer),
            *self.run_automatic_steps(),
        ]

    def _replay_lines_before_answer(self, repeats: Version) -> list[MatchEntry]:
        plan = correction_replay.find_replay_progress(self.history, self.replay)
        written: list[MatchEntry] = []
        if plan is not None and self.replay.keeps_order:
            for event in correction_replay.list_notes_to_replay_before_answer(plan, repeats):
                with suppress(Refused, UnknownName, KeyError):  # dropped because it no longer fits
                    written.append(self.writer.write_input(event))
        return written

    def answer_choice(self, value: ev.Value) -> list[MatchEntry]:
        return self.answer_question(make_choice_answer(self.require_pending_question(), value))

    def answer_with_text(
        self, text: str, *, allow_other_count: bool = False, ruling_reason: str = ""
    ) -> list[MatchEntry]:
        """Answer the open question with typed dice or a typed choice.

        Raises ``BadDice`` for wrong dice, and ``Refused`` for any other invalid answer.
        """
        from tracker.application.match import choice_parser, dice_input

        request = self.require_pending_question().request
        if not dice_input.is_dice_request(request):
            return self.answer_choice(choice_parser.parse_choice_or_default(request, text))
        return self.answer_question(
            self.parse_roll(text, ruling_reason, allow_other_count=allow_other_count)
        )

    def parse_roll(
        self, text: str, ruling_reason: str = "", *, allow_other_count: bool = False
    ) -> ev.Rolled:
        """Parse a text as the roll for the open question, as in ``4516`` or ``45 need 5``.

        A changed needed number is a table ruling with the reason ``ruling_reason``. If
        ``allow_other_count`` is true, a different number of dice is also a table ruling. Raises
        ``BadDice`` if the dice are wrong, and ``Refused`` if the needed number cannot be changed.
        """
        from tracker.application.match import dice_input

        pending = self.require_pending_question()
        text, app_dice_places = self.split_off_app_dice_note(text)
        text, changed_need = dice_input.split_off_changed_need(pending.request, text)
        return dice_input.parse_or_roll_dice(
            pending,
            text,
            self.dice,
            allow_other_count=allow_other_count,
            changed_need=changed_need,
            ruling_reason=ruling_reason,
            app_dice_places=app_dice_places,
        )

    def split_off_app_dice_note(self, text: str) -> tuple[str, frozenset[int]]:
        """Return a text without its note on app dice, and the indices of the dice that the app
        rolled.

        Only records have such notes.
        """
        return text, frozenset()

    def answer_with_app_roll(self) -> list[MatchEntry]:
        from tracker.application.match.dice_input import parse_or_roll_dice

        pending = self.require_pending_question()
        return self.answer_question(parse_or_roll_dice(pending, "r", self.dice))

    def answer_with_default_choice(self) -> list[MatchEntry]:
        """Answer the open choice with its default. Raises ``Refused`` if dice are needed."""
        try:
            return self.answer_choice(get_default_answer(self.require_pending_question().request))
        except InvalidAnswer as error:
            raise Refused(make_sentence(str(error))) from error

    def add_note(
        self,
        text: str,
        *,
        about: Version | None = None,
        star: bool = False,
        mark: ev.NoteMark = "",
        photo: str = "",
    ) -> MatchEntry:
        """Write a note, which can have the digest of a ``photo``. An open question stays open.

        If others write at the same time, their entries are loaded, and the note follows them.
        Raises ``ConcurrentChange`` if others keep writing.
        """
        return self._write_note(ev.Noted(text=text, about=about, star=star, mark=mark, photo=photo))

    def _write_note(self, noted: ev.Noted) -> MatchEntry:
        for _ in range(NOTE_ATTEMPTS):
            with suppress(ConcurrentChange):
                return self.write_input_without_automatic_steps(noted)
        return self.write_input_without_automatic_steps(noted)

    def set_archived(self, archived: bool) -> None:
        """Archive or restore the match. If nothing changes, no entry is written."""
        if self.state.current_values.aside != archived:
            self.add_note("", mark="aside" if archived else "back")

    def write_free_roll(self, event: ev.Rolled) -> MatchEntry:
        """Write a roll that no rule asks for. An open question stays open."""
        if event.key:
            raise Refused(
                "This roll belongs to the open question. Answer the question with these dice."
            )
        return self.write_input_without_automatic_steps(event)

    def adjust_by_hand(
        self,
        facts: tuple[ev.AnyFact, ...],
        reason: str,
        *,
        about: Version | None = None,
        ends_action: bool = False,
    ) -> list[MatchEntry]:
        """Adjust the state by hand. If ``ends_action`` is true, the open action ends after that."""
        event = ev.Corrected(reason=reason, facts=facts, about=about, closes=ends_action)
        if self.open_action_mismatch is not None and ends_action:
            return [self.writer.end_all_stuck_actions(event)]
        return [
            self.write_input_without_automatic_steps(event),
            *(self.run_automatic_steps() if ends_action else ()),
        ]

    def require_pending_question(self) -> PendingQuestion:
        """Return the open question. Raises ``Refused`` if there is none."""
        self._require_playable()
        if self.pending is None:
            raise Refused("No question is open. Type an action.")
        return self.pending

    # -------------------------------------------------------------------------- undo and redo

    def undo(self) -> MatchEntry:
        """Undo the last input: a roll, a choice or an action."""
        return self.rewind_to(
            *undo_and_redo_points.find_undo_point_and_rewind_kind(self.history, self.replay)
        )

    def can_undo(self) -> bool:
        """Return whether there is an input to undo."""
        try:
            point = undo_and_redo_points.find_undo_point_and_rewind_kind(self.history, self.replay)
            undo_and_redo_points.require_valid_rewind(self.history, *point)
        except Refused:
            return False
        return True

    def undo_action_or_correction(self) -> MatchEntry:
        """Undo the last action with all its answers. Notes on other lines stay.

        An unfinished correction is undone as a whole.
        """
        before = undo_and_redo_points.find_undo_point_of_whole_correction(self.history)
        if before is not None and self.undoes_corrections:
            return self.rewind_to(before, "return")
        keeps_notes = self.undoes_corrections and bool(self.state.current_values.open)
        find_point = undo_and_redo_points.find_action_undo_point
        point = find_point(self.history, keeps_notes=keeps_notes)
        notes = (
            undo_and_redo_points.list_notes_to_keep_after_undo(self.history, point)
            if keeps_notes
            else ()
        )
        undone = self.rewind_to(point)
        copies: dict[Version | None, Version] = {}
        for note in notes:
            assert isinstance(note.input, ev.Noted)
            about = copies.get(note.input.about, note.input.about)
            event = replace(note.input, about=about, mark="", repeats=note.version)
            copies[note.version] = self._write_note(event).version
        return undone

    def undo_phase(self) -> MatchEntry:
        """Undo to the start of the current phase or half.

        If it has no input, undo to the start of the last phase or half that has one.
        """
        return self._undo_to_start_of(ev.PhaseBegan)

    def undo_turn(self) -> MatchEntry:
        """Undo to the start of the current turn.

        If it has no input, undo to the start of the last turn that has one.
        """
        return self._undo_to_start_of(ev.TurnBegan)

    def _undo_to_start_of(self, kind: type[ev.PhaseBegan | ev.TurnBegan]) -> MatchEntry:
        is_first = self._ends_setup_and_acts if self.undoes_corrections else None
        find = undo_and_redo_points.find_phase_or_turn_undo_point
        return self.rewind_to(find(self.history, kind, is_first))

    def _ends_setup_and_acts(self, entry: MatchEntry) -> bool:
        """Return whether an action ended the set-up, and is itself the first of turn 1."""
        event = entry.input
        if not isinstance(event, ev.ActionTaken) or event.action not in self.ruleset.actions:
            return False
        begun = {fact.phase for fact in entry.facts if isinstance(fact, ev.PhaseBegan)}
        is_setup = not self.history.get_state_before(entry.version).clock.turn
        return is_setup and not begun.isdisjoint(self.ruleset.actions[event.action].phases)

    def rewind_to_line(self, line_number: int) -> MatchEntry:
        """Return to the state after a given line, which can be on an abandoned branch."""
        to, why = undo_and_redo_points.find_line_end_and_rewind_kind(self.history, line_number)
        return self.rewind_to(to, why)

    def switch_branch(self, branch_number: int) -> MatchEntry:
        """Switch to a branch by its number in ``list_branch_ends``, counted from 1."""
        end = undo_and_redo_points.find_branch_end(self.history, branch_number)
        return self.rewind_to(end, "return")

    def redo(self) -> MatchEntry:
        return self.rewind_to(undo_and_redo_points.find_redo_point(self.history), "redo")

    def rewind_to(
        self, to: Version, why: ev.RewindWhy = "undo", amends: Version | None = None
    ) -> MatchEntry:
        """Return to the end of another entry. Raises ``Refused`` for a point before the start of
        the game.
        """
        undo_and_redo_points.require_valid_rewind(self.history, to, why)
        return self.writer.write_entry_without_rules(ev.Rewound(to=to, why=why, amends=amends))

    # ------------------------------------------------------------------------ automatic steps

    def run_automatic_steps(self) -> list[MatchEntry]:
        """Run all automatic steps that are due, and replay the lines of a correction.

        Return the new entries.
        """
        written: list[MatchEntry] = []
        while (
            (self.match.ended is None or self.replay.continues)
            and not self.open_action_mismatch
            and not self.entry_context.skips_automatic_steps
        ):
            more = self._write_automatic_entry()
            if more is None:
                break
            written.append(more)
            if len(written) > MAX_AUTOMATIC_ACTIONS + 2 * len(self.history.path):
                raise Refused(
                    f"The rules {self.ruleset.title} repeat automatic steps endlessly. Undo "
                    "the last line."
                )
        return written

    def _write_automatic_entry(self) -> MatchEntry | None:
        begins = correction_replay.find_automatic_action(self.live_match, self.replay)
        for event in correction_replay.list_replayable_inputs(self.live_match, self.replay, begins):
            with suppress(Refused, UnknownName, KeyError):  # dropped because it no longer fits
                return self.write_input_without_automatic_steps(event)
        return None if begins is None else self.write_input_without_automatic_steps(begins)

    def _require_playable(self) -> None:
        require_installed_rules(self.ruleset)
        if self.open_action_mismatch is not None:
            number = self.history.get_line_number(self.state.current_values.open[0])
            raise RulesHaveChanged(
                f"Line {number} began under older rules and cannot continue"
                f" ({self.open_action_mismatch}). Undo the action, or end it with a correction."
            )


def require_installed_rules(ruleset: Ruleset) -> None:
    """Raise ``Refused`` if a match is read-only because its rules are not installed."""
    if ruleset.absent:
        raise Refused(
            f"{make_sentence(ruleset.absent)} Without these rules, the match is read-only."
        )
