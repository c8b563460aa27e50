"""The entries of a match as people see them, and corrections begun in it."""

from __future__ import annotations

from msgspec import Struct

from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


class MatchEntry(Struct, frozen=True, gc=False):
    """One entry: an input and the facts that followed from it.

    ``number`` is the line number that people see: it never changes, and a replayed line keeps it.
    ``row`` counts all entries of the match. ``counts`` is False for an undone line.
    """

    number: int
    row: int
    version: Version
    end: Version
    action: Version
    input: ev.AnyInput
    facts: tuple[ev.AnyFact, ...]
    at: int
    author: str
    counts: bool = True

    @property
    def is_automatic(self) -> bool:
        """Whether the line is automatic, without an input from people."""
        return getattr(self.input, "source", "typed") == "default"


class OpenCorrection:
    """A correction begun: the rewind, the corrected line, and the lines after it.

    ``late``: nothing was wrong, but something is inserted late; between two lines, ``amends`` is
    the end of the first.
    """

    def __init__(
        self, version: Version, amends: Version, later: tuple[MatchEntry, ...], *, late: bool
    ) -> None:
        self.version = version
        self.amends = amends
        self.late = late
        self.later = later
        self.index = {entry.version: at for at, entry in enumerate(later)}
