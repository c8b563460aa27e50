"""A private copy of the program and its tests, kept up to date; faults are put in there only."""

from __future__ import annotations

import os
import resource
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
SLACK: Final = 30
"""Seconds of the processor that a run of tests has beside three times what it took before."""
PATIENCE: Final = 12
"""Times as many seconds by the clock: others use the machine, too."""


class Tree:
    """``root`` is what it is a copy of."""

    def __init__(self, root: Path, at: Path) -> None:
        self.root, self.at = root, at

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
        self.run(["--collect-only", "-qq"], {}, compiled=True)

    def run(
        self,
        arguments: Sequence[str],
        env: Mapping[str, str],
        *,
        seconds: float | None = None,
        compiled: bool = False,
        told: bool = False,
    ) -> int | None:
        """Run pytest there and give its exit code; None where it took far longer than ``seconds``.

        ``compiled`` keeps compiled modules, for sources that stay; ``told`` shows what pytest says.
        """
        limit = None if seconds is None else int(3 * seconds + SLACK)
        program = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=self.at,
            env={
                **os.environ,
                "HYPOTHESIS_PROFILE": "ci",
                "PYTHONPATH": str(self.at),
                "PYTHONDONTWRITEBYTECODE": "" if compiled else "1",
                **env,
            },
            stdin=subprocess.DEVNULL,
            stdout=None if told else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        if limit is not None:
            resource.prlimit(program.pid, resource.RLIMIT_CPU, (limit, limit + 5))
        try:
            code = program.wait(None if limit is None else PATIENCE * limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end_all_of(program)
        return None if code < 0 else code


def _end_all_of(program: subprocess.Popen[bytes]) -> None:
    """Also what it has started and left behind."""
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()


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
