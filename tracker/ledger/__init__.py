"""The ledger: append-only streams of events, and a summary of each; it knows nothing of games."""

from tracker.ledger.errors import (
    BadAddress,
    BadEntry,
    BadRewind,
    BrokenLedger,
    Conflict,
    DiskFull,
    LedgerBusy,
    LedgerError,
    NewerLedger,
    ReadOnlyLedger,
    UnknownStream,
)
from tracker.ledger.opening import about_sqlite, open_store
from tracker.ledger.reports import Problem, RebuildReport, Report
from tracker.ledger.store import NewEvent, Progress, Store, StoredEvent, StreamInfo, Summarise
from tracker.ledger.summary import Difference, Summary

__all__ = [
    "BadAddress",
    "BadEntry",
    "BadRewind",
    "BrokenLedger",
    "Conflict",
    "Difference",
    "DiskFull",
    "LedgerBusy",
    "LedgerError",
    "NewEvent",
    "NewerLedger",
    "Problem",
    "Progress",
    "ReadOnlyLedger",
    "RebuildReport",
    "Report",
    "Store",
    "StoredEvent",
    "StreamInfo",
    "Summarise",
    "Summary",
    "UnknownStream",
    "about_sqlite",
    "open_store",
]
