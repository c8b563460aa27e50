"""The terminal without one: keys come through a pipe, what would end the program is noted."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from typing import Any

import pytest
from textual.drivers.linux_driver import LinuxDriver

from tests.tui.quiet import standin

if sys.platform == "win32":
    pytest.skip("Windows has a terminal of its own", allow_module_level=True)

from tui import terminal_driver
from tui.terminal_driver import TerminalDriver, TerminalOutput


class Gone(io.StringIO):
    """A file that takes so many writes, then is gone."""

    tried = 0

    def __init__(self, takes: int) -> None:
        super().__init__()
        self.takes = takes

    def write(self, text: str) -> int:
        self.tried += 1
        if self.tried > self.takes:
            raise OSError(5, "Input/output error")
        return super().write(text)

    def flush(self) -> None:
        self.tried += 1

    def fileno(self) -> int:
        return 7


def test_what_is_shown_goes_nowhere_once_the_terminal_is_gone() -> None:
    file = Gone(takes=2)
    output = TerminalOutput(file)
    output.write("a")
    output.flush()
    assert (file.getvalue(), file.tried, output.is_gone, output.fileno()) == ("a", 2, False, 7)
    output.write("b")
    assert (file.getvalue(), file.tried, output.is_gone) == ("a", 3, True)
    output.write("c")
    output.flush()
    assert file.tried == 3  # nobody tries again


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """How the program was told to end, and what ends it by force."""
    found: list[Any] = []

    class Timer:
        daemon = False

        def __init__(self, *said: Any) -> None:
            self.said = said

        def start(self) -> None:
            found.append((*self.said, self.daemon))

    monkeypatch.setattr(terminal_driver, "threading", standin(Timer=Timer))
    return found


def driver(ended: list[Any], typed: bytes) -> Any:
    """A terminal on which this was typed before it was closed."""
    there, here = os.pipe()
    os.write(here, typed)
    os.close(here)
    found: Any = TerminalDriver.__new__(TerminalDriver)
    found.fileno, found.exit_event, found._debug = there, threading.Event(), False
    found._app = standin(exit=lambda *, return_code: ended.append(return_code))
    found.handled, found.keys = [], []
    found._loop = standin(
        call_soon_threadsafe=lambda how, *about: how(*about),
        add_signal_handler=lambda number, how, *about: found.handled.append((number, how, about)),
    )
    found.process_message = lambda message: found.keys.append(message.character)
    return found


def test_keys_are_read_until_nobody_is_left_to_press_one(ended: list[Any]) -> None:
    # ü in UTF-8, then ü as Latin-1 writes it, then a control code of Latin-1.
    at = driver(ended, "7ü".encode() + b"\xfc\x9b" + b"r")
    at.run_input_thread()
    os.close(at.fileno)
    assert at.keys == ["7", "ü", "ü", "\ufffd", "r"]
    # 128 and 1, the number of SIGHUP; by force after five seconds, if it is still there.
    assert ended == [(5.0, os._exit, (129,), True), 129]


def test_a_terminal_that_cannot_be_read_is_gone(ended: list[Any]) -> None:
    at = driver(ended, b"")
    assert at._read_bytes() == b""
    os.close(at.fileno)
    assert at._read_bytes() == b""


def test_no_key_is_read_once_the_program_ends(ended: list[Any]) -> None:
    at = driver(ended, b"7")
    at.exit_event.set()
    at.run_input_thread()
    os.close(at.fileno)
    assert (at.keys, ended) == ([], [])


def test_a_signal_ends_the_program_unless_it_is_to_be_ignored(
    ended: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []

    def begin(self: object) -> None:
        begun.append(self)

    monkeypatch.setattr(LinuxDriver, "start_application_mode", begin)
    kept = {signal.SIGTERM: signal.SIG_DFL, signal.SIGHUP: signal.SIG_IGN}  # as nohup leaves it
    monkeypatch.setattr(signal, "getsignal", kept.__getitem__)
    at = driver(ended, b"")
    os.close(at.fileno)
    at.start_application_mode()
    assert begun == [at]
    assert (type(at._file), at._file.file) == (TerminalOutput, sys.__stderr__)
    ((number, how, about),) = at.handled
    assert number == signal.SIGTERM
    how(*about)
    assert ended == [143]  # 128 and 15
