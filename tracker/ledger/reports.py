"""What ``verify`` and ``rebuild`` found."""

from __future__ import annotations

import msgspec

from tracker.ledger.summary import SummaryDifference


class LedgerProblem(msgspec.Struct, frozen=True):
    """Something that is not as it was written.

    ``stream`` is None for a problem of the whole ledger; ``version`` and ``position`` name the row,
    where there is one. ``message`` is a sentence.
    """

    stream: str | None
    version: int | None
    position: int | None
    message: str


class CheckReport(msgspec.Struct, frozen=True):
    """The result of a check: how much was read, and the first problem of each stream."""

    streams: int
    events: int
    problems: tuple[LedgerProblem, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


class RebuildReport(msgspec.Struct, frozen=True):
    """The result of a rebuild: how much was read, and where the old summaries were wrong."""

    streams: int
    events: int
    differences: tuple[SummaryDifference, ...]
