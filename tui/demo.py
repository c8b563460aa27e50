"""The demo book, opened beside the user's own and never mixed with it."""

from __future__ import annotations

from pathlib import Path

from tracker.application.demo import demo_path


def run(path: Path | None = None) -> int:
    """Open the screens on the demo book; the exit code of the program."""
    from tui.app import run as run_screens

    return run_screens(path or demo_path(), demo=True)
