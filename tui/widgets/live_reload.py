"""The reloading of an open screen after changes by another screen, a phone or a command."""

from __future__ import annotations

from time import monotonic
from typing import Any, Protocol

from tracker.application.errors import LedgerError, Refused

TIMER_NAME = "follows"
POLL_INTERVAL = 0.25  # seconds; no other timer runs without input
RETRY_DELAY = 2.0


class Reloadable(Protocol):
    """Data that can be reloaded after a change, such as a game, a league or the book's lists."""

    @property
    def ledger_change_counter(self) -> int: ...

    @property
    def is_behind(self) -> bool: ...

    def reload(self) -> None: ...


class LiveScreen(Protocol):
    """A screen that is updated after a reload, with a snapshot taken before the reload."""

    @property
    def is_active(self) -> bool: ...

    def take_reload_snapshot(self) -> Any: ...

    def update_after_reload(self, snapshot: Any) -> None: ...

    def show_or_clear_ledger_error(self, reason: str) -> None: ...


class LiveReload:
    """The reloader of a screen. ``updates_when_covered`` makes it work below dialogs too."""

    def __init__(
        self, source: Reloadable, screen: LiveScreen, *, updates_when_covered: bool = False
    ) -> None:
        self.source = source
        self._screen = screen
        self._updates_when_covered = updates_when_covered
        self._seen_count = -1
        self._is_failing = False
        self._next_poll = 0.0

    def poll_and_reload(self) -> None:
        """Reload and redraw if others have changed the data. A timer calls this often.

        Do nothing while the screen is hidden. After an error, wait until the next attempt is due.
        """
        is_in_sight = self._updates_when_covered or self._screen.is_active
        if is_in_sight and (not self._is_failing or monotonic() >= self._next_poll):
            self.reload_and_redraw_if_changed()

    def reload_and_redraw_if_changed(self) -> bool:
        """Reload and redraw if others have changed the data. Return whether they have.

        If the data cannot be read, the screen shows the error until it can be read again.
        """
        began, was_failing = monotonic(), self._is_failing
        snapshot = self._screen.take_reload_snapshot()
        try:
            has_changed = self._reload_if_behind()
        except (LedgerError, Refused) as error:
            ended = monotonic()
            self._next_poll = ended + max(RETRY_DELAY, 4 * (ended - began))
            self._is_failing = True
            if not was_failing:
                self._screen.show_or_clear_ledger_error(str(error))
            return False
        self._is_failing = False
        if was_failing:
            self._screen.show_or_clear_ledger_error("")
        if has_changed:
            self._screen.update_after_reload(snapshot)
        return has_changed

    def _reload_if_behind(self) -> bool:
        changes = self.source.ledger_change_counter
        behind = changes != self._seen_count and self.source.is_behind
        if behind:
            self.source.reload()
        self._seen_count = changes
        return behind
