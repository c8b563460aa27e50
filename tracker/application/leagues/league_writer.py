"""Writes a league's entries, and reloads the league after a conflict."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pendulum

from tracker.application.errors import ConcurrentChange, Refused, make_sentence
from tracker.application.leagues.league_dates_and_times import LeagueCalendar
from tracker.application.leagues.league_history import (
    LeagueEntry,
    LeagueHistory,
    RecordedLeagueEvent,
)
from tracker.application.leagues.league_name_lookup import find_fixture
from tracker.application.leagues.league_summaries import summarise_league
from tracker.application.recorded_event_storage import (
    build_new_entry,
    decode_event,
    report_errors_as_corruption,
)
from tracker.leagues.league_events import LEAGUE, AnyLeagueEvent
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.ledger.history_anchor import make_history_anchor
from tracker.ledger.ledger_errors import LedgerError, WriteConflict
from tracker.ledger.store_interface import Store
from tracker.ledger.stream_summary import StreamSummary
from tracker.projection.undo_history_tree import Recorded
from tracker.vocabulary.event_codec import UnknownKind
from tracker.vocabulary.events import Version
from tracker.vocabulary.typed_numbers import is_whole_number

if TYPE_CHECKING:
    from tracker.procedures.ruleset import Ruleset


Clock = Callable[[], int]


class LeagueWriter:
    """Writes the entries of a league. ``clock`` returns microseconds since 1970 (UTC).

    ``dice`` draws lots and rolls dice. ``rules`` finds a ruleset by id. ``warn`` is called with the
    reason if results of linked games may be missing, and with "" otherwise.
    """

    def __init__(
        self,
        store: Store,
        stream: str,
        *,
        clock: Clock,
        author: str = "",
        dice: random.Random | None = None,
        rules: Callable[[str], Ruleset | None] = lambda _: None,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.store = store
        self.stream = stream
        self.author = author
        self.clock = clock
        self.dice = dice or random.SystemRandom()
        self.rules = rules
        self.warn = warn
        self.history = LeagueHistory()
        if store.get_version(stream):
            self.reload()

    def reload(self) -> None:
        """Load the whole league again. Raises ``Refused`` if a newer program wrote to it."""
        try:
            with report_errors_as_corruption(self.store, self.stream):
                events = self.store.read_events(self.stream)
                self.history = LeagueHistory(decode_event(one, LEAGUE) for one in events)
        except UnknownKind as error:
            raise Refused(make_sentence(str(error))) from error

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
        """A code with which others can verify that the league's past has not changed."""
        return str(make_history_anchor(self.store, self.stream, self.version))

    @property
    def is_behind(self) -> bool:
        """Whether another program has written to the league since it was loaded."""
        return self.store.get_version(self.stream) != self.version

    @property
    def ledger_change_counter(self) -> int:
        return self.store.read_change_counter()

    @property
    def summary(self) -> StreamSummary | None:
        return self.store.get_summary(self.stream)

    @property
    def calendar(self) -> LeagueCalendar:
        return LeagueCalendar(self.state.info.zone, self.clock)

    def require_plausible_season_day(self, day: str) -> str:
        """Return the given date.

        Raises ``Refused`` if it is more than a year before the league's current season began.
        """
        season, before = self.state.season, pendulum.duration(years=1)
        if self.state.info.what == "league" and season.began_on:
            first = (pendulum.Date.fromisoformat(season.began_on) - before).isoformat()
            if day < first:
                raise Refused(
                    f"{day} is more than a year before season {season.number} began "
                    f"({season.began_on}). Choose a day in the season, or begin a league for"
                    " that older season.",
                    command=f"league new TITLE --began {day}",
                )
        return day

    def write_entry(self, *events: AnyLeagueEvent) -> LeagueEntry:
        """Write the given events as one entry. Only the command classes call this method.

        If somebody else wrote first, reload the league and raise ``ConcurrentChange``. After any
        other failure, drop the entry and raise ``LedgerError``.
        """
        version, at = self.version + 1, self.clock()
        decoded = enumerate(map(LEAGUE.encode_and_decode, events), start=version)
        lines = [Recorded(n, version, 0, event, at, self.author) for n, event in decoded]
        self.history.append_events_of_entry(lines)
        try:
            self._append_to_ledger(lines)
        except WriteConflict as error:
            if version == 1:
                raise
            self.reload()
            raise ConcurrentChange(
                "Somebody else just changed this league, so it was reloaded. Check the new"
                " entries, then repeat yours."
            ) from error
        except LedgerError:  # if writing fails, reading may also fail
            self.history = LeagueHistory(self.history.lines[: version - 1])
            raise
        return self.history.find_entry(version)

    def _append_to_ledger(self, lines: list[RecordedLeagueEvent]) -> None:
        last, opened_at = lines[-1], self.history.lines[0].at
        summary = summarise_league(self.stream, self.state, last.version, opened_at, last.at)
        kind = self.state.info.what
        self.store.append_entry(build_new_entry(self.stream, lines, LEAGUE, kind, summary))


class LeagueCommands:
    """The base class of a league's commands on one subject."""

    def __init__(self, league: LeagueWriter) -> None:
        self._league = league

    def find_fixture(self, typed_fixture: str) -> Fixture:
        """Return the pairing with the given id, or at the given table of the current round.

        Raises ``Refused`` if there is none.
        """
        state = self._league.state
        if state.current_round is None and state.draft and is_whole_number(typed_fixture):
            raise self._make_unpublished_error(state.draft.number)
        return find_fixture(state, typed_fixture)

    def _find_published_fixture(self, typed_fixture: str) -> Fixture:
        fixture = self.find_fixture(typed_fixture)
        if not self._league.state.is_published(fixture):
            raise self._make_unpublished_error(fixture.round)
        return fixture

    def _make_unpublished_error(self, round_number: int) -> Refused:
        message = f"Round {round_number} has not been published yet. Publish the round first."
        return Refused(message, f"league publish {self._league.stream}")
