"""``warledger serve`` as a child of the screens: it ends with them."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
from contextlib import suppress

from msgspec import Struct

PROGRAM = (sys.executable, "-c", "from tracker.cli.main import run; run()")
DOOR = re.compile(r"(?P<name>[^:]+): (?P<address>http://\S+)")
QUIETLY = ("--no-codes", "--held")
SAID = "warledger: "
"""How what the program says of itself begins."""


class Door(Struct, frozen=True):
    """Who comes in there, and its address."""

    name: str
    address: str


LOOPBACK = "//127.0.0.1:"
"""In the addresses of a machine that is in no network."""


class Serving:
    """The server of a game or an evening: not begun, or with its doors; ``trouble`` says why it
    ended.
    """

    def __init__(self, ledger: str, stream: str, doors: int) -> None:
        self.ledger = ledger
        self.stream = stream
        self.lan = False
        self.doors: tuple[Door, ...] = ()
        self.trouble = ""
        self._most = doors
        self._program: subprocess.Popen[str] | None = None
        atexit.register(self.end)

    @property
    def is_on(self) -> bool:
        """Whether phones are served now."""
        return self._program is not None and self._program.poll() is None

    @property
    def is_alone(self) -> bool:
        """Whether no other machine reaches it, whatever is wanted."""
        return any(LOOPBACK in one.address for one in self.doors)

    def begin(self, close: str = "") -> None:
        """Begin it, and wait until its doors are told; that called ``close`` is closed first."""
        self.end()
        more = [*(["--lan"] if self.lan else []), *(["--close", close] if close else [])]
        self._program = subprocess.Popen(
            [*PROGRAM, "serve", self.stream, *QUIETLY, *more],
            env=os.environ | {"WARLEDGER_DB": self.ledger},  # a password is in no list of programs
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self.doors, self.trouble = (), ""
        self._listen(self._program)

    def _listen(self, program: subprocess.Popen[str]) -> None:
        found: list[Door] = []
        said = ""
        assert program.stdout is not None
        while len(found) < self._most and (line := program.stdout.readline()):
            door = DOOR.fullmatch(line.strip())
            if door is not None:
                found.append(Door(door["name"], door["address"]))
            elif line.startswith(SAID):
                said = line.removeprefix(SAID).strip()
        if len(found) < self._most:
            self.end()
            self.trouble = said or "The server did not begin; try warledger serve by itself."
        else:
            self.doors = tuple(found)

    def end(self) -> None:
        """End it; the doors stay as they are."""
        program, self._program, self.doors = self._program, None, ()
        if program is None:
            return
        for pipe in (program.stdin, program.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        program.terminate()
        try:
            program.wait(5)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
