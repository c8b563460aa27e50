"""Writes files completely or not at all, even if the program is killed."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOGS = ("-wal", "-journal")
"""The suffixes of the files that SQLite keeps beside a ledger. They belong to the ledger."""

_MAX_NAME_LENGTH = 40
_STALE_SECONDS = 3600


@contextmanager
def write_atomically(
    target: Path, *, overwrite: bool = False, permissions_of: Path | None = None
) -> Iterator[Path]:
    """Yield the path of an empty file, which is renamed to ``target`` at the end of the block.

    If ``target`` is a symbolic link, the file that it points to is created or replaced, and the
    link stays. At the end of the block, the file and its name are durable on disk. The file gets
    the permissions of ``permissions_of`` or, without it, of the replaced file. If the block raises
    an error, the new file is removed. Raises ``FileExistsError`` if the file exists and
    ``overwrite`` is false. Raises ``OSError``, for example if a database in the new file has left
    data in a log.
    """
    target = resolve_symbolic_links(target)
    remove_unfinished_files(target)
    part = target.with_name(f"{_make_part_prefix(target)}{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        model = permissions_of or target
        if model.exists():
            part.chmod(stat.S_IMODE(model.stat().st_mode))
        yield part
        _require_empty_logs(part)
        _flush_to_disk(part, os.O_RDWR)
        if overwrite:
            part.replace(target)
        else:
            link_or_rename_without_overwriting(part, target)
        flush_parent_folder_to_disk(target)
    finally:
        _remove_part(part)


def resolve_symbolic_links(path: Path) -> Path:
    """Resolve the symbolic links in a path, even if the file does not exist yet."""
    return Path(os.path.realpath(path))


def link_or_rename_without_overwriting(old: Path, new: Path) -> None:
    """Give a file a new name without overwriting another file.

    The file may also keep its old name. Raises ``FileExistsError`` if the new name is taken, and
    ``OSError`` on other failures.
    """
    try:
        new.hardlink_to(old)
    except FileExistsError:
        raise
    except OSError:  # the file system has no hard links
        if new.exists():
            raise FileExistsError(new) from None
        old.replace(new)


def flush_parent_folder_to_disk(file: Path) -> None:
    """Make the names in a file's folder durable on disk, if the operating system supports that."""
    if os.name == "posix":
        _flush_to_disk(file.parent, os.O_RDONLY)


def remove_unfinished_files(target: Path) -> None:
    """Remove unfinished files that killed programs or this process left behind for ``target``."""
    with suppress(OSError):
        for part in target.parent.iterdir():
            number, _, rest = part.name.removeprefix(_make_part_prefix(target)).partition(".")
            of_target = part.name.startswith(_make_part_prefix(target)) and rest.startswith("part")
            if of_target and number.isdecimal() and not _may_be_in_use(part, int(number)):
                _remove_part(part)


def _require_empty_logs(part: Path) -> None:
    """Raise ``OSError`` if a closed database did not move its log into the file."""
    for end in LOGS:
        log = part.with_name(part.name + end)
        if log.exists() and log.stat().st_size:
            raise OSError(errno.EIO, "it could not be written completely", str(part))


def _flush_to_disk(path: Path, open_flags: int) -> None:
    handle = os.open(path, open_flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _make_part_prefix(target: Path) -> str:
    return f".{target.name[:_MAX_NAME_LENGTH]}."


def _may_be_in_use(part: Path, process: int) -> bool:
    """Return whether the program with this process id may still be writing the file ``part``."""
    if process == os.getpid():
        return False
    if os.name != "posix":
        return time.time() - part.stat().st_mtime < _STALE_SECONDS
    try:
        os.kill(process, 0)
    except OSError as error:
        return error.errno != errno.ESRCH
    return True


def _remove_part(part: Path) -> None:
    """Remove an unfinished file and its logs. Errors are ignored."""
    from glob import escape

    for each in (part, *part.parent.glob(f"{escape(part.name)}[.-]*")):
        with suppress(OSError):
            each.unlink(missing_ok=True)
