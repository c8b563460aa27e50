"""The terminal closes, or the program is told to end: it ends, and what was entered is there."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.kit import TO_SHOOT, begin
from tracker.application.book import open_book

pytestmark = pytest.mark.thorough
PROGRAM = "import sys; from tui.app import run_app; sys.exit(run_app(sys.argv[1], sys.argv[2]))"
HUNG_UP, TERMINATED = 128 + signal.SIGHUP, 128 + signal.SIGTERM
TIMEOUT = 30.0
SLACK = 12.0
"""Seconds until a program whose terminal is gone must have ended."""


class AtPty:
    """The program on a terminal whose other end is ours."""

    def __init__(self, ledger: Path, *, ignores: bool = False, leads: bool = True) -> None:
        self.master, self.slave = pty.openpty()
        size = struct.pack("HHHH", 24, 80, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)

        def before() -> None:
            if ignores:
                signal.signal(signal.SIGHUP, signal.SIG_IGN)
            if leads:
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(ledger), "m1"],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=before,  # noqa: PLW1509 - nothing else runs in this test
            env={**os.environ, "TERM": "xterm-256color"},
        )
        self.shown = b""

    def until(self, there: Callable[[bytes], bool]) -> None:
        """Read what it shows until it looks like that. Raises ``AssertionError``."""
        end = time.monotonic() + TIMEOUT
        while not there(self.shown):
            assert time.monotonic() < end, self.shown[-2000:]
            if select.select([self.master], [], [], 0.2)[0]:
                self.shown += os.read(self.master, 65536)

    def close(self) -> None:
        """The window is closed: nobody holds the terminal any longer."""
        os.close(self.slave)
        os.close(self.master)

    def ended(self) -> int:
        try:
            return self.program.wait(SLACK)
        finally:
            self.program.kill()


def ledger_in(folder: Path) -> Path:
    path = folder / "club.db"
    with open_book(path) as book:
        begin(book, TO_SHOOT)
    return path


def at_table(shown: bytes) -> bool:
    return b"does what?" in shown


@pytest.mark.parametrize("ignores", [False, True], ids=["hang-up", "hang-up-ignored"])
@pytest.mark.parametrize("leads", [True, False], ids=["own-terminal", "end-of-file"])
def test_whatever_closes_the_terminal_ends_the_program(
    tmp_path: Path, ignores: bool, leads: bool
) -> None:
    ledger = ledger_in(tmp_path)
    table = AtPty(ledger, ignores=ignores, leads=leads)
    table.until(at_table)
    os.write(table.master, b"12s\r45162346")
    table.until(lambda shown: b"8 of 10 dice" in shown)
    table.close()
    assert table.ended() == HUNG_UP
    with open_book(ledger) as book:
        assert book.open_game("m1").pending is not None  # the volley that was begun
        assert not book.verify_ledger().problems


def test_told_to_end_it_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    table = AtPty(ledger_in(tmp_path))
    before = termios.tcgetattr(table.slave)
    table.until(at_table)
    assert termios.tcgetattr(table.slave) != before
    table.program.send_signal(signal.SIGTERM)
    table.until(lambda shown: b"\x1b[?1049l" in shown and b"\x1b[?25h" in shown)
    assert table.ended() == TERMINATED
    assert termios.tcgetattr(table.slave) == before
    table.close()


def test_killed_in_the_middle_of_a_roll_it_goes_on_at_the_same_question(tmp_path: Path) -> None:
    """On any system with terminals; `test_terminal.py` tells more of it where tmux is."""
    ledger = ledger_in(tmp_path)
    table = AtPty(ledger)
    table.until(at_table)
    os.write(table.master, b"12s\r45162346")
    table.until(lambda shown: b"8 of 10 dice" in shown)
    table.program.kill()
    assert table.ended() == -signal.SIGKILL
    table.close()
    again = AtPty(ledger)
    again.until(lambda shown: b"TO HIT" in shown and b"8 of 10 dice" in shown)
    os.write(again.master, b"12\r")
    again.until(lambda shown: b"THROUGH" in shown)
    again.close()
    assert again.ended() == HUNG_UP
    with open_book(ledger) as book:
        assert not book.verify_ledger().problems


def test_a_byte_that_is_no_utf_8_is_a_letter_and_the_screens_go_on(tmp_path: Path) -> None:
    """A paste from an old file: ``é`` in Latin-1 is the one byte E9."""
    table = AtPty(ledger_in(tmp_path))
    table.until(at_table)
    os.write(table.master, b"'Chlo\xe9 came late\r")
    table.until(lambda shown: "Chloé came late".encode() in shown)
    os.write(table.master, b"q")
    table.until(lambda shown: b"note for your return" in shown)
    table.close()
    assert table.ended() == HUNG_UP
