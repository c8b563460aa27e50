"""Writes the entries of a match, and resets the match if writing fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Self

from msgspec.structs import replace

from tracker.application.errors import ConcurrentChange, Refused, make_sentence
from tracker.application.garbage_collection_pause import pause_garbage_collection
from tracker.application.match.live_match import LiveMatch
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.match_history import MatchHistory, load_match_history
from tracker.application.match.match_summaries import summarise_match
from tracker.application.recorded_event_storage import build_new_entry
from tracker.ledger.history_anchor import make_history_anchor
from tracker.ledger.ledger_errors import LedgerError, WriteConflict
from tracker.ledger.store_interface import Store
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.live_table_runner import Followed
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import Recorded, RecordedEvent, group_events_by_entry
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.event_codec import UnknownKind
from tracker.vocabulary.events import Version


class MatchJournal:
    """The storage of a match.

    ``on_result_change`` is called with the match's name after its end has been stored, undone or
    changed. It returns a message if a league could not be updated, which becomes ``unreported``.
    """

    def __init__(self, store: Store, stream: str) -> None:
        self.store = store
        self.stream = stream
        self.on_result_change: Callable[[str], str] | None = None
        self.unreported = ""
        self._over = self._told_over = self._news = False

    @property
    def version(self) -> Version:
        """The version of the last stored event, whoever wrote it, or 0 for a new match."""
        return self.store.get_version(self.stream)

    def compute_history_anchor(self, version: Version) -> str:
        """Return a code with which others can verify the match's history up to a given version."""
        return str(make_history_anchor(self.store, self.stream, version))

    def load_history(self, history_class: type[MatchHistory]) -> MatchHistory:
        """Load the whole match.

        Raises ``Refused`` for entries of a newer program, and ``BrokenLedger`` for a damaged match.
        """
        try:
            with pause_garbage_collection():
                history = load_match_history(self.store, self.stream, history_class)
        except UnknownKind as error:
            raise Refused(make_sentence(str(error))) from error
        self._over = self._told_over = history.state.current_values.ended is not None
        self._news = False
        return history

    def append_entries_and_summary(
        self, events: Sequence[RecordedEvent], state: State, path: Sequence[RecordedEvent]
    ) -> None:
        """Append entries to the ledger, and update the match's summary.

        ``state`` and ``path`` are the state and the current path after the entries. Raises
        ``WriteConflict`` if somebody else wrote first, and ``LedgerError`` if writing fails.
        """
        entries, last = group_events_by_entry(events), events[-1]
        summary = summarise_match(self.stream, state, last.version, path[0].at, last.at, path=path)
        for entry in entries:
            of_last = summary if entry[-1] is last else None
            codec = match_event_codec.FORMS
            self.store.append_entry(build_new_entry(self.stream, entry, codec, "match", of_last))
        only_notes = all(isinstance(entry[0].event, ev.Noted) for entry in entries)
        self._over = state.current_values.ended is not None
        self._news = self._over != self._told_over or (self._over and not only_notes)

    def notify_leagues_if_result_changed(self) -> None:
        """Report the stored result to linked leagues if it has changed."""
        if self._news and self.on_result_change is not None:
            self._news, self._told_over = False, self._over
            self.unreported = self.on_result_change(self.stream)


Clock = Callable[[], int]


class EntryWritingMode:
    """Settings for the entries that are written in a ``with`` block.

    If ``late`` is set, actions belong before or within that line. If ``skips_automatic_steps`` is
    true, no automatic steps follow.
    """

    def __init__(self) -> None:
        self.late: Version | None = None
        self.skips_automatic_steps = False
        self._repeats: tuple[Version, ...] = ()
        self._marks_next_input = False

    @contextmanager
    def mark_entries_as_replay(self, version: Version, *answers: Version) -> Iterator[None]:
        """Mark the next entry in this block as a replay of line ``version``.

        Each later entry that answers the same question as one of the ``answers`` is marked as a
        replay of that answer.
        """
        self._repeats, self._marks_next_input = (version, *answers), True
        try:
            yield
        finally:
            self._repeats = ()

    @contextmanager
    def pause_automatic_steps(self) -> Iterator[None]:
        """Pause automatic steps in this block. ``run_automatic_steps`` runs them after it."""
        held, self.skips_automatic_steps = self.skips_automatic_steps, True
        try:
            yield
        finally:
            self.skips_automatic_steps = held

    @contextmanager
    def mark_actions_late_and_pause_steps(self, version: Version) -> Iterator[None]:
        """Mark the actions in this block as late: they belong before or within the given line.

        No automatic steps follow within the block.
        """
        self.late, self.skips_automatic_steps = version, True
        try:
            yield
        finally:
            self.late, self.skips_automatic_steps = None, False

    @property
    def is_replaying(self) -> bool:
        """Whether the next entry can be marked as a replay, as in a correction."""
        return bool(self._repeats)

    def mark_input_if_replay(
        self, event: ev.AnyInput, events: Sequence[RecordedEvent]
    ) -> ev.AnyInput:
        """Return the input, marked with the line that it replays. Other inputs are returned
        unchanged.

        A mark is used only once: later inputs get the marks of the following lines.
        """
        if isinstance(event, (ev.MatchOpened, ev.ForceMustered, ev.Rewound)):
            return event
        key = getattr(event, "key", "")
        for at, version in enumerate(self._repeats):
            old = events[version - 1].event
            if self._marks_next_input or (key and key == getattr(old, "key", "")):
                self._marks_next_input, self._repeats = False, self._repeats[at + 1 :]
                return replace(event, repeats=version)
        return event


class MatchWriter:
    """Writes the entries of a match to its ``journal``.

    ``clock`` returns microseconds since 1970 (UTC).
    """

    history_class: type[MatchHistory] = MatchHistory

    def __init__(self, journal: MatchJournal, ruleset: Ruleset, clock: Clock, author: str) -> None:
        self.journal = journal
        self.clock = clock
        self.author = author
        self.live_match = LiveMatch(ruleset, self.history_class())
        self._sandbox_at: Version | None = None
        if journal.version:
            self.reload()

    @property
    def version(self) -> Version:
        return self.live_match.history.version

    def reload(self) -> None:
        """Load the whole match again.

        Raises the same errors as ``MatchJournal.load_history``.
        """
        self.live_match = LiveMatch(
            self.live_match.ruleset, self.journal.load_history(self.history_class)
        )

    def copy_with(self, live_match: LiveMatch) -> Self:
        found = copy(self)
        found.live_match = live_match
        return found

    def make_sandbox(self) -> Self:
        """Return a copy of the writer, whose entries are not stored."""
        sandbox = self.copy_with(self.live_match.make_sandbox())
        sandbox._sandbox_at = self.version if self._sandbox_at is None else self._sandbox_at
        return sandbox

    def save_sandbox(self, sandbox: Self) -> list[MatchEntry]:
        """Write everything that was entered in a sandbox, in one transaction.

        If this writer is itself a sandbox, the entries are only added to it. Raises
        ``ConcurrentChange`` if this match has changed since the sandbox was made.
        """
        if sandbox._sandbox_at != (self.version if self._sandbox_at is None else self._sandbox_at):
            raise ConcurrentChange(
                "The game has changed in the meantime. Check the log, then repeat your entry."
            )
        new = sandbox.live_match.history.lines[self.version :]
        if not new:
            return []
        history = sandbox.live_match.history
        if self._sandbox_at is None:
            with self._reset_on_failure(), self.journal.store.write_in_transaction():
                self.journal.append_entries_and_summary(new, history.state, history.path)
        self.live_match = sandbox.live_match
        return [
            history.get_entry_beginning_at(line.version)
            for line in new
            if line.version == line.entry
        ]

    def write_input(self, event: ev.AnyInput) -> MatchEntry:
        """Process an input under the rules, and write it with its facts as one entry."""
        stored = match_event_codec.round_trip(event)
        action = self.live_match.find_action_of_new_input(stored)
        followed = self.live_match.process_input(stored)
        history, state = self.live_match.history, self.live_match.table.state
        lines = self._build_lines(stored, action, followed)
        self._append_unless_sandbox(lines, state, [*history.path, *lines])
        history.append_events_of_entry(lines, state)
        return history.get_entry_beginning_at(lines[0].version)

    def write_entry_without_rules(
        self, event: ev.Rewound | ev.Corrected, followed: Sequence[Followed] = ()
    ) -> MatchEntry:
        """Write an entry whose effect follows from its events alone. The rules are not run."""
        is_rewind = isinstance(event, ev.Rewound)
        action = 0 if is_rewind else self.live_match.find_action_of_new_input(event)
        lines = self._build_lines(event, action, followed)
        history = self.live_match.history.make_sandbox()
        history.append_events_of_entry(lines)
        self._append_unless_sandbox(lines, history.state, history.path)
        self.live_match = LiveMatch(self.live_match.ruleset, history)
        return history.get_entry_beginning_at(lines[0].version)

    def end_all_stuck_actions(self, event: ev.Corrected) -> MatchEntry:
        """End all actions that cannot continue under the current rules, without running
        the rules.
        """
        still_open = self.live_match.history.state.current_values.open
        ended = (ev.ActionEnded(action=one, how="by hand") for one in reversed(still_open))
        return self.write_entry_without_rules(
            event, [(fact, still_open[-1]) for fact in (*event.facts, *ended)]
        )

    def _read_clock(self) -> int:
        return self.clock()

    def _build_lines(
        self, event: ev.AnyInput, action: Version, followed: Sequence[Followed]
    ) -> list[RecordedEvent]:
        entry, at, author = self.version + 1, self._read_clock(), self.author
        events = ((event, action), *followed)
        return [
            Recorded(version, entry, belongs_to, one, at, author)
            for version, (one, belongs_to) in enumerate(events, entry)
        ]

    def _append_unless_sandbox(
        self, lines: list[RecordedEvent], state: State, path: list[RecordedEvent]
    ) -> None:
        if self._sandbox_at is None:
            with self._reset_on_failure():
                self.journal.append_entries_and_summary(lines, state, path)

    @contextmanager
    def _reset_on_failure(self) -> Iterator[None]:
        try:
            yield
        except WriteConflict as error:
            self.reload()
            raise ConcurrentChange(
                "Somebody else just changed this game, so it was reloaded. Check the log, then "
                "repeat your entry."
            ) from error
        except LedgerError:
            self.live_match.discard_unwritten_changes()
            raise
        self.journal.notify_leagues_if_result_changed()
