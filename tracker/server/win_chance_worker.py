"""Computes win chances for the overlay in a separate process."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

import msgspec

from tracker.application.win_probability.current_win_chance import NOWHERE, CurrentWinChance
from tracker.vocabulary.events import Version

CHANCE_COMMAND = (sys.executable, "-m", "tracker.application.win_probability.current_win_chance")


class WinChanceWorker:
    """A worker that computes win chances in a separate process, for one game at a time."""

    def __init__(self) -> None:
        self._chances: dict[str, CurrentWinChance] = {}
        self._requested_versions: dict[str, Version] = {}
        self._pending_ledgers: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self._process: Process | None = None

    def get_last_chances(self, stream: str) -> CurrentWinChance | None:
        return self._chances.get(stream)

    def request_chances(self, stream: str, version: Version, ledger: str) -> None:
        """Request the chances at a version, unless they have already been requested."""
        if version == NOWHERE or not ledger or self._requested_versions.get(stream) == version:
            return
        self._requested_versions[stream] = version
        self._pending_ledgers[stream] = ledger
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._compute_all_requested_chances())

    async def _compute_all_requested_chances(self) -> None:
        while self._pending_ledgers:
            stream = next(iter(self._pending_ledgers))
            with suppress(OSError, msgspec.DecodeError):  # omits failed computations
                output = await self._compute_chances(stream, self._pending_ledgers.pop(stream))
                if chances := msgspec.json.decode(output, type=CurrentWinChance | None):
                    self._chances[stream] = chances

    async def _compute_chances(self, stream: str, ledger: str) -> bytes:
        self._process = await asyncio.create_subprocess_exec(
            *CHANCE_COMMAND,
            stream,
            str(os.getpid()),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
            env=os.environ | {"WARLEDGER_DB": ledger},  # keeps passwords out of process lists
        )
        output, _ = await self._process.communicate()
        return output

    async def close(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            if self._process is not None:
                with suppress(ProcessLookupError):
                    self._process.kill()
                await self._process.wait()
