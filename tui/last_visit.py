"""The user's last visit, stored in a small file in the user's own folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_state_path


class LastVisit:
    """The user's last visit to a book.

    ``last_closed`` is the time when the book was last closed, in microseconds since 1970 (UTC), or
    None if it never was. Without a file, the time is unknown and nothing is saved.
    """

    def __init__(self, file: Path | None, clock: Callable[[], int]) -> None:
        self.file = file
        self.clock = clock
        self.opened_at = clock()
        self.last_closed = self._read()

    def _read(self) -> int | None:
        try:
            text = self.file.read_text(encoding="ascii") if self.file is not None else ""
            return int(text) if text else None
        except (OSError, ValueError):
            return None

    def save_closing_time(self) -> None:
        """Save the current time as the closing time, if the file can be written."""
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(str(self.clock()), encoding="ascii")
        except OSError:
            return


def read_last_visit(ledger_location: str, clock: Callable[[], int]) -> LastVisit:
    """Read the last visit to the ledger at this path or address."""
    return LastVisit(derive_user_file_path(ledger_location, "left"), clock)


def derive_user_file_path(ledger_location: str, name_prefix: str) -> Path:
    """Return the path of the user's file for the ledger at this path or address."""
    address = ledger_location
    if "://" not in ledger_location:
        address = str(Path(ledger_location).expanduser().absolute())
    name = hashlib.sha256(address.encode()).hexdigest()[:16]
    return user_state_path("warledger") / f"{name_prefix}-{name}"
