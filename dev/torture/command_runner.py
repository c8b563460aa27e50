"""Runs a command in a child process with a hook on its file operations."""

from __future__ import annotations

import gc
import hashlib
import importlib
import io
import os
import pickle
import pkgutil
import random
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import exports
import tracker
from dev.torture import python_file_hooks, sqlite_vfs_hooks
from dev.torture.sqlite_vfs_hooks import Hook
from tracker.cli.main import GROUPS, build_root_command, main
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import StoredEvent
from tracker.procedures.installed_rulesets import load_playable_rulesets, load_shipped_ruleset

LEDGER = "games.db"
START_TIME = 1_791_000_000 * 10**9
"""The time at which every command starts, in nanoseconds since 1970."""

HookFactory = Callable[[list[Any]], Hook]
"""A function that makes a child's hook. Its argument is the log, to which the hook may write."""


@dataclass(frozen=True)
class Case:
    """A command, and the name of the base in which it runs."""

    base: str
    argv: tuple[str, ...]
    stdin: str = ""

    @property
    def name(self) -> str:
        return f"{' '.join(self.argv)} [{self.base}]"


@dataclass
class CommandResult:
    """The result of a command. ``code`` is None if the command was killed."""

    acknowledged: list[str] = field(default_factory=list)
    """A digest of the ledger after each acknowledgement, or "" if none was requested."""
    code: int | None = None
    out: str = ""
    err: str = ""
    log: list[Any] = field(default_factory=list)
    """What the hook logged, with ``("kept",)`` at each acknowledgement."""


def prepare_process() -> str:
    """Install the hooks, and load all modules and rulesets before the first fork.

    Return why SQLite cannot be hooked, or "".
    """
    problem = sqlite_vfs_hooks.install_vfs()
    python_file_hooks.install_hooks()
    for module in sorted(_list_modules()):
        importlib.import_module(module)
    for name in load_playable_rulesets():
        load_shipped_ruleset(name)
    for group in ("", *GROUPS):
        build_root_command(group)
    gc.freeze()
    return problem


def _list_modules() -> Iterator[str]:
    for package in (tracker, exports):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith("tracker.testing"):
                yield found.name


def run_command(
    case: Case,
    folder: Path,
    make_hook: HookFactory | None = None,
    *,
    digests: bool = False,
) -> CommandResult:
    """Run a command in a child process.

    The child reports each acknowledgement before the hook can kill it.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _run_child(case, folder, make_hook, writer, digests=digests)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        messages = pipe.read()
    os.waitpid(child, 0)
    return _parse_messages(messages)


def _parse_messages(messages: bytes) -> CommandResult:
    """Parse what a child reported before it ended or was killed."""
    result = CommandResult()
    stream = io.BytesIO(messages)
    while True:
        try:
            kind, *rest = pickle.load(stream)
        except EOFError:
            return result
        if kind == "kept":
            result.acknowledged += rest
        else:
            result.code, result.out, result.err, result.log = rest


def _run_child(
    case: Case,
    folder: Path,
    make_hook: HookFactory | None,
    pipe: int,
    *,
    digests: bool,
) -> None:
    write = os.write.__wrapped__ if hasattr(os.write, "__wrapped__") else os.write
    log: list[Any] = []

    def acknowledge(_: StoredEvent | None) -> None:
        log.append(("kept",))
        hook, sqlite_vfs_hooks.hook = sqlite_vfs_hooks.hook, None
        digest = compute_digest(folder / LEDGER) if digests else ""
        write(pipe, pickle.dumps(("kept", digest)))
        sqlite_vfs_hooks.hook = hook

    out, err = io.StringIO(), io.StringIO()
    try:
        os.chdir(folder)
        os.environ["WARLEDGER_DB"] = LEDGER
        os.environ["TZ"] = "UTC"
        fake_clock_and_dice()
        observe_acknowledgements(acknowledge, LEDGER)
        sys.stdin = io.TextIOWrapper(io.BytesIO(case.stdin.encode()), "utf-8")
        sys.stdout, sys.stderr = out, err
        sqlite_vfs_hooks.hook = make_hook(log) if make_hook else None
        code = main(list(case.argv))
        sqlite_vfs_hooks.hook = None
        log.append(("ended", code))
        message = pickle.dumps(("ended", code, out.getvalue(), err.getvalue(), log))
        while message:
            message = message[write(pipe, message) :]
    finally:
        os._exit(0)


def fake_clock_and_dice() -> None:
    """Make runs repeatable. Each reading of the clock adds a microsecond, and dice have a seed."""
    times = iter(range(START_TIME, START_TIME * 2, 1000))
    time.time_ns = lambda: next(times)
    random.SystemRandom = lambda: random.Random(7)  # type: ignore[assignment, misc]


def observe_acknowledgements(
    acknowledge: Callable[[StoredEvent | None], None], ledger: str
) -> None:
    """Call ``acknowledge`` with the last event after the ledger has stored an entry or transaction.

    ``ledger`` is its file name. Copies of the ledger, such as a backup, do not count.
    """
    append, transaction = SqliteStore.append_entry, SqliteStore.write_in_transaction
    depth, last = 0, None

    def append_entry(self: SqliteStore, *args: Any, **kwargs: Any) -> Any:
        nonlocal last
        stored: list[StoredEvent] = append(self, *args, **kwargs)
        last = stored[-1]
        if not depth and Path(self.path).name == ledger:
            acknowledge(last)
        return stored

    @contextmanager
    def write_in_transaction(self: SqliteStore, command_id: str = "") -> Iterator[None]:
        nonlocal depth
        depth += 1
        try:
            with transaction(self, command_id):
                yield
        finally:
            depth -= 1
        if not depth and Path(self.path).name == ledger:
            acknowledge(last)

    SqliteStore.append_entry = append_entry  # type: ignore[method-assign]
    SqliteStore.write_in_transaction = write_in_transaction  # type: ignore[method-assign]


def list_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the relative name and the path of each file in a folder and its subfolders."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path


def compute_digest(path: Path) -> str:
    """Compute a digest of all streams and events in a ledger, or return "" if there are none.

    Summaries do not count. They may be rebuilt, and ``verify`` compares them.
    """
    if not path.exists() or not path.stat().st_size:
        return ""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'event'").fetchone():
            return ""
        rows = [
            connection.execute(f"SELECT {columns} ORDER BY 1").fetchall()
            for columns in ("id, name, kind, version, digest FROM stream", "* FROM event")
        ]
    finally:
        connection.close()
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:16] if any(rows) else ""
