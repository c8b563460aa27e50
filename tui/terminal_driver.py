"""The screens' terminal driver, which ends the program when the terminal is gone."""

from __future__ import annotations

import codecs
import os
import selectors
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import IO

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

READ_BYTES = 4096
POLL_SECONDS = 0.1
GRACE_SECONDS = 5.0  # seconds for the program to end by itself when its terminal is gone
SIGNAL_EXIT_BASE = 128  # the exit code is this number plus the signal's
LATIN = "warledger-latin"


def _decode_as_latin(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are not UTF-8 as Latin-1, without the control codes."""
    assert isinstance(error, UnicodeDecodeError)
    undecoded = error.object[error.start : error.end]
    return "".join(chr(byte) if byte >= 0xA0 else "\ufffd" for byte in undecoded), error.end


codecs.register_error(LATIN, _decode_as_latin)


class TerminalOutput:
    """The output to the terminal. Once the terminal is gone, output is discarded at once."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file
        self.is_gone = False

    def write(self, text: str) -> None:
        self._call_unless_gone(lambda: self.file.write(text))

    def flush(self) -> None:
        self._call_unless_gone(self.file.flush)

    def fileno(self) -> int:
        return self.file.fileno()

    def _call_unless_gone(self, function: Callable[[], object]) -> None:
        try:
            if not self.is_gone:
                function()
        except OSError:
            self.is_gone = True


class TerminalDriver(LinuxDriver):
    """A driver that ends the application when its terminal closes or a signal arrives."""

    def start_application_mode(self) -> None:
        assert sys.__stderr__ is not None
        self._file = TerminalOutput(sys.__stderr__)  # type: ignore[assignment]
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                self._loop.add_signal_handler(number, self._exit_after_signal, number)
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def _exit_after_signal(self, number: signal.Signals) -> None:
        self._app.exit(return_code=SIGNAL_EXIT_BASE + number)

    def run_input_thread(self) -> None:
        """Read keys until the application ends or the terminal is gone."""
        parser = XTermParser(self._debug)
        for message in self._read_messages(parser):
            self.process_message(message)

    def _read_messages(self, parser: XTermParser) -> Iterator[Message]:
        decode = codecs.getincrementaldecoder("utf-8")(LATIN).decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(POLL_SECONDS):
                    data = self._read_bytes()
                    if not data:
                        self._end_application()
                        return
                    yield from parser.feed(decode(data))
                yield from parser.tick()

    def _read_bytes(self) -> bytes:
        """Return the typed bytes, or b"" if the terminal is gone."""
        try:
            return os.read(self.fileno, READ_BYTES)
        except OSError:
            return b""

    def _end_application(self) -> None:
        """End the application, and kill the process if it does not end in time."""
        timer = threading.Timer(GRACE_SECONDS, os._exit, (SIGNAL_EXIT_BASE + signal.SIGHUP,))
        timer.daemon = True
        timer.start()
        self._loop.call_soon_threadsafe(self._exit_after_signal, signal.SIGHUP)
