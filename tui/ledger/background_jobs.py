"""What is done with a whole ledger, and takes its time: beside the screen, one thing at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textual.worker import get_current_worker

from tracker.application import maintenance
from tracker.application.book import Book, open_book
from tracker.application.errors import LedgerError, Refused
from tui.widgets.keyed import KeyedScreen

STEPS = 50
"""How often it is said at most how far a work is."""

Work = Callable[[Book, Callable[[int, int], None]], Sequence[str]]
"""Done on a book, told of how far it is; returns what came of it in lines."""


class NobodyWaits(Exception):
    """The screen is gone: nobody waits for the answer."""


class Works:
    """``told`` gets what came of a work; ``far`` how far it is. A ledger in a file is read through
    a connection of its own, so that the screen goes on; one in memory at once.
    """

    def __init__(
        self,
        screen: KeyedScreen[Any],
        book: Book,
        *,
        told: Callable[[Sequence[str], bool], None],
        far: Callable[[str], None],
    ) -> None:
        self.screen = screen
        self.book = book
        self.told = told
        self.far = far
        self.busy = ""

    def do(self, what: str, work: Work, *, writes: bool = False) -> None:
        """Begin a work, unless another is under way; what ``writes`` is done at once."""
        if self.busy:
            self.screen.say(f"Still {self.busy}. Wait until that is done.", bad=True)
            return
        file = self.book.file
        if file is None or writes:
            self._finish(*_done(lambda: work(self.book, lambda _, __: None)))
            return
        self.busy = what
        self.far(f"{what} …")
        self.screen.run_worker(
            lambda: self._beside(file, what, work), thread=True, exit_on_error=False
        )

    def _beside(self, file: Path, what: str, work: Work) -> None:
        app = self.screen.app
        worker = get_current_worker()
        said = 0

        def tell(done: int, total: int) -> None:
            nonlocal said
            if worker.is_cancelled or not app.is_running:
                raise NobodyWaits
            if (done - said) * STEPS > total:
                said = done
                app.call_from_thread(self.far, f"{what}: {done:,} of {total:,} events")

        def read() -> Sequence[str]:
            with open_book(file, only_reading=True) as book:
                return work(book, tell)

        try:
            found = _done(read)
        except NobodyWaits:
            return
        app.call_from_thread(self._finish, *found)

    def _finish(self, lines: Sequence[str], good: bool) -> None:
        self.busy = ""
        self.far("")
        self.told(lines, good)


def _done(work: Callable[[], Sequence[str]]) -> tuple[Sequence[str], bool]:
    try:
        return work(), True
    except (LedgerError, Refused) as error:
        return [str(error)], False


def check(book: Book, far: Callable[[int, int], None]) -> Sequence[str]:
    """Every row checked; the anchor where all fits."""
    report = book.verify(far)
    now = [f"anchor {book.anchor()}"] if report.sound else []
    return [*maintenance.describe_check(report), *now]


def replay_all(book: Book, far: Callable[[int, int], None]) -> Sequence[str]:
    """Every match run through today's rules."""
    rows = []
    for row in maintenance.play_again(book):
        far(0, 0)
        rows.append(row)
    return maintenance.describe_replay(rows)
