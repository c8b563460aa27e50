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

    def known(text: str) -> tuple[int, Sequence[str]]:
        begun = text.lstrip()
        before = begun[: begun.rfind(os.sep) + 1]
        name = begun.removeprefix(before)
        try:
            where = folder / Path(before).expanduser()
            require_in_allowed_folder(where)
            there = list(where.iterdir())
        except (OSError, RuntimeError, Refused):
            return 0, ()
        fits = (one for one in there if one.name.casefold().startswith(name.casefold()))
        seen = [one for one in fits if name.startswith(".") or not one.name.startswith(".")]
        return len(text) - len(name), sorted(
            one.name + (os.sep if one.is_dir() else "") for one in seen
        )

    return known
