"""Every command of the README and of Getting started works, in the order it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from socket import socket

import pytest
from uvicorn import Server

from tracker.cli.main import main
from tracker.server import server_runner

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/getting-started.md")
BLOCKS = [
    block
    for page in PAGES
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text("utf-8"), flags=re.DOTALL)
]
CALLS = [
    [line.strip() for line in block.splitlines() if line.startswith("warledger ")]
    for block in BLOCKS
]


@pytest.mark.parametrize("calls", [calls for calls in CALLS if calls], ids=lambda calls: calls[0])
def test_commands_of_the_first_pages(
    calls: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("WARLEDGER_DB", str(tmp_path / "book.db"))
    monkeypatch.setenv("WARLEDGER_BACKUPS", "3,7")
    monkeypatch.chdir(tmp_path)
    # A server would go on until Ctrl+C, and its port may be another's.
    monkeypatch.setattr(Server, "run", lambda *_, **__: None)
    monkeypatch.setattr(server_runner, "open_listening_socket", lambda *_, **__: socket())
    if calls[0].startswith("warledger backup"):  # of a ledger that is kept already
        sides = ("--side", "Red=iron-third", "--side", "Blue=red-dusk")
        assert main(["match", "new", "--ruleset", "deathzap2", *sides]) == 0
        shutil.copy("book.db", "damaged.db")
    for call in calls:
        words = shlex.split(call.replace("/media/stick", str(tmp_path)), comments=True)
        assert main(words[1:]) == 0, f"{call}\n{capsys.readouterr().err}"
    assert capsys.readouterr().out
