"""Hooks for Python's own file operations, which exports, copies, moves and deletions use."""

from __future__ import annotations

import builtins
import io
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from errno import EIO, ENOSPC
from functools import wraps
from typing import Any

from dev.torture import sqlite_vfs_hooks
from dev.torture.sqlite_vfs_hooks import FileOperation

_open = io.open
_ERRNO = {sqlite3.SQLITE_FULL: ENOSPC}


def install_hooks() -> None:
    """Replace Python's file operations with functions that call ``sqlite_vfs_hooks.hook`` first."""
    io.open = open_hooked
    builtins.open = open_hooked
    shutil._USE_CP_SENDFILE = False  # type: ignore[attr-defined]
    os.replace = _hook_path_function(os.replace, "rename")
    os.rename = _hook_path_function(os.rename, "rename")
    os.link = _hook_path_function(os.link, "link")
    os.unlink = _hook_path_function(os.unlink, "remove")
    os.remove = _hook_path_function(os.remove, "remove")
    os.mkdir = _hook_path_function(os.mkdir, "mkdir")
    os.fsync = _hook_handle_function(os.fsync, "sync")
    os.write = _hook_handle_function(os.write, "write")
    os.open = _hook_open(os.open)


def call_hook(operation: FileOperation) -> None:
    """Call the hook. Raise ``OSError`` if the operation must fail."""
    code = sqlite_vfs_hooks.call_hook(operation)
    if code:
        number = _ERRNO.get(code, EIO)
        raise OSError(number, os.strerror(number), operation.path)


class HookedFile(io.FileIO):
    """A file that calls the hook before each write."""

    def write(self, data: Any, /) -> int:
        path = get_path(self.fileno())
        call_hook(FileOperation("write", path, self.tell(), bytes(data)))
        return super().write(data)

    def truncate(self, size: int | None = None, /) -> int:
        length = self.tell() if size is None else size
        call_hook(FileOperation("truncate", get_path(self.fileno()), length))
        return super().truncate(size)


def open_hooked(
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,
    opener: Any = None,
) -> Any:
    """Open a file like ``open``, but call the hook before writes."""
    if sqlite_vfs_hooks.hook is None or not set(mode) & set("wxa+"):
        return _open(file, mode, buffering, encoding, errors, newline, closefd, opener)
    if not isinstance(file, int):
        path = os.path.abspath(os.fsdecode(file))  # noqa: PTH100 - may be bytes
        if not os.path.exists(path):  # noqa: PTH110
            call_hook(FileOperation("create", path))
        elif "w" in mode:
            call_hook(FileOperation("truncate", path, 0))
    raw = HookedFile(file, mode.replace("t", "").replace("b", ""), closefd, opener)
    buffered = io.BufferedRandom if "+" in mode else io.BufferedWriter
    if "b" in mode:
        return raw if buffering == 0 else buffered(raw)
    return io.TextIOWrapper(buffered(raw), encoding, errors, newline)


def is_on_disk(handle: int) -> bool:
    """Return whether a handle belongs to a file or folder, and not to a pipe or device."""
    mode = os.fstat(handle).st_mode
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def get_path(handle: int) -> str:
    """Return the path of an open file, or "" if the system does not know it."""
    try:
        return os.readlink(f"/proc/self/fd/{handle}")  # noqa: PTH115 - may not be a path
    except OSError:
        return ""


def _hook_path_function(function: Callable[..., Any], kind: str) -> Callable[..., Any]:
    @wraps(function)
    def hooked(path: Any, *args: Any, **kwargs: Any) -> Any:
        if sqlite_vfs_hooks.hook is not None:
            to = os.path.abspath(os.fsdecode(args[0])) if kind in {"rename", "link"} else ""  # noqa: PTH100
            call_hook(FileOperation(kind, os.path.abspath(os.fsdecode(path)), to=to))  # noqa: PTH100
        return function(path, *args, **kwargs)

    return hooked


def _hook_handle_function(function: Callable[..., Any], kind: str) -> Callable[..., Any]:
    @wraps(function)
    def hooked(handle: int, *args: Any) -> Any:
        path = get_path(handle) if sqlite_vfs_hooks.hook is not None and is_on_disk(handle) else ""
        if path:
            offset = os.lseek(handle, 0, os.SEEK_CUR) if kind == "write" else 0
            call_hook(FileOperation(kind, path, offset, b"".join(map(bytes, args))))
        return function(handle, *args)

    return hooked


def _hook_open(function: Callable[..., int]) -> Callable[..., int]:
    @wraps(function)
    def hooked(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        if sqlite_vfs_hooks.hook is not None and flags & os.O_CREAT and not os.path.exists(path):  # noqa: PTH110
            call_hook(FileOperation("create", os.path.abspath(os.fsdecode(path))))  # noqa: PTH100
        return function(path, flags, *args, **kwargs)

    return hooked
