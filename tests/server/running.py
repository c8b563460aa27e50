"""Run ``warledger serve`` as a separate process, and read the links it prints."""

from __future__ import annotations

import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import uvicorn

PROGRAM = [sys.executable, "-c", "from tracker.cli.main import run; run()"]
LINK_LINE = re.compile(r"^(.+): (https?://[^/]+/\S+)$")


class Served:
    """A server of a ledger, on a free port. A restart uses the same port."""

    def __init__(self, ledger: Path, *more: str) -> None:
        self.ledger = ledger
        self.more = more
        self.port = 0
        self.links: dict[str, str] = {}
        self.begin()

    def begin(self) -> None:
        """Start the server and wait until it has printed its links."""
        self.links.clear()
        home = self.ledger.parent
        self.program = subprocess.Popen(
            [*PROGRAM, "serve", "--port", str(self.port), "--db", str(self.ledger), *self.more],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_STATE_HOME": str(home / "state")},
        )
        assert self.program.stdout is not None
        while len(self.links) < 4:
            line = self.program.stdout.readline()
            if found := LINK_LINE.match(line):
                self.links[found[1]] = found[2]
                self.port = urlsplit(found[2]).port or self.port

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        self.program.send_signal(signal.SIGKILL)
        self._gone()

    def end(self) -> None:
        self.program.terminate()
        self._gone()

    def _gone(self) -> None:
        self.program.wait(10)
        if self.program.stdout is not None:
            self.program.stdout.close()


class QuietServer(uvicorn.Server):
    """A server that reports no errors about the live connections that it closes when it stops."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, and close live connections."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        super().handle_exit(sig, frame)
