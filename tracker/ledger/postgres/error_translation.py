"""Translates PostgreSQL errors into ledger errors."""

from __future__ import annotations

import psycopg
from psycopg import errors

from tracker.ledger.ledger_errors import (
    BrokenLedger,
    DiskFull,
    InvalidEntry,
    InvalidLedgerAddress,
    LedgerBusy,
    LedgerError,
    ReadOnlyLedger,
    ServerAccessDenied,
    ServerUnreachable,
)

Kinds = type[Exception] | tuple[type[Exception], ...]
_SENTENCES: tuple[tuple[Kinds, type[LedgerError], str], ...] = (
    (
        (errors.LockNotAvailable, errors.DeadlockDetected),
        LedgerBusy,
        "Another program is writing to {where}. Nothing was written. Try again in a moment.",
    ),
    (
        errors.ReadOnlySqlTransaction,
        ReadOnlyLedger,
        "{where} is read-only. Connect to a server that accepts entries.",
    ),
    (
        errors.InsufficientPrivilege,
        ReadOnlyLedger,
        "{where} cannot be written or created by this user ({why}). Connect as a user who has"
        " these rights.",
    ),
    (
        errors.DiskFull,
        DiskFull,
        "The server that hosts {where} has no space left. Nothing was written. Free some space,"
        " then try again.",
    ),
    (
        errors.InvalidSchemaName,
        InvalidLedgerAddress,
        "{where} names a schema that does not exist, or that this user cannot use ({why}). Create"
        " the schema, or correct the address.",
    ),
    (
        errors.UndefinedTable,
        BrokenLedger,
        "{where} has been altered ({why}). To save the undamaged part, run: warledger salvage.",
    ),
    (
        errors.DataCorrupted,
        BrokenLedger,
        "{where} is damaged ({why}). To save the undamaged part, run: warledger salvage.",
    ),
    (
        (errors.IntegrityError, errors.RaiseException),
        BrokenLedger,
        "{where} is no longer consistent ({why}). Nothing was written. Run: warledger verify.",
    ),
    (
        errors.DataError,
        InvalidEntry,
        "The entry contains a value that {where} cannot store ({why}). Change this value.",
    ),
)

_NOT_NOW = ("starting up", "shutting down", "recovery", "not yet", "too many")
"""If an error message contains one of these texts, the server may soon accept connections."""


def is_connection_lost(connection: psycopg.Connection, error: psycopg.Error) -> bool:
    """Return whether the connection is lost or closing, so that it can no longer be used."""
    ends = error.diag.severity_nonlocalized in {"FATAL", "PANIC"}
    return ends or connection.closed or connection.broken


def translate_error(error: psycopg.Error, ledger_name: str, *, lost: bool = False) -> LedgerError:
    """Translate a PostgreSQL error into a ledger error whose message says what to do."""
    why = format_server_message(error)
    if lost:
        return ServerUnreachable(
            f"The connection to the server that hosts {ledger_name} was lost ({why}). Check that"
            " the server is running, then try again."
        )
    for kinds, ours, sentence in _SENTENCES:
        if isinstance(error, kinds):
            return ours(sentence.format(where=ledger_name, why=why))
    return LedgerError(f"{ledger_name} could not be used ({why}). Open the ledger again.")


def make_connection_error(error: psycopg.Error, ledger_name: str) -> LedgerError:
    """Make the error for a failed connection: no answer, no access or an invalid address."""
    why = format_server_message(error)
    if isinstance(error, psycopg.ProgrammingError):
        return InvalidLedgerAddress(
            f"{ledger_name} is not the address of a ledger ({why}). Check the address."
        )
    if "no password supplied" in why:
        return ServerAccessDenied(
            f"The server that hosts {ledger_name} requires a password. Put it in ~/.pgpass or in"
            " PGPASSWORD."
        )
    if "does not support SSL" in why:
        return ServerAccessDenied(
            f"The server that hosts {ledger_name} does not offer encrypted connections ({why})."
            " Change sslmode in the address, or set up SSL on the server."
        )
    if "FATAL" not in str(error):
        return ServerUnreachable(
            f"The server that hosts {ledger_name} cannot be reached ({why}). Check the server's"
            " name, and that the server is running, then try again."
        )
    if any(words in why for words in _NOT_NOW):
        return ServerUnreachable(
            f"The server that hosts {ledger_name} is not accepting connections ({why}). Try again"
            " in a moment."
        )
    return ServerAccessDenied(
        f"The server denied access to {ledger_name} ({why}). Check the user, the password and the "
        "database."
    )


def format_server_message(error: psycopg.Error) -> str:
    told = error.diag.message_primary or str(error)
    line = told.strip().splitlines()[0] if told.strip() else type(error).__name__
    return line.rpartition("FATAL:")[2].strip().rstrip(".")
