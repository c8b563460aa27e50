"""Verifies the digest chains and summaries of a store's streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from tracker.ledger.digest_chain import count_events_and_find_fault
from tracker.ledger.ledger_check_reports import LedgerCheckReport, LedgerProblem
from tracker.ledger.ledger_errors import BrokenLedger, LedgerError
from tracker.ledger.store_interface import (
    Progress,
    StoredEvent,
    StoredStream,
    StreamHead,
    Summarise,
)
from tracker.ledger.stream_summary import StreamSummary, list_summary_differences

ReadEvents = Callable[[str], Iterator[StoredEvent]]
GetSummary = Callable[[str], StreamSummary | None]

MAX_VALUE_LENGTH = 60


def verify_stream_chains_and_summaries(
    heads: Sequence[StreamHead],
    read_events: ReadEvents,
    get_summary: GetSummary,
    progress: Progress | None,
    summarise: Summarise | None,
) -> LedgerCheckReport:
    """Verify the chain and summary of each stream, and report each stream's first problem."""
    total = sum(head.info.version for head in heads)
    events = 0
    problems: list[LedgerProblem] = []
    for head in heads:
        count, problem = _count_events_and_find_problem(head, read_events, get_summary, summarise)
        events += count
        if problem is not None:
            problems.append(problem)
        if progress is not None:
            progress(events, total)
    return LedgerCheckReport(len(heads), events, tuple(problems))


def _count_events_and_find_problem(
    head: StreamHead, read: ReadEvents, summary: GetSummary, summarise: Summarise | None
) -> tuple[int, LedgerProblem | None]:
    info, count = head.info, 0
    try:
        count, problem = count_events_and_find_fault(info, head.digest, read(info.stream))
        if problem is None:
            problem = _find_summary_problem(info, read, summary, summarise)
    except LedgerError as error:
        problem = LedgerProblem(info.stream, None, None, error.message)
    return count, problem


def _find_summary_problem(
    info: StoredStream, read: ReadEvents, summary: GetSummary, summarise: Summarise | None
) -> LedgerProblem | None:
    try:
        kept = summary(info.stream)
    except BrokenLedger as error:
        return LedgerProblem(info.stream, None, None, error.message, in_summary=True)
    problem = _find_mismatch_or_bad_json(info, kept)
    if problem is None and summarise is not None:
        problem = _find_contradicted_field(info, kept, summarise(info, read(info.stream)))
    return problem


def _find_mismatch_or_bad_json(
    info: StoredStream, summary: StreamSummary | None
) -> LedgerProblem | None:
    if summary is None:
        return None
    told = StoredStream(summary.stream, summary.kind, summary.version)
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
        what = "its summary has sides, scores or a table that cannot be read"
    return _make_summary_problem(info.stream, summary.version, what) if what else None


def _find_contradicted_field(
    info: StoredStream, was: StreamSummary | None, now: StreamSummary | None
) -> LedgerProblem | None:
    for found in list_summary_differences(info.stream, was, now):
        said, true = (f"{each!s:.{MAX_VALUE_LENGTH}}" for each in (found.was, found.now))
        what = f"its summary says {said!r} ({found.field}), but the events say {true!r}"
        return _make_summary_problem(info.stream, info.version, what)
    return None


def _make_summary_problem(stream: str, version: int, fault: str) -> LedgerProblem:
    return LedgerProblem(stream, version, None, fault + "; rebuild the summaries.", in_summary=True)
