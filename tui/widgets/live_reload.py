"""What others write while a screen is open: another screen, a phone, a command."""

from __future__ import annotations

from time import monotonic
from typing import Any, Protocol

from tracker.application.errors import LedgerError, Refused

FOLLOWS = "follows"
LOOK_AGAIN = 0.25  # seconds
"""The one timer that runs while nobody does anything, and its interval."""
AFTER_A_FAILURE = 2.0


class Reloadable(Protocol):
    """A game, a league, or the lists of a book: read once, and again where others changed it."""

    @property
    def change_count(self) -> int: ...

    @property
    def is_behind(self) -> bool: ...

    def reload(self) -> None: ...


class LiveScreen(Protocol):
    """A screen that shows what is followed."""

    @property
    def is_active(self) -> bool: ...

    def take_snapshot(self) -> Any:
        """How things stand, for ``redraw_after_reload`` to compare with."""
        ...

    def redraw_after_reload(self, stood: Any) -> None:
        """Draw what was read again."""
        ...

    def show_ledger_error(self, why: str) -> None:
        """Say why the ledger cannot be read; nothing once it can be read again."""
        ...


class LiveReload:
    """Reads again what others changed; ``changes`` is asked first, which costs next to nothing.

    ``below`` says that the screen follows while a dialog lies over it.
    """

    def __init__(self, followed: Reloadable, screen: LiveScreen, *, below: bool = False) -> None:
        self.followed = followed
        self._screen = screen
        self._below = below
        self._seen = -1
        self._away = False
        self._next_look = 0.0

    def poll_changes(self) -> None:
        """Look for what others wrote; the application asks for it several times a second."""
        in_sight = self._below or self._screen.is_active
        if in_sight and (not self._away or monotonic() >= self._next_look):
            self.reload_if_changed()

    def reload_if_changed(self) -> bool:
        """Read again and draw what others wrote; whether they did."""
        began, stood, away = monotonic(), self._screen.take_snapshot(), self._away
        try:
            moved = self._read_again()
        except (LedgerError, Refused) as error:
            ended = monotonic()
            self._next_look = ended + max(AFTER_A_FAILURE, 4 * (ended - began))
            self._away = True
            if not away:
                self._screen.show_ledger_error(str(error))
            return False
        self._away = False
        if away:
            self._screen.show_ledger_error("")
        if moved:
            self._screen.redraw_after_reload(stood)
        return moved

    def _read_again(self) -> bool:
        changes = self.followed.change_count
        behind = changes != self._seen and self.followed.is_behind
        if behind:
            self.followed.reload()
        self._seen = changes
        return behind
