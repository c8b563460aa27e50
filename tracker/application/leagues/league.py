"""One open league or campaign: where it stands, and everything written to its book.

Each thing the organiser says becomes one entry, durable before anybody is told. What can be said
lies in rooms of its own:

    league.people    enrol, rename, who is here, away, dropped, back
    league.rounds    draft, swap, lock, table numbers, publish, pair by hand, seasons
    league.seasons   all that holds for a season, changed in one line, and tried before
    league.results   enter, correct, withdraw, sign, arrange for later
    league.points    bonus and penalty, scheme, tie-breaks, lots, notes
    league.matches   games kept in the same ledger: link, unlink; their results come by themselves
    league.forces    forces that last, games of a campaign, what units carry on
    league.table     standings as of any round or day, every number opened (reads only)

Every verb returns the ``Entry`` it wrote, raises ``Refused`` with one sentence when nothing was
changed, and ``MovedOn`` when somebody else wrote meanwhile (it has been read again).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property

import pendulum

from tracker.application.errors import MovedOn, Refused, sentence
from tracker.application.leagues.dates import Days
from tracker.application.leagues.forces import Forces
from tracker.application.leagues.matches import Matches
from tracker.application.leagues.people import People
from tracker.application.leagues.points import Points
from tracker.application.leagues.results import Results
from tracker.application.leagues.rounds import Rounds
from tracker.application.leagues.row import summary_of
from tracker.application.leagues.seasons import Seasons
from tracker.application.leagues.story import Entry, LeagueStory, Line, line_of, to_store
from tracker.application.leagues.table import Table
from tracker.application.match.corruption import told_as_damage
from tracker.leagues.codec import LEAGUE
from tracker.leagues.events import AnyLeagueEvent, LeagueOpened
from tracker.leagues.state import State
from tracker.ledger.errors import Conflict, LedgerError
from tracker.ledger.store import Store
from tracker.vocabulary.events import RewindWhy, Rewound, Version
from tracker.vocabulary.forms import UnknownKind

Clock = Callable[[], int]

TRIES = 20
"""How often to go on where others write at the same moment."""


class League:
    """A league opened for keeping. ``clock`` gives microseconds since 1970 (UTC).

    ``dice`` draws lots and rolls where the app is asked to.
    """

    def __init__(
        self,
        store: Store,
        stream: str,
        *,
        clock: Clock,
        author: str = "",
        dice: random.Random | None = None,
    ) -> None:
        self.store = store
        self.stream = stream
        self.author = author
        self.clock = clock
        self.dice = dice or random.SystemRandom()
        self.story = LeagueStory()
        if store.version(stream):
            self.reload()

    # ------------------------------------------------------------------------------- reading

    def reload(self) -> None:
        """Read the whole league again. Raises ``Refused`` for one a newer program wrote in."""
        story = LeagueStory()
        try:
            with told_as_damage(self.store, self.stream):
                story.load(map(line_of, self.store.read(self.stream)))
        except UnknownKind as error:
            raise Refused(sentence(str(error))) from error
        self.story = story

    @property
    def state(self) -> State:
        return self.story.state

    @property
    def title(self) -> str:
        return self.state.info.title

    @property
    def version(self) -> Version:
        return self.story.version

    @property
    def days(self) -> Days:
        """Dates as the league counts them, in its own time zone."""
        return Days(self.state.info.zone, self.clock)

    @property
    def now(self) -> pendulum.DateTime:
        """The moment, in the league's time zone."""
        return self.days.now

    # --------------------------------------------------------------------------------- verbs

    @cached_property
    def people(self) -> People:
        return People(self)

    @cached_property
    def rounds(self) -> Rounds:
        return Rounds(self)

    @cached_property
    def seasons(self) -> Seasons:
        return Seasons(self)

    @cached_property
    def results(self) -> Results:
        return Results(self)

    @cached_property
    def points(self) -> Points:
        return Points(self)

    @cached_property
    def matches(self) -> Matches:
        return Matches(self)

    @cached_property
    def forces(self) -> Forces:
        return Forces(self)

    @cached_property
    def table(self) -> Table:
        return Table(self)

    # --------------------------------------------------------------------------- taking back

    def undo(self) -> Entry:
        """Take back the last thing somebody said; results of games kept here stay."""
        for entry in self.story.backwards():
            if isinstance(entry.said, LeagueOpened):
                break
            if not entry.by_itself:
                return self._take_back(self.story.before(entry), "undo")
        raise Refused("Nothing more can be taken back: the league begins here.")

    def redo(self) -> Entry:
        """Return what was taken back last."""
        if not self.story.tree.redo:
            raise Refused("Nothing was taken back since the last thing you entered.")
        return self._take_back(self.story.tree.redo[-1], "redo")

    def undo_to(self, number: int) -> Entry:
        """Go back (or over to what was taken back) so that line ``number`` is the last."""
        version = self.story.version_of(number)
        if version is None:
            raise Refused(f"There is no line {number}; the last line is {self.story.last_number}.")
        entry = self.story.entry(version)
        if isinstance(entry.said, Rewound):
            raise Refused(
                f"Line {number} took something back; name a line where something happened."
            )
        tree = self.story.tree
        if entry.end == tree.head:
            raise Refused("The league stands there already; nothing was taken back.")
        return self._take_back(
            entry.end, "undo" if tree.is_ancestor(entry.end, tree.head) else "return"
        )

    def _take_back(self, to: Version, why: RewindWhy) -> Entry:
        entry = self.enter(Rewound(to=to, why=why))
        self.settle()
        return entry

    def settle(self) -> str:
        """Write what games kept here have to report and is not written; a sentence for people.

        Never in the way of what was said before: what cannot be written now, is when the league
        is opened next.
        """
        for _ in range(TRIES):
            try:
                written = self.matches.settle()
            except MovedOn:
                continue
            except LedgerError as trouble:
                return trouble.message
            return f"{self.title}: the result is in." if written else ""
        return f"{self.title} is being written by others; the result comes when it is opened next."

    # ------------------------------------------------------------------------------- writing

    def enter(self, *events: AnyLeagueEvent) -> Entry:
        """Write one entry. The rooms of verbs call this, nobody else.

        Raises ``MovedOn`` or ``LedgerError``; the league then stands as it is in the ledger.
        """
        version, at = self.version + 1, self.clock()
        lines = [
            Line(version + i, version, LEAGUE.round_trip(event), at, self.author)
            for i, event in enumerate(events)
        ]
        self.story.grow(lines)
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
        except LedgerError:
            if version > 1:
                self.reload()
            raise
        return self.story.entry(version)

    def _append(self, lines: list[Line]) -> None:
        first, last = lines[0], lines[-1]
        kind = self.state.info.what
        self.store.append(
            self.stream,
            first.version - 1,
            [to_store(line) for line in lines],
            author=first.author,
            at=first.at,
            summary=summary_of(
                self.stream, self.state, last.version, self.story.lines[0].at, last.at
            ),
            stream_kind=kind if first.version == 1 else None,
        )
