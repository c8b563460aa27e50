"""A shell on an empty ledger, and one with a game in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.deathzap2.evening import BLUE, RED


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    (tmp_path / "iron.toml").write_text(RED, encoding="utf-8")
    (tmp_path / "dusk.toml").write_text(BLUE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path / "games.db", monkeypatch)


@pytest.fixture
def playing(shell: Shell) -> Shell:
    """A basic game m1, deployed: the impetus roll waits."""
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    shell.done("match", "new", *sides, "--option", "game=basic", "--option", "orders_table=custom")
    shell.done("match", "do", "m1", "deployment : 52 / 1")
    return shell


@pytest.fixture
def shooting(playing: Shell) -> Shell:
    """The same game in Red's half of the first Shooting phase."""
    script = "impetus : 4 2\nskip orders\nfix phase shoot red\n"
    playing.done("match", "do", "m1", "--file", "-", stdin=script)
    return playing
