"""Runs the terminal screens in a separate process, for one user in a browser."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

from tracker.application.browser_folder_restriction import FOLDER_VARIABLE

CHECK_INTERVAL = 0.5  # seconds


def main(ledger: str, folder: str, server_process_id: str) -> int:
    """Run the screens on a ledger until the user quits or the server's process ends."""
    # On Windows the parent is a launcher process, and process ids are reused.
    if sys.platform != "win32":
        server = int(server_process_id)
        threading.Thread(target=_exit_with_server, args=(server,), daemon=True).start()
    from tui.app import run_app

    os.environ[FOLDER_VARIABLE] = folder
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    return run_app(ledger)


def _exit_with_server(server: int) -> None:
    """Exit when the server has ended. Nothing is lost, since lines are stored immediately."""
    while os.getppid() == server:
        time.sleep(CHECK_INTERVAL)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
