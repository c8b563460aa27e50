"""The process ``warledger serve``, which the screens start and which ends when they end."""

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
MESSAGE_PREFIX = "warledger: "  # precedes the program's own messages


class ServedLink(Struct, frozen=True):
    name: str
    address: str


LOOPBACK = "//127.0.0.1:"  # part of the addresses that only this computer can reach


class PhoneServer:
    """The server of a game or a league evening, with its links. ``error`` says why it ended."""

    def __init__(self, ledger: str, stream: str, link_count: int) -> None:
        self.ledger = ledger
        self.stream = stream
        self.lan = False
        self.links: tuple[ServedLink, ...] = ()
        self.error = ""
        self._link_count = link_count
        self._process: subprocess.Popen[str] | None = None
        atexit.register(self.stop)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def is_local_only(self) -> bool:
        """Whether only this computer can reach the server, even if a network was requested."""
        return any(LOOPBACK in link.address for link in self.links)

    def restart_and_wait_for_links(self, link_to_revoke: str = "") -> None:
        """Start the server, or restart it, and wait for its links.

        ``link_to_revoke`` is revoked first. If the server does not start, ``error`` says why.
        """
        self.stop()
        options = ["--lan"] if self.lan else []
        options += ["--close", link_to_revoke] if link_to_revoke else []
        self._process = subprocess.Popen(
            [*PROGRAM, "serve", self.stream, "--no-codes", "--held", *options],
            # passwords never appear in process lists
            env=os.environ | {"WARLEDGER_DB": self.ledger},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self.links, self.error = (), ""
        self._read_links_or_error(self._process)

    def _read_links_or_error(self, process: subprocess.Popen[str]) -> None:
        links: list[ServedLink] = []
        message = ""
        assert process.stdout is not None
        while len(links) < self._link_count and (line := process.stdout.readline()):
            link = LINK_LINE.fullmatch(line.strip())
            if link is not None:
                links.append(ServedLink(link["name"], link["address"]))
            elif line.startswith(MESSAGE_PREFIX):
                message = line.removeprefix(MESSAGE_PREFIX).strip()
        if len(links) < self._link_count:
            self.stop()
            self.error = (
                message or "The server did not start. Run warledger serve in a shell to see why."
            )
        else:
            self.links = tuple(links)

    def stop(self) -> None:
        """Stop the server. Its links stay valid."""
        process, self._process, self.links = self._process, None, ()
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
