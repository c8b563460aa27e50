"""A disk under SQLite that can be watched, can fail and can be pulled: made with ctypes alone.

SQLite asks its *file system* (a VFS) for everything it does to files. Ours is the system's own
with a few functions changed: each tells ``watch`` what is about to happen, and goes on only if it
says so.
Locks and shared memory stay as they were, so that several processes work as they always do.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sqlite3
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any, NamedTuple

NAME = b"warledger-torture"
_FINE = 0
_IOERR = sqlite3.SQLITE_IOERR


class Act(NamedTuple):
    """Something about to be done to a file: at which byte, with which bytes.

    ``what``: write, cut (to a length), sync, read, make, remove (``at`` 1: and its folder synced),
    rename, link, folder (one is made).
    """

    what: str
    path: str
    at: int = 0
    data: bytes = b""
    to: str = ""


Watch = Callable[[Act], int]
"""Told of every act before it is done; returns 0, or the code of SQLite with which it fails."""

watch: Watch | None = None
"""Who is told. Nobody is, most of the time."""
reads = False
"""Whether reads are told of, too."""

_READ = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_CUT = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_CREATE = 0x4
_METHODS = (
    "close read write cut sync size lock unlock reserved control sector device shm_map shm_lock"
    " shm_barrier shm_unmap fetch unfetch"
)


class _Methods(ctypes.Structure):
    _fields_ = [("version", c_int), *((name, c_void_p) for name in _METHODS.split())]


class _System(ctypes.Structure):
    _fields_ = [
        *((name, c_int) for name in ("version", "file_bytes", "longest_path")),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        *((f"other_{number}", c_void_p) for number in range(14)),
    ]


_kept: list[Any] = []  # what C holds must not be given back
_paths: dict[int, str] = {}
_changed: dict[int, _Methods] = {}


def install() -> str:
    """Put our disk under every SQLite database opened from now on; returns why it cannot be."""
    for library in _libraries():
        try:
            ours = _installed(ctypes.CDLL(library))
        except (OSError, AttributeError):
            continue
        try:  # the library found may be another one than Python's own
            sqlite3.connect(f"file::memory:?vfs={NAME.decode()}", uri=True).close()
        except sqlite3.Error:
            continue
        _kept.append(ours)
        return ""
    return "Python's own SQLite cannot be reached from outside (it may be built in)"


def tell(act: Act) -> int:
    """Ask whoever watches."""
    return _FINE if watch is None else watch(act)


def _libraries() -> list[str]:
    found: list[str] = []
    maps = Path("/proc/self/maps")
    if maps.exists():
        lines = maps.read_text(encoding="utf-8").splitlines()
        found = [line.split()[-1] for line in lines if "libsqlite3" in line]
    return [each for each in (*dict.fromkeys(found), ctypes.util.find_library("sqlite3")) if each]


def _installed(library: ctypes.CDLL) -> _System:
    library.sqlite3_vfs_find.restype = POINTER(_System)
    library.sqlite3_vfs_find.argtypes = [c_char_p]
    library.sqlite3_vfs_register.argtypes = [POINTER(_System), c_int]
    base = library.sqlite3_vfs_find(None).contents
    ours = _System()
    ctypes.memmove(ctypes.byref(ours), ctypes.byref(base), ctypes.sizeof(_System))
    ours.name = NAME
    base_open, base_delete = _OPEN(base.open), _DELETE(base.delete)

    def open_file(system: int, name: int | None, file: int, flags: int, out: int) -> int:
        path = _text(name)  # SQLite keeps the pointer, which therefore goes on as it came
        if flags & _CREATE and path and not os.path.exists(path):  # noqa: PTH110 - called by C
            failed = tell(Act("make", path))
            if failed:
                return failed
        code: int = base_open(system, name, file, flags, out)
        if code == _FINE and path:
            _paths[file] = path
            _change(file)
        return code

    def delete(system: int, name: int, durably: int) -> int:
        act = Act("remove", _text(name), at=durably)
        return tell(act) or base_delete(system, name, durably)

    ours.open = _pointer(_OPEN(_guarded(open_file)))
    ours.delete = _pointer(_DELETE(_guarded(delete)))
    if library.sqlite3_vfs_register(ctypes.byref(ours), 1) != _FINE:
        raise OSError
    return ours


def _text(name: int | None) -> str:
    return os.fsdecode(ctypes.string_at(name)) if name else ""


def _change(file: int) -> None:
    """Give an open file our functions for what changes it."""
    place = c_void_p.from_address(file)
    was = place.value or 0
    if was not in _changed:
        _changed[was] = _methods(_Methods.from_address(was))
    place.value = ctypes.addressof(_changed[was])


def _methods(base: _Methods) -> _Methods:
    ours = _Methods()
    ctypes.memmove(ctypes.byref(ours), ctypes.byref(base), ctypes.sizeof(_Methods))
    base_read, base_write = _READ(base.read), _READ(base.write)
    base_cut, base_sync = _CUT(base.cut), _SYNC(base.sync)

    def read(file: int, to: int, amount: int, at: int) -> int:
        failed = tell(Act("read", _paths[file], at)) if reads else _FINE
        return failed or base_read(file, to, amount, at)

    def write(file: int, source: int, amount: int, at: int) -> int:
        failed = _FINE
        if watch is not None:
            failed = watch(Act("write", _paths[file], at, ctypes.string_at(source, amount)))
        return failed or base_write(file, source, amount, at)

    def cut(file: int, size: int) -> int:
        return tell(Act("cut", _paths[file], size)) or base_cut(file, size)

    def sync(file: int, flags: int) -> int:
        return tell(Act("sync", _paths[file])) or base_sync(file, flags)

    ours.read = _pointer(_READ(_guarded(read)))
    ours.write = _pointer(_READ(_guarded(write)))
    ours.cut = _pointer(_CUT(_guarded(cut)))
    ours.sync = _pointer(_SYNC(_guarded(sync)))
    return ours


def _guarded(function: Callable[..., int]) -> Callable[..., int]:
    """Nothing may be raised into C: it fails as a disk does."""

    def safe(*given: Any) -> int:
        try:
            return function(*given)
        except BaseException:  # noqa: BLE001
            return _IOERR

    return safe


def _pointer(function: Any) -> int | None:
    _kept.append(function)
    return ctypes.cast(function, c_void_p).value
