"""A match in memory: all its events, its current path, and its state at any line.

Copies of the state every 128 entries make undo fast. This module never writes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from itertools import groupby
from operator import attrgetter

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.match.match_entries import MatchEntry, OpenCorrection, is_clock_mark
from tracker.application.recorded_event_storage import decode_pages, report_errors_as_corruption
from tracker.ledger.store_interface import Store
from tracker.procedures.declared.action_line_forms import ActorsAndTargets
from tracker.projection import hidden_information
from tracker.projection.match_event_fold import apply_event, fold_events
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import (
    HistoryTree,
    RecordedEvent,
    find_version_before_entry,
)
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


class EntryLineNumbers:
    """The line numbers of entries, and their positions in the order of writing."""

    def __init__(self, heads: Iterable[Version] = ()) -> None:
        self._heads = list(heads)  # the first version of each entry
        self._kept: dict[int, int] = {}  # the numbers of replayed lines, by position
        self._again: dict[int, tuple[Version, ...]] = {}  # the replays of a line, by its number

    def __len__(self) -> int:
        return len(self._heads)

    def make_sandbox(self) -> EntryLineNumbers:
        """Return a copy of the line numbers in which changes can be tried."""
        sandbox = EntryLineNumbers(self._heads)
        sandbox._kept, sandbox._again = dict(self._kept), dict(self._again)
        return sandbox

    def add_entry(self, version: Version, repeats: Version | None = None) -> None:
        """Add the next entry. If it ``repeats`` a line, it keeps that line's number."""
        self._heads.append(version)
        if repeats is not None:
            number = self.get_line_number(repeats)
            self._kept[len(self._heads)] = number
            self._again[number] = (*self._again.get(number, ()), version)

    def get_entry_position(self, version: Version) -> int:
        """Return the position of the entry that contains a version among all entries, counted from
        1.
        """
        return bisect_right(self._heads, version)

    def get_line_number(self, version: Version) -> int:
        """Return the line number of the entry that contains a version."""
        return self.get_line_number_at_position(self.get_entry_position(version))

    def get_line_number_at_position(self, position: int) -> int:
        return self._kept.get(position, position)

    def get_first_version_at_position(self, position: int) -> Version:
        """Return the first version of the entry at a position. Raises ``KeyError`` if there is
        none.
        """
        if not 0 < position <= len(self._heads):
            raise KeyError(position)
        return self._heads[position - 1]

    def list_versions_with_number(self, line_number: int) -> tuple[Version, ...]:
        """Return the versions of all entries that ever had a given line number, oldest first."""
        if not 0 < line_number <= len(self._heads) or line_number in self._kept:
            return ()
        return (self._heads[line_number - 1], *self._again.get(line_number, ()))


COPY_INTERVAL = 128


class MatchHistory:
    """The events of a match, its state, and its ``corrections``.

    ``find_actors_and_targets`` returns the actors and targets of an action, or None if the rules
    are not installed.
    """

    def __init__(self, events: Sequence[RecordedEvent] = ()) -> None:
        self.tree = HistoryTree()
        self.lines: list[RecordedEvent] = []
        self.path: list[RecordedEvent] = []
        self.state = State()
        self.corrections: list[OpenCorrection] = []
        self.find_actors_and_targets: Callable[[ev.ActionTaken], ActorsAndTargets | None] = (
            lambda _: None
        )
        self._numbers = EntryLineNumbers()
        self._turned: tuple[Version, Version] = (0, 0)  # the last rewind, and its target
        self._forks: list[tuple[int, State]] = [(0, State())]
        self._asked = self._forks[0]  # the state computed last, from which the log continues
        self._since = 0
        self._lines_without_secrets = 0  # the number of first lines without face-down markers
        begins = [line for line in events if line.version == line.entry]
        if ev.Rewound in {type(line.event) for line in begins}:
            for line in events:
                self._add_line(line)
            self.rebuild_path_and_state()
        else:
            self.lines, self.path = list(events), list(events)
            self.tree = HistoryTree.make_linear_tree(len(events))
            heads = [line.version for line in begins]
            self._numbers = EntryLineNumbers(heads)
            self._apply_entries_and_copy_states([version - 1 for version in heads])

    @property
    def version(self) -> Version:
        """The version of the last event, even if that event has been undone."""
        return len(self.lines)

    def copy_frozen(self) -> MatchHistory:
        """Return a copy of the history for background work."""
        copied = copy(self)
        copied.lines, copied.path = list(self.lines), list(self.path)
        copied.state = self.state.fork_state()
        copied._forks = list(self._forks)
        return copied

    def get_public_history(self) -> MatchHistory:
        """Return the history without secrets: a copy, or this history if it has none."""
        new_events = (line.event for line in self.lines[self._lines_without_secrets :])
        if not any(isinstance(one, ev.MarkerSet) and one.hidden_from for one in new_events):
            self._lines_without_secrets = len(self.lines)  # as in most games
            return self
        secret = hidden_information.find_secret_inputs(self.lines, self.state)
        if not secret:
            return self
        found = MatchHistory(hidden_information.redact_secret_events(self.lines, secret))
        found.find_actors_and_targets = self.find_actors_and_targets
        return found

    def find_last_public_version(self) -> Version:
        """Return the last version before the first entry that is still secret."""
        pairs = zip(self.lines, self.get_public_history().lines, strict=True)
        first = next((mine.entry for mine, told in pairs if mine is not told), None)
        return self.version if first is None else first - 1

    def make_sandbox(self) -> MatchHistory:
        """Return a copy of the history in which changes can be tried."""
        sandbox = self.copy_frozen()
        sandbox.tree = copy(self.tree)
        sandbox.tree.parents, sandbox.tree.redo = list(self.tree.parents), list(self.tree.redo)
        sandbox.corrections, sandbox._numbers = list(self.corrections), self._numbers.make_sandbox()
        return sandbox

    def append_events_of_entry(
        self, events: Sequence[RecordedEvent], state: State | None = None
    ) -> None:
        """Append the events of one entry.

        ``state`` is the state after these events. If it is None, the events are applied here.
        """
        for line in events:
            self._add_line(line)
        if isinstance(events[0].event, ev.Rewound):
            self.rebuild_path_and_state()
            return
        for line in events:
            self.path.append(line)
            if state is None:
                apply_event(self.state, line.event, line.version)
        if state is not None:
            self.state = state
        self._since += 1
        if self._since >= COPY_INTERVAL:
            self._forks.append((len(self.path), self.state.fork_state()))
            self._since = 0

    def _add_line(self, line: RecordedEvent) -> None:
        if line.version == line.entry:
            self._numbers.add_entry(line.version, self._find_line_whose_number_is_kept(line))
            if isinstance(line.event, ev.Rewound):
                self._turned = (line.version, line.event.to)
                if line.event.amends is not None:
                    path = self.tree.list_path_versions()
                    later = [self.lines[v - 1] for v in path if v > line.event.amends]
                    begun = (one.version for one in later if one.version == one.entry)
                    entries = tuple(map(self.get_entry_beginning_at, begun))
                    self.corrections.append(OpenCorrection(line.version, line.event, entries))
        self.lines.append(line)
        event = line.event
        self.tree.add_event(
            line, clears_redo=not (is_clock_mark(event) or self._was_kept_by_undo(event))
        )

    def _find_line_whose_number_is_kept(self, line: RecordedEvent) -> Version | None:
        """Return the old line whose number a new line keeps, or None if the new line gets its own
        number.

        A number is not kept while a line on the current path has it.
        """
        repeats = getattr(line.event, "repeats", None)
        if repeats is None or not 0 < repeats < line.version:
            return None
        alike = self._numbers.list_versions_with_number(self._numbers.get_line_number(repeats))
        return None if any(map(self._is_on_path_while_loading, alike)) else repeats

    def _was_kept_by_undo(self, event: ev.Event) -> bool:
        """Return whether an event is a copy of a note that an undo kept."""
        is_copy = isinstance(event, ev.Noted) and event.repeats is not None
        return is_copy and getattr(self.lines[self._turned[0] - 1].event, "why", "") == "undo"

    def _is_on_path_while_loading(self, version: Version) -> bool:
        """Return whether a version is on the path to the head.

        This also works while a stream is being loaded.
        """
        turned, to = self._turned
        return version > turned or (version <= to and self.tree.is_on_path_to(version, to))

    def rebuild_path_and_state(self) -> None:
        """Compute the path and the state at the head, beginning with the last valid copy of the
        state.
        """
        versions = self.tree.list_path_versions()
        same = _count_shared_beginning(self.path, versions)
        while self._forks[-1][0] > same:
            self._forks.pop()
        if self._asked[0] > same:
            self._asked = self._forks[0]
        at, fork = self._forks[-1]
        self.path[at:] = [self.lines[version - 1] for version in versions[at:]]
        self.state = fork.fork_state()
        later = enumerate(self.path[at:], at)
        self._apply_entries_and_copy_states(
            [index for index, line in later if line.version == line.entry]
        )

    def _apply_entries_and_copy_states(self, starts: Sequence[int]) -> None:
        path, self._since = self.path, 0
        for first in range(0, len(starts), COPY_INTERVAL):
            start, *others = starts[first : first + COPY_INTERVAL + 1]
            if first:
                self._forks.append((start, self.state.fork_state()))
            stop = others[-1] if len(others) == COPY_INTERVAL else len(path)
            fold_events(self.state, path[start:stop])
            self._since = min(len(others) + 1, COPY_INTERVAL)

    def get_state_at(self, version: Version) -> State:
        """Compute the state after a given version on the path, as a new object."""
        stop = self.count_path_events_up_to(version)
        at = bisect_right(self._forks, stop, key=lambda fork: fork[0]) - 1
        start, fork = self._forks[at]
        if start < self._asked[0] <= stop:
            start, fork = self._asked
        state = fork.fork_state()
        fold_events(state, self.path[start:stop])
        self._asked = stop, state
        return state.fork_state()

    def get_state_before(self, version: Version) -> State:
        """Compute the state before the line that begins at a given version, on any branch."""
        before = self.tree.parents[version]
        if self.is_on_path(version):
            return self.get_state_at(before)
        state = State()
        fold_events(state, [self.lines[v - 1] for v in self.tree.list_path_versions(before)])
        return state

    def find_end_of_preceding_line(self, version: Version) -> Version:
        """Return the last version of the line before the one that begins at a given version."""
        return find_version_before_entry(self.path, version)

    def find_line(self, line_number: int) -> MatchEntry:
        """Return the line with the given number, even if it has been undone.

        Raises ``Refused`` if there is none.
        """
        version = self.find_line_version(line_number)
        if version is None:
            raise Refused(
                f"There is no line {line_number}; the last line is {self.last_line_number}."
            )
        return self.get_entry_beginning_at(version)

    def count_path_events_up_to(self, version: Version) -> int:
        """Return the number of events on the path up to and including ``version``."""
        return bisect_right(self.path, version, key=lambda line: line.version)

    def is_on_path(self, version: Version) -> bool:
        at = self.count_path_events_up_to(version)
        return at > 0 and self.path[at - 1].version == version

    def get_entry_position(self, version: Version) -> int:
        """Return the position of the entry that contains a version among all entries, counted from
        1.
        """
        return self._numbers.get_entry_position(version)

    def get_line_number(self, version: Version) -> int:
        """Return the displayed line number of the entry that contains a version."""
        return self._numbers.get_line_number(version)

    @property
    def entry_count(self) -> int:
        """The number of entries ever written, including undone and replayed ones."""
        return len(self._numbers)

    def find_line_version(self, line_number: int) -> Version | None:
        """Return the version of the line with the given number, or None if there is none.

        If several lines have the number, a line that has not been undone comes first, then the line
        to which redo leads, then the newest line.
        """
        found = self._numbers.list_versions_with_number(line_number)
        heads = (self.tree.head, *reversed(self.tree.redo)) if len(found) > 1 else ()
        for head in heads:
            for version in found:
                if self.tree.is_on_path_to(version, head):
                    return version
        return found[-1] if found else None

    def find_current_version_of_line(self, version: Version) -> Version:
        """Return the version of the line that now has the number of a given line.

        If no other line has replaced it, that is the given line's own version.
        """
        found = self.find_line_version(self.get_line_number(version))
        return version if found is None else found

    def list_entries_on_path(self) -> list[MatchEntry]:
        """List the entries on the current path, oldest first."""
        return list(self._split_entries(self.path))

    def list_entries_after(self, version: Version, head: Version | None = None) -> list[MatchEntry]:
        """List the entries after a given version on the current path or, if ``head`` is given, on
        the branch to it.
        """
        if head is None:
            return list(self._split_entries(self.path[self.count_path_events_up_to(version) :]))
        way = (self.lines[v - 1] for v in self.tree.list_path_versions(head) if v > version)
        return list(self._split_entries(way))

    def list_all_entries(self) -> list[MatchEntry]:
        """List all entries ever written, including undone ones, oldest first."""
        alive = {line.version for line in self.path}
        return [
            entry if entry.version in alive else replace(entry, counts=False)
            for entry in self._split_entries(self.lines)
        ]

    def get_entry_at_position(self, position: int) -> MatchEntry:
        """Return the entry at the given position among all entries. Raises ``KeyError`` if there is
        none.
        """
        return self.get_entry_beginning_at(self._numbers.get_first_version_at_position(position))

    def get_entry_beginning_at(self, version: Version) -> MatchEntry:
        """Return the entry that begins at the given version.

        Raises ``KeyError`` if there is none.
        """
        if self._numbers.get_first_version_at_position(self.get_entry_position(version)) != version:
            raise KeyError(version)
        end = version
        while end < len(self.lines) and self.lines[end].entry == version:
            end += 1
        return next(iter(self._split_entries(self.lines[version - 1 : end])))

    def find_last_entry_on_path(self) -> MatchEntry | None:
        return self.get_entry_beginning_at(self.path[-1].entry) if self.path else None

    @property
    def last_line_number(self) -> int:
        """The line number of the last entry on the current path, or 0 if there is none."""
        last = self.find_last_entry_on_path()
        return 0 if last is None else last.number

    def iterate_path_entries_backwards(self) -> Iterator[MatchEntry]:
        """Yield the entries on the current path, newest first.

        Each entry is built only when it is needed.
        """
        stop = len(self.path)
        while stop:
            start = self.count_path_events_up_to(self.path[stop - 1].entry) - 1
            yield next(iter(self._split_entries(self.path[start:stop])))
            stop = start

    def _split_entries(self, lines: Iterable[RecordedEvent]) -> Iterator[MatchEntry]:
        for _, (head, *facts) in groupby(lines, key=attrgetter("entry")):
            row = self.get_entry_position(head.version)
            yield MatchEntry(
                number=self._numbers.get_line_number_at_position(row),
                row=row,
                version=head.version,
                end=facts[-1].version if facts else head.version,
                action=head.action,
                input=head.event,  # type: ignore[arg-type]
                facts=tuple(line.event for line in facts),  # type: ignore[misc]
                at=head.at,
                author=head.author,
            )


def load_match_history(
    store: Store, stream: str, history_class: type[MatchHistory] = MatchHistory
) -> MatchHistory:
    """Load the whole history of a match.

    Raises ``BrokenLedger`` for a damaged match, and ``UnknownKind`` for events of a newer program.
    """
    with report_errors_as_corruption(store, stream):
        return history_class(decode_pages(store.read_event_pages(stream)))


def _count_shared_beginning(path: Sequence[RecordedEvent], versions: Sequence[Version]) -> int:
    low, high = 0, min(len(path), len(versions))
    while low < high:
        middle = (low + high + 1) // 2
        if path[middle - 1].version == versions[middle - 1]:
            low = middle
        else:
            high = middle - 1
    return low
