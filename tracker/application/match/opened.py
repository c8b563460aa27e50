"""A match as it stands in its ledger: all of it read, and its open action put to a table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tracker.application.collecting import collector_at_rest
from tracker.application.errors import Refused, sentence
from tracker.application.match.corruption import told_as_damage
from tracker.application.match.decoding import lines_told
from tracker.application.match.story import Story
from tracker.ledger.store import Store
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.answers import NotAnAnswer
from tracker.procedures.runners.mismatch import Mismatch
from tracker.procedures.runners.table import Pending, Table
from tracker.procedures.view import Match, UnknownName
from tracker.projection.history import before_entry
from tracker.projection.state import State
from tracker.vocabulary import codec
from tracker.vocabulary.events import Version

Clock = Callable[[], int]


class Opened:
    """A match read from its ledger. ``clock`` gives microseconds since 1970 (UTC).

    ``trouble`` is set when the open action no longer runs with today's rules: it can then be
    taken back, or ended by hand.
    """

    story_of: type[Story] = Story

    def __init__(self, store: Store, stream: str, ruleset: Ruleset, *, clock: Clock) -> None:
        self.store = store
        self.stream = stream
        self.ruleset = ruleset
        self.author = ""
        self.clock = clock
        self.story = self.story_of()
        self.trouble: Mismatch | None = None
        self.table = Table(ruleset, self.story.state)
        if store.version(stream):
            self.reload()

    def reload(self) -> None:
        """Read the whole match again from the ledger.

        Raises ``Refused`` for a match that a newer program wrote in, ``BrokenLedger`` for one that
        was damaged.
        """
        try:
            with collector_at_rest(), told_as_damage(self.store, self.stream):
                written = self.store.version(self.stream)
                lines = lines_told(self.store.tell(self.stream))
                assert len(lines) >= written, "all that was written is there"
                self.story = self.story_of()
                self.story.load(lines)
        except codec.UnknownKind as error:
            raise Refused(sentence(str(error))) from error
        self._seat()

    def _seat(self) -> None:
        """Put a table at the state of the story, with its open action where it was."""
        self.trouble = None
        state = self.story.state
        self.table = Table(self.ruleset, state)
        if not state.now.open:
            return
        first = state.now.open[0]
        before = before_entry(self.story.path, first)
        table = Table(self.ruleset, self.story.state_at(before))
        try:
            table.resume(self.story.path[self.story.index_after(before) :])
        except (Mismatch, NotAnAnswer, UnknownName, msgspec.ValidationError) as error:
            at = error.version if isinstance(error, Mismatch) else first
            self.trouble = Mismatch(at, str(error))
            return
        self.table = table
        self.story.state = table.state

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def state(self) -> State:
        return self.story.state

    @property
    def pending(self) -> Pending | None:
        """The question that waits for people, if there is one."""
        return self.table.pending

    @property
    def version(self) -> Version:
        return self.story.version
