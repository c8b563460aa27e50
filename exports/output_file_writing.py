"""Writes output files completely or not at all, with names that every system accepts."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

from tracker.application.browser_folder_restriction import require_in_allowed_folder
from tracker.application.errors import Refused
from tracker.ledger.atomic_file_writes import write_atomically
from tracker.ledger.ledger_errors import PathIsFolder

MAX_NAME_LENGTH = 60
# Names that Windows reserves for devices, with any extension.
RESERVED_NAMES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)


def make_safe_file_name(title: str, suffix: str) -> str:
    """Make a safe file name from a title, such as ``the-last-rifle-of-alpha.md``."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "-", plain)[:MAX_NAME_LENGTH].strip("-")
    if not name or name in RESERVED_NAMES:
        name = f"match-{name}".strip("-")
    return name + suffix


def explain_os_error(error: OSError) -> str:
    """Return the reason for an error in lower case, such as ``permission denied``."""
    return (error.strerror or "unknown error").lower()


def resolve_output_path_making_folder(output: str, name_in_folder: str) -> Path:
    """Return ``output`` as the path of a new file, or ``name_in_folder`` in it if it is a folder.

    If ``output`` ends with a slash, the folder is created. Raises ``Refused`` if that fails.
    """
    path = Path(output)
    if output.endswith(("/", os.sep)):
        require_in_allowed_folder(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = explain_os_error(error)
            raise Refused(f"The folder {path} cannot be created: {reason}.") from error
    return path / name_in_folder if path.is_dir() else path


def write_text_file_atomically(
    path: Path, text: str | Iterable[str], *, overwrite: bool = False
) -> Path:
    """Write text, whole or in pieces, to a file. The file is written completely or not at all.

    Raises ``Refused`` if the file exists and may not be replaced, or if it cannot be written.
    """

    def fill(part: Path) -> None:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines((text,) if isinstance(text, str) else text)

    return write_file_atomically(path, fill, overwrite=overwrite)


def write_file_atomically(
    path: Path, write_content: Callable[[Path], None], *, overwrite: bool = False
) -> Path:
    """Write a file completely or not at all. ``write_content`` writes to the path that it receives.

    Raises ``Refused`` on failure. Never replaces a ledger, even if ``overwrite`` is true.
    """
    from tracker.ledger.sqlite.database_file_header import may_be_ledger_file

    require_in_allowed_folder(path)
    if path.is_dir():
        raise Refused(PathIsFolder(path).message)
    if path.exists() and not path.is_file():
        raise Refused(f"{path} is a device, not a file. Choose a file.")
    if path.exists() and not overwrite:
        raise Refused(
            f"{path} already exists. Allow the file to be replaced, or choose another file."
        )
    try:
        if path.exists() and may_be_ledger_file(path):
            raise Refused(f"{path} is a ledger. Choose another file.")
        with write_atomically(path, overwrite=overwrite) as part:
            write_content(part)
    except FileExistsError:
        raise Refused(
            f"{path} was created by another program at the same moment and was not "
            "changed. Choose another file."
        ) from None
    except OSError as error:
        reason = explain_os_error(error)
        raise Refused(f"{path} cannot be written: {reason}. No file was written.") from error
    return path
