"""One match in its ledger: read whole, written entry by entry with its row in the lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from tracker.application.collecting import pause_garbage_collection
from tracker.application.errors import Refused, make_sentence
from tracker.application.match.corruption import report_as_corruption
from tracker.application.match.decoding import decode_pages
from tracker.application.match.entering import encode_line
from tracker.application.match.match_history import MatchHistory
from tracker.application.match.summaries import summarise_match
from tracker.ledger.anchor import make_anchor
from tracker.ledger.store import Store
from tracker.projection.history import RecordedEvent
from tracker.projection.state import State
from tracker.vocabulary import codec
from tracker.vocabulary.events import Version


class Journal:
    """The pages of a match.

    ``tell`` is called with the match's name once its end, or that its end was taken back, or what
    it comes to then, is written for good; what kept it from telling others is ``unreported``.
    """

    def __init__(self, store: Store, stream: str) -> None:
        self.store = store
        self.stream = stream
        self.tell: Callable[[str], str] | None = None
        self.unreported = ""
        self._over = self._told_over = self._news = False

    @property
    def version(self) -> Version:
        """The version of the last event written, by whomever; 0 for a match to be begun."""
        return self.store.version(self.stream)

    def anchor(self, version: Version) -> str:
        """The code by which others see that the match still has this past, up to a version."""
        return str(make_anchor(self.store, self.stream, version))

    def read_into(self, story: MatchHistory) -> MatchHistory:
        """Take the whole match into a new story.

        Raises ``Refused`` for a match that a newer program wrote in, ``BrokenLedger`` for one that
        was damaged.
        """
        try:
            with pause_garbage_collection(), report_as_corruption(self.store, self.stream):
                story.load(decode_pages(self.store.read_pages(self.stream)))
        except codec.UnknownKind as error:
            raise Refused(make_sentence(str(error))) from error
        self._over = self._told_over = story.state.now.ended is not None
        self._news = False
        return story

    def write_together(self) -> AbstractContextManager[None]:
        """What is written in the block is kept at its end, all of it or nothing."""
        return self.store.write_together()

    def write(
        self,
        lines: Sequence[RecordedEvent],
        state: State | None = None,
        path: Sequence[RecordedEvent] = (),
        *,
        news: bool = True,
    ) -> None:
        """Append one entry; with the ``state`` after it, the match's row in lists follows.

        ``path`` are the events that count then; ``news``: what the match comes to may be another
        than before. Raises ``Conflict`` and ``LedgerError``.
        """
        first, last = lines[0], lines[-1]
        summary = None
        if state is not None:
            summary = summarise_match(
                self.stream, state, last.version, path[0].at, last.at, path=path
            )
            self._over = state.now.ended is not None
            self._news = self._over != self._told_over or (self._over and news)
        self.store.append(
            self.stream,
            first.version - 1,
            [encode_line(line) for line in lines],
            author=first.author,
            at=first.at,
            summary=summary,
            stream_kind="match" if first.version == 1 else None,
        )

    def notify_leagues(self) -> None:
        """Tell of an end that was written for good, or taken back."""
        if self._news and self.tell is not None:
            self._news, self._told_over = False, self._over
            self.unreported = self.tell(self.stream)
