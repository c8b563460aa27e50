"""A league as it is written: read from its ledger, entered durably, put back when that fails."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pendulum

from tracker.application.errors import MovedOn, Refused, make_sentence
from tracker.application.leagues.dates import Days
from tracker.application.leagues.league_history import (
    LeagueEntry,
    LeagueHistory,
    RecordedLeagueEvent,
    decode_line,
    encode_line,
)
from tracker.application.leagues.row import summarise_league
from tracker.application.match.corruption import report_as_corruption
from tracker.leagues.league_codec import LEAGUE
from tracker.leagues.league_events import AnyLeagueEvent
from tracker.leagues.league_state import LeagueState
from tracker.ledger.anchor import make_anchor
from tracker.ledger.errors import Conflict, LedgerError
from tracker.ledger.store import Store
from tracker.ledger.summary import Summary
from tracker.vocabulary.events import Version
from tracker.vocabulary.forms import UnknownKind

if TYPE_CHECKING:
    from tracker.procedures.ruleset import Ruleset

Clock = Callable[[], int]
FindRules = Callable[[str], "Ruleset | None"]


class LeagueWriter:
    """A league in its ledger. ``clock`` gives microseconds since 1970 (UTC).

    ``dice`` draws lots and rolls where the app is asked to, ``rules`` finds rules by their id.
    ``doubt`` is told why games kept here may not be in it as they are, "" where they are.
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
        self.story = LeagueHistory()
        if store.version(stream):
            self.reload()

    # ------------------------------------------------------------------------------- reading

    def reload(self) -> None:
        """Read the whole league again. Raises ``Refused`` for one a newer program wrote in."""
        story = LeagueHistory()
        try:
            with report_as_corruption(self.store, self.stream):
                story.load(map(decode_line, self.store.read(self.stream)))
        except UnknownKind as error:
            raise Refused(make_sentence(str(error))) from error
        self.story = story

    @property
    def state(self) -> LeagueState:
        return self.story.state

    @property
    def title(self) -> str:
        return self.state.info.title

    @property
    def version(self) -> Version:
        return self.story.version

    @property
    def anchor(self) -> str:
        """The code by which others see that the league still has this past."""
        return str(make_anchor(self.store, self.stream, self.version))

    @property
    def is_behind(self) -> bool:
        """Whether somebody else wrote in the league since it was read."""
        return self.store.version(self.stream) != self.version

    @property
    def changes(self) -> int:
        """A number that is another once somebody wrote in the ledger; see ``Store.changes``."""
        return self.store.changes()

    @property
    def summary(self) -> Summary | None:
        """Its row in the lists."""
        return self.store.summary(self.stream)

    @property
    def days(self) -> Days:
        """Dates as the league counts them, in its own time zone."""
        return Days(self.state.info.zone, self.clock)

    def check_season_day(self, day: str) -> str:
        """The day, of a league's season at hand. Raises ``Refused`` for one of long before it."""
        season, before = self.state.season, pendulum.duration(years=1)
        if self.state.info.what == "league" and season.began_on:
            first = (pendulum.Date.fromisoformat(season.began_on) - before).isoformat()
            if day < first:
                raise Refused(
                    f"{day} is more than a year before season {season.number} began"
                    f" ({season.began_on}); say a day of the season."
                )
        return day

    @property
    def now(self) -> pendulum.DateTime:
        """The moment, in the league's time zone."""
        return self.days.now

    # ------------------------------------------------------------------------------- writing

    def enter(self, *events: AnyLeagueEvent) -> LeagueEntry:
        """Write one entry. The rooms of verbs call this, nobody else.

        Raises ``MovedOn`` or ``LedgerError``; the league then stands as it is in the ledger.
        """
        version, at = self.version + 1, self.clock()
        lines = [
            RecordedLeagueEvent(version + i, version, LEAGUE.round_trip(event), at, self.author)
            for i, event in enumerate(events)
        ]
        self.story.grow_by(lines)
        try:
            self._append(lines)
        except Conflict as error:
            if version == 1:
                raise
            self.reload()
            raise MovedOn(
                "Somebody else wrote in this league just now: it has been read again;"
                " look where it stands, then repeat what you typed."
            ) from error
        except LedgerError:  # what cannot be written may not be read either
            story = LeagueHistory()
            story.load(self.story.lines[: version - 1])
            self.story = story
            raise
        return self.story.find_entry(version)

    def _append(self, lines: list[RecordedLeagueEvent]) -> None:
        first, last = lines[0], lines[-1]
        kind = self.state.info.what
        self.store.append(
            self.stream,
            first.version - 1,
            [encode_line(line) for line in lines],
            author=first.author,
            at=first.at,
            summary=summarise_league(
                self.stream, self.state, last.version, self.story.lines[0].at, last.at
            ),
            stream_kind=kind if first.version == 1 else None,
        )
