"""Completion of file names with Tab."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from tracker.application.browser_file_folder import require_in_allowed_folder
from tracker.application.errors import Refused
from tui.widgets.line_entry_dialog import Completions


def make_file_completer(folder: Path) -> Completions:
    """Return a function that completes the names of files and folders, by default in ``folder``."""

    def complete(text: str) -> tuple[int, Sequence[str]]:
        typed = text.lstrip()
        parent_text = typed[: typed.rfind(os.sep) + 1]
        name = typed.removeprefix(parent_text)
        try:
            directory = folder / Path(parent_text).expanduser()
            require_in_allowed_folder(directory)
            entries = list(directory.iterdir())
        except (OSError, RuntimeError, Refused):
            return 0, ()
        matches = (entry for entry in entries if entry.name.casefold().startswith(name.casefold()))
        visible = [
            entry for entry in matches if name.startswith(".") or not entry.name.startswith(".")
        ]
        return len(text) - len(name), sorted(
            entry.name + (os.sep if entry.is_dir() else "") for entry in visible
        )

    return complete
