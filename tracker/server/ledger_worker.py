"""The server's access to the ledger: one thread that reads and writes, and keeps games open.

A second thread makes the automatic backups, so that no phone waits for them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from tracker.application.automatic_backups import back_up_if_due
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.server.access_tokens import Role
from tracker.server.game_view import get_author_name

T = TypeVar("T")
CHECK_INTERVAL = 0.25
"""The interval between checks for other processes' entries, in seconds."""
MAX_OPEN_GAMES = 256
"""The maximum number of open games. Beyond this number, the least recently used game is closed."""


class LedgerWorker:
    """A worker that runs all access to the ledger in a single thread, one call after the other.

    Therefore, if two people answer the same question, the first answer counts. ``report_error``
    receives the error message of a failed backup. ``closing`` is set once the server stops, and
    ends all live connections.
    """

    def __init__(
        self,
        ledger: Path | str | None,
        book: Book | None = None,
        report_error: Callable[[str], None] | None = None,
    ) -> None:
        self.closing = asyncio.Event()
        self._ledger = ledger
        self._report_error = report_error
        self._backup_thread = ThreadPoolExecutor(1, "backups")
        self._backed_up_appends, self._last_error = 0, ""
        self._thread = ThreadPoolExecutor(1, "ledger")
        self._exit_stack = ExitStack()
        self._book: Book | None = book
        self._games: dict[str, Game] = {}
        self._versions: dict[str, tuple[int, float]] = {}
        self._change_count, self._known_versions = -1, dict[str, int]()

    async def run_with_book(self, function: Callable[[Book], T]) -> T:
        """Call a function with the book in the ledger's thread, and return its result."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._thread, lambda: self._call_and_back_up_if_written(function)
        )

    def _call_and_back_up_if_written(self, function: Callable[[Book], T]) -> T:
        book = self._get_or_open_book()
        try:
            return function(book)
        finally:
            if book.store.appends != self._backed_up_appends:
                self._backed_up_appends = book.store.appends
                self._backup_thread.submit(self._back_up_if_due_and_report_error, book)

    def _back_up_if_due_and_report_error(self, book: Book) -> None:
        error = back_up_if_due(book)
        if error not in ("", self._last_error) and self._report_error is not None:
            self._report_error(error)
        self._last_error = error

    def _get_or_open_book(self) -> Book:
        if self._book is None:
            self._book = self._exit_stack.enter_context(open_book(self._ledger))
        return self._book

    def open_game_for_role(self, book: Book, stream: str, role: Role) -> Game:
        """Open a game in its current state, for entries by a role, in the ledger's thread."""
        game = self._games.pop(stream, None)
        if game is None:
            game = book.open_game(stream)
            while len(self._games) >= MAX_OPEN_GAMES:
                self._games.pop(next(iter(self._games)))
        elif game.is_behind:
            game.reload()
        game.writer.author = get_author_name(role)
        self._games[stream] = game
        return game

    async def get_version(self, stream: str) -> int:
        """Return a game's or league's version, read at most twice per ``CHECK_INTERVAL``."""
        version, checked_at = self._versions.get(stream, (0, -CHECK_INTERVAL))
        if time.monotonic() - checked_at >= CHECK_INTERVAL / 2:
            version = await self.run_with_book(lambda book: self._read_cached_version(book, stream))
            self._versions[stream] = (version, time.monotonic())
            if len(self._versions) > MAX_OPEN_GAMES:
                self._versions.pop(next(iter(self._versions)))
        return version

    def _read_cached_version(self, book: Book, stream: str) -> int:
        changes = book.ledger_change_counter
        if changes != self._change_count:
            self._change_count = changes
            self._known_versions.clear()
        if stream not in self._known_versions:
            self._known_versions[stream] = book.get_version(stream)
        return self._known_versions[stream]

    def close(self) -> None:
        self._thread.submit(self._exit_stack.close).result()
        self._thread.shutdown()
        self._backup_thread.shutdown()
