"""The whole program in a browser: over a socket, behind a link of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from exports.output_file_writing import write_text_file_atomically
from tests.tui.kit import TO_SHOOT, begin
from tracker.application.book import Book, open_book
from tracker.application.browser_folder_restriction import FOLDER_VARIABLE
from tracker.application.errors import Refused
from tracker.application.ledger_restore_and_salvage import back_up_or_salvage_ledger
from tracker.application.roster_files_and_samples import read_roster_file
from tracker.ledger.memory_store import MemoryStore
from tracker.server.access_tokens import KEEPER, SCREENS, AccessTokens
from tracker.server.browser_terminal_processes import MAX_PROGRAMS, BrowserSessions
from tracker.server.game_pages import GamePages
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.request_limits import RequestLimiter
from tui.widgets.line_entry_dialog import make_file_completer

HERE = {"origin": "http://testserver"}


class Browser:
    """A browser that may open the screens of a ledger with one game."""

    def __init__(self, client: TestClient, tokens: AccessTokens, screens: BrowserSessions) -> None:
        self.client, self.tokens, self.screens = client, tokens, screens

    @property
    def path(self) -> str:
        return f"/{SCREENS}/{self.tokens.make_token(SCREENS, KEEPER)}"

    def is_refused(self, path: str, headers: dict[str, str]) -> bool:
        try:
            with self.client.websocket_connect(path, headers=headers):
                return False
        except WebSocketDisconnect as closed:
            return closed.code == 1008


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    ledger = tmp_path / "games.db"
    with open_book(ledger) as book:
        begin(book, TO_SHOOT)
    tokens = AccessTokens(tmp_path / "tokens")
    screens = BrowserSessions(ledger, tokens, tmp_path / "browser")
    app = RequestLimiter(
        GamePages(LedgerWorker(ledger), tokens).build_app(screens.list_routes()), {"testserver"}
    )
    with TestClient(app) as client:
        yield Browser(client, tokens, screens)
        until = time.monotonic() + 10
        while screens.running_count and time.monotonic() < until:
            time.sleep(0.05)


@pytest.mark.thorough
def test_the_program_is_drawn_takes_keys_and_is_left(browser: Browser) -> None:
    socket = f"{browser.path}/socket?width=100&height=30"
    drawn = b""
    with browser.client.websocket_connect(socket, headers=HERE) as line:
        while b"Iron Third v Red Dusk" not in drawn:
            drawn += line.receive_bytes()
        line.send_text('["resize", {"width": 9999999, "height": "x"}]')
        line.send_text('["ping", 7]')
        line.send_text("[not json")
        line.send_text('["stdin", "q"]')
        said: list[str] = []
        while (message := line.receive())["type"] != "websocket.close":
            said.append(message.get("text") or "")
        assert '["pong", 7]' in said


def test_only_its_own_link_and_a_page_of_the_server_open_the_screens(browser: Browser) -> None:
    token = browser.path.rpartition("/")[2]
    forged = ("a" if token[0] != "a" else "b") + token[1:]
    assert browser.client.get(browser.path).status_code == 200
    assert browser.client.get(f"/{SCREENS}/{forged}").status_code == 404
    assert browser.client.get(f"/m1/{token}").status_code == 404
    assert browser.is_refused(f"/{SCREENS}/{forged}/socket", HERE)
    assert browser.is_refused(f"{browser.path}/socket", {})
    assert browser.is_refused(f"{browser.path}/socket", {"origin": "http://elsewhere"})
    assert browser.is_refused(f"{browser.path}/socket", {**HERE, "host": "elsewhere"})
    browser.tokens.replace_token(SCREENS, KEEPER)
    assert browser.client.get(f"/{SCREENS}/{token}").status_code == 404
    browser.screens.running_count = MAX_PROGRAMS
    assert browser.is_refused(f"{browser.path}/socket", HERE)
    browser.screens.running_count = 0


def test_the_page_loads_nothing_from_elsewhere(browser: Browser) -> None:
    answered = browser.client.get(browser.path)
    policy = answered.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self' ws://testserver" in policy
    assert "http" not in answered.text
    for name in ("/terminal/textual.js", "/terminal/xterm.css", "/terminal/mono.ttf"):
        assert browser.client.get(name).status_code == 200
    for name in ("/terminal/..%2f..%2fserver.py", "/terminal/server.py"):
        assert browser.client.get(name).status_code == 404


def test_from_a_browser_files_are_read_and_written_in_one_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, outside = tmp_path / "browser", tmp_path / "secret.toml"
    inside.mkdir()
    outside.write_text("secret", encoding="utf-8")
    (inside / "way").symlink_to(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(inside))
    book = Book(MemoryStore())
    for path in (outside, inside / ".." / "secret.toml", inside / "way" / "secret.toml"):
        with pytest.raises(Refused, match="Choose a file in that folder"):
            read_roster_file(path)
        with pytest.raises(Refused, match="Choose a file in that folder"):
            write_text_file_atomically(path, "spoilt", overwrite=True)
        with pytest.raises(Refused, match="Choose a file in that folder"):
            back_up_or_salvage_ledger(book, path)
    assert make_file_completer(inside)(f"..{os.sep}") == (0, ())
    assert outside.read_text(encoding="utf-8") == "secret"
    write_text_file_atomically(inside / "mine.toml", "mine")
    assert read_roster_file(inside / "mine.toml") == "mine"


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="processes have no parents to lose there")
@pytest.mark.parametrize("after", [0, 1])
def test_a_program_ends_when_its_server_was_killed(tmp_path: Path, after: float) -> None:
    begun = (
        "import os, subprocess, sys, time;"
        "program = [sys.executable, '-m', 'tracker.server.browser_terminal_main'];"
        "one = subprocess.Popen([*program, *sys.argv[1:], str(os.getpid())],"
        " stdin=subprocess.PIPE, stdout=subprocess.DEVNULL);"
        "print(one.pid, flush=True); time.sleep(60)"
    )
    environment = {**os.environ, "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}
    server = subprocess.Popen(
        [sys.executable, "-c", begun, str(tmp_path / "games.db"), str(tmp_path / "browser")],
        stdout=subprocess.PIPE,
        env=environment,
    )
    assert server.stdout is not None
    program = int(server.stdout.readline())
    time.sleep(after)
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    until = time.monotonic() + 10
    while _runs(program) and time.monotonic() < until:
        time.sleep(0.1)
    assert not _runs(program)


def _runs(program: int) -> bool:
    try:
        os.kill(program, 0)
        stat = Path(f"/proc/{program}/stat").read_text(encoding="ascii")
    except (ProcessLookupError, FileNotFoundError):
        return False
    return "Z" not in stat.split()[2:3]
