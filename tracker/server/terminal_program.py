"""A Textual program that is drawn elsewhere: begun, fed with what is typed, ended.

It speaks as ``textual.drivers.web_driver`` does: a line when it is ready, then packets of a sign
for their kind, their length in four bytes, and what they hold.
"""

from __future__ import annotations

import asyncio
import json
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

DRIVER = "textual.drivers.web_driver:WebDriver"
READY = b"__GANGLION__\n"
DRAWN, SAID = b"D", b"M"
GRACE = 5.0
"""Seconds in which a program leaves by itself."""


class Program:
    """A program that runs; ``packets`` is what it draws."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def begin_program(cls, command: Sequence[str], width: int, height: int) -> Program:
        """Begin a program in a terminal of so many columns and rows."""
        environment = {
            **os.environ,
            "TEXTUAL_DRIVER": DRIVER,
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "COLUMNS": str(width),
            "ROWS": str(height),
        }
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
            )
        )

    async def drawn(self) -> AsyncIterator[bytes]:
        """What it draws, until it ends."""
        out = self._process.stdout
        assert out is not None
        with suppress(asyncio.IncompleteReadError, ValueError):
            while (line := await out.readline()) and line != READY:
                pass  # what is printed before the screens are there
            while True:
                kind = await out.readexactly(1)
                packet = await out.readexactly(int.from_bytes(await out.readexactly(4), "big"))
                if kind == DRAWN:
                    yield packet
                elif kind == SAID and json.loads(packet).get("type") == "exit":
                    return

    async def type(self, typed: str) -> None:
        """Keys and what was pasted."""
        await self._send(DRAWN, typed.encode("utf-8", "replace"))

    async def say(self, **said: str | int) -> None:
        """``type`` is what is said: ``resize`` (``width``, ``height``), ``focus``, ``quit``."""
        await self._send(SAID, json.dumps(said).encode())

    async def _send(self, kind: bytes, packet: bytes) -> None:
        to = self._process.stdin
        assert to is not None
        with suppress(OSError, RuntimeError):
            to.write(kind + len(packet).to_bytes(4, "big") + packet)
            await to.drain()

    async def end(self) -> None:
        """Have it leave; after a while it is made to."""
        await self.say(type="quit")
        out, to = self._process.stdout, self._process.stdin
        assert out is not None
        assert to is not None
        try:
            async with asyncio.timeout(GRACE):
                while await out.read(1 << 16):
                    pass  # nobody looks any more
                await self._process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        finally:
            to.close()
            with suppress(OSError):
                await to.wait_closed()
