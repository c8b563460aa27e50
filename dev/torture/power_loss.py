"""Simulates what a disk contains after a power loss.

A file keeps its contents from the last sync. Each write since then may be complete, missing or
partial, in any order. New, changed and deleted names are durable once their folder is synced. Later
changes of names survive in order, up to a random point.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dev.torture.command_runner import list_files
from dev.torture.sqlite_vfs_hooks import FileOperation

SECTOR_SIZES = (512, 4096)
JOURNAL_SUFFIXES = ("-wal", "-journal")


@dataclass
class _File:
    durable: bytes = b""
    unsynced: list[FileOperation] = field(default_factory=list)

    def sync(self) -> None:
        self.durable = self.apply(self.unsynced)
        self.unsynced = []

    def apply(self, operations: Iterable[FileOperation]) -> bytes:
        """Return the durable contents after the given operations."""
        contents = bytearray(self.durable)
        for operation in operations:
            offset, data = operation.offset, operation.data
            if operation.kind == "truncate":
                contents = contents[:offset] + bytes(max(offset - len(contents), 0))
                continue
            contents += bytes(max(offset - len(contents), 0))
            contents[offset : offset + len(data)] = data
        return bytes(contents)


class SimulatedDisk:
    """A disk with numbered files, and the files' durable and current names."""

    def __init__(self, folder: Path) -> None:
        self._files: list[_File] = []
        self._current: dict[str, int] = {}
        self._unsynced: list[tuple[str, int | None]] = []
        for name, path in list_files(folder):
            self._current[name] = self._add_file(path.read_bytes())
        self._durable = dict(self._current)

    def apply(self, operation: FileOperation) -> None:
        match operation.kind:
            case "create":
                self._set_name(operation.path, self._add_file())
            case "write" | "truncate" if operation.path in self._current:
                self._files[self._current[operation.path]].unsynced.append(operation)
            case "sync":
                self._sync(operation.path)
            case "link":
                self._set_name(operation.to, self._current.get(operation.path))
            case "rename":
                self._set_name(operation.to, self._current.get(operation.path))
                self._set_name(operation.path, None)
            case "remove":
                self._set_name(operation.path, None)
                if operation.offset:
                    self._sync_names(Path(operation.path).parent)

    def lose_power(self, rng: random.Random) -> dict[str, bytes]:
        """Return the name and contents of each file after a power loss."""
        names = dict(self._durable)
        upto = rng.choice([0, len(self._unsynced), rng.randint(0, len(self._unsynced))])
        for path, file in self._unsynced[:upto]:
            _set_or_remove(names, path, file)
        return {path: self._lose_writes(self._files[file], rng) for path, file in names.items()}

    def _lose_writes(self, file: _File, rng: random.Random) -> bytes:
        """Return the contents with none, the first, most or half of the unsynced operations."""
        operations, way = file.unsynced, rng.randrange(4)
        if way == 0:
            return file.durable
        if way == 1:
            return file.apply(operations[: rng.randint(0, len(operations))])
        kept = [each for each in operations if rng.random() < (0.9 if way == 2 else 0.5)]
        return file.apply([_tear(each, rng) for each in kept])

    def _add_file(self, contents: bytes = b"") -> int:
        self._files.append(_File(contents))
        return len(self._files) - 1

    def _set_name(self, path: str, file: int | None) -> None:
        _set_or_remove(self._current, path, file)
        self._unsynced.append((path, file))

    def _sync(self, path: str) -> None:
        if path in self._current:
            self._files[self._current[path]].sync()
        else:
            self._sync_names(Path(path))
        if path.endswith(JOURNAL_SUFFIXES):  # SQLite also syncs the folder of a new journal
            self._sync_names(Path(path).parent)

    def _sync_names(self, folder: Path) -> None:
        for path, file in self._unsynced:
            if Path(path).parent == folder:
                _set_or_remove(self._durable, path, file)
        self._unsynced = [each for each in self._unsynced if Path(each[0]).parent != folder]


def _set_or_remove(names: dict[str, int], path: str, file: int | None) -> None:
    if file is None:
        names.pop(path, None)
    else:
        names[path] = file


def _tear(operation: FileOperation, rng: random.Random) -> FileOperation:
    """Keep a write whole, or only its first or last sectors."""
    offset, data = operation.offset, operation.data
    if operation.kind != "write" or rng.random() < 0.7:
        return operation
    sector = rng.choice(SECTOR_SIZES)
    edge = min((offset // sector + rng.randint(0, 8)) * sector - offset, len(data))
    edge = max(edge, 0)
    if rng.random() < 0.5:
        return operation._replace(data=data[:edge])
    return operation._replace(offset=offset + edge, data=data[edge:])


def simulate_power_loss(log: Iterable[Any], folder: Path, rng: random.Random) -> int:
    """Change ``folder`` to what it may contain if the power fails after the logged operations.

    Return the number of acknowledgements in the log.
    """
    simulated, acknowledged = SimulatedDisk(folder), 0
    for entry in log:
        if isinstance(entry, FileOperation):
            simulated.apply(entry)
        else:
            acknowledged += entry[0] == "kept"
    files = simulated.lose_power(rng)
    for _, path in list_files(folder):
        path.unlink()
    for name, contents in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(contents)
    return acknowledged
