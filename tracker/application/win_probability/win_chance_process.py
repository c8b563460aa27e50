"""Computes chances to win in a separate process, so that the screens stay responsive.

Results are saved line by line in the cache, from which the screens read them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Final

from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.application.win_probability.sampled_line_win_chances import GAMES

CHECK_INTERVAL: Final = 1.0
"""The time in seconds between checks whether the parent program still runs."""
NICENESS: Final = 10


class WinChanceProcess:
    """A process that computes the chances in one game of a ledger file until it is stopped."""

    def __init__(self, game: Game, games: int = GAMES) -> None:
        """Start the process if the game's ledger is a file. A failure to start is ignored."""
        self._process: subprocess.Popen[bytes] | None = None
        file = game.journal.store.path
        if file is None:
            return
        said = (str(file), game.stream, str(games), str(os.getpid()))
        command = [sys.executable, "-m", __name__, *said]
        with suppress(OSError):
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Stop the process. Results that were saved remain."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def main(file: str, stream: str, games: str, parent_pid: str) -> None:
    """Compute the missing chances in a game for as long as the parent process runs."""
    from tracker.application.book import open_book
    from tracker.application.win_probability.win_chance_cache import compute_win_chances

    lower_priority_and_end_with_parent(int(parent_pid))
    with suppress(LedgerError, Refused), open_book(file, only_reading=True) as book:
        compute_win_chances(book.open_game(stream), int(games))


def lower_priority_and_end_with_parent(parent_pid: int) -> None:
    """Lower the priority of this process, and end it when the parent process ends."""
    threading.Thread(target=_end_with_parent, args=(parent_pid,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(CHECK_INTERVAL)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:5])
