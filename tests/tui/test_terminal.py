"""In a real terminal: begun, killed in the middle of a roll, started again at the same question."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from tests.tui.kit import TO_SHOOT, begin
from tracker.application.book import open_book

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        shutil.which("tmux") is None,
        reason="tmux is not installed: the stories in a real terminal were NOT told",
    ),
]
PROGRAM = (
    "import sys; from tui.app import run_app; code = run_app(sys.argv[1]);"
    " print('CODE', code); sys.stdout.flush(); input()"
)
TIMEOUT = 30.0
SESSIONS = count()
FAULTY = (
    "import tui.table.panels.log_and_combats_panel as log\n"
    "def body(*_): raise RuntimeError('the lamp [fell] over')\n"
    "log.LogPanel.render_body = body\n"
)
SIZES = [(80, 24), pytest.param(120, 40, marks=pytest.mark.thorough)]
STEPS = 120
"""Keys enough for a turn in which the app rolls and everybody holds fire."""


class Terminal:
    """A session of tmux of its own, with the program in it."""

    def __init__(self, socket: str, ledger: Path) -> None:
        self.socket = socket
        self.ledger = ledger

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-L", self.socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def start(self, width: int, height: int, before: str = "") -> None:
        size = ("-x", str(width), "-y", str(height))
        program = (sys.executable, "-c", before + PROGRAM, str(self.ledger))
        self.tmux("new-session", "-d", "-s", "table", *size, *program)

    def keys(self, text: str) -> None:
        for character in text:
            key = {"⏎": "Enter", "⎋": "Escape"}.get(character)
            self.tmux("send-keys", "-t", "table", *([key] if key else ["-l", character]))

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "table")

    def until(self, there: Callable[[str], bool]) -> str:
        """The screen as soon as it looks like that. Raises ``AssertionError`` with the last one."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            shown = self.screen()
            if there(shown):
                return shown
            time.sleep(0.1)
        raise AssertionError(self.screen())

    def settled(self, before: str) -> str:
        """The screen when it is another one and stands still."""
        shown = self.until(lambda now: now != before)
        while True:
            time.sleep(0.2)
            now = self.screen()
            if now == shown:
                return shown
            shown = now

    def kill(self) -> None:
        """End the program where it stands, without a chance to say goodbye."""
        pane = self.tmux("list-panes", "-t", "table", "-F", "#{pane_pid}").strip()
        os.kill(int(pane), signal.SIGKILL)


@contextmanager
def terminal(ledger: Path) -> Iterator[Terminal]:
    session = Terminal(f"warledger-{os.getpid()}-{next(SESSIONS)}", ledger)
    try:
        yield session
    finally:
        command = ["tmux", "-L", session.socket, "kill-server"]
        subprocess.run(command, check=False, capture_output=True)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_killed_in_the_middle_of_a_volley(tmp_path: Path, width: int, height: int) -> None:
    ledger = tmp_path / f"club{width}.db"
    with open_book(ledger) as book:
        begin(book, TO_SHOOT)

    with terminal(ledger) as first:
        first.start(width, height)
        first.until(lambda shown: "Alpha has not fired" in shown)
        first.keys("⏎12s⏎4516234612⏎")
        first.until(lambda shown: "THROUGH   6 dice" in shown)
        first.keys("426")
        first.until(lambda shown: "3 of 6 dice" in shown)
        first.kill()

    with terminal(ledger) as again:
        again.start(width, height)
        shown = again.until(lambda shown: "waiting for" in shown)
        assert "6 dice through, 1 Alpha ▸ 2 Dusk rifles, need 4+" in shown
        again.keys("⏎")
        shown = again.until(lambda shown: "THROUGH   6 dice" in shown)
        assert "3 of 6 dice" in shown  # what was typed is there again
        assert all(len(row) <= width for row in shown.splitlines())
        again.keys("512⏎")
        again.until(lambda shown: "SAVE   3 dice" in shown)
        again.keys("q⏎q")
        again.until(lambda shown: "CODE 0" in shown)

    with open_book(ledger) as book:
        assert not book.verify_ledger().problems


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_from_launch_to_a_finished_turn(tmp_path: Path, width: int, height: int) -> None:
    ledger = tmp_path / f"first{width}.db"
    with terminal(ledger) as table:
        table.start(width, height)
        table.until(lambda shown: "begin a game" in shown)
        table.keys("n")
        rules = table.until(lambda shown: "Which rules?" in shown)
        number = next(row for row in rules.splitlines() if "Deathzap 2" in row).strip(" │▸")[0]
        table.keys(f"{number}⏎⏎⏎")  # n, the rules, two forces, begin: five keys, then the dice
        shown = table.until(lambda shown: "0 of 2 dice" in shown)
        for _ in range(STEPS):
            if "turn 2" in shown:
                break
            dice = re.search(r"(\d+) of (\d+) di(?:c)?e", shown)
            idle = "n" if "does what?" in shown else "⏎"
            table.keys("r" if dice and dice[1] != dice[2] else idle)
            shown = table.settled(shown)
        assert "turn 2" in shown
        assert all(len(row) <= width for row in shown.splitlines())
        table.keys("q⏎")
        table.until(lambda shown: "resume" in shown)

    with open_book(ledger) as book:
        assert book.open_game("last").match.turn == 2
        assert not book.verify_ledger().problems


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    code = "import sys; from tui.app import run_app; sys.exit(run_app(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "club.db")],
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "terminal" in done.stderr
    assert not (tmp_path / "club.db").exists()


def test_a_fault_of_the_program_ends_in_one_sentence_and_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ledger = tmp_path / "club.db"
    with open_book(ledger) as book:
        begin(book, TO_SHOOT)
    with terminal(ledger) as table:
        table.start(80, 24, FAULTY)
        table.until(lambda shown: "Alpha has not fired" in shown)
        table.keys("⏎")
        shown = table.until(lambda shown: "CODE" in shown)
    said = " ".join(shown.split())
    assert said.startswith("Warledger stopped because of an error in the program. This")
    assert "CODE 70" in said
    assert "Traceback" not in shown
    assert "│" not in shown  # nothing of the table is left over
    (file,) = (tmp_path / "state" / "warledger").glob("fault-*.txt")
    assert str(file).replace(" ", "") in shown.replace("\n", "").replace(" ", "")
    details = file.read_text(encoding="utf-8")
    assert "Traceback" in details
    assert "RuntimeError: the lamp [fell] over" in details
    with open_book(ledger) as book:
        assert not book.verify_ledger().problems
