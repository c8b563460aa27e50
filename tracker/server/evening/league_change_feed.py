"""Notifies all phones that follow a league, with a single check of the ledger for all of them."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tracker.server.ledger_worker import CHECK_INTERVAL, LedgerWorker


class LeagueChangeFeed:
    """Checks each league four times a second, regardless of how many phones follow it."""

    def __init__(self, worker: LedgerWorker) -> None:
        self._worker = worker
        self._versions: dict[str, int] = {}
        self._change_events: dict[str, asyncio.Event] = {}
        self._waiter_counts: dict[str, int] = {}
        self._watchers: dict[str, asyncio.Task[None]] = {}

    async def wait_for_change(self, stream: str, known_version: int) -> int:
        """Wait until the version differs from ``known_version``, and return the new version."""
        if stream not in self._watchers or self._watchers[stream].done():
            self._versions[stream] = await self._read_version(stream)
            self._change_events.setdefault(stream, asyncio.Event())
            self._watchers[stream] = asyncio.create_task(self._watch_league(stream))
        self._waiter_counts[stream] = self._waiter_counts.get(stream, 0) + 1
        try:
            while self._versions[stream] == known_version:
                await self._change_events[stream].wait()
            return self._versions[stream]
        finally:
            self._waiter_counts[stream] -= 1

    async def _read_version(self, stream: str) -> int:
        return await self._worker.run_with_book(lambda book: book.get_version(stream))

    async def _watch_league(self, stream: str) -> None:
        """Check the league repeatedly, until nobody has followed it for a while."""
        idle_checks = 0
        while idle_checks < 40:
            await asyncio.sleep(CHECK_INTERVAL)
            idle_checks = 0 if self._waiter_counts.get(stream) else idle_checks + 1
            version = self._versions[stream]
            with suppress(Exception):  # a ledger that cannot be read now is checked again
                version = await self._read_version(stream)
            if version != self._versions[stream]:
                self._versions[stream] = version
                event, self._change_events[stream] = self._change_events[stream], asyncio.Event()
                event.set()
