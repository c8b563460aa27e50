"""Each side's chance to win games that are followed: worked out once a line for all who look, in a
process beside the server.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

import msgspec

from tracker.application.win_probability.current_chance import NOWHERE, ChanceNow
from tracker.vocabulary.events import Version

PROGRAM = (sys.executable, "-m", "tracker.application.win_probability.current_chance")


class ChanceWorker:
    """Works out one game at a time; a game that is not worked out yet has no chances."""

    def __init__(self) -> None:
        self._found: dict[str, ChanceNow] = {}
        self._asked: dict[str, Version] = {}
        self._wanted: dict[str, str] = {}
        self._working: asyncio.Task[None] | None = None
        self._process: Process | None = None

    def find_known(self, stream: str) -> ChanceNow | None:
        """The chances last worked out for a game, or None."""
        return self._found.get(stream)

    def request(self, stream: str, version: Version, ledger: str) -> None:
        """Have the chances at a version worked out, unless they were requested before."""
        if version == NOWHERE or not ledger or self._asked.get(stream) == version:
            return
        self._asked[stream] = version
        self._wanted[stream] = ledger
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._wanted:
            stream = next(iter(self._wanted))
            with suppress(OSError, msgspec.DecodeError):  # what cannot be told is left out
                told = await self._told(stream, self._wanted.pop(stream))
                if found := msgspec.json.decode(told, type=ChanceNow | None):
                    self._found[stream] = found

    async def _told(self, stream: str, ledger: str) -> bytes:
        self._process = await asyncio.create_subprocess_exec(
            *PROGRAM,
            stream,
            str(os.getpid()),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
            env=os.environ | {"WARLEDGER_DB": ledger},  # a password is in no list of programs
        )
        told, _ = await self._process.communicate()
        return told

    async def close(self) -> None:
        """End what is worked out just now."""
        if self._working is not None and not self._working.done():
            self._working.cancel()
            if self._process is not None:
                with suppress(ProcessLookupError):
                    self._process.kill()
                await self._process.wait()
