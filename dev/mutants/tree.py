"""A private copy of the program and its tests, kept up to date; faults are put in there only."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

LEFT_OUT: Final = (".git", ".venv", ".mutants", "__pycache__", ".mypy_cache", ".ruff_cache",
                   ".pytest_cache", ".hypothesis", ".import_linter_cache", "scratch")  # fmt: skip
NOTHING_KEPT: Final = ("-p", "no:cacheprovider")
SLACK: Final = 20
"""Seconds of the processor that a run of tests has beside three times what it took before."""
PATIENCE: Final = 12
"""Times as many seconds by the clock: others use the machine, too."""


class Tree:
    """``root`` is what it is a copy of."""

    def __init__(self, root: Path, at: Path) -> None:
        self.root, self.at = root, at
        self._ready: subprocess.Popen[bytes] | None = None

    def bring_up_to_date(self) -> bool:
        """Make it what the original is now; what was compiled stays where its source did. Whether
        it was anything else before.
        """
        self.at.mkdir(parents=True, exist_ok=True)
        ours = {path.relative_to(self.root) for path in _files(self.root)}
        gone = [path for path in _files(self.at) if path.relative_to(self.at) not in ours]
        for path in gone:
            path.unlink()
        new = [name for name in ours if not _same(self.root / name, self.at / name)]
        for name in new:
            (self.at / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.root / name, self.at / name)
        return bool(gone or new)

    def load(self) -> None:
        """Load all of it once: what is compiled then serves every run."""
        self.run(["--collect-only", "-qq"], {}, told=False)

    def run(self, arguments: Sequence[str], env: Mapping[str, str], *, told: bool = True) -> None:
        """Run pytest there, for sources that stay: what is compiled is kept."""
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *NOTHING_KEPT, *arguments],
            cwd=self.at,
            env=self._env(**env, PYTHONDONTWRITEBYTECODE=""),
            stdin=subprocess.DEVNULL,
            stdout=None if told else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )

    def trial(self, arguments: Sequence[str], env: Mapping[str, str], seconds: float) -> int | None:
        """Run pytest there and give its exit code; None where it took far longer than ``seconds``,
        or was ended by a signal.
        """
        ready = self._at_hand()
        assert ready.stdin is not None
        assert ready.stdout is not None
        limit = int(3 * seconds + SLACK)
        asked = json.dumps([[*NOTHING_KEPT, *arguments], env, limit])
        ready.stdin.write(f"{asked}\n".encode())
        process = int(ready.stdout.readline())
        over, _, _ = select.select([ready.stdout], [], [], PATIENCE * limit)
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)  # also what it has started and left behind
        code = int(ready.stdout.readline())
        return code if over and code >= 0 else None

    def _at_hand(self) -> subprocess.Popen[bytes]:
        """The process that every trial is a fork of."""
        if self._ready is None:
            self._ready = subprocess.Popen(
                [sys.executable, "-m", "dev.mutants.ready"],
                cwd=self.at,
                env=self._env(PYTHONDONTWRITEBYTECODE="1"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        return self._ready

    def close(self) -> None:
        """End the process that every trial is a fork of."""
        if self._ready is not None:
            self._ready.communicate()
            self._ready = None

    def _env(self, **more: str) -> dict[str, str]:
        return {**os.environ, "HYPOTHESIS_PROFILE": "ci", "PYTHONPATH": str(self.at), **more}


def _files(root: Path) -> list[Path]:
    found: list[Path] = []
    for folder, folders, names in os.walk(root):
        folders[:] = [each for each in folders if each not in LEFT_OUT]
        found += [Path(folder) / name for name in names]
    return found


def _same(path: Path, copy: Path) -> bool:
    return copy.exists() and _stamp(path) == _stamp(copy)


def _stamp(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size
