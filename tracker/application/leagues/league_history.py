"""A league in memory: all its events, the path that counts, the state at any line. Never writes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from tracker.leagues.league_codec import LEAGUE
from tracker.leagues.league_events import BY_ITSELF, AnyLeagueEvent
from tracker.leagues.league_fold import apply
from tracker.leagues.league_state import LeagueState
from tracker.ledger.store import NewEvent, StoredEvent
from tracker.projection.history import Tree
from tracker.vocabulary.events import Rewound, Version


class RecordedLeagueEvent(Struct, frozen=True):
    """One event of a league; ``entry`` is the version of the first event of its entry."""

    version: Version
    entry: Version
    event: AnyLeagueEvent
    at: int = 0
    author: str = ""


class LeagueEntry(Struct, frozen=True):
    """One line of a league's book: what was said, and what followed by declared rules.

    ``number`` counts all lines ever written; it never changes. ``at`` is in microseconds since
    1970 (UTC). ``counts`` is False for a line that was taken back.
    """

    number: int
    version: Version
    end: Version
    events: tuple[AnyLeagueEvent, ...]
    at: int
    author: str
    counts: bool = True

    @property
    def said(self) -> AnyLeagueEvent:
        """The first event: what somebody said."""
        return self.events[0]

    @property
    def by_itself(self) -> bool:
        """Whether the book wrote this line, for a game that is kept here."""
        return isinstance(self.said, BY_ITSELF)


def decode_line(stored: StoredEvent) -> RecordedLeagueEvent:
    """A stored event, decoded. Raises ``UnknownKind`` for one of a newer program."""
    event = LEAGUE.decode(stored.kind, stored.schema, stored.body)
    at, author = stored.recorded_at, stored.author
    return RecordedLeagueEvent(stored.version, stored.entry, event, at, author)


def encode_line(line: RecordedLeagueEvent) -> NewEvent:
    """A line as the ledger takes it."""
    kind = LEAGUE.get_kind(line.event)
    return NewEvent(
        kind=kind,
        schema=LEAGUE.schemas[kind],
        entry=line.entry,
        action=0,
        body=LEAGUE.encode(line.event),
        rewinds_to=line.event.to if isinstance(line.event, Rewound) else None,
    )


class LeagueHistory:
    """The events of one league and what they amount to."""

    def __init__(self) -> None:
        self.tree = Tree()
        self.lines: list[RecordedLeagueEvent] = []
        self.path: list[RecordedLeagueEvent] = []
        self.state = LeagueState()
        self._heads: list[Version] = []  # the first version of each entry

    @property
    def version(self) -> Version:
        """The version of the last event, also when it was taken back since."""
        return len(self.lines)

    @property
    def last_number(self) -> int:
        """The number of the newest line."""
        return len(self._heads)

    def load(self, lines: Iterable[RecordedLeagueEvent]) -> None:
        """Take in a whole league at once."""
        for line in lines:
            self._note(line)
        self._refold()

    def grow_by(self, lines: Sequence[RecordedLeagueEvent]) -> None:
        """Take in the events of one entry."""
        for line in lines:
            self._note(line)
        if isinstance(lines[0].event, Rewound):
            self._refold()
            return
        for line in lines:
            self.path.append(line)
            apply(self.state, line.event, line.version)

    def _note(self, line: RecordedLeagueEvent) -> None:
        if line.version == line.entry:
            self._heads.append(line.version)
        self.lines.append(line)
        self.tree.grow_by(line, forgets=not isinstance(line.event, BY_ITSELF))

    def _refold(self) -> None:
        self.path = [self.lines[version - 1] for version in self.tree.path()]
        self.state = LeagueState()
        for line in self.path:
            apply(self.state, line.event, line.version)

    # ------------------------------------------------------------------------------- looking

    def state_at(self, version: Version) -> LeagueState:
        """The state after a version on the path (a fresh one)."""
        state = LeagueState()
        for line in self.path:
            if line.version > version:
                break
            apply(state, line.event, line.version)
        return state

    def number_of(self, version: Version) -> int:
        """The line number of the entry that a version belongs to."""
        return bisect_right(self._heads, version)

    def find_version(self, number: int) -> Version | None:
        """The version of the entry with this line number."""
        return self._heads[number - 1] if 0 < number <= len(self._heads) else None

    def find_entry(self, version: Version) -> LeagueEntry:
        """The entry that a version belongs to."""
        number = self.number_of(version)
        first = self._heads[number - 1]
        last = self._heads[number] - 1 if number < len(self._heads) else len(self.lines)
        head = self.lines[first - 1]
        events = tuple(line.event for line in self.lines[first - 1 : last])
        return LeagueEntry(number, first, last, events, head.at, head.author)

    def list_entries(self) -> list[LeagueEntry]:
        """The lines that count, oldest first."""
        return [self.find_entry(line.version) for line in self.path if line.version == line.entry]

    def list_all_entries(self) -> list[LeagueEntry]:
        """Every line ever written, also those taken back, oldest first."""
        alive = {line.version for line in self.path}
        found = []
        for version in self._heads:
            entry = self.find_entry(version)
            counts = version in alive or isinstance(entry.said, Rewound)
            found.append(
                LeagueEntry(
                    entry.number, version, entry.end, entry.events, entry.at, entry.author, counts
                )
            )
        return found

    def iterate_backwards(self) -> Iterator[LeagueEntry]:
        """The lines that count, newest first."""
        for line in reversed(self.path):
            if line.version == line.entry:
                yield self.find_entry(line.version)

    def before(self, entry: LeagueEntry) -> Version:
        """The version on the path just before an entry, 0 for the first."""
        return self.tree.parents[entry.version]
