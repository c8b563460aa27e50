"""A match as it is written: entered durably, and put back when that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from itertools import groupby
from typing import Self

from msgspec.structs import replace

from tracker.application.errors import MovedOn, Refused, sentence
from tracker.application.match.entering import lines_of, to_store
from tracker.application.match.entries import Entry
from tracker.application.match.opened import Clock, Opened
from tracker.application.match.story import Story
from tracker.application.match.summaries import summary_of
from tracker.ledger.errors import Conflict, LedgerError
from tracker.ledger.store import Store
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.answers import NotAnAnswer
from tracker.procedures.runners.table import Followed
from tracker.procedures.view import UnknownName
from tracker.projection.history import Line
from tracker.projection.state import State
from tracker.vocabulary import codec
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


class Written(Opened):
    """A match and its ledger.

    ``tell`` is called with the match's name once its end, or that its end was taken back, or what
    it comes to then, is written for good; what it says for people is ``reported``.
    """

    tell: Callable[[str], str] | None = None
    reported: str = ""

    def __init__(self, store: Store, stream: str, ruleset: Ruleset, *, clock: Clock) -> None:
        self._repeats: Version | None = None
        self._late: Version | None = None
        self._holding = False
        self._twin_at: Version | None = None
        self._over = self._told_over = self._news = False
        super().__init__(store, stream, ruleset, clock=clock)

    def reload(self) -> None:
        """Read the whole match again from the ledger.

        Raises ``Refused`` for a match that a newer program wrote in.
        """
        super().reload()
        self._over = self._told_over = self.state.now.ended is not None
        self._news = False

    # --------------------------------------------------------------------------- what is meant

    @contextmanager
    def repeating(self, version: Version) -> Iterator[None]:
        """What is entered first in this block says line ``version`` anew."""
        self._repeats = version
        try:
            yield
        finally:
            self._repeats = None

    @contextmanager
    def holding(self) -> Iterator[None]:
        """The book does nothing by itself in this block; ``proceed`` lets it go on."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False

    @contextmanager
    def saying_late(self, version: Version) -> Iterator[None]:
        """Actions taken in this block were said late: they belong before or within that line.

        The book does nothing by itself meanwhile.
        """
        self._late, self._holding = version, True
        try:
            yield
        finally:
            self._late, self._holding = None, False

    # --------------------------------------------------------------------------------- twins

    def twin(self) -> Self:
        """A copy to try things on: whatever is entered in it is written nowhere."""
        twin = copy(self)
        twin._twin_at = self.version if self._twin_at is None else self._twin_at
        twin.story = self.story.twin()
        twin._seat()
        return twin

    def keep(self, twin: Self) -> list[Entry]:
        """Write everything that was entered in a twin since it was made: all of it or none.

        Raises ``MovedOn`` where this match went on meanwhile.
        """
        if twin._twin_at != self.version:
            raise MovedOn("The game went on meanwhile: look where it stands, then repeat it.")
        new = twin.story.lines[self.version :]
        groups = [list(lines) for _, lines in groupby(new, key=lambda line: line.entry)]
        if not groups:
            return []
        with self._writing(), self.store.together():
            for lines in groups[:-1]:
                self._store(lines)
            self._store(groups[-1], twin.story.state, twin.story)
        self.story, self.table, self.trouble = twin.story, twin.table, twin.trouble
        return [self.story.entry(lines[0].version) for lines in groups]

    # ------------------------------------------------------------------------------- writing

    def _enter(self, event: ev.AnyInput) -> Entry:
        """Run an input through the rules and write it with its facts, as one entry."""
        version = self.version + 1
        if self._repeats is not None and not isinstance(event, (ev.MatchOpened, ev.ForceMustered)):
            event, self._repeats = _saying_anew(event, self._repeats), None
        stored = codec.round_trip(event)
        action = self._action_of(stored, version)
        try:
            followed = self.table.feed(stored, version)
        except NotAnAnswer as error:
            raise Refused(sentence(str(error))) from error
        except UnknownName as error:
            self._put_back()
            raise Refused(sentence(str(error))) from error
        except Exception:
            self._put_back()
            raise
        lines = self._lines(stored, action, followed)
        self._append(lines, self.table.state)
        self.story.grow(lines, self.table.state)
        return self.story.entry(version)

    def _end_by_hand(self, event: ev.Corrected) -> Entry:
        """End an action that today's rules cannot go on with, from its facts alone."""
        still_open = self.state.now.open
        ended = (ev.ActionEnded(action=one, how="by hand") for one in reversed(still_open))
        return self._write_derived(
            event, [(fact, still_open[-1]) for fact in (*event.facts, *ended)]
        )

    def _write_derived(self, event: ev.AnyInput, followed: list[Followed]) -> Entry:
        """Write an entry whose effect comes from the events alone: no rule is asked."""
        action = 0 if isinstance(event, ev.Rewound) else self.state.now.open[-1]
        lines = self._lines(event, action, followed)
        self.story.grow(lines)
        try:
            self._append(lines, self.story.state)
        except (LedgerError, MovedOn):
            self.reload()
            raise
        self._seat()
        return self.story.entry(lines[0].version)

    def _action_of(self, event: ev.AnyInput, version: Version) -> Version:
        if isinstance(event, ev.ActionTaken):
            return version
        return self.state.now.open[-1] if self.state.now.open else 0

    def _lines(self, event: ev.AnyInput, action: Version, followed: list[Followed]) -> list[Line]:
        return lines_of(
            event,
            followed,
            version=self.version + 1,
            action=action,
            at=self.clock(),
            author=self.author,
        )

    def _append(self, lines: list[Line], state: State) -> None:
        if self._twin_at is None:
            with self._writing():
                self._store(lines, state)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """The match stands as the ledger has it, whatever goes wrong in this block."""
        try:
            yield
        except Conflict as error:
            self.reload()
            raise MovedOn(
                "Somebody else wrote in this game just now: it has been read again;"
                " look where it stands, then repeat what you typed."
            ) from error
        except LedgerError:
            self._put_back()
            raise
        if self._news and self.tell is not None:
            self._news, self._told_over = False, self._over
            self.reported = self.tell(self.stream)

    def _store(
        self, lines: list[Line], state: State | None = None, told: Story | None = None
    ) -> None:
        """Append one entry; with the ``state`` after it, the match's row in lists follows.

        ``told`` is the story that knows these lines already, if it is another one.
        """
        first, last = lines[0], lines[-1]
        summary = None
        if state is not None:
            opened_at = self.story.lines[0].at if self.story.lines else first.at
            story = told or self.story
            path = story.path if story.version >= last.version else [*story.path, *lines]
            summary = summary_of(self.stream, state, last.version, opened_at, last.at, path=path)
            self._over = state.now.ended is not None
            said = told is not None or not isinstance(first.event, ev.Noted)
            self._news = self._over != self._told_over or (self._over and said)
        self.store.append(
            self.stream,
            first.version - 1,
            [to_store(line) for line in lines],
            author=first.author,
            at=first.at,
            summary=summary,
            stream_kind="match" if first.version == 1 else None,
        )

    def _put_back(self) -> None:
        """Forget what was not written: the state is again that of the book."""
        self.story.restore()
        self._seat()


def _saying_anew(event: ev.AnyInput, version: Version) -> ev.AnyInput:
    assert isinstance(event, (ev.ActionTaken, ev.Rolled, ev.Chosen, ev.Corrected, ev.Noted))
    return replace(event, repeats=version)
