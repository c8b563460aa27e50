"""A league in memory: its events, its current path, its row in lists, and its writer."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
import pendulum
from msgspec import Struct

from tracker.application.errors import ConcurrentChange, Refused, make_sentence
from tracker.application.leagues.league_calendar import LeagueCalendar, convert_to_day
from tracker.application.match.event_decoding import report_as_corruption
from tracker.leagues.league_events import (
    BY_ITSELF,
    LEAGUE,
    AnyLeagueEvent,
    ForceId,
    WarUnitId,
    What,
)
from tracker.leagues.league_fold import apply_league_event
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results.standings import Standings
from tracker.leagues.results.standings_input import StandingsCutoff, compute_league_standings
from tracker.ledger.errors import BrokenLedger, LedgerError, WriteConflict
from tracker.ledger.history_anchor_code import make_history_anchor
from tracker.ledger.store_interface import NewEvent, Store, StoredEvent, StreamInfo
from tracker.ledger.stream_summary import DAMAGED, Summary
from tracker.projection.history_tree import HistoryTree
from tracker.vocabulary.event_vocabulary_codec import UnknownKind
from tracker.vocabulary.events import Rewound, Version

if TYPE_CHECKING:
    from tracker.procedures.ruleset import Ruleset


class RecordedLeagueEvent(Struct, frozen=True):
    """One event of a league; ``entry`` is the version of its entry's first event."""

    version: Version
    entry: Version
    event: AnyLeagueEvent
    at: int = 0
    author: str = ""


class LeagueEntry(Struct, frozen=True):
    """One line of a league: an input, and its consequences under the declared rules.

    ``number`` counts all lines ever written and never changes. ``at`` is in microseconds since 1970
    (UTC). ``counts`` is False for an undone line.
    """

    number: int
    version: Version
    end: Version
    events: tuple[AnyLeagueEvent, ...]
    at: int
    author: str
    counts: bool = True

    @property
    def typed_event(self) -> AnyLeagueEvent:
        """The first event: the input."""
        return self.events[0]

    @property
    def is_automatic(self) -> bool:
        """Whether the line was written automatically for a linked game."""
        return isinstance(self.typed_event, BY_ITSELF)


def decode_league_event(stored: StoredEvent) -> RecordedLeagueEvent:
    """Decode a stored event. Raises ``UnknownKind`` for one of a newer program."""
    event = LEAGUE.decode(stored.kind, stored.schema, stored.body)
    at, author = stored.recorded_at, stored.author
    return RecordedLeagueEvent(stored.version, stored.entry, event, at, author)


def encode_league_event(line: RecordedLeagueEvent) -> NewEvent:
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
    """The events of one league, and the states they lead to."""

    def __init__(self) -> None:
        self.tree = HistoryTree()
        self.lines: list[RecordedLeagueEvent] = []
        self.path: list[RecordedLeagueEvent] = []
        self.state = LeagueState()
        self._heads: list[Version] = []  # the first version of each entry

    @property
    def version(self) -> Version:
        """The version of the last event, even if it was undone."""
        return len(self.lines)

    @property
    def last_number(self) -> int:
        """The number of the newest line."""
        return len(self._heads)

    def load_events(self, lines: Iterable[RecordedLeagueEvent]) -> None:
        """Load a whole league at once."""
        for line in lines:
            self._note(line)
        self._refold()

    def append_events(self, lines: Sequence[RecordedLeagueEvent]) -> None:
        for line in lines:
            self._note(line)
        if isinstance(lines[0].event, Rewound):
            self._refold()
            return
        for line in lines:
            self.path.append(line)
            apply_league_event(self.state, line.event, line.version)

    def _note(self, line: RecordedLeagueEvent) -> None:
        if line.version == line.entry:
            self._heads.append(line.version)
        self.lines.append(line)
        self.tree.add_event(line, forgets=not isinstance(line.event, BY_ITSELF))

    def _refold(self) -> None:
        self.path = [self.lines[version - 1] for version in self.tree.list_path_versions()]
        self.state = LeagueState()
        for line in self.path:
            apply_league_event(self.state, line.event, line.version)

    # ------------------------------------------------------------------------------- looking

    def get_state_at(self, version: Version) -> LeagueState:
        """The state at a version on the path (a fresh copy)."""
        state = LeagueState()
        for line in self.path:
            if line.version > version:
                break
            apply_league_event(state, line.event, line.version)
        return state

    def get_line_number(self, version: Version) -> int:
        """The line number of the entry with this version."""
        return bisect_right(self._heads, version)

    def find_version_of_line(self, number: int) -> Version | None:
        """The version of the entry with this line number."""
        return self._heads[number - 1] if 0 < number <= len(self._heads) else None

    def find_entry(self, version: Version) -> LeagueEntry:
        number = self.get_line_number(version)
        first = self._heads[number - 1]
        last = self._heads[number] - 1 if number < len(self._heads) else len(self.lines)
        head = self.lines[first - 1]
        events = tuple(line.event for line in self.lines[first - 1 : last])
        return LeagueEntry(number, first, last, events, head.at, head.author)

    def list_entries(self) -> list[LeagueEntry]:
        """The lines that count, oldest first."""
        return [self.find_entry(line.version) for line in self.path if line.version == line.entry]

    def list_all_entries(self) -> list[LeagueEntry]:
        """Every line ever written, including undone ones, oldest first."""
        alive = {line.version for line in self.path}
        found = []
        for version in self._heads:
            entry = self.find_entry(version)
            counts = version in alive or isinstance(entry.typed_event, Rewound)
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

    def find_version_before(self, entry: LeagueEntry) -> Version:
        """The version on the path just before an entry, 0 for the first."""
        return self.tree.parents[entry.version]


class ListedForce(Struct, frozen=True, array_like=True):
    """A lasting force and its units by id and name, for searches."""

    id: ForceId
    name: str
    units: tuple[tuple[WarUnitId, str], ...] = ()


class LeagueRow(Struct, frozen=True):
    """The data of a league for home and the standings screen.

    ``round`` is the last published round (0 for none) of ``planned`` rounds (0 if unknown).
    ``results`` counts its ``fixtures`` with a result, without byes. ``drafted`` is the drafted
    round, or 0. ``games`` counts the season's results, and ``unsigned`` the results of the round
    that lack a signature. ``matches`` maps linked games to fixtures. ``on`` and ``ends`` (the time
    at which the games end) are in the time zone ``zone``.
    """

    what: What
    season: int
    season_name: str
    round: int
    planned: int
    results: int
    fixtures: int
    drafted: int
    on: str
    ends: str
    players: int
    games: int
    unsigned: int
    last_played: str
    closed: bool
    matches: dict[str, str]
    standings: Standings
    zone: str = "UTC"
    forces: tuple[ListedForce, ...] = ()


def build_league_row(state: LeagueState, today: str) -> LeagueRow:
    """Build the row of a league on a date (YYYY-MM-DD)."""
    season, current = state.season, state.round
    games = [one for one in state.list_published_fixtures(season.number) if one.away and one.ended]
    meets = [one for one in state.list_fixtures(current) if one.away] if current else []
    played = [one for one in meets if one.ended]
    return LeagueRow(
        what=state.info.what,
        season=season.number,
        season_name=season.name,
        round=state.round_number,
        planned=state.planned_rounds,
        results=len(played),
        fixtures=len(meets),
        drafted=state.draft.number if state.draft else 0,
        on=current.on if current else "",
        ends=current.ends if current else "",
        players=len(state.players),
        games=len(games),
        unsigned=sum(len(one.signed) < len(one.players) for one in played),
        last_played=max((one.ended.played_on for one in games if one.ended), default=""),
        closed=season.closed,
        matches=dict(state.matches),
        standings=compute_league_standings(state, StandingsCutoff(today=today)),
        zone=state.info.zone,
        forces=tuple(
            ListedForce(
                one.id, one.name, tuple((unit, state.units[unit].name) for unit in one.units)
            )
            for one in state.forces.values()
        ),
    )


_decode = msgspec.json.Decoder(LeagueRow).decode


def read_league_row(summary: Summary) -> LeagueRow:
    """Read the row in the summary of a league or campaign. A damaged row is read as empty.

    Raises ``BrokenLedger`` for a row of another program version.
    """
    if summary.status == DAMAGED:
        return build_league_row(LeagueState(), "")
    try:
        return _decode(summary.table)
    except msgspec.MsgspecError as error:
        message = (
            f"The row of {summary.title} in the lists has an outdated form. To update the lists, "
            "run: warledger rebuild."
        )
        raise BrokenLedger(message) from error


def is_older_row_format(text: str, now: str) -> bool:
    """Whether a row is valid and only lacks newer fields."""
    try:
        _decode(text)
    except msgspec.MsgspecError:
        return False
    said, today = (msgspec.json.decode(each, type=dict[str, msgspec.Raw]) for each in (text, now))
    return all(bytes(today.get(key, b"")) == bytes(value) for key, value in said.items())


def summarise_league(
    stream: str, state: LeagueState, version: int, opened_at: int, updated_at: int
) -> Summary:
    """The summary of a league at a version; times in microseconds since 1970 (UTC)."""
    row = build_league_row(state, convert_to_day(updated_at, state.info.zone))
    first = row.standings.rows[0] if row.standings.rows else None
    return Summary(
        stream=stream,
        version=version,
        kind=row.what,
        title=state.info.title,
        ruleset=", ".join(state.info.rulesets),
        status="ended" if row.closed else "running",
        turn=row.round,
        sides=msgspec.json.encode([one.name for one in state.players.values()]).decode(),
        winner=first.name if row.closed and first else None,
        opened_at=opened_at,
        updated_at=updated_at,
        played_on=row.last_played,
        table=msgspec.json.encode(row, order="deterministic").decode(),
        aside=state.aside,
    )


def summarise_league_stream(info: StreamInfo, events: Iterator[StoredEvent]) -> Summary:
    """Make the summary of a whole league, for ``rebuild``."""
    history = LeagueHistory()
    history.load_events(map(decode_league_event, events))
    first, last = history.lines[0], history.lines[-1]
    return summarise_league(info.stream, history.state, history.version, first.at, last.at)


Clock = Callable[[], int]
FindRules = Callable[[str], "Ruleset | None"]


class LeagueWriter:
    """Writes the entries of a league. ``clock`` gives microseconds since 1970 (UTC).

    ``dice`` draws lots and rolls for the app, ``rules`` finds rules by id. ``doubt`` receives the
    reason why linked games may be out of date, or "".
    """

    def __init__(
        self,
        store: Store,
        stream: str,
        *,
        clock: Clock,
        author: str = "",
        dice: random.Random | None = None,
        rules: FindRules = lambda _: None,
        doubt: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.store = store
        self.stream = stream
        self.author = author
        self.clock = clock
        self.dice = dice or random.SystemRandom()
        self.rules = rules
        self.doubt = doubt
        self.history = LeagueHistory()
        if store.get_version(stream):
            self.reload()

    # ------------------------------------------------------------------------------- reading

    def reload(self) -> None:
        """Read the whole league again. Raises ``Refused`` if a newer program wrote in it."""
        history = LeagueHistory()
        try:
            with report_as_corruption(self.store, self.stream):
                history.load_events(map(decode_league_event, self.store.read_events(self.stream)))
        except UnknownKind as error:
            raise Refused(make_sentence(str(error))) from error
        self.history = history

    @property
    def state(self) -> LeagueState:
        return self.history.state

    @property
    def title(self) -> str:
        return self.state.info.title

    @property
    def version(self) -> Version:
        return self.history.version

    @property
    def history_anchor(self) -> str:
        """The code with which others can verify that the league still has this past."""
        return str(make_history_anchor(self.store, self.stream, self.version))

    @property
    def is_behind(self) -> bool:
        """Whether somebody else has written in the league since it was read."""
        return self.store.get_version(self.stream) != self.version

    @property
    def change_count(self) -> int:
        return self.store.count_changes()

    @property
    def summary(self) -> Summary | None:
        """The row of the league in lists."""
        return self.store.get_summary(self.stream)

    @property
    def calendar(self) -> LeagueCalendar:
        """The calendar in the league's own time zone."""
        return LeagueCalendar(self.state.info.zone, self.clock)

    def check_season_day(self, day: str) -> str:
        """Check a date of the current season. Raises ``Refused`` for one long before it."""
        season, before = self.state.season, pendulum.duration(years=1)
        if self.state.info.what == "league" and season.began_on:
            first = (pendulum.Date.fromisoformat(season.began_on) - before).isoformat()
            if day < first:
                raise Refused(
                    f"{day} is more than a year before season {season.number} began "
                    f"({season.began_on}). Give a day of the season."
                )
        return day

    @property
    def now(self) -> pendulum.DateTime:
        """The current moment in the league's time zone."""
        return self.calendar.now

    # ------------------------------------------------------------------------------- writing

    def write_entry(self, *events: AnyLeagueEvent) -> LeagueEntry:
        """Write one entry. Only the command classes call this.

        Raises ``ConcurrentChange`` or ``LedgerError``; the league is then as in the ledger.
        """
        version, at = self.version + 1, self.clock()
        lines = [
            RecordedLeagueEvent(
                version + i, version, LEAGUE.encode_and_decode(event), at, self.author
            )
            for i, event in enumerate(events)
        ]
        self.history.append_events(lines)
        try:
            self._append(lines)
        except WriteConflict as error:
            if version == 1:
                raise
            self.reload()
            raise ConcurrentChange(
                "Somebody else just changed this league, so it was reloaded. Check what is new, "
                "then repeat your entry."
            ) from error
        except LedgerError:  # if writing fails, reading may fail, too
            history = LeagueHistory()
            history.load_events(self.history.lines[: version - 1])
            self.history = history
            raise
        return self.history.find_entry(version)

    def _append(self, lines: list[RecordedLeagueEvent]) -> None:
        first, last = lines[0], lines[-1]
        kind = self.state.info.what
        self.store.append_entry(
            self.stream,
            first.version - 1,
            [encode_league_event(line) for line in lines],
            author=first.author,
            at=first.at,
            summary=summarise_league(
                self.stream, self.state, last.version, self.history.lines[0].at, last.at
            ),
            stream_kind=kind if first.version == 1 else None,
        )
