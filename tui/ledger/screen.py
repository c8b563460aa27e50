"""The ledger screen, which checks, backs up, restores, imports and exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pendulum
from textual.app import ComposeResult
from textual.content import Content
from textual.worker import get_current_worker

from exports.game_export_formats import list_game_export_trials
from exports.league_export_formats import list_league_export_trials
from exports.ledger_json import write_ledger_json
from exports.safe_file_writing import make_safe_name, write_text_file
from exports.site.site_page_list import INDEX
from exports.site.site_writer import describe_site_result, write_site
from tracker.application import automatic_backups, ledger_maintenance_reports
from tracker.application.automatic_backups import (
    describe_ledger_contents,
    list_backups,
    read_backup_retention,
)
from tracker.application.book import Book, open_book
from tracker.application.errors import LedgerError, Refused
from tracker.application.league_records.league_record_format import is_league_record
from tracker.application.league_records.league_record_importer import import_league_record
from tracker.application.match_records import record_importer
from tracker.application.match_records.record_importer import make_roster_finder
from tracker.application.roster_files import read_roster_file
from tracker.vocabulary.count_wording import format_count
from tui.app import WarledgerApp
from tui.key_bindings import KEYS, select_commands
from tui.terminal_text_fitting import Piece, cut_beginning, fill_line, join_pieces, wrap_text
from tui.widgets.clickable_text import make_clickable_row, make_content_clickable
from tui.widgets.dialogs import Dialog, make_paragraphs
from tui.widgets.file_name_completion import make_file_completer
from tui.widgets.key_footers import BottomRule, Footer
from tui.widgets.keyed_screen import KeyedScreen
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_row_drawing import draw_pointer, find_first_shown_row
from tui.widgets.notice_line import NoticeLine
from tui.widgets.paging_keys import PagingKeys
from tui.widgets.panel import Panel, PanelEdges


class LedgerView:
    """The ledger's backups, with the marked one, and the result of the last command.

    ``good`` is true if the command succeeded. A backup's contents are read when it is first marked.
    """

    def __init__(self, book: Book, where: str) -> None:
        self.book = book
        self.where = where
        self.copies = list_backups(book.file) if book.file is not None else []
        self.at = 0
        self.found: Sequence[str] = ()
        self.good = True
        self.holds = ""
        self._copies_hold: dict[int, str] = {}
        self.load_ledger_contents()

    def load_ledger_contents(self) -> None:
        """Count the ledger's contents. Raises ``LedgerError``."""
        self.holds = str(ledger_maintenance_reports.count_book_contents(self.book))

    def move_mark(self, step: int) -> None:
        """Mark another backup."""
        self.at = max(0, min(self.at + step, len(self.copies) - 1))

    def describe_backup(self, place: int) -> str:
        if place not in self._copies_hold:
            self._copies_hold[place] = describe_ledger_contents(self.copies[place].file)
        return self._copies_hold[place]

    def get_backup_size(self, place: int) -> int:
        """Return a backup's size in bytes, or 0 if the file no longer exists."""
        try:
            return self.copies[place].file.stat().st_size
        except OSError:
            return 0


DOES = (
    "verify_ledger",
    "check_anchor",
    "replay_all_games",
    "rebuild_lists",
    "copy_ledger",
    "export_events",
    "import_record",
)
KIB = 1024


class LedgerPanel(Panel):
    """The panel of the ledger screen, redrawn after every command."""

    def __init__(self, seen: LedgerView) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.ledger = seen

    def render_title(self) -> Iterable[Piece]:
        return [("the ledger", "bold")]

    def render_right_title(self) -> Iterable[Piece]:
        return [(self.ledger.holds, "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        head = [
            join_pieces([" ", (cut_beginning(self.ledger.where, width - 2), "$secondary")]),
            Content(""),
        ]
        does = [
            make_content_clickable(
                join_pieces([" ", (one.sign, "$primary bold"), f"  {one.text}"]), one.keys[:1]
            )
            for one in select_commands(KEYS["ledger"], *DOES)
        ]
        found = self._found(width)
        room = height - len(head) - len(does) - len(found) - 2
        return [*head, *does, Content(""), *self._copies(width, max(room, 2)), *found]

    def _copies(self, width: int, room: int) -> list[Content]:
        copies = self.ledger.copies
        title: list[Piece] = [(" backups", "bold"), (f"  {_how_many()}", "$quiet")]
        if not copies:
            return [join_pieces(title), join_pieces([(" none yet", "$quiet")])]
        room -= 2
        first = find_first_shown_row(len(copies), self.ledger.at, room)
        lines = [fill_line(width, title, [])]
        for place, copy in list(enumerate(copies))[first : first + room]:
            marked = place == self.ledger.at
            made = pendulum.from_timestamp(copy.made_at.timestamp(), tz="local")
            when: Piece = (made.format("ddd D MMM YYYY, HH:mm"), "bold" if marked else "")
            size = f"{_size(self.ledger.get_backup_size(place)):>8} KiB "
            found = fill_line(width, [draw_pointer(marked=marked), " ", when], [(size, "$quiet")])
            lines.append(make_clickable_row(found, place, self.ledger.at))
            if marked:
                lines.append(join_pieces([f"   {self.ledger.describe_backup(place)}"]))
        return lines

    def _found(self, width: int) -> list[Content]:
        if not self.ledger.found:
            return []
        first, *more = self.ledger.found
        sign, style = ("✓", "$success") if self.ledger.good else ("×", "$error")
        lines = [Content("")]
        for text, before in ((first, f" {sign} "), *((each, "   ") for each in more)):
            for place, part in enumerate(wrap_text(text, width - 4)):
                lines.append(join_pieces([(before if place == 0 else "   ", style), (part, style)]))
        return lines


def _size(number: int) -> str:
    return f"{number / KIB:,.0f}"


def _how_many() -> str:
    """Describe how many backups are kept according to ``WARLEDGER_BACKUPS``."""
    try:
        last, days = read_backup_retention()
    except Refused as refused:
        return refused.message
    if not last and not days:
        return "automatic backups are off (WARLEDGER_BACKUPS)"
    return f"the last {last}, and the last of each day for {days} days"


STEPS = 50
"""The maximum number of progress reports of a task."""

Work = Callable[[Book, Callable[[int, int], None]], Sequence[str]]
"""A task on a book. It reports its progress and returns its result as lines."""


class WorkAbandoned(Exception):
    """The error that abandons a task because its screen was closed."""


class LedgerTasks:
    """A runner of tasks on the ledger. ``told`` receives their results, ``far`` their progress. A
    ledger file is read in the background over a second connection. An in-memory ledger is read at
    once.
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

    def start_work(self, what: str, work: Work, *, writes: bool = False) -> None:
        """Start a task unless another is running. If ``writes`` is true, it runs at once."""
        if self.busy:
            self.screen.show_message(f"Still {self.busy}. Wait until that is done.", bad=True)
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
                raise WorkAbandoned
            if (done - said) * STEPS > total:
                said = done
                app.call_from_thread(self.far, f"{what}: {done:,} of {total:,} events")

        def read() -> Sequence[str]:
            with open_book(file, only_reading=True) as book:
                return work(book, tell)

        try:
            found = _done(read)
        except WorkAbandoned:
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


def verify_ledger_with_progress(book: Book, far: Callable[[int, int], None]) -> Sequence[str]:
    """Verify every row. If all are sound, report the anchor as well."""
    report = book.verify_ledger(far)
    now = [f"anchor {book.compute_history_anchor()}"] if report.sound else []
    return [*ledger_maintenance_reports.describe_ledger_check(report), *now]


def replay_all_matches(book: Book, far: Callable[[int, int], None]) -> Sequence[str]:
    """Replay every match under the current rules."""
    rows = []
    for row in ledger_maintenance_reports.replay_all_matches(book):
        far(0, 0)
        rows.append(row)
    return ledger_maintenance_reports.describe_replay_results(rows)


T = TypeVar("T")
WHOLE = "ledger"
SITE = "pages"


class LedgerScreen(KeyedScreen[None]):
    """The ledger screen. If ``own`` is true, a backup can replace the ledger."""

    commands = KEYS["ledger"]

    def __init__(self, book: Book, where: str, *, own: bool) -> None:
        super().__init__()
        self.book = book
        self.seen = LedgerView(book, where)
        self.own = own
        self.parts = (PagingKeys(self._go),)
        self.works = LedgerTasks(self, book, told=self._told, far=self._far)

    def compose(self) -> ComposeResult:
        yield LedgerPanel(self.seen)
        yield BottomRule()
        yield NoticeLine()
        yield Footer(
            select_commands(
                KEYS["ledger"],
                "verify_ledger",
                "copy_ledger",
                "import_record",
                "restore_backup",
                "help",
                "leave",
            )
        )

    def _told(self, lines: Sequence[str], good: bool) -> None:
        self.seen.found, self.seen.good = lines, good
        self.redraw()

    def _tried(self, how: Callable[[], T]) -> T | None:
        """Call a function and return its result, or show why it failed."""
        try:
            return how()
        except (LedgerError, Refused) as error:
            self._told([error.message], False)
            return None

    def _far(self, text: str) -> None:
        if text or not self.works.busy:
            self.show_message(text)

    def redraw(self) -> None:
        """Reload the contents and redraw the screen."""
        self.seen.load_ledger_contents()
        self.query_one(LedgerPanel).refresh()

    # ------------------------------------------------------------------------------- to read

    def do_verify_ledger(self) -> None:
        self.works.start_work("checking", verify_ledger_with_progress)

    def do_replay_all_games(self) -> None:
        self.works.start_work("playing again", replay_all_matches)

    def do_check_anchor(self) -> None:
        self._ask("anchor", "as printed by verify, backup or a report", self._held)

    def _held(self, code: str) -> None:
        why = self._tried(lambda: self.book.explain_missing_anchor(code))
        if why is not None:
            self._told([f"{code}: {why or 'found in this ledger'}"], not why)

    # ------------------------------------------------------------------------------ to write

    def do_rebuild_lists(self) -> None:
        self.works.start_work(
            "reading",
            lambda book, far: ledger_maintenance_reports.describe_summary_rebuild(
                book.rebuild_summaries(far)
            ),
            writes=True,
        )

    def do_copy_ledger(self) -> None:
        proposed = Path.cwd() / ledger_maintenance_reports.make_backup_name(self.book)
        self._ask("copy to", "a new file", self._copy, text=str(proposed))

    def _copy(self, path: str) -> None:
        file = Path(path).expanduser()
        made = self._tried(lambda: automatic_backups.back_up_ledger(self.book, file))
        if made is not None:
            missing = ledger_maintenance_reports.describe_salvage_losses(made[1])
            lines = (f"Copied, and every row verified: {file}", f"anchor {made[0]}", *missing)
            self._told(lines, not missing)

    def do_import_record(self) -> None:
        files = make_file_completer(Path.cwd())
        hint = "the file of a match or league record"
        self.app.push_screen(
            LineEntryDialog("import", hint=hint, does="import", completions=files), self._bring_in
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
            lambda: record_importer.import_match_record(
                self.book, text, make_roster_finder(file), readers=list_game_export_trials()
            )
        )
        if done is None:
            return
        what = f"{done.match} {done.title}"
        said = f"{what}: {format_count(done.lines, 'line')} imported"
        if done.was_there:
            said = f"This match is already in the ledger as {what}. Nothing was changed"
        self._told([said, *done.warnings], True)

    def _bring_in_league(self, text: str) -> None:
        done = self._tried(
            lambda: import_league_record(
                self.book,
                text,
                readers=list_league_export_trials(),
                game_readers=list_game_export_trials(),
            )
        )
        if done is not None:
            self._told([done.description, *done.warnings], True)

    def do_export_events(self) -> None:
        proposed = Path.cwd() / make_safe_name(WHOLE, ".json")
        self._ask("export to", "a new file", self._write_out, text=str(proposed))

    def _write_out(self, path: str) -> None:
        file = Path(path).expanduser()
        if self._tried(lambda: write_text_file(file, write_ledger_json(self.book))) is not None:
            self._told([f"Exported every event to {file}"], True)

    def do_write_site(self) -> None:
        proposed = str(Path.cwd() / SITE)
        hint = "a folder; if used before, only changed pages are written"
        self._ask("write pages to", hint, self._site, text=proposed)

    def _site(self, path: str) -> None:
        folder = Path(path).expanduser()

        def work(book: Book, far: Callable[[int, int], None]) -> Sequence[str]:
            written = write_site(book, folder, before=lambda: far(0, 0))
            return [f"{folder / INDEX}: {describe_site_result(written)}", *written.left]

        self.works.start_work("writing pages", work)

    # ---------------------------------------------------------------------------- the copies

    def _go(self, step: int) -> None:
        self.seen.move_mark(step)
        self.query_one(LedgerPanel).refresh()

    def do_restore_backup(self) -> None:
        if not self.seen.copies:
            self.show_message(
                "There are no backups yet. One is made after each game, and once a day.", bad=True
            )
            return
        if not self.own:
            self.show_message(
                "This ledger is not the one the program was started with. Start warledger "
                "with this one first.",
                bad=True,
            )
            return
        seen = self.seen
        copy = seen.copies[seen.at].file
        body = make_paragraphs(
            f"The ledger now holds {seen.holds}.",
            f"The backup holds {seen.describe_backup(seen.at)}.",
            (
                "The current ledger is kept next to it under another name. Warledger then "
                "opens the backup."
            ),
        )
        dialog = Dialog("restore this backup?", body, [("y", "y", "restore it")])
        self.app.push_screen(dialog, lambda said: self._put_back(copy) if said else None)

    def _put_back(self, copy: Path) -> None:
        assert isinstance(self.app, WarledgerApp)
        self.app.exit_to_restore(copy)

    def _ask(self, label: str, hint: str, then: Callable[[str], None], *, text: str = "") -> None:
        def handle_answer(said: str | None) -> None:
            if said and said.strip():
                then(said.strip())

        self.app.push_screen(LineEntryDialog(label, text, hint=hint), handle_answer)
