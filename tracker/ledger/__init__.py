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
from tracker.ledger.history_anchor_code import (
    Anchor,
    explain_missing_anchor,
    make_history_anchor,
    parse_history_anchor,
)
from tracker.ledger.ledger_address import hide_password
from tracker.ledger.store_interface import NewEvent, Store, StoredEvent, StreamInfo
from tracker.ledger.store_opening import (
    find_file_of_address,
    is_sqlite_file,
    open_store,
    read_sqlite_version,
)
from tracker.ledger.stream_summary import Summary

__all__ = [
    "Anchor",
    "BrokenLedger",
    "CommitInDoubt",
    "DiskFull",
    "DuplicateCommand",
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
    "StreamInfo",
    "Summary",
    "UnknownStream",
    "WriteConflict",
    "explain_missing_anchor",
    "find_file_of_address",
    "hide_password",
    "is_sqlite_file",
    "make_history_anchor",
    "open_store",
    "parse_history_anchor",
    "read_sqlite_version",
]
