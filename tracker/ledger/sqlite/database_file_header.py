"""Checks by header and size whether a file is a database, a ledger, or cut off."""

from __future__ import annotations

import os
from pathlib import Path

from tracker.ledger.atomic_file_writes import LOGS
from tracker.ledger.ledger_errors import BrokenLedger, ReadOnlyLedger
from tracker.ledger.sqlite.open_ledger_files import is_open_in_this_process
from tracker.vocabulary.count_wording import format_count

APPLICATION_ID = 0x574C4447
"""The number ('WLDG') that identifies the file as a Warledger ledger."""

MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100


def require_intact_database_file(path: Path) -> None:
    """Raise ``BrokenLedger`` if the file is not a database, or is shorter than its header states.

    A file that this process already has open is not checked again. Other programs may open and
    close the file during the check. If they move a log into the file, the file grows before the log
    disappears. The size of the file is therefore read last.
    """
    if is_open_in_this_process(path):
        return
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
            unfinished = has_nonempty_log(path)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return
    except OSError as error:
        raise ReadOnlyLedger(
            f"{path} cannot be read ({error.strerror}). Allow reading the file, or use a copy."
        ) from error
    if not header.startswith(MAGIC[: len(header)]):
        raise BrokenLedger(
            f"{path} is not a Warledger ledger. Choose another file. If it was a ledger, restore a"
            f" backup, or save what is left: warledger salvage {path} NEW."
        )
    if (
        header
        and not unfinished
        and size < max(_HEADER_BYTES, _read_file_length_from_header(header))
    ):
        raise BrokenLedger(
            f"{path} is incomplete (only {format_count(size, 'byte')} left). Restore a backup, or"
            f" save what is left: warledger salvage {path} NEW."
        )


def is_cut_off(path: Path) -> bool:
    """Return whether a file without a log is shorter than its intact header says."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    is_readable = header.startswith(MAGIC) and not has_nonempty_log(path)
    return is_readable and path.stat().st_size < _read_file_length_from_header(header)


def _read_file_length_from_header(header: bytes) -> int:
    """Read the file length from the header, or return 0 for a single page, which has no tables."""
    page_bytes = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    return (65536 if page_bytes == 1 else page_bytes) * pages if pages > 1 else 0


def has_nonempty_log(path: Path) -> bool:
    """Return whether a non-empty log is beside the file, from which SQLite can restore its end."""
    return any(_has_content(path.with_name(path.name + end)) for end in LOGS)


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def has_sqlite_signature(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def may_be_ledger_file(path: Path) -> bool:
    """Return whether a file has a ledger's application id, or has a log that may contain the id."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    return has_ledger_id(header) or (header.startswith(MAGIC) and has_nonempty_log(path))


def has_ledger_id(header: bytes) -> bool:
    """Return whether the first 100 or more bytes of a file contain a ledger's application id."""
    return header.startswith(MAGIC) and int.from_bytes(header[68:72], "big") == APPLICATION_ID
