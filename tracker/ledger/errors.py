"""The errors of a ledger, one class for each cause, with a sentence that says what to do."""

from __future__ import annotations

from pathlib import Path


class LedgerError(Exception):
    """The ledger refused or failed. ``message`` is one plain sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class WriteConflict(LedgerError):
    """Another writer was first, so the stream is not at the expected version."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(
            f"{stream} has changed: it is at version {actual}, not {expected}. Load it again, "
            "then repeat the entry."
        )
        self.stream = stream
        self.expected = expected
        self.actual = actual


class DuplicateCommand(LedgerError):
    """A command was given with an id that was used before. It is not repeated."""

    def __init__(self, command: str, stream: str, version: int) -> None:
        super().__init__(
            f"{command} was already written ({stream}, version {version}), so nothing was repeated."
        )


class UnknownStream(LedgerError):
    """There is no stream with that name."""

    def __init__(self, stream: str) -> None:
        super().__init__(
            f"There is no {stream!r} in this ledger. List its contents and choose one."
        )
        self.stream = stream


class InvalidEntry(LedgerError):
    """The events of an append are not one entry, or its summary belongs to another."""


class InvalidRewind(InvalidEntry):
    """The target of a rewind is not the end of an entry below the head."""


class InvalidLedgerAddress(LedgerError):
    """The path or URL names no ledger that this program can open."""


class NewerLedger(LedgerError):
    """A newer program has written in the ledger."""


class BrokenLedger(LedgerError):
    """The file is truncated, is not a ledger, or was changed by hand."""


class LedgerFileLost(LedgerError):
    """The file was deleted, moved or replaced while it was open."""


class ReadOnlyLedger(LedgerError):
    """The file or its folder cannot be written."""


class DiskFull(LedgerError):
    """The disk has no room for the write, and nothing was written."""


class CommitInDoubt(LedgerError):
    """The disk or server failed during a commit, which may have succeeded or not."""

    def __init__(self, place: Path | str, failed: str = "disk") -> None:
        super().__init__(
            f"The {failed} failed while {place} was written. The last entry may or may not be "
            "saved: check before you repeat it."
        )


class ServerUnreachable(LedgerError):
    """The server of a ledger cannot be reached. Unanswered writes may have succeeded or not."""


class ServerAccessDenied(LedgerError):
    """The server of a ledger rejects this name, password or database."""


class LedgerBusy(LedgerError):
    """Another program has locked the ledger for longer than the timeout."""
