"""Lines of a book as people see them, and corrections begun in it."""

from __future__ import annotations

from msgspec import Struct

from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


class MatchEntry(Struct, frozen=True, gc=False):
    """One line of the book: an input and the facts that followed from it.

    ``number`` is the line number people see: it never changes, and a line said again after
    something was set right keeps it. ``row`` counts the entries of the whole book. ``counts`` is
    False for a line that was taken back.
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
        """Whether the book wrote this line without anybody saying anything."""
        return getattr(self.input, "source", "typed") == "default"


class OpenCorrection:
    """A correction begun: the rewind, the line corrected, and the lines that came after it.

    ``late``: nothing was wrong, but something is put in that was said late; where it is put
    between two lines, ``amends`` is the end of the one before.
    """

    def __init__(
        self, version: Version, amends: Version, later: tuple[MatchEntry, ...], *, late: bool
    ) -> None:
        self.version = version
        self.amends = amends
        self.late = late
        self.later = later
        self.index = {entry.version: at for at, entry in enumerate(later)}
