"""What can go wrong with a ledger: one class a cause, each with a sentence that says what to do."""

from __future__ import annotations

from pathlib import Path


class LedgerError(Exception):
    """The ledger refused or failed; ``message`` is one plain sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class WriteConflict(LedgerError):
    """Another writer was first: the stream is not at the version the caller expected."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(
            f"{stream} has changed: it is at version {actual}, not {expected}. Load it again, "
            "then repeat the entry."
        )
        self.stream = stream
        self.expected = expected
        self.actual = actual


class DuplicateCommand(LedgerError):
    """A command was given again with the id it was written under; it is not done twice."""

    def __init__(self, command: str, stream: str, version: int) -> None:
        super().__init__(
            f"{command} was already written ({stream}, version {version}), so nothing was repeated."
        )


class UnknownStream(LedgerError):
    """There is no stream of that name."""

    def __init__(self, stream: str) -> None:
        super().__init__(
            f"There is no {stream!r} in this ledger. List its contents and choose one."
        )
        self.stream = stream


class InvalidEntry(LedgerError):
    """The events of one append do not make up one entry, or its summary is not of that entry."""


class InvalidRewind(InvalidEntry):
    """A rewind to a version that is not the end of an entry below the head."""


class InvalidLedgerAddress(LedgerError):
    """The path or URL names no ledger that this program can open."""


class NewerLedger(LedgerError):
    """A newer program has written the ledger."""


class BrokenLedger(LedgerError):
    """The file is cut short, is no ledger, or was changed by hand."""


class LedgerFileLost(LedgerError):
    """The file was deleted, moved or replaced while it was open."""


class ReadOnlyLedger(LedgerError):
    """The file or its folder cannot be written."""


class DiskFull(LedgerError):
    """There is no room for the write; nothing of it was kept."""


class CommitInDoubt(LedgerError):
    """The disk or server failed at the last moment of a write: it may have been kept, or not."""

    def __init__(self, place: Path | str, failed: str = "disk") -> None:
        super().__init__(
            f"The {failed} failed while {place} was written. The last entry may or may not be "
            "saved: check before you repeat it."
        )


class ServerUnreachable(LedgerError):
    """The server of a ledger cannot be reached, or was lost; what was not answered may be open."""


class ServerAccessDenied(LedgerError):
    """The server of a ledger answers, and lets nobody in with this name, password or database."""


class LedgerBusy(LedgerError):
    """Another program has held the ledger for longer than the time to wait."""
