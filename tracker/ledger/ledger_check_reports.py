"""The reports of the commands ``verify``, ``rebuild`` and ``salvage``."""

from __future__ import annotations

import msgspec

from tracker.ledger.stream_summary import SummaryDifference


class LedgerProblem(msgspec.Struct, frozen=True):
    """A fault in the ledger. ``message`` describes it in a sentence.

    ``stream`` is None if the fault is not in a single stream. ``version`` and ``position`` identify
    the faulty row, if there is one. If only the stream's summary is wrong, ``in_summary`` is True,
    and the events are intact.
    """

    stream: str | None
    version: int | None
    position: int | None
    message: str
    in_summary: bool = False

    @property
    def text(self) -> str:
        return f"{self.stream}: {self.message}" if self.stream else self.message


class LedgerCheckReport(msgspec.Struct, frozen=True):
    """The result of a check: the number of events read, and the first problem of each stream.

    ``earlier`` are the streams whose summaries lack newer fields, because an earlier version of the
    program wrote them.
    """

    streams: int
    events: int
    problems: tuple[LedgerProblem, ...]
    earlier: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        return not self.problems

    @property
    def has_only_wrong_summaries(self) -> bool:
        """Whether there are problems, all of which a rebuild of the summaries repairs."""
        return bool(self.problems) and all(one.in_summary for one in self.problems)


class SummaryRebuildReport(msgspec.Struct, frozen=True):
    """The result of a rebuild: the number of events read, and the summaries that were wrong."""

    streams: int
    events: int
    differences: tuple[SummaryDifference, ...]


class SalvagedStream(msgspec.Struct, frozen=True):
    """The part of a stream that was saved from a damaged ledger.

    ``kept`` is the number of intact events that were saved, and ``lines`` is the number of their
    entries. ``written`` is the original number of events, if known. If the stream's name is lost,
    ``kind`` is empty, and ``stream`` is a number.
    """

    stream: str
    kind: str
    kept: int
    lines: int
    written: int

    @property
    def whole(self) -> bool:
        """Whether the stream was saved completely."""
        return 0 < self.kept == self.written


class SalvageReport(msgspec.Struct, frozen=True):
    """The result of a salvage: the intact part of each stream, and the missing parts.

    If ``is_cut_off`` is true, the end of the file is missing. The missing part may have contained
    more streams.
    """

    streams: tuple[SalvagedStream, ...]
    is_cut_off: bool = False

    @property
    def whole(self) -> bool:
        """Whether everything was saved."""
        return not self.is_cut_off and all(stream.whole for stream in self.streams)
