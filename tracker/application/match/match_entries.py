"""A match's entries as people see them, and its open corrections."""

from __future__ import annotations

from msgspec import Struct

from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


class MatchEntry(Struct, frozen=True, gc=False):
    """An entry: an input, and the facts that followed from it.

    ``number`` is the line number that people see. It never changes, and a replayed line keeps it.
    ``row`` counts all entries of the match. ``counts`` is false for an undone line.
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
        """Whether the line was written automatically, and not entered by people."""
        return getattr(self.input, "source", "typed") == "default"


class OpenCorrection:
    """A correction that was begun: its rewind, the corrected line, and the lines after it.

    If ``late`` is true, a line is inserted late and nothing is corrected. ``amends`` is then the
    interrupted action, or the end of the preceding line. ``late_line`` is the version with which
    the late line is marked: the interrupted action, or the following line.
    """

    def __init__(
        self, version: Version, rewound: ev.Rewound, later: tuple[MatchEntry, ...]
    ) -> None:
        assert rewound.amends is not None
        self.version = version
        self.amends = rewound.amends
        self.late = rewound.why == "late"
        self.later = later
        self.index = {entry.version: at for at, entry in enumerate(later)}
        follows = later[0].version if rewound.to == rewound.amends and later else rewound.amends
        self.late_line = follows if self.late else None
