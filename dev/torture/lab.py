"""One command in a process of its own, on a disk that is watched: what it did, what it said."""

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
from dev.torture import disk, files
from dev.torture.disk import Watch
from tracker.cli.main import GROUPS, build_commands, main
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import StoredEvent
from tracker.procedures.installed_rulesets import load_playable_rulesets, load_shipped_ruleset

LEDGER = "games.db"
BEGAN = 1_791_000_000 * 10**9
"""What the clock shows at the start of every command, in nanoseconds since 1970."""

Watching = Callable[[list[Any]], Watch]
"""Makes the watch of a child, given a list for what it keeps."""


@dataclass(frozen=True)
class Case:
    """A command, and the folder it begins in."""

    base: str
    argv: tuple[str, ...]
    stdin: str = ""

    @property
    def name(self) -> str:
        return f"{' '.join(self.argv)} [{self.base}]"


@dataclass
class Ran:
    """What came of a command. ``code`` is None where it did not live to its end."""

    acknowledged: list[str] = field(default_factory=list)
    """A digest of the ledger after each acknowledgement, where asked for."""
    code: int | None = None
    out: str = ""
    err: str = ""
    log: list[Any] = field(default_factory=list)
    """What the watch kept."""


def open_lab() -> str:
    """Make this process fit for trials; returns why it cannot be."""
    trouble = disk.install()
    files.install()
    for module in sorted(_modules()):
        importlib.import_module(module)  # loaded once, not in every trial; as all below
    for name in load_playable_rulesets():
        load_shipped_ruleset(name)
    for group in ("", *GROUPS):
        build_commands(group)
    gc.freeze()
    return trouble


def _modules() -> Iterator[str]:
    for package in (tracker, exports):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith("tracker.testing"):
                yield found.name


def run(
    case: Case,
    folder: Path,
    watching: Watching | None = None,
    *,
    digests: bool = False,
) -> Ran:
    """Run a command in a child; every acknowledgement reaches us before it can be killed.

    ``watching`` makes the child's watch, given a list for what it keeps.
    """
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.close(ours)
        _live(case, folder, watching, theirs, digests=digests)
    os.close(theirs)
    with os.fdopen(ours, "rb") as told:
        heard = told.read()
    os.waitpid(child, 0)
    return _ran(heard)


def _ran(heard: bytes) -> Ran:
    """What a child has told, until it was killed if it was."""
    ran = Ran()
    place = io.BytesIO(heard)
    while True:
        try:
            word, *rest = pickle.load(place)
        except EOFError:
            return ran
        if word == "kept":
            ran.acknowledged += rest
        else:
            ran.code, ran.out, ran.err, ran.log = rest


def _live(
    case: Case,
    folder: Path,
    watching: Watching | None,
    told: int,
    *,
    digests: bool,
) -> None:
    """The life of a child: one command, told of as it goes."""
    write = os.write.__wrapped__ if hasattr(os.write, "__wrapped__") else os.write
    kept: list[Any] = []

    def acknowledge(_: StoredEvent | None) -> None:
        kept.append(("kept",))
        seen, disk.watch = disk.watch, None
        write(told, pickle.dumps(("kept", digest(folder / LEDGER) if digests else "")))
        disk.watch = seen

    out, err = io.StringIO(), io.StringIO()
    try:
        os.chdir(folder)
        os.environ["WARLEDGER_DB"] = LEDGER
        os.environ["TZ"] = "UTC"
        stop_the_clock()
        on_entries(acknowledge)
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(case.stdin), out, err
        disk.watch = watching(kept) if watching else None
        code = main(list(case.argv))
        disk.watch = None
        kept.append(("ended", code))
        message = pickle.dumps(("ended", code, out.getvalue(), err.getvalue(), kept))
        while message:
            message = message[write(told, message) :]
    finally:
        os._exit(0)


def stop_the_clock() -> None:
    """Time goes on by a microsecond a look, and dice fall the same: all happens again alike."""
    passed = iter(range(BEGAN, BEGAN * 2, 1000))
    time.time_ns = lambda: next(passed)
    random.SystemRandom = lambda: random.Random(7)  # type: ignore[assignment, misc]


def on_entries(acknowledge: Callable[[StoredEvent | None], None]) -> None:
    """Tell whenever a store has said that an entry, or several at once, are kept: of the last."""
    append, together = SqliteStore.append_entry, SqliteStore.write_in_transaction
    inside, last = 0, None

    def appending(self: SqliteStore, *given: Any, **named: Any) -> Any:
        nonlocal last
        stored: list[StoredEvent] = append(self, *given, **named)
        last = stored[-1]
        if not inside:
            acknowledge(last)
        return stored

    @contextmanager
    def at_once(self: SqliteStore, command: str = "") -> Iterator[None]:
        nonlocal inside
        inside += 1
        try:
            with together(self, command):
                yield
        finally:
            inside -= 1
        if not inside:
            acknowledge(last)

    SqliteStore.append_entry = appending  # type: ignore[method-assign]
    SqliteStore.write_in_transaction = at_once  # type: ignore[method-assign]


def lying(place: Path) -> Iterator[tuple[str, Path]]:
    """Every file in a folder and the folders in it, by its name from there."""
    for path in sorted(place.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(place)), path


def digest(path: Path) -> str:
    """What a ledger holds: all its streams and events, in a few signs; "" where it holds none.

    The rows of the lists are left out: they may be made anew, and ``verify`` compares them.
    """
    if not path.exists() or not path.stat().st_size:
        return ""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'event'").fetchone():
            return ""
        rows = [
            connection.execute(f"SELECT {what} ORDER BY 1").fetchall()
            for what in ("id, name, kind, version, digest FROM stream", "* FROM event")
        ]
    finally:
        connection.close()
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:16] if any(rows) else ""
