"""The ledger: append-only event streams, each with a summary. It knows nothing about games."""

from tracker.ledger.errors import (
    BrokenLedger,
    CommitInDoubt,
    DiskFull,
    DuplicateCommand,
    InvalidEntry,
    InvalidLedgerAddress,
    InvalidRewind,
    LedgerBusy,
    LedgerError,
    LedgerFileLost,
    NewerLedger,
    ReadOnlyLedger,
    ServerAccessDenied,
    ServerUnreachable,
    UnknownStream,
    WriteConflict,
)
from tracker.ledger.history_anchor import (
    HistoryAnchor,
    explain_anchor_mismatch,
    make_history_anchor,
    parse_history_anchor,
)
from tracker.ledger.ledger_address import hide_password
from tracker.ledger.store_interface import NewEvent, Store, StoredEvent, StoredStream
from tracker.ledger.store_opening import (
    find_sqlite_file,
    is_ledger_file,
    is_sqlite_file,
    open_store,
    read_sqlite_version_and_fault,
)
from tracker.ledger.stream_summary import StreamSummary

__all__ = [
    "BrokenLedger",
    "CommitInDoubt",
    "DiskFull",
    "DuplicateCommand",
    "HistoryAnchor",
    "InvalidEntry",
    "InvalidLedgerAddress",
    "InvalidRewind",
    "LedgerBusy",
    "LedgerError",
    "LedgerFileLost",
    "NewEvent",
    "NewerLedger",
    "ReadOnlyLedger",
    "ServerAccessDenied",
    "ServerUnreachable",
    "Store",
    "StoredEvent",
    "StoredStream",
    "StreamSummary",
    "UnknownStream",
    "WriteConflict",
    "explain_anchor_mismatch",
    "find_sqlite_file",
    "hide_password",
    "is_ledger_file",
    "is_sqlite_file",
    "make_history_anchor",
    "open_store",
    "parse_history_anchor",
    "read_sqlite_version_and_fault",
]
