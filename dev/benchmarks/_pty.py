"""A program in a terminal of its own: what it draws, and when."""

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
PATIENCE = 30.0  # seconds
CHUNK = 65536


class Terminal:
    """The other end of a terminal that a program draws on."""

    def __init__(self, descriptor: int, started: float) -> None:
        self.descriptor = descriptor
        self.started = started
        self.drawn = b""

    def quiet(self, after: float) -> float:
        """Read until nothing was drawn for so many seconds; when the last of it came.

        Raises ``TimeoutError`` where nothing is drawn at all.
        """
        last = 0.0
        end = time.perf_counter() + PATIENCE
        while True:
            wait = after if last else end - time.perf_counter()
            ready, _, _ = select.select([self.descriptor], [], [], max(wait, 0))
            if not ready:
                if last:
                    return last
                message = "nothing was drawn"
                raise TimeoutError(message)
            self.drawn += os.read(self.descriptor, CHUNK)
            last = time.perf_counter()

    def until(self, text: str, after: float) -> float:
        """Read until this text and then nothing more was drawn; when the last of it came."""
        last = self.quiet(after)
        while text.encode() not in self.drawn:
            last = self.quiet(after)
        return last

    def press(self, key: str) -> float:
        """Press a key; when it was pressed."""
        pressed = time.perf_counter()
        os.write(self.descriptor, key.encode())
        return pressed


@contextmanager
def terminal(code: str, *arguments: str) -> Iterator[Terminal]:
    """Python code running in a terminal of 120 by 40; it is killed in the end."""
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
