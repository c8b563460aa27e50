"""``warledger serve`` as a child process of the screens. It ends when they end."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
from contextlib import suppress

from msgspec import Struct

PROGRAM = (sys.executable, "-c", "from tracker.cli.main import run; run()")
LINK_LINE = re.compile(r"(?P<name>[^:]+): (?P<address>http://\S+)")
QUIETLY = ("--no-codes", "--held")
SAID = "warledger: "
"""The prefix of the program's own messages."""


class ServedLink(Struct, frozen=True):
    """A link that is being served: its role and its address."""

    name: str
    address: str


LOOPBACK = "//127.0.0.1:"
"""A part of every address on a machine without a network."""


class PhoneServer:
    """The server of a game or an evening, with its links. ``trouble`` says why it ended."""

    def __init__(self, ledger: str, stream: str, links: int) -> None:
        self.ledger = ledger
        self.stream = stream
        self.lan = False
        self.links: tuple[ServedLink, ...] = ()
        self.trouble = ""
        self._most = links
        self._program: subprocess.Popen[str] | None = None
        atexit.register(self.stop)

    @property
    def is_on(self) -> bool:
        """Whether the server is running."""
        return self._program is not None and self._program.poll() is None

    @property
    def is_local_only(self) -> bool:
        """Whether only this machine can reach the server, even if a network was requested."""
        return any(LOOPBACK in one.address for one in self.links)

    def start(self, close: str = "") -> None:
        """Start the server and wait for its links. ``close`` names a link to revoke first."""
        self.stop()
        more = [*(["--lan"] if self.lan else []), *(["--close", close] if close else [])]
        self._program = subprocess.Popen(
            [*PROGRAM, "serve", self.stream, *QUIETLY, *more],
            # passwords never appear in process lists
            env=os.environ | {"WARLEDGER_DB": self.ledger},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self.links, self.trouble = (), ""
        self._listen(self._program)

    def _listen(self, program: subprocess.Popen[str]) -> None:
        found: list[ServedLink] = []
        said = ""
        assert program.stdout is not None
        while len(found) < self._most and (line := program.stdout.readline()):
            link = LINK_LINE.fullmatch(line.strip())
            if link is not None:
                found.append(ServedLink(link["name"], link["address"]))
            elif line.startswith(SAID):
                said = line.removeprefix(SAID).strip()
        if len(found) < self._most:
            self.stop()
            self.trouble = (
                said or "The server did not start. Run warledger serve in a shell to see why."
            )
        else:
            self.links = tuple(found)

    def stop(self) -> None:
        """Stop the server. Its links stay valid."""
        program, self._program, self.links = self._program, None, ()
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
