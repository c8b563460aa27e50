"""Runs a program in a pseudo-terminal, and measures when it draws."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

WIDTH, HEIGHT = 120, 40
TIMEOUT_SECONDS = 30.0
CHUNK_BYTES = 65536


class Terminal:
    """A program's terminal. ``output`` holds everything that the program has drawn."""

    def __init__(self, descriptor: int, started: float) -> None:
        self.descriptor = descriptor
        self.started = started
        self.output = b""

    def read_until_quiet(self, seconds: float) -> float:
        """Read until the program draws nothing for ``seconds``. Return the last read's time.

        Raise ``TimeoutError`` if the program draws nothing at all.
        """
        last = 0.0
        end = time.perf_counter() + TIMEOUT_SECONDS
        while True:
            wait = seconds if last else end - time.perf_counter()
            ready, _, _ = select.select([self.descriptor], [], [], max(wait, 0))
            if not ready:
                if last:
                    return last
                raise TimeoutError("the program drew nothing")
            self.output += os.read(self.descriptor, CHUNK_BYTES)
            last = time.perf_counter()

    def read_until_text(self, text: str, seconds: float) -> float:
        """Read until the text appears and the program is quiet. Return the last read's time."""
        last = self.read_until_quiet(seconds)
        while text.encode() not in self.output:
            last = self.read_until_quiet(seconds)
        return last

    def press_key(self, key: str) -> float:
        """Press a key, and return the time."""
        pressed = time.perf_counter()
        os.write(self.descriptor, key.encode())
        return pressed


@contextmanager
def run_in_terminal(code: str, *arguments: str) -> Iterator[Terminal]:
    """Run Python code in a terminal of 120 by 40 cells during the block, then kill it."""
    started = time.perf_counter()
    child, descriptor = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        size = struct.pack("HHHH", HEIGHT, WIDTH, 0, 0)
        fcntl.ioctl(sys.stdout.fileno(), termios.TIOCSWINSZ, size)
        os.execv(sys.executable, [sys.executable, "-c", code, *arguments])
    try:
        yield Terminal(descriptor, started)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(descriptor)
