"""Notifies all phones that follow a league, with a single check of the ledger for all of them."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tracker.server.ledger_worker import LOOK, LedgerWorker


class LeagueChangeFeed:
    """Checks each league four times a second, regardless of how many phones follow it."""

    def __init__(self, worker: LedgerWorker) -> None:
        self._worker = worker
        self._versions: dict[str, int] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._waiting: dict[str, int] = {}
        self._looks: dict[str, asyncio.Task[None]] = {}

    async def wait_for_change(self, stream: str, known: int) -> int:
        """Wait until the league's version differs from ``known``, and return the new version."""
        if stream not in self._looks or self._looks[stream].done():
            self._versions[stream] = await self._look(stream)
            self._changed.setdefault(stream, asyncio.Event())
            self._looks[stream] = asyncio.create_task(self._go_on_looking(stream))
        self._waiting[stream] = self._waiting.get(stream, 0) + 1
        try:
            while self._versions[stream] == known:
                await self._changed[stream].wait()
            return self._versions[stream]
        finally:
            self._waiting[stream] -= 1

    async def _look(self, stream: str) -> int:
        return await self._worker.run_with_book(lambda book: book.get_version(stream))

    async def _go_on_looking(self, stream: str) -> None:
        """Check the league repeatedly, until nobody has followed it for a while."""
        idle = 0
        while idle < 40:
            await asyncio.sleep(LOOK)
            idle = 0 if self._waiting.get(stream) else idle + 1
            now = self._versions[stream]
            with suppress(Exception):  # a ledger that cannot be read now is checked again
                now = await self._look(stream)
            if now != self._versions[stream]:
                self._versions[stream] = now
                changed, self._changed[stream] = self._changed[stream], asyncio.Event()
                changed.set()
