"""A match as it is written: entered durably, and put back when that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import groupby
from typing import Self

from tracker.application.errors import MovedOn
from tracker.application.match.entering import build_lines
from tracker.application.match.journal import Journal
from tracker.application.match.live_match import LiveMatch
from tracker.application.match.match_entries import Entry
from tracker.application.match.match_history import MatchHistory
from tracker.ledger.errors import Conflict, LedgerError
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.table import Followed
from tracker.projection.history import RecordedEvent
from tracker.projection.state import State
from tracker.vocabulary import codec
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

Clock = Callable[[], int]


class MatchWriter:
    """How a match ``stands``, and the ``journal`` it is written in: one entry after the other.

    ``clock`` gives microseconds since 1970 (UTC).
    """

    story_of: type[MatchHistory] = MatchHistory

    def __init__(self, journal: Journal, ruleset: Ruleset, clock: Clock, author: str) -> None:
        self.journal = journal
        self.clock = clock
        self.author = author
        self.stands = LiveMatch(ruleset, self.story_of())
        self._sandbox_at: Version | None = None
        if journal.version:
            self.reload()

    @property
    def version(self) -> Version:
        return self.stands.story.version

    def reload(self) -> None:
        """Read the whole match again from the ledger. Raises as ``Journal.read_into``."""
        self.stands = LiveMatch(self.stands.ruleset, self.journal.read_into(self.story_of()))

    def still(self, before: Version | None = None) -> Self:
        """A copy that stays as it is, or as it stood ``before`` an action."""
        found = copy(self)
        found.stands = self.stands.still(before)
        return found

    def copy_with_story(self, story: MatchHistory) -> Self:
        """A copy in which the match stands as another story tells it."""
        found = copy(self)
        found.stands = LiveMatch(self.stands.ruleset, story)
        return found

    def make_sandbox(self) -> Self:
        """A copy to try things on: whatever is entered in it is written nowhere."""
        sandbox = copy(self)
        sandbox._sandbox_at = self.version if self._sandbox_at is None else self._sandbox_at
        sandbox.stands = self.stands.make_sandbox()
        return sandbox

    def keep(self, sandbox: Self) -> list[Entry]:
        """Write everything that was entered in a sandbox since it was made: all of it or none.

        What is itself a sandbox goes on as the other did, and writes nothing. Raises ``MovedOn``
        where this match went on meanwhile.
        """
        if sandbox._sandbox_at != (self.version if self._sandbox_at is None else self._sandbox_at):
            raise MovedOn(
                "The game has changed in the meantime. Check the log, then repeat your entry."
            )
        new = sandbox.stands.story.lines[self.version :]
        groups = [list(lines) for _, lines in groupby(new, key=lambda line: line.entry)]
        if not groups:
            return []
        if self._sandbox_at is None:
            with self._writing(), self.journal.write_together():
                for lines in groups[:-1]:
                    self.journal.write(lines)
                story = sandbox.stands.story
                news = not all(isinstance(lines[0].event, ev.Noted) for lines in groups)
                self.journal.write(groups[-1], story.state, story.path, news=news)
        self.stands = sandbox.stands
        return [self.stands.story.get_entry(lines[0].version) for lines in groups]

    def enter(self, event: ev.AnyInput) -> Entry:
        """Run an input through the rules and write it with its facts, as one entry."""
        stored = codec.round_trip(event)
        action = self.stands.find_action(stored)
        followed = self.stands.feed_input(stored)
        lines, story = self._lines(stored, action, followed), self.stands.story
        state = self.stands.table.state
        self._write(lines, state, [*story.path, *lines])
        story.grow_by(lines, state)
        return story.get_entry(lines[0].version)

    def write_derived(
        self, event: ev.Rewound | ev.Corrected, followed: Sequence[Followed] = ()
    ) -> Entry:
        """Write an entry whose effect comes from the events alone: no rule is asked."""
        action = 0 if isinstance(event, ev.Rewound) else self.stands.find_action(event)
        lines, story = self._lines(event, action, followed), self.stands.story.make_sandbox()
        story.grow_by(lines)
        self._write(lines, story.state, story.path)
        self.stands = LiveMatch(self.stands.ruleset, story)
        return story.get_entry(lines[0].version)

    def end_by_hand(self, event: ev.Corrected) -> Entry:
        """End an action that today's rules cannot go on with, from its facts alone."""
        still_open = self.stands.story.state.now.open
        ended = (ev.ActionEnded(action=one, how="by hand") for one in reversed(still_open))
        return self.write_derived(
            event, [(fact, still_open[-1]) for fact in (*event.facts, *ended)]
        )

    def _now(self) -> int:
        return self.clock()

    def _lines(
        self, event: ev.AnyInput, action: Version, followed: Sequence[Followed]
    ) -> list[RecordedEvent]:
        version, at = self.version + 1, self._now()
        return build_lines(
            event, followed, version=version, action=action, at=at, author=self.author
        )

    def _write(self, lines: list[RecordedEvent], state: State, path: list[RecordedEvent]) -> None:
        if self._sandbox_at is None:
            with self._writing():
                news = not isinstance(lines[0].event, ev.Noted)
                self.journal.write(lines, state, path, news=news)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """The match stands as the ledger has it, whatever goes wrong in this block."""
        try:
            yield
        except Conflict as error:
            self.reload()
            raise MovedOn(
                "Somebody else just wrote in this game, so it was reloaded. Check the log, "
                "then repeat your entry."
            ) from error
        except LedgerError:
            self.stands.put_back()
            raise
        self.journal.notify_leagues()
