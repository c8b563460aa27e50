"""Holds the events of a league in memory, with the current path through them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.leagues.campaign.carry_over_rules import CarryOverRules
from tracker.leagues.league_event_fold import apply_league_event
from tracker.leagues.league_events import (
    AUTOMATIC_EVENTS,
    AnyLeagueEvent,
    LeagueOpened,
    RulesChanged,
)
from tracker.leagues.league_state import LeagueState
from tracker.projection.undo_history_tree import HistoryTree, Recorded
from tracker.vocabulary.events import Rewound, Version

RecordedLeagueEvent = Recorded[AnyLeagueEvent]
"""A recorded event of a league."""


class LeagueEntry(Struct, frozen=True):
    """A line of a league's log: one input and the events that follow from it.

    ``at`` is in microseconds since 1970 (UTC). ``number`` counts all lines ever written. ``counts``
    is false if the line has been undone.
    """

    number: int
    version: Version
    end: Version
    events: tuple[AnyLeagueEvent, ...]
    at: int
    author: str
    counts: bool = True

    @property
    def input_event(self) -> AnyLeagueEvent:
        """The first event of the entry, which is the input."""
        return self.events[0]

    @property
    def is_automatic(self) -> bool:
        """Whether the entry was written automatically for a linked game."""
        return isinstance(self.input_event, AUTOMATIC_EVENTS)


class LeagueHistory:
    """The events of a league, and the state that results from the events on the current path."""

    def __init__(self, events: Iterable[RecordedLeagueEvent] = ()) -> None:
        self.tree = HistoryTree()
        self.lines: list[RecordedLeagueEvent] = []
        self._heads: list[Version] = []  # the first version of each entry
        for line in events:
            self._add_line(line)
        self._recompute_path_and_state()

    @property
    def version(self) -> Version:
        """The version of the last event, even if that event has been undone."""
        return len(self.lines)

    @property
    def last_line_number(self) -> int:
        return len(self._heads)

    def append_events_of_entry(self, events: Sequence[RecordedLeagueEvent]) -> None:
        """Append the events of one entry, and apply them to the state."""
        for line in events:
            self._add_line(line)
        if isinstance(events[0].event, Rewound):
            self._recompute_path_and_state()
            return
        for line in events:
            self.path.append(line)
            apply_league_event(self.state, line.event, line.version)

    def _add_line(self, line: RecordedLeagueEvent) -> None:
        if line.version == line.entry:
            self._heads.append(line.version)
        self.lines.append(line)
        self.tree.add_event(line, clears_redo=not isinstance(line.event, AUTOMATIC_EVENTS))

    def _recompute_path_and_state(self) -> None:
        self.path = [self.lines[version - 1] for version in self.tree.list_path_versions()]
        self.state = self.get_state_at(self.tree.head)

    def get_state_at(self, version: Version) -> LeagueState:
        """Compute the state at a given version on any branch, as a new object."""
        state = LeagueState()
        for path_version in self.tree.list_path_versions(version):
            apply_league_event(state, self.lines[path_version - 1].event, path_version)
        return state

    def get_carry_over_rules_before(self, version: Version) -> CarryOverRules:
        """Return the carry-over rules that applied before a given version on the current path."""
        found = self.path[0].event
        for line in self.path:
            if line.version < version and isinstance(line.event, RulesChanged):
                found = line.event
        assert isinstance(found, LeagueOpened | RulesChanged)
        return found.rules

    def get_line_number(self, version: Version) -> int:
        return bisect_right(self._heads, version)

    def find_version_of_line(self, line_number: int) -> Version | None:
        return self._heads[line_number - 1] if 0 < line_number <= len(self._heads) else None

    def find_entry(self, version: Version) -> LeagueEntry:
        number = self.get_line_number(version)
        first = self._heads[number - 1]
        last = self._heads[number] - 1 if number < len(self._heads) else len(self.lines)
        head = self.lines[first - 1]
        events = tuple(line.event for line in self.lines[first - 1 : last])
        return LeagueEntry(number, first, last, events, head.at, head.author)

    def list_entries_on_path(self) -> list[LeagueEntry]:
        """List the entries that have not been undone, oldest first."""
        return [self.find_entry(line.version) for line in self.path if line.version == line.entry]

    def list_all_entries(self) -> list[LeagueEntry]:
        """List all entries ever written, including undone ones, oldest first."""
        alive = {line.version for line in self.path}
        return [
            replace(entry, counts=entry.version in alive or isinstance(entry.input_event, Rewound))
            for entry in map(self.find_entry, self._heads)
        ]

    def list_undone_entries(self, entry: LeagueEntry, rewound: Rewound) -> list[LeagueEntry]:
        """List the entries that an undo has undone, oldest first.

        The list is empty for a redo and for a return to another branch.
        """
        if rewound.why != "undo":
            return []
        previous = self.lines[entry.version - 2]
        head = previous.event.to if isinstance(previous.event, Rewound) else previous.version
        path = [self.lines[version - 1] for version in self.tree.list_path_versions(head)]
        undone = [one.entry for one in path if one.version == one.entry > rewound.to]
        return [*map(self.find_entry, undone)]

    def iterate_path_entries_backwards(self) -> Iterator[LeagueEntry]:
        """Yield the entries that have not been undone, newest first."""
        for line in reversed(self.path):
            if line.version == line.entry:
                yield self.find_entry(line.version)

    def find_version_before(self, entry: LeagueEntry) -> Version:
        """Return the version before an entry on the entry's own branch, or 0 if it is the first."""
        return self.tree.parents[entry.version]
