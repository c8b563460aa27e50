"""Limits reading and writing files to one folder when Warledger runs in a browser."""

from __future__ import annotations

import os
from pathlib import Path

from tracker.application.errors import Refused

FOLDER_VARIABLE = "WARLEDGER_FOLDER"
"""The environment variable that names the allowed folder."""


def get_allowed_folder() -> Path | None:
    """Return the folder in which all files must be, or None if every folder is allowed."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else None


def require_in_allowed_folder(path: Path) -> None:
    """Raise ``Refused`` if the file is outside the allowed folder."""
    folder = get_allowed_folder()
    if folder is None:
        return
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        raise Refused(
            f"In a browser, only files in {folder} can be used. Give a file in that folder."
        )
