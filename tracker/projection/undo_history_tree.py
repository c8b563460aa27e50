"""The current path through a history with undo and redo.

The parent of an event is the head before the event, and ``Rewound`` moves the head. The state
depends only on the events on the path from the beginning to the head. All functions are pure and
use only versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Generic, TypeVar

from msgspec import Struct

from tracker.vocabulary.events import AnyEvent, Event, Rewound, Version

NOWHERE: Version = -1
E_co = TypeVar("E_co", bound=Event, covariant=True)


class Recorded(Struct, Generic[E_co], frozen=True, gc=False):
    """One event in a stream's history. ``entry`` is the version of the entry's input.

    ``action`` is the version of the action to which the event belongs, or 0.
    """

    version: Version
    entry: Version
    action: Version
    event: E_co
    at: int = 0
    author: str = ""


RecordedEvent = Recorded[AnyEvent]
"""A recorded event of a match."""


def group_events_by_entry(events: Iterable[Recorded[E_co]]) -> list[list[Recorded[E_co]]]:
    return [list(entry) for _, entry in groupby(events, key=lambda line: line.entry)]


class HistoryTree:
    """The tree of a stream's events, to which events are added one by one."""

    def __init__(self) -> None:
        self.head: Version = 0
        self.parents: list[Version] = [
            0
        ]  # by version; NOWHERE for a rewind, which is not part of the tree
        self.redo: list[Version] = []

    @classmethod
    def make_linear_tree(cls, event_count: int) -> HistoryTree:
        """Make the tree of a stream without undo."""
        tree = cls()
        tree.parents = [0, *range(event_count)]
        tree.head = event_count
        return tree

    def add_event(self, node: Recorded[Event], *, clears_redo: bool = True) -> None:
        """Add the next event. Raises ``ValueError`` if a rewind goes to an unknown version.

        A new entry clears the redo points, unless ``clears_redo`` is false (as for automatic
        entries).
        """
        event = node.event
        if isinstance(event, Rewound):
            self.parents.append(NOWHERE)
            self._rewind_and_update_redo(event.to)
            return
        self.parents.append(self.head)
        self.head = node.version
        if clears_redo and self.redo and node.version == node.entry:
            self.redo.clear()

    def _rewind_and_update_redo(self, to: Version) -> None:
        if not 0 <= to < len(self.parents) or self.parents[to] == NOWHERE:
            raise ValueError(f"cannot return to line {to}: the game has no such line")
        if to == self.head:
            return
        if self.redo and self.redo[-1] == to:
            self.redo.pop()
        elif self.is_on_path_to(self.head, to):
            self.redo.clear()
        else:
            self.redo.append(self.head)
        self.head = to

    def is_on_path_to(self, version: Version, head: Version) -> bool:
        """Return whether ``version`` is on the path from the beginning to ``head`` (inclusive)."""
        while head > version:
            head = self.parents[head]
        return head == version

    def list_path_versions(self, head: Version | None = None) -> list[Version]:
        """List the versions from the first event to ``head`` (by default, the current head)."""
        at = self.head if head is None else head
        found = []
        while at:
            found.append(at)
            at = self.parents[at]
        found.reverse()
        return found

    def list_leaf_versions(self) -> list[Version]:
        """List the last versions of all branches, including the current branch, oldest first."""
        parents = set(self.parents[1:])
        return [
            version
            for version, parent in enumerate(self.parents)
            if version and parent != NOWHERE and (version not in parents or version == self.head)
        ]


def build_history_tree(events: Iterable[Recorded[Event]]) -> HistoryTree:
    tree = HistoryTree()
    for line in events:
        tree.add_event(line)
    return tree


def find_version_before_entry(path: Sequence[RecordedEvent], entry: Version) -> Version:
    """Return the version on the path just before an entry, or 0 for the first entry."""
    last = 0
    for line in path:
        if line.entry == entry:
            return last
        last = line.version
    raise ValueError(f"line {entry} is not part of the current game")
