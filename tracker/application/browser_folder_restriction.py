"""Limits access to files to one folder when Warledger runs in a browser."""

from __future__ import annotations

import os
from pathlib import Path

from tracker.application.errors import Refused

FOLDER_VARIABLE = "WARLEDGER_FOLDER"
"""The environment variable that names the allowed folder."""


def require_in_allowed_folder(path: Path) -> None:
    """Raise ``Refused`` if only files in one folder are allowed, and the given file is
    outside it.
    """
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return
    try:
        inside = path.resolve().is_relative_to(Path(folder).resolve())
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        raise Refused(
            f"In a browser, only files in {folder} can be used. Choose a file in that folder."
        )
