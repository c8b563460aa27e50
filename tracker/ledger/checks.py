"""The walk over all streams that every store's ``verify`` makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from tracker.ledger.chain import first_fault
from tracker.ledger.errors import LedgerError
from tracker.ledger.reports import CheckReport, LedgerProblem
from tracker.ledger.store import Progress, StoredEvent, StreamInfo
from tracker.ledger.summary import Summary


class StreamHead(msgspec.Struct, frozen=True):
    """What a store remembers of a stream beside its events."""

    info: StreamInfo
    digest: bytes


Read = Callable[[str], Iterator[StoredEvent]]
Summarised = Callable[[str], Summary | None]


def walk(
    heads: Sequence[StreamHead], read: Read, summary: Summarised, progress: Progress | None
) -> CheckReport:
    """Check the streams one by one, by their names."""
    total = sum(head.info.version for head in heads)
    events = 0
    problems: list[LedgerProblem] = []
    for head in heads:
        count, problem = _fault(head, read, summary)
        events += count
        if problem is not None:
            problems.append(problem)
        if progress is not None:
            progress(events, total)
    return CheckReport(len(heads), events, tuple(problems))


def _fault(head: StreamHead, read: Read, summary: Summarised) -> tuple[int, LedgerProblem | None]:
    """How many events of a stream were read, and the first problem of it."""
    stream = head.info.stream
    try:
        count, problem = first_fault(head.info, head.digest, read(stream))
        return count, problem or _summary_fault(head.info, summary(stream))
    except LedgerError as error:
        return 0, LedgerProblem(stream, None, None, error.message)


def _summary_fault(info: StreamInfo, summary: Summary | None) -> LedgerProblem | None:
    """What is wrong with a stream's summary, if anything."""
    if summary is None:
        return None
    told = StreamInfo(summary.stream, summary.kind, summary.version)
    what = ""
    if told != info:
        what = (
            f"its summary is of the {told.kind} {told.stream} at version {told.version},"
            f" not {info.version}"
        )
    try:
        msgspec.json.decode(summary.sides.encode())
        msgspec.json.decode(summary.scores.encode())
        msgspec.json.decode(summary.table.encode() or b"null")
    except msgspec.DecodeError:
        what = "its summary holds sides, scores or a table that cannot be read"
    if not what:
        return None
    return LedgerProblem(info.stream, summary.version, None, what + "; rebuild the summaries.")
