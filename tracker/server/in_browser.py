"""The screens as a program of their own, drawn for a browser: what is begun for everybody there."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

from tracker.application.allowed_folder import ONLY

LOOK = 0.5  # seconds


def main(ledger: str, folder: str, server: str) -> int:
    """Run the screens on a ledger until they are left, or the server of this process id is gone."""
    if sys.platform != "win32":  # where a parent's number outlives it, and a launcher lies between
        threading.Thread(target=_end_with, args=(int(server),), daemon=True).start()
    from tui.app import run_app

    os.environ[ONLY] = folder
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    return run_app(ledger)


def _end_with(server: int) -> None:
    """End with the server: every line is on the disk before it is shown, so nothing is lost."""
    while os.getppid() == server:
        time.sleep(LOOK)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
