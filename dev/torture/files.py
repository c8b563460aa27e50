"""Python's own file operations under the same watch: exports, copies, what is moved or removed."""

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

from dev.torture import disk
from dev.torture.disk import Act

_open = io.open
_ERRNO = {sqlite3.SQLITE_FULL: ENOSPC}


def install() -> None:
    """From now on ``disk.watch`` is told of these, too."""
    io.open = open_watched
    builtins.open = open_watched
    shutil._USE_CP_SENDFILE = False  # type: ignore[attr-defined]
    os.replace = _watched(os.replace, "rename")
    os.rename = _watched(os.rename, "rename")
    os.link = _watched(os.link, "link")
    os.unlink = _watched(os.unlink, "remove")
    os.remove = _watched(os.remove, "remove")
    os.mkdir = _watched(os.mkdir, "folder")
    os.fsync = _of_handle(os.fsync, "sync")
    os.write = _of_handle(os.write, "write")
    os.open = _opening(os.open)


def ask(act: Act) -> None:
    """Raises ``OSError`` where the disk is to fail."""
    code = disk.tell(act)
    if code:
        number = _ERRNO.get(code, EIO)
        raise OSError(number, os.strerror(number), act.path)


class WatchedFile(io.FileIO):
    """A file whose writes are told before they are done."""

    def write(self, data: Any, /) -> int:
        ask(Act("write", path_of(self.fileno()), self.tell(), bytes(data)))
        return super().write(data)

    def truncate(self, size: int | None = None, /) -> int:
        ask(Act("cut", path_of(self.fileno()), self.tell() if size is None else size))
        return super().truncate(size)


def open_watched(
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,
    opener: Any = None,
) -> Any:
    """``open``, with files that are written under watch."""
    if disk.watch is None or not set(mode) & set("wxa+"):
        return _open(file, mode, buffering, encoding, errors, newline, closefd, opener)
    if not isinstance(file, int):
        path = os.path.abspath(os.fsdecode(file))  # noqa: PTH100 - also of what is no Path
        if not os.path.exists(path):  # noqa: PTH110
            ask(Act("make", path))
        elif "w" in mode:
            ask(Act("cut", path, 0))
    raw = WatchedFile(file, mode.replace("t", "").replace("b", ""), closefd, opener)
    both = io.BufferedRandom if "+" in mode else io.BufferedWriter
    if "b" in mode:
        return raw if buffering == 0 else both(raw)
    return io.TextIOWrapper(both(raw), encoding, errors, newline)


def is_on_disk(handle: int) -> bool:
    """Whether an open file is a file or a folder, no pipe or device."""
    mode = os.fstat(handle).st_mode
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def path_of(handle: int) -> str:
    """The path of an open file, where the system tells it."""
    try:
        return os.readlink(f"/proc/self/fd/{handle}")  # noqa: PTH115 - may be no path
    except OSError:
        return ""


def _watched(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    @wraps(function)
    def told(path: Any, *more: Any, **named: Any) -> Any:
        if disk.watch is not None:
            to = os.path.abspath(os.fsdecode(more[0])) if what in {"rename", "link"} else ""  # noqa: PTH100
            ask(Act(what, os.path.abspath(os.fsdecode(path)), to=to))  # noqa: PTH100
        return function(path, *more, **named)

    return told


def _of_handle(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    @wraps(function)
    def told(handle: int, *more: Any) -> Any:
        path = path_of(handle) if disk.watch is not None and is_on_disk(handle) else ""
        if path:
            at = os.lseek(handle, 0, os.SEEK_CUR) if what == "write" else 0
            ask(Act(what, path, at, b"".join(map(bytes, more))))
        return function(handle, *more)

    return told


def _opening(function: Callable[..., int]) -> Callable[..., int]:
    @wraps(function)
    def told(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if disk.watch is not None and flags & os.O_CREAT and not os.path.exists(path):  # noqa: PTH110
            ask(Act("make", os.path.abspath(os.fsdecode(path))))  # noqa: PTH100
        return function(path, flags, *more, **named)

    return told
