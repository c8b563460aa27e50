"""Reloading of an open screen after another screen, a phone or a command changed its data."""

from __future__ import annotations

from time import monotonic
from typing import Any, Protocol

from tracker.application.errors import LedgerError, Refused

FOLLOWS = "follows"
LOOK_AGAIN = 0.25  # seconds
"""The polling interval in seconds. No other timer runs without input."""
AFTER_A_FAILURE = 2.0


class Reloadable(Protocol):
    """Data that can be reloaded after a change: a game, a league or the book's lists."""

    @property
    def change_count(self) -> int: ...

    @property
    def is_behind(self) -> bool: ...

    def reload(self) -> None: ...


class LiveScreen(Protocol):
    """A screen that is redrawn when its data changes."""

    @property
    def is_active(self) -> bool: ...

    def take_snapshot(self) -> Any:
        """Return the current state, for ``redraw_after_reload`` to compare with."""
        ...

    def redraw_after_reload(self, stood: Any) -> None:
        """Redraw the screen after a reload. ``stood`` is the snapshot taken before."""
        ...

    def show_ledger_error(self, why: str) -> None:
        """Show why the ledger cannot be read. An empty text clears the message."""
        ...


class LiveReload:
    """A screen's reloader. It checks ``change_count`` first because that is fast.

    If ``below`` is true, the screen is also updated while a dialog covers it.
    """

    def __init__(self, followed: Reloadable, screen: LiveScreen, *, below: bool = False) -> None:
        self.followed = followed
        self._screen = screen
        self._below = below
        self._seen = -1
        self._away = False
        self._next_look = 0.0

    def poll_changes(self) -> None:
        """Reload if others have written. The application calls this several times a second."""
        in_sight = self._below or self._screen.is_active
        if in_sight and (not self._away or monotonic() >= self._next_look):
            self.reload_if_changed()

    def reload_if_changed(self) -> bool:
        """Reload and redraw the screen if others have written. Return whether they have."""
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
