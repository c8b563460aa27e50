"""The results of ``verify``, ``rebuild`` and ``salvage``."""

from __future__ import annotations

import msgspec

from tracker.ledger.stream_summary import SummaryDifference


class LedgerProblem(msgspec.Struct, frozen=True):
    """A fault in the ledger.

    ``stream`` is None for a problem of the whole ledger; ``version`` and ``position`` name the row,
    if there is one. ``message`` is a sentence.
    """

    stream: str | None
    version: int | None
    position: int | None
    message: str


class CheckReport(msgspec.Struct, frozen=True):
    """The result of a check: how much was read, and the first problem of each stream.

    ``earlier`` are the streams whose rows in the lists lack newer fields, because an earlier
    program wrote them.
    """

    streams: int
    events: int
    problems: tuple[LedgerProblem, ...]
    earlier: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


class RebuildReport(msgspec.Struct, frozen=True):
    """The result of a rebuild: how much was read, and which old summaries were wrong."""

    streams: int
    events: int
    differences: tuple[SummaryDifference, ...]


class SalvagedStream(msgspec.Struct, frozen=True):
    """The part of a stream saved from a damaged ledger.

    ``kept`` of its events are sound, ``lines`` entries; ``written`` is their original number, as
    far as it is known. ``kind`` is empty, and ``stream`` a number, if even its name is lost.
    """

    stream: str
    kind: str
    kept: int
    lines: int
    written: int

    @property
    def whole(self) -> bool:
        """Whether nothing of it is missing."""
        return 0 < self.kept == self.written


class SalvageReport(msgspec.Struct, frozen=True):
    """The sound part of a damaged ledger, stream by stream, and what is missing."""

    streams: tuple[SalvagedStream, ...]

    @property
    def whole(self) -> bool:
        """Whether everything was there."""
        return all(stream.whole for stream in self.streams)
