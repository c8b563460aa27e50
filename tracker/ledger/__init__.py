"""The ledger: append-only streams of events, and a summary of each; it knows nothing of games."""

from tracker.ledger.address import hide_password
from tracker.ledger.anchor import Anchor, explain_missing_anchor, make_anchor, read_anchor
from tracker.ledger.check_reports import CheckReport, LedgerProblem, RebuildReport
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
from tracker.ledger.opening import find_named_file, is_database, open_store, read_sqlite_version
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
    "explain_missing_anchor",
    "find_named_file",
    "hide_password",
    "is_database",
    "make_anchor",
    "open_store",
    "read_anchor",
    "read_sqlite_version",
]
