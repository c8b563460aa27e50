"""Fixtures: a shell on an empty ledger, and shells on ledgers with a game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cli.running import Shell
from tests.deathzap2.evening import BLUE, RED

ROSTERS = {"iron.toml": RED, "dusk.toml": BLUE}


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return _in_folder(tmp_path, monkeypatch)


@pytest.fixture
def playing(shell: Shell) -> Shell:
    """A shell with a basic game m1, which waits for the impetus roll."""
    shell.path.write_bytes(_ledger(_PLAYING))
    return shell


@pytest.fixture
def shooting(shell: Shell) -> Shell:
    """A shell with the same game in Red's half of the first Shooting phase."""
    shell.path.write_bytes(
        _ledger((*_PLAYING, "impetus : 4 2", "skip orders", "fix phase shoot red"))
    )
    return shell


_PLAYING = ("deployment : 52 / 1",)


@cache
def _ledger(lines: tuple[str, ...]) -> bytes:
    """Return the bytes of a ledger with a game in which these lines were played."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        shell = _in_folder(Path(folder), patch)
        sides = [part for side in ("Red=iron.toml", "Blue=dusk.toml") for part in ("--side", side)]
        options = ("--option", "game=basic", "--option", "orders_table=custom")
        shell.done("match", "new", *sides, *options)
        shell.done("match", "do", "m1", "--file", "-", stdin="\n".join(lines))
        return shell.path.read_bytes()


def _in_folder(folder: Path, patch: pytest.MonkeyPatch) -> Shell:
    for name, text in ROSTERS.items():
        (folder / name).write_text(text, encoding="utf-8")
    patch.chdir(folder)
    return Shell(folder / "games.db", patch)
