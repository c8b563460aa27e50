"""A file system layer for SQLite that observes operations and injects faults, with ctypes alone.

SQLite performs all file operations through a virtual file system (VFS). This VFS is a copy of the
system's own with a few functions replaced. Each of these calls ``hook`` first, and continues only
if that returns 0. Locks and shared memory are not replaced, so several processes work as usual.
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
_OK = 0
_IOERR = sqlite3.SQLITE_IOERR


class FileOperation(NamedTuple):
    """A file operation that is about to happen, with its offset and data in bytes.

    ``kind`` is write, truncate (to ``offset``), sync, read, create, remove (and sync the folder if
    ``offset`` is 1), rename, link or mkdir.
    """

    kind: str
    path: str
    offset: int = 0
    data: bytes = b""
    to: str = ""


Hook = Callable[[FileOperation], int]
"""A function called before each operation. It returns 0, or the SQLite error code to fail with."""

hook: Hook | None = None
"""The current hook, or None to let all operations happen."""
hooks_reads = False
"""Whether the hook is also called for reads."""

_READ = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_CREATE = 0x4
_METHODS = (
    "close read write truncate sync size lock unlock reserved control sector device shm_map"
    " shm_lock shm_barrier shm_unmap fetch unfetch"
)


class _Methods(ctypes.Structure):
    _fields_ = [("version", c_int), *((name, c_void_p) for name in _METHODS.split())]


class _Vfs(ctypes.Structure):
    _fields_ = [
        *((name, c_int) for name in ("version", "file_bytes", "longest_path")),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        *((f"other_{number}", c_void_p) for number in range(14)),
    ]


_referenced: list[Any] = []  # C uses these objects, so Python must not free them
_paths: dict[int, str] = {}
_patched_methods: dict[int, _Methods] = {}


def install_vfs() -> str:
    """Use this VFS for every SQLite database opened from now on. Return the reason for failure, or
    "".
    """
    for library in _find_libraries():
        try:
            vfs = _register_vfs(ctypes.CDLL(library))
        except (OSError, AttributeError):
            continue
        try:  # the library may not be the one that Python uses
            sqlite3.connect(f"file::memory:?vfs={NAME.decode()}", uri=True).close()
        except sqlite3.Error:
            continue
        _referenced.append(vfs)
        return ""
    return "Python's SQLite library cannot be found (it may be built in)"


def call_hook(operation: FileOperation) -> int:
    """Call the hook and return its code, or 0 if there is no hook."""
    return _OK if hook is None else hook(operation)


def _find_libraries() -> list[str]:
    found: list[str] = []
    maps = Path("/proc/self/maps")
    if maps.exists():
        lines = maps.read_text(encoding="utf-8").splitlines()
        found = [line.split()[-1] for line in lines if "libsqlite3" in line]
    return [each for each in (*dict.fromkeys(found), ctypes.util.find_library("sqlite3")) if each]


def _register_vfs(library: ctypes.CDLL) -> _Vfs:
    """Register the VFS as the default. Raise ``OSError`` if SQLite refuses."""
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    library.sqlite3_vfs_find.argtypes = [c_char_p]
    library.sqlite3_vfs_register.argtypes = [POINTER(_Vfs), c_int]
    base = library.sqlite3_vfs_find(None).contents
    patched = _Vfs()
    ctypes.memmove(ctypes.byref(patched), ctypes.byref(base), ctypes.sizeof(_Vfs))
    patched.name = NAME
    base_open, base_delete = _OPEN(base.open), _DELETE(base.delete)

    def open_file(vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        path = _decode(name)  # SQLite keeps the pointer, so pass the original on
        if flags & _CREATE and path and not os.path.exists(path):  # noqa: PTH110 - called by C
            failed = call_hook(FileOperation("create", path))
            if failed:
                return failed
        code: int = base_open(vfs, name, file, flags, out)
        if code == _OK and path:
            _paths[file] = path
            _patch_file(file)
        return code

    def delete(vfs: int, name: int, durably: int) -> int:
        operation = FileOperation("remove", _decode(name), offset=durably)
        return call_hook(operation) or base_delete(vfs, name, durably)

    patched.open = _make_pointer(_OPEN(_catch_errors(open_file)))
    patched.delete = _make_pointer(_DELETE(_catch_errors(delete)))
    if library.sqlite3_vfs_register(ctypes.byref(patched), 1) != _OK:
        raise OSError
    return patched


def _decode(name: int | None) -> str:
    return os.fsdecode(ctypes.string_at(name)) if name else ""


def _patch_file(file: int) -> None:
    """Replace those methods of an open file that read or change it."""
    pointer = c_void_p.from_address(file)
    original = pointer.value or 0
    if original not in _patched_methods:
        _patched_methods[original] = _patch_methods(_Methods.from_address(original))
    pointer.value = ctypes.addressof(_patched_methods[original])


def _patch_methods(base: _Methods) -> _Methods:
    patched = _Methods()
    ctypes.memmove(ctypes.byref(patched), ctypes.byref(base), ctypes.sizeof(_Methods))
    base_read, base_write = _READ(base.read), _READ(base.write)
    base_truncate, base_sync = _TRUNCATE(base.truncate), _SYNC(base.sync)

    def read(file: int, target: int, size: int, offset: int) -> int:
        operation = FileOperation("read", _paths[file], offset)
        failed = call_hook(operation) if hooks_reads else _OK
        return failed or base_read(file, target, size, offset)

    def write(file: int, source: int, size: int, offset: int) -> int:
        failed = _OK
        if hook is not None:
            data = ctypes.string_at(source, size)
            failed = hook(FileOperation("write", _paths[file], offset, data))
        return failed or base_write(file, source, size, offset)

    def truncate(file: int, size: int) -> int:
        operation = FileOperation("truncate", _paths[file], size)
        return call_hook(operation) or base_truncate(file, size)

    def sync(file: int, flags: int) -> int:
        return call_hook(FileOperation("sync", _paths[file])) or base_sync(file, flags)

    patched.read = _make_pointer(_READ(_catch_errors(read)))
    patched.write = _make_pointer(_READ(_catch_errors(write)))
    patched.truncate = _make_pointer(_TRUNCATE(_catch_errors(truncate)))
    patched.sync = _make_pointer(_SYNC(_catch_errors(sync)))
    return patched


def _catch_errors(function: Callable[..., int]) -> Callable[..., int]:
    """Make a function return an I/O error instead of raising, because its caller is C code."""

    def safe(*arguments: Any) -> int:
        try:
            return function(*arguments)
        except BaseException:  # noqa: BLE001
            return _IOERR

    return safe


def _make_pointer(function: Any) -> int | None:
    _referenced.append(function)
    return ctypes.cast(function, c_void_p).value
