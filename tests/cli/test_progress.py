"""The bar of long work on the ledger: drawn to its end where somebody sees it, else nothing."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Shell

CODE = "import sys; from tracker.cli.main import main; sys.exit(main(sys.argv[1:]))"
BAR = "━"
OF = re.compile(r"(\d+)/(\d+)")


def run(db: Path, command: str, error: int) -> subprocess.Popen[bytes]:
    told = {**os.environ, "WARLEDGER_DB": str(db), "TERM": "xterm-256color", "COLUMNS": "80"}
    told.pop("NO_COLOR", None)
    arguments = [sys.executable, "-c", CODE, command, "--json"]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=error, env=told)


def on_a_terminal(db: Path, command: str) -> tuple[str, bytes]:
    """What a command draws on the terminal that its stderr is, and what it prints."""
    here, there = pty.openpty()
    drawn = b""
    try:
        with run(db, command, there) as running:
            os.close(there)
            while True:
                try:
                    piece = os.read(here, 65536)
                except OSError:  # the other end is closed
                    break
                if not piece:
                    break
                drawn += piece
            assert running.stdout is not None
            printed = running.stdout.read()
        assert running.returncode == 0, drawn
    finally:
        os.close(here)
    return drawn.decode(), printed


@pytest.mark.thorough
@pytest.mark.parametrize(("command", "word"), [("rebuild", "reading"), ("verify", "checking")])
def test_on_a_terminal_it_is_drawn_to_its_end(playing: Shell, command: str, word: str) -> None:
    drawn, printed = on_a_terminal(playing.path, command)
    events = json.loads(printed)["events"]
    assert events > 1
    assert f"{word} events" in drawn
    assert BAR in drawn
    shown = [(int(done), int(total)) for done, total in OF.findall(drawn)]
    assert shown[-1] == (events, events)  # all of it
    assert shown == sorted(shown)


def test_without_a_terminal_nothing_is_drawn(playing: Shell) -> None:
    with run(playing.path, "rebuild", subprocess.PIPE) as running:
        assert running.stderr is not None
        assert running.stdout is not None
        printed, drawn = running.stdout.read(), running.stderr.read()
    assert (running.returncode, drawn) == (0, b"")
    assert json.loads(printed)["differences"] == []
