"""The errors of a ledger. There is one class for each cause, and each message says what to do."""

from __future__ import annotations

from pathlib import Path


class LedgerError(Exception):
    """The ledger refused a request or failed. ``message`` is one plain sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class WriteConflict(LedgerError):
    """Another writer wrote first, so the stream is no longer at the expected version."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(
            f"{stream} has changed: it is at version {actual}, not {expected}. Reload it, then"
            " repeat the entry."
        )


class DuplicateCommand(LedgerError):
    """A command's id has already been used, so the command is not repeated."""

    def __init__(self, command: str, stream: str, version: int) -> None:
        super().__init__(
            f"{command} was already written ({stream}, version {version}), so nothing was repeated."
        )


class UnknownStream(LedgerError):
    """The ledger has no stream with the requested name."""

    def __init__(self, stream: str) -> None:
        super().__init__(
            f"There is no {stream!r} in this ledger. Choose one of the ledger's streams."
        )


class InvalidEntry(LedgerError):
    """The events of an append do not form one entry, or the summary belongs to another entry."""


class InvalidRewind(InvalidEntry):
    """The target of a rewind is not the end of an entry below the head."""


class InvalidLedgerAddress(LedgerError):
    """The path or URL does not name a ledger that this program can open."""


class PathIsFolder(InvalidLedgerAddress):
    """The path of a ledger, or of another file, names a folder."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(f"{path} is a folder. Choose a file in it.")


class NewerLedger(LedgerError):
    """A newer version of the program has written to the ledger."""


class BrokenLedger(LedgerError):
    """The file is truncated, is not a ledger, or was changed by hand."""


class LedgerFileLost(LedgerError):
    """The file was deleted, moved or replaced while it was open."""


class ReadOnlyLedger(LedgerError):
    """The ledger's file or folder is not writable."""


class DiskFull(LedgerError):
    """The disk has no room for the write. Nothing was written."""


class CommitInDoubt(LedgerError):
    """The disk or server failed during a commit, which may or may not have succeeded."""

    def __init__(self, place: Path | str, failed: str = "disk") -> None:
        super().__init__(
            f"The {failed} failed while writing {place}. The last entry may or may not have "
            "been saved: check before you repeat it."
        )


class ServerUnreachable(LedgerError):
    """The ledger's server cannot be reached. Unconfirmed writes may or may not have succeeded."""


class ServerAccessDenied(LedgerError):
    """The ledger's server rejected the user, the password, the database or the encryption."""


class LedgerBusy(LedgerError):
    """Another program has locked the ledger for longer than the timeout."""
