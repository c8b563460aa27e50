"""The ledger: append-only streams of events, and a summary of each; it knows nothing of games."""

from tracker.ledger.address import shown
from tracker.ledger.anchor import Anchor, anchor_of, read_anchor, why_not_held
from tracker.ledger.errors import (
    AlreadyWritten,
    BadAddress,
    BadEntry,
    BadRewind,
    BrokenLedger,
    Conflict,
    DiskFull,
    InDoubt,
    LedgerBusy,
    LedgerError,
    LostLedger,
    NewerLedger,
    NotLetIn,
    ReadOnlyLedger,
    ServerAway,
    UnknownStream,
)
from tracker.ledger.opening import about_sqlite, is_database, named_file, open_store
from tracker.ledger.reports import CheckReport, LedgerProblem, RebuildReport
from tracker.ledger.store import NewEvent, Progress, Store, StoredEvent, StreamInfo, Summarise
from tracker.ledger.summary import Summary, SummaryDifference

__all__ = [
    "AlreadyWritten",
    "Anchor",
    "BadAddress",
    "BadEntry",
    "BadRewind",
    "BrokenLedger",
    "CheckReport",
    "Conflict",
    "DiskFull",
    "InDoubt",
    "LedgerBusy",
    "LedgerError",
    "LedgerProblem",
    "LostLedger",
    "NewEvent",
    "NewerLedger",
    "NotLetIn",
    "Progress",
    "ReadOnlyLedger",
    "RebuildReport",
    "ServerAway",
    "Store",
    "StoredEvent",
    "StreamInfo",
    "Summarise",
    "Summary",
    "SummaryDifference",
    "UnknownStream",
    "about_sqlite",
    "anchor_of",
    "is_database",
    "named_file",
    "open_store",
    "read_anchor",
    "shown",
    "why_not_held",
]
