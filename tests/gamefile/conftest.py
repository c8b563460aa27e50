"""A fixture: the command line in an empty folder, with its own ledger and no game files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARLEDGER_GAMES", str(tmp_path / "games"))
    return Shell(tmp_path / "games.db", monkeypatch)
