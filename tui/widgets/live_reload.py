"""Reloads an open screen after others wrote: another screen, a phone, a command."""

from __future__ import annotations

from time import monotonic
from typing import Any, Protocol

from tracker.application.errors import LedgerError, Refused

FOLLOWS = "follows"
LOOK_AGAIN = 0.25  # seconds
"""The interval in seconds of the only timer that runs without input."""
AFTER_A_FAILURE = 2.0


class Reloadable(Protocol):
    """A game, a league, or the lists of a book, which can be read again after a change."""

    @property
    def change_count(self) -> int: ...

    @property
    def is_behind(self) -> bool: ...

    def reload(self) -> None: ...


class LiveScreen(Protocol):
    """A screen that is updated when its contents change."""

    @property
    def is_active(self) -> bool: ...

    def take_snapshot(self) -> Any:
        """Return the current state, for ``redraw_after_reload`` to compare with."""
        ...

    def redraw_after_reload(self, stood: Any) -> None:
        """Draw the contents that were read again."""
        ...

    def show_ledger_error(self, why: str) -> None:
        """Show why the ledger cannot be read, or clear the message if it can."""
        ...


class LiveReload:
    """Reloads contents that others changed. ``changes`` is checked first, because it is fast.

    If ``below``, the screen is also updated below a dialog.
    """

    def __init__(self, followed: Reloadable, screen: LiveScreen, *, below: bool = False) -> None:
        self.followed = followed
        self._screen = screen
        self._below = below
        self._seen = -1
        self._away = False
        self._next_look = 0.0

    def poll_changes(self) -> None:
        """Check for entries of others. The application calls this several times a second."""
        in_sight = self._below or self._screen.is_active
        if in_sight and (not self._away or monotonic() >= self._next_look):
            self.reload_if_changed()

    def reload_if_changed(self) -> bool:
        """Reload and draw entries of others, and return whether there were any."""
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
