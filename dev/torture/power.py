"""What a disk may hold after the power went: of all that was not synced, nobody knows which.

A file keeps what it held at its last sync. Of what was written since, each piece is there, is not,
or is there in part, in any order. Names made, given and taken away are as durable as the folder's
last sync; those since stand in the order in which they came, up to some point.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dev.torture.disk import Act
from dev.torture.lab import lying

SECTORS = (512, 4096)
JOURNALS = ("-wal", "-journal")


@dataclass
class _File:
    durable: bytes = b""
    since: list[Act] = field(default_factory=list)

    def sync(self) -> None:
        self.durable = self.with_(self.since)
        self.since = []

    def with_(self, acts: Iterable[Act]) -> bytes:
        held = bytearray(self.durable)
        for act in acts:
            if act.what == "cut":
                held = held[: act.at] + bytes(max(act.at - len(held), 0))
                continue
            held += bytes(max(act.at - len(held), 0))
            held[act.at : act.at + len(act.data)] = act.data
        return bytes(held)


class Disk:
    """Files by what is written in them, and two lists of names: those durable, those of now."""

    def __init__(self, place: Path) -> None:
        self._files: list[_File] = []
        self._now: dict[str, int] = {}
        self._unsynced: list[tuple[str, int | None]] = []
        for name, path in lying(place):
            self._now[name] = self._new(path.read_bytes())
        self._durable = dict(self._now)

    def take(self, act: Act) -> None:
        """Do what was done."""
        match act.what:
            case "make":
                self._name(act.path, self._new())
            case "write" | "cut" if act.path in self._now:
                self._files[self._now[act.path]].since.append(act)
            case "sync":
                self._sync(act.path)
            case "link":
                self._name(act.to, self._now.get(act.path))
            case "rename":
                self._name(act.to, self._now.get(act.path))
                self._name(act.path, None)
            case "remove":
                self._name(act.path, None)
                if act.at:
                    self._sync_names(Path(act.path).parent)

    def left(self, chance: random.Random) -> dict[str, bytes]:
        """The files as they may be found."""
        names = dict(self._durable)
        upto = chance.choice([0, len(self._unsynced), chance.randint(0, len(self._unsynced))])
        for path, file in self._unsynced[:upto]:
            _set(names, path, file)
        return {path: self._found(self._files[file], chance) for path, file in names.items()}

    def _found(self, file: _File, chance: random.Random) -> bytes:
        acts, way = file.since, chance.randrange(4)
        if way == 0:
            return file.durable
        if way == 1:
            return file.with_(acts[: chance.randint(0, len(acts))])
        kept = [act for act in acts if chance.random() < (0.9 if way == 2 else 0.5)]
        return file.with_([_torn(act, chance) for act in kept])

    def _new(self, held: bytes = b"") -> int:
        self._files.append(_File(held))
        return len(self._files) - 1

    def _name(self, path: str, file: int | None) -> None:
        _set(self._now, path, file)
        self._unsynced.append((path, file))

    def _sync(self, path: str) -> None:
        if path in self._now:
            self._files[self._now[path]].sync()
        else:
            self._sync_names(Path(path))
        if path.endswith(JOURNALS):  # SQLite syncs the folder, too, of a journal that it has made
            self._sync_names(Path(path).parent)

    def _sync_names(self, folder: Path) -> None:
        for path, file in self._unsynced:
            if Path(path).parent == folder:
                _set(self._durable, path, file)
        self._unsynced = [each for each in self._unsynced if Path(each[0]).parent != folder]


def _set(names: dict[str, int], path: str, file: int | None) -> None:
    if file is None:
        names.pop(path, None)
    else:
        names[path] = file


def _torn(act: Act, chance: random.Random) -> Act:
    """A write of which only whole sectors from its beginning, or to its end, came to the disk."""
    if act.what != "write" or chance.random() < 0.7:
        return act
    sector = chance.choice(SECTORS)
    edge = min((act.at // sector + chance.randint(0, 8)) * sector - act.at, len(act.data))
    edge = max(edge, 0)
    if chance.random() < 0.5:
        return act._replace(data=act.data[:edge])
    return act._replace(at=act.at + edge, data=act.data[edge:])


def cut(acts: Iterable[Any], place: Path, chance: random.Random) -> int:
    """Leave in ``place`` what may be found there when the power goes after these acts.

    Returns how much was acknowledged before.
    """
    pulled, told = Disk(place), 0
    for act in acts:
        if isinstance(act, Act):
            pulled.take(act)
        else:
            told += act[0] == "kept"
    found = pulled.left(chance)
    for _, path in lying(place):
        path.unlink()
    for name, held in found.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_bytes(held)
    return told
