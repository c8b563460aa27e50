"""``warledger serve`` as a program of its own, and the links it tells."""

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
    """A server of a ledger: at a free port, and at the same one whenever it is begun again."""

    def __init__(self, ledger: Path, *more: str) -> None:
        self.ledger = ledger
        self.more = more
        self.port = 0
        self.links: dict[str, str] = {}
        self.begin()

    def begin(self) -> None:
        """Begin it, and wait until it has told its links and listens."""
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
        """As a power cut does."""
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
