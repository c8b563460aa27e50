"""Computes the summaries of a ledger's streams from their events, and checks the stored
summaries.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tracker.application.errors import LedgerError, make_sentence
from tracker.application.match.match_summaries import summarise_match_stream
from tracker.ledger.ledger_check_reports import LedgerCheckReport
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.store_interface import Progress, Store, StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary


def verify_rows_and_summaries(store: Store, progress: Progress | None) -> LedgerCheckReport:
    """Check every row and every summary of a ledger.

    Events that cannot be applied are reported as damage.
    """
    earlier: list[str] = []

    def compute_current_row(
        info: StoredStream, events: Iterator[StoredEvent]
    ) -> StreamSummary | None:
        now, kept = compute_summary_or_raise_damage(info, events), store.get_summary(info.stream)
        if kept != now and is_older_summary_format(kept, now):
            earlier.append(info.stream)
            return kept
        return now

    report = store.verify_streams(progress, compute_current_row)
    return msgspec.structs.replace(report, earlier=tuple(earlier))


def compute_summary_or_raise_damage(
    info: StoredStream, events: Iterator[StoredEvent]
) -> StreamSummary | None:
    """Compute the summary of a stream. Raises ``LedgerError`` if the events contradict each
    other.
    """
    try:
        return compute_stream_summary(info, events)
    except LedgerError:
        raise
    except Exception as error:
        raise BrokenLedger(
            f"The events of {info.stream} contradict each other: {make_sentence(str(error))}"
        ) from error


def compute_stream_summary(
    info: StoredStream, events: Iterator[StoredEvent]
) -> StreamSummary | None:
    """Compute the summary of a whole stream. Return None if streams of this kind have no
    summary.
    """
    if info.kind == "match":
        return summarise_match_stream(info, events)
    if info.kind in ("league", "campaign"):
        from tracker.application.leagues.league_summaries import summarise_league_stream

        return summarise_league_stream(info, events)
    from tracker.application.photo_storage import PHOTO, read_photo_stream

    if info.kind == PHOTO:
        read_photo_stream(info.stream, events)
    return None


def is_older_summary_format(stored: StreamSummary | None, current: StreamSummary | None) -> bool:
    """Return whether a stored summary differs only because an older version wrote fewer fields.

    Return False for a summary that is invalid, or that differs in other ways.
    """
    if stored is None or current is None:
        return False
    if msgspec.structs.replace(stored, table=current.table) != current:
        return False
    if current.kind == "match":
        from tracker.application.campaigns.game_tally import is_older_tally_format as is_older
    else:
        from tracker.application.leagues.league_summaries import (
            is_league_row_without_newer_fields as is_older,
        )
    return is_older(stored.table, current.table)
