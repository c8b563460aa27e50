"""A private copy of the program and its tests. Only copies are mutated."""

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

EXCLUDED: Final = (".git", ".venv", ".mutants", "__pycache__", ".mypy_cache", ".ruff_cache",
                   ".pytest_cache", ".hypothesis", ".import_linter_cache", "scratch")  # fmt: skip
NO_CACHE: Final = ("-p", "no:cacheprovider")
EXTRA_CPU_SECONDS: Final = 20
"""The CPU seconds that a run may take in addition to three times those recorded for its tests."""
WALL_CLOCK_FACTOR: Final = 12
"""The clock time that a run may take, as a multiple of its CPU limit, on a busy machine."""


class ProgramCopy:
    """A copy of the program in ``root``, in its own folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self._fork_server: subprocess.Popen[bytes] | None = None

    def copy_and_remove_changed_files(self) -> bool:
        """Copy changed files, and remove deleted files. Return whether there were any.

        The bytecode of unchanged files is kept.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        names = {path.relative_to(self.root) for path in _list_files(self.root)}
        copied = _list_files(self.folder)
        deleted = [path for path in copied if path.relative_to(self.folder) not in names]
        for path in deleted:
            path.unlink()
        new = [name for name in names if not _is_same(self.root / name, self.folder / name)]
        for name in new:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.root / name, self.folder / name)
        return bool(deleted or new)

    def compile_modules(self) -> None:
        """Load all modules once, so that later runs find their bytecode."""
        self.run_pytest(["--collect-only", "-qq"], {}, shown=False)

    def run_pytest(
        self, arguments: Sequence[str], env: Mapping[str, str], *, shown: bool = True
    ) -> None:
        """Run pytest on the unchanged copy, and keep the bytecode."""
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *NO_CACHE, *arguments],
            cwd=self.folder,
            env=self._make_env(**env, PYTHONDONTWRITEBYTECODE=""),
            stdin=subprocess.DEVNULL,
            stdout=None if shown else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )

    def run_pytest_within_time_limit(
        self, arguments: Sequence[str], env: Mapping[str, str], seconds: float
    ) -> int | None:
        """Run pytest, and return its exit code. ``seconds`` is its expected CPU time.

        Return None if the run exceeds the time limit, or is ended by a signal.
        """
        server = self._get_or_start_fork_server()
        assert server.stdin is not None
        assert server.stdout is not None
        limit = int(3 * seconds + EXTRA_CPU_SECONDS)
        request = json.dumps([[*NO_CACHE, *arguments], env, limit])
        server.stdin.write(f"{request}\n".encode())
        process = int(server.stdout.readline())
        ended, _, _ = select.select([server.stdout], [], [], WALL_CLOCK_FACTOR * limit)
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)  # including the processes that it has started
        code = int(server.stdout.readline())
        return code if ended and code >= 0 else None

    def _get_or_start_fork_server(self) -> subprocess.Popen[bytes]:
        """Return the process that forks itself for each run. If necessary, start it first."""
        if self._fork_server is None:
            self._fork_server = subprocess.Popen(
                [sys.executable, "-m", "dev.mutants.pytest_fork_server"],
                cwd=self.folder,
                env=self._make_env(PYTHONDONTWRITEBYTECODE="1"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        return self._fork_server

    def close(self) -> None:
        if self._fork_server is not None:
            self._fork_server.communicate()
            self._fork_server = None

    def _make_env(self, **more: str) -> dict[str, str]:
        return {**os.environ, "HYPOTHESIS_PROFILE": "ci", "PYTHONPATH": str(self.folder), **more}


def _list_files(root: Path) -> list[Path]:
    found: list[Path] = []
    for folder, folders, names in os.walk(root):
        folders[:] = [each for each in folders if each not in EXCLUDED]
        found += [Path(folder) / name for name in names]
    return found


def _is_same(path: Path, copy: Path) -> bool:
    return copy.exists() and _get_stamp(path) == _get_stamp(copy)


def _get_stamp(path: Path) -> tuple[int, int]:
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size
