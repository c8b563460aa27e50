"""A dry run, which repeats a match without storing it, and accepts only expected entries.

A row of a record contains the times of its entries, so it must make one entry for each time. A row
without times makes all entries that follow automatically.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Self

from tracker.application.errors import LedgerError, Refused
from tracker.application.match import dice_input
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.match_history import MatchHistory
from tracker.application.match.match_writer import Clock, MatchWriter
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.live_table_runner import Followed
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec

BY_APP = re.compile(r"\s+by app(?:\s+(?P<places>[0-9]+(?:,[0-9]+)*))?\s*$", re.IGNORECASE)
"""The note about the dice that the app rolled. In ``4516 by app 3,4``, it rolled dice 3 and 4."""


class LineAlreadyComplete(LedgerError):
    """Raised if a row has already made all its entries."""


class EntryDiffers(LedgerError):
    """Raised if an input would make an entry that differs from the expected one."""


class RowNumberedHistory(MatchHistory):
    """A history in which every line ever written has its own number, as in records."""

    def _find_line_whose_number_is_kept(self, line: RecordedEvent) -> None:
        del line


class DryRunWriter(MatchWriter):
    """Accepts expected entries without storing them. ``clock`` gives the times of other entries."""

    history_class = RowNumberedHistory
    _times: list[int] | None = None
    _loosely = False
    _model: Sequence[Sequence[RecordedEvent]] = ()

    def expect_entries(self, entries: Sequence[Sequence[RecordedEvent]]) -> None:
        """Accept only the given entries from now on, with their times and authors."""
        self._model = entries

    def expect_entries_at_times(
        self, times: Sequence[int], *, allow_more_entries: bool = False
    ) -> None:
        """Accept one entry for each of the given times. Without times, accept any number of
        entries.

        If ``allow_more_entries`` is true, further entries are accepted at the last of the times.
        """
        self._times = list(times) if times else None
        self._loosely = allow_more_entries

    @property
    def copied_entry_count(self) -> int:
        return self.live_match.history.entry_count

    @property
    def next_entry(self) -> Sequence[RecordedEvent] | None:
        """The events of the next expected entry, or None if none is expected."""
        count = self.copied_entry_count
        return self._model[count] if count < len(self._model) else None

    @property
    def next_input(self) -> ev.AnyEvent | None:
        """The input of the next expected entry, or None if none is expected."""
        return None if self.next_entry is None else self.next_entry[0].event

    def save_sandbox(self, sandbox: Self) -> list[MatchEntry]:
        """Take over the entries of a sandbox, and return the new ones."""
        since, self.live_match = self.copied_entry_count, sandbox.live_match
        return self.live_match.history.list_all_entries()[since:]

    def write_entry_unchecked(self, event: ev.AnyInput, action: int, facts: list[Followed]) -> None:
        """Add an entry with its facts without applying the rules. Each fact has its own action."""
        self.live_match.history.append_events_of_entry(self._build_lines(event, action, facts))
        self.live_match.rebuild_table_and_resume_action()

    def _read_clock(self) -> int:
        if self._model:
            return self._model[min(self.copied_entry_count, len(self._model) - 1)][0].at
        return self._times[0] if self._times else self.clock()

    def _build_lines(
        self, event: ev.AnyInput, action: int, followed: Sequence[Followed]
    ) -> list[RecordedEvent]:
        lines = super()._build_lines(event, action, followed)
        trouble = self._find_difference_from_expected(lines)
        if trouble is not None:
            self.live_match.discard_unwritten_changes()
            raise trouble
        if self._times and not (self._loosely and len(self._times) == 1):
            self._times.pop(0)
        return lines

    def _find_difference_from_expected(self, lines: list[RecordedEvent]) -> LedgerError | None:
        if self._times is not None and not self._times:
            return LineAlreadyComplete("This line makes more entries than were recorded.")
        if not self._model:
            return None
        wanted = self.next_entry
        if wanted is None:
            return LineAlreadyComplete("The match ends here.")
        same = [*map(_make_comparison_key, lines)] == [*map(_make_comparison_key, wanted)]
        return None if same else EntryDiffers("This is a different entry.")

    def _append_unless_sandbox(
        self, lines: list[RecordedEvent], state: State, path: list[RecordedEvent]
    ) -> None:
        """Do nothing, because a dry run stores no entries."""
        del lines, state, path


class DryRunGame(Game):
    """A game in memory, without a ledger."""

    writer: DryRunWriter
    writer_class = DryRunWriter
    names_skipped_steps = False  # a record contains the complete reason
    undoes_corrections = False  # a record contains the target of every undo

    def __init__(self, ruleset: Ruleset, clock: Clock = lambda: 0) -> None:
        super().__init__(MemoryStore(), "record", ruleset, clock=clock)

    def split_off_app_dice_note(self, text: str) -> tuple[str, frozenset[int]]:
        """Split a text from the note about the dice that the app rolled: ``4516 by app 3,4``."""
        note = BY_APP.search(text)
        if note is None:
            return text, frozenset()
        text, named = text[: note.start()], note["places"]
        asked = dice_input.make_asked_roll(self.require_pending_question().request)
        every = range(len(asked.dice) + len(text))
        return text, frozenset(int(n) - 1 for n in named.split(",")) if named else frozenset(every)

    def try_to_write_entry(self, act: Callable[[], object]) -> bool:
        """Call ``act``, and return whether it made the next entry, even if it failed after that."""
        before = self.writer.copied_entry_count
        with suppress(Refused, LedgerError):
            act()
        return self.writer.copied_entry_count > before

    def enter_input(self, event: ev.AnyInput) -> None:
        """Enter an input unchanged, and run the automatic steps."""
        if isinstance(event, ev.Rewound):
            self.writer.write_entry_without_rules(event)
            return
        self.write_input_without_automatic_steps(event)
        if not isinstance(event, ev.Noted):
            self.run_automatic_steps()


def _make_comparison_key(line: RecordedEvent) -> tuple[int, int, str, bytes, str]:
    kind = match_event_codec.kind_of(line.event)
    stored = match_event_codec.encode_as_first_version(line.event)
    return (line.version, line.action, kind, stored, line.author)
