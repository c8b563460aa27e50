"""What others write while a screen is open: another screen, a phone, a command."""

from __future__ import annotations

from time import monotonic
from typing import Protocol

FOLLOWS = "follows"
LOOK_AGAIN = 0.25  # seconds
"""The one timer that runs while nobody does anything, and how often."""
AFTER_A_FAILURE = 2.0


class Followed(Protocol):
    """A game, a league, or the lists of a book: read once, and again where others changed it."""

    @property
    def changes(self) -> int: ...

    @property
    def is_behind(self) -> bool: ...

    def reload(self) -> None: ...


class LiveReload:
    """Reads again what others changed; ``changes`` is asked first, which costs next to nothing."""

    def __init__(self) -> None:
        self._seen = -1
        self._next_look = 0.0
        self.failed = False

    def is_due(self) -> bool:
        """Whether to look; less often while the ledger cannot be read."""
        return not self.failed or monotonic() >= self._next_look

    def read_again(self, followed: Followed) -> bool:
        """Whether others wrote, and it was read again. Raises ``LedgerError`` and ``Refused``."""
        began = monotonic()
        try:
            changes = followed.changes
            behind = changes != self._seen and followed.is_behind
            if behind:
                followed.reload()
        except Exception:
            ended = monotonic()
            self._next_look = ended + max(AFTER_A_FAILURE, 4 * (ended - began))
            self.failed = True
            raise
        self._seen, self.failed = changes, False
        return behind
