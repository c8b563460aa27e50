"""Where files are read and written: anywhere, but by screens in a browser in one folder alone."""

from __future__ import annotations

import os
from pathlib import Path

from tracker.application.errors import Refused

ONLY = "WARLEDGER_FOLDER"
"""Names the one folder, in the environment."""


def get_allowed_folder() -> Path | None:
    """The folder in which files have to lie; None where they may be anywhere."""
    named = os.environ.get(ONLY)
    return Path(named) if named else None


def require_in_folder(path: Path) -> None:
    """Raises ``Refused`` for a file that is out of reach."""
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
