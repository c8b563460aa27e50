"""A match in memory: its history, and the action that is open now."""

from __future__ import annotations

from copy import copy

import msgspec

from tracker.application.errors import Refused, make_sentence
from tracker.application.match.match_history import MatchHistory
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.ruleset import Command, Objection, Ruleset
from tracker.procedures.runners.live_table_runner import Followed, ReplayMismatch, TableRunner
from tracker.procedures.runners.request_answer_reading import InvalidAnswer
from tracker.projection.hidden_information import hide_secret_marker_values
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


class LiveMatch:
    """The history of a match, and the ``TableRunner`` that continues it under the current rules.

    If the open action cannot continue under the current rules, ``open_action_mismatch`` is the
    reason. The players can then undo the action, or end it by hand.
    """

    def __init__(self, ruleset: Ruleset, history: MatchHistory) -> None:
        self.ruleset = ruleset
        self.history = history
        self.rebuild_table_and_resume_action()

    def rebuild_table_and_resume_action(self) -> None:
        """Rebuild the table from the history, and continue the open action to its open question.

        If the current rules cannot continue it, ``open_action_mismatch`` becomes the reason.
        """
        self.open_action_mismatch: ReplayMismatch | None = None
        self.history.find_actors_and_targets = self.ruleset.line_translator.find_actors_and_targets
        state = self.history.state
        self.table = TableRunner(self.ruleset, state)
        if not state.current_values.open or self.ruleset.absent:
            return
        first = state.current_values.open[0]
        before = self.history.find_end_of_preceding_line(first)
        table = TableRunner(self.ruleset, self.history.get_state_at(before))
        try:
            table.replay_events(self.history.path[self.history.count_path_events_up_to(before) :])
        except (ReplayMismatch, InvalidAnswer, UnknownName, msgspec.ValidationError) as error:
            at = error.version if isinstance(error, ReplayMismatch) else first
            self.open_action_mismatch = ReplayMismatch(at, str(error))
            return
        self.table = table
        self.history.state = table.state

    def discard_unwritten_changes(self) -> None:
        """Return the match to its stored state, without changes that were not written."""
        self.history.rebuild_path_and_state()
        self.rebuild_table_and_resume_action()

    def make_sandbox(self) -> LiveMatch:
        return LiveMatch(self.ruleset, self.history.make_sandbox())

    def copy_frozen(self, before: Version | None = None) -> LiveMatch:
        """Return a copy of the match, or of its state ``before`` an action, for background work."""
        found = copy(self)
        found.history = self.history.copy_frozen()
        if before is not None:
            found.history.state = found.history.get_state_before(before)
        if before is not None or not found.history.state.current_values.open:
            found.table = TableRunner(self.ruleset, found.history.state)
        return found

    def process_input(self, event: ev.AnyInput) -> list[Followed]:
        """Process an input under the rules, and return its facts.

        If the input is not possible, raises ``Refused`` without changing anything.
        """
        try:
            return self.table.process_input(event, self.history.version + 1)
        except InvalidAnswer as error:
            raise Refused(make_sentence(str(error))) from error
        except UnknownName as error:
            self.discard_unwritten_changes()
            raise Refused(make_sentence(str(error))) from error
        except Exception:
            self.discard_unwritten_changes()
            raise

    def find_action_of_new_input(self, event: ev.AnyInput) -> Version:
        """Return the version of the action to which a new input would belong, or 0 if there is
        none.
        """
        if isinstance(event, ev.ActionTaken):
            return self.history.version + 1
        now = self.history.state.current_values
        return now.open[-1] if now.open else 0

    def list_objections(self, command: Command) -> tuple[Objection, ...]:
        """Return the reasons why the rules do not allow an action, if any.

        Raises ``Refused`` for unknown names. Outside the action's phases, the reasons are based
        only on public information.
        """
        action = self.ruleset.actions.get(command.action)
        if action is None:
            raise Refused(f"{self.ruleset.title} has no action called {command.action!r}.")
        match, seen = self.table.match, hide_secret_marker_values(self.table.state)
        if seen is not self.table.state and match.phase not in action.phases:
            match = Match(seen, lambda _: None, interrupted=lambda: self.table.match.interrupted)
        try:
            params = action.decode_params(command.params)
            return action.list_objections(match, command.side, params)
        except UnknownName as error:
            raise Refused(make_sentence(str(error))) from error
        except msgspec.ValidationError as error:
            raise Refused(make_sentence(f"{action.word}: {error}")) from error
