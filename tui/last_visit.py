"""When somebody was last here: one small file of the user's, beside no ledger and in none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_state_path


class LastVisit:
    """``last`` is when the book was left last, in microseconds since 1970 (UTC); None: never.

    Without a file nothing is known and nothing is kept.
    """

    def __init__(self, file: Path | None, clock: Callable[[], int]) -> None:
        self.file = file
        self.clock = clock
        self.began = clock()
        self.last = self._read()

    def _read(self) -> int | None:
        try:
            text = self.file.read_text(encoding="ascii") if self.file is not None else ""
            return int(text) if text else None
        except (OSError, ValueError):
            return None

    def record_leaving(self) -> None:
        """Note the moment. A file that cannot be written is no reason to complain."""
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(str(self.clock()), encoding="ascii")
        except OSError:
            return


def open_visits(where: str, clock: Callable[[], int]) -> LastVisit:
    """The visits to the ledger of this path or address."""
    return LastVisit(find_user_file_path(where, "left"), clock)


def find_user_file_path(where: str, what: str) -> Path:
    """The user's file about the ledger of this path or address."""
    place = where if "://" in where else str(Path(where).expanduser().absolute())
    name = hashlib.sha256(place.encode()).hexdigest()[:16]
    return user_state_path("warledger") / f"{what}-{name}"
