"""The entries of a match as players see them, and the match's corrections."""

from __future__ import annotations

from msgspec import Struct

from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

BY_HAND = "set right at the table"
LEFT_UNDONE = "left undone"
SKIPPED = "phase skipped"
"""The end of the stored reason if an action was closed because its phase was skipped."""


def closes_action_to_make_way(event: ev.Corrected) -> bool:
    """Return whether an action was closed by hand, without an outcome, to let another
    one follow.
    """
    reason = event.reason
    makes_way = reason.startswith(LEFT_UNDONE) or reason.endswith(SKIPPED)
    return event.closes and not event.facts and makes_way


def is_clock_mark(event: ev.AnyEvent) -> bool:
    """Return whether an event stops or restarts the clock. Such a mark is not an input
    to the game.
    """
    return isinstance(event, ev.Noted) and event.mark in ("pause", "on")


class MatchEntry(Struct, frozen=True, gc=False):
    """An entry of a match: an input, and the facts that followed from it.

    ``number`` is the displayed line number. It never changes, and a replayed line keeps its number.
    ``row`` is the position among all entries of the match. ``counts`` is false for an undone line.
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
        return getattr(self.input, "source", "typed") == "default"


class OpenCorrection:
    """A correction: its rewind, the corrected line ``amends``, and the lines that followed it.

    If ``late`` is true, a late line is inserted and nothing is corrected. In that case, ``amends``
    is the interrupted action, or the end of the preceding line. The late line is marked with
    ``late_line``, the version of the interrupted action or of the following line.
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
