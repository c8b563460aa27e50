"""The page of the ledger: checked, copied, put back; records in, everything out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from textual.app import ComposeResult

from exports.file_writing import make_safe_name, write
from exports.formats import list_readers
from exports.league_formats import list_league_readers
from exports.ledger_json import write_ledger_json
from exports.site.addresses import INDEX
from exports.site.writing_site import describe_written, write_site
from tracker.application import backups, maintenance
from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.league_records.league_importer import bring_in_league
from tracker.application.league_records.record_file import is_league_record
from tracker.application.records import record_importer
from tracker.application.records.roster_lookup import find_rosters_beside
from tracker.application.rosters import read_roster_file
from tracker.vocabulary.counts import count_of
from tui.app import WarledgerApp
from tui.commands import select_commands
from tui.ledger.background_jobs import Works, check, replay_all
from tui.ledger.commands import LEDGER
from tui.ledger.ledger_panel import LedgerPanel
from tui.ledger.ledger_view import LedgerSeen
from tui.widgets.dialogs import Dialog, make_paragraphs
from tui.widgets.entry import LineEntry
from tui.widgets.foot import Closing, Footer
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine
from tui.widgets.paging import Paging
from tui.widgets.paths import complete_files

T = TypeVar("T")
WHOLE = "ledger"
SITE = "pages"


class LedgerScreen(KeyedScreen[None]):
    """``own``: the book the program was opened on, in whose place a copy can be put."""

    commands = LEDGER

    def __init__(self, book: Book, where: str, *, own: bool) -> None:
        super().__init__()
        self.book = book
        self.seen = LedgerSeen(book, where)
        self.own = own
        self.parts = (Paging(self._go),)
        self.works = Works(self, book, told=self._told, far=self._far)

    def compose(self) -> ComposeResult:
        yield LedgerPanel(self.seen)
        yield Closing()
        yield NoticeLine()
        yield Footer(
            select_commands(LEDGER, "check", "copy", "bring_in", "put_back", "help", "leave")
        )

    def _told(self, lines: Sequence[str], good: bool) -> None:
        self.seen.found, self.seen.good = lines, good
        self.show()

    def _tried(self, how: Callable[[], T]) -> T | None:
        """What came of it; why nothing did, is told."""
        try:
            return how()
        except (LedgerError, Refused) as error:
            self._told([error.message], False)
            return None

    def _far(self, text: str) -> None:
        if text or not self.works.busy:
            self.say(text)

    def show(self) -> None:
        """Draw it again, with what it holds now."""
        self.seen.read()
        self.query_one(LedgerPanel).refresh()

    # ------------------------------------------------------------------------------- to read

    def do_check(self) -> None:
        self.works.do("checking", check)

    def do_again(self) -> None:
        self.works.do("playing again", replay_all)

    def do_anchor(self) -> None:
        self._ask("anchor", "as printed by verify, backup or a report", self._held)

    def _held(self, code: str) -> None:
        why = self._tried(lambda: self.book.explain_missing_anchor(code))
        if why is not None:
            self._told([f"{code}: {why or 'the ledger contains it'}"], not why)

    # ------------------------------------------------------------------------------ to write

    def do_anew(self) -> None:
        self.works.do(
            "reading",
            lambda book, far: maintenance.describe_rebuild(book.rebuild(far)),
            writes=True,
        )

    def do_copy(self) -> None:
        proposed = Path.cwd() / maintenance.copy_called(self.book)
        self._ask("copy to", "a new file", self._copy, text=str(proposed))

    def _copy(self, path: str) -> None:
        file = Path(path).expanduser()
        made = self._tried(lambda: backups.back_up_ledger(self.book, file))
        if made is not None:
            missing = maintenance.list_missing(made[1])
            lines = (f"Copied, and every row verified: {file}", f"anchor {made[0]}", *missing)
            self._told(lines, not missing)

    def do_bring_in(self) -> None:
        files = complete_files(Path.cwd())
        hint = "the file of a match or league record"
        self.app.push_screen(
            LineEntry("bring in", hint=hint, does="bring in", completions=files), self._bring_in
        )

    def _bring_in(self, path: str | None) -> None:
        if not path:
            return
        file = Path(path.strip()).expanduser()
        text = self._tried(lambda: read_roster_file(file))
        if text is None:
            return
        if is_league_record(text):
            self._bring_in_league(text)
            return
        done = self._tried(
            lambda: record_importer.bring_in(
                self.book, text, find_rosters_beside(file), readers=list_readers()
            )
        )
        if done is None:
            return
        what = f"{done.match} {done.title}"
        said = f"{what}: {count_of(done.lines, 'line')}, brought in"
        if done.was_there:
            said = f"This match is in the ledger already as {what}. Nothing was changed"
        self._told([said, *done.warnings], True)

    def _bring_in_league(self, text: str) -> None:
        done = self._tried(
            lambda: bring_in_league(
                self.book, text, readers=list_league_readers(), game_readers=list_readers()
            )
        )
        if done is not None:
            self._told([done.told, *done.warnings], True)

    def do_write_out(self) -> None:
        proposed = Path.cwd() / make_safe_name(WHOLE, ".json")
        self._ask("export to", "a new file", self._write_out, text=str(proposed))

    def _write_out(self, path: str) -> None:
        file = Path(path).expanduser()
        if self._tried(lambda: write(file, write_ledger_json(self.book))) is not None:
            self._told([f"Exported every event to {file}"], True)

    def do_site(self) -> None:
        proposed = str(Path.cwd() / SITE)
        hint = "a folder; the same one again: only changed pages"
        self._ask("pages into", hint, self._site, text=proposed)

    def _site(self, path: str) -> None:
        folder = Path(path).expanduser()

        def work(book: Book, far: Callable[[int, int], None]) -> Sequence[str]:
            written = write_site(book, folder, before=lambda: far(0, 0))
            return [f"{folder / INDEX}: {describe_written(written)}", *written.left]

        self.works.do("writing pages", work)

    # ---------------------------------------------------------------------------- the copies

    def _go(self, step: int) -> None:
        self.seen.move(step)
        self.query_one(LedgerPanel).refresh()

    def do_put_back(self) -> None:
        if not self.seen.copies:
            self.say(
                "There are no backups yet. One is made after each game, and once a day.", bad=True
            )
            return
        if not self.own:
            self.say(
                "This ledger is not the one the program was started with. Start warledger "
                "with this one first.",
                bad=True,
            )
            return
        seen = self.seen
        copy = seen.copies[seen.at].file
        body = make_paragraphs(
            f"The ledger now holds {seen.holds}.",
            f"The backup holds {seen.copy_holds(seen.at)}.",
            (
                "The current ledger is kept next to it under another name. The program then "
                "opens the backup."
            ),
        )
        dialog = Dialog("restore this backup?", body, [("y", "y", "restore it")])
        self.app.push_screen(dialog, lambda said: self._put_back(copy) if said else None)

    def _put_back(self, copy: Path) -> None:
        assert isinstance(self.app, WarledgerApp)
        self.app.put_back(copy)

    def _ask(self, label: str, hint: str, then: Callable[[str], None], *, text: str = "") -> None:
        def handle_answer(said: str | None) -> None:
            if said and said.strip():
                then(said.strip())

        self.app.push_screen(LineEntry(label, text, hint=hint), handle_answer)
