"""What the next lines that people say are meant as: anew for others, late, one thing at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from tracker.projection.history import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


class EntryContext:
    """Holds for as long as a block lasts. ``late``: before or within which line actions belong;
    ``alone``: the book does nothing by itself.
    """

    def __init__(self) -> None:
        self.late: Version | None = None
        self.alone = False
        self._repeats: tuple[Version, ...] = ()
        self._anew_at_once = False

    @contextmanager
    def repeat_line(self, version: Version, *answers: Version) -> Iterator[None]:
        """What is entered first in this block says line ``version`` anew; each of ``answers`` is
        said anew by what answers the same question.
        """
        self._repeats, self._anew_at_once = (version, *answers), True
        try:
            yield
        finally:
            self._repeats = ()

    @contextmanager
    def hold_back(self) -> Iterator[None]:
        """The book does nothing by itself in this block; ``proceed`` lets it go on."""
        held, self.alone = self.alone, True
        try:
            yield
        finally:
            self.alone = held

    @contextmanager
    def say_late(self, version: Version) -> Iterator[None]:
        """Actions taken in this block were said late: they belong before or within that line.

        The book does nothing by itself meanwhile.
        """
        self.late, self.alone = version, True
        try:
            yield
        finally:
            self.late, self.alone = None, False

    def anew(self, event: ev.AnyInput, lines: Sequence[RecordedEvent]) -> ev.AnyInput:
        """The same, with the line it says anew if it is to say one."""
        if isinstance(event, (ev.MatchOpened, ev.ForceMustered, ev.Rewound)):
            return event
        key = getattr(event, "key", "")
        for at, version in enumerate(self._repeats):
            old = lines[version - 1].event
            if self._anew_at_once or (key and key == getattr(old, "key", "")):
                self._anew_at_once, self._repeats = False, self._repeats[at + 1 :]
                return replace(event, repeats=version)
        return event
