"""Checks that summaries agree with events. Summaries of earlier versions may have fewer fields."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tracker.application.errors import LedgerError, make_sentence
from tracker.application.match.match_summaries import (
    is_older_summary_format,
    summarise_match_stream,
)
from tracker.ledger.errors import BrokenLedger
from tracker.ledger.ledger_check_reports import LedgerCheckReport
from tracker.ledger.store_interface import Progress, Store, StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary


def verify_rows_and_summaries(store: Store, progress: Progress | None) -> LedgerCheckReport:
    """Check every row and all summaries. Events that cannot be applied are reported as damage."""
    earlier: list[str] = []

    def true_row(info: StoredStream, events: Iterator[StoredEvent]) -> StreamSummary | None:
        now, kept = summarise_stream(info, events), store.get_summary(info.stream)
        if kept != now and is_older_summary_format(kept, now):
            earlier.append(info.stream)
            return kept
        return now

    report = store.verify_streams(progress, true_row)
    return msgspec.structs.replace(report, earlier=tuple(earlier))


def summarise_stream(info: StoredStream, events: Iterator[StoredEvent]) -> StreamSummary | None:
    """Compute the summary of a stream's events. Raises ``LedgerError`` if they disagree."""
    try:
        return summarise_match_stream(info, events)
    except LedgerError:
        raise
    except Exception as error:
        raise BrokenLedger(
            f"The events of {info.stream} contradict each other: {make_sentence(str(error))}"
        ) from error
