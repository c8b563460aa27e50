"""The ledger screen, which checks, backs up, restores, imports and exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pendulum
from textual.app import ComposeResult
from textual.content import Content
from textual.worker import get_current_worker

from exports.game_export_formats import list_game_renderers
from exports.league_export_formats import list_league_renderers
from exports.ledger_json import render_ledger_json
from exports.output_file_writing import make_safe_file_name, write_text_file_atomically
from exports.site.site_pages import INDEX_PAGE
from exports.site.site_writer import describe_site_result, write_site
from tracker.application import ledger_maintenance_reports, ledger_restore_and_salvage
from tracker.application.automatic_backups import read_backup_retention_counts
from tracker.application.book import Book, open_book
from tracker.application.errors import LedgerError, Refused
from tracker.application.league_records.league_record_format import is_league_record
from tracker.application.league_records.league_record_importer import import_league_record
from tracker.application.ledger_restore_and_salvage import describe_ledger_contents, list_backups
from tracker.application.match_records import record_importer
from tracker.application.match_records.record_importer import make_roster_finder
from tracker.application.roster_files_and_samples import (
    read_roster_file,
    refuse_import_of_other_file,
)
from tracker.application.text_file_decoding import expand_home_folder
from tracker.vocabulary.count_wording import format_count
from tui.key_bindings import FOOTERS, KEYS, MORE_KEYS
from tui.screen_base_classes import KeyedScreen, show_errors
from tui.terminal_text_fitting import StyledText, cut_beginning, fill_line, join_styled, wrap_styled
from tui.widgets.clickable_text import make_content_clickable
from tui.widgets.dialogs import Dialog, make_paragraphs
from tui.widgets.line_entry_dialog import LineEntryDialog, make_file_completer
from tui.widgets.list_rows import PagingKeys, draw_pointer, find_first_shown_row, make_clickable_row
from tui.widgets.panel import TOP_EDGES, ModelPanel
from tui.widgets.screen_bottom_lines import compose_screen_footer

KIB = 1024
MAX_PROGRESS_REPORTS = 50

LedgerTask = Callable[[Book, Callable[[int, int], None]], Sequence[str]]
"""A task on a book, which reports its progress and returns its result as lines."""


class TaskAbandoned(Exception):
    """The error that ends a task whose screen has been closed."""


def _run_and_catch_errors(work: Callable[[], Sequence[str]]) -> tuple[Sequence[str], bool]:
    try:
        return work(), True
    except (LedgerError, Refused) as error:
        return [str(error)], False


def verify_ledger_and_describe(
    book: Book, report_progress: Callable[[int, int], None]
) -> Sequence[str]:
    """Verify every row and describe the result. If all rows are valid, add the ledger's anchor."""
    report = book.verify_ledger(report_progress)
    anchor_lines = [f"anchor {book.compute_history_anchor()}"] if report.is_sound else []
    return [*ledger_maintenance_reports.describe_ledger_check(report), *anchor_lines]


def replay_all_matches_and_describe(
    book: Book, report_progress: Callable[[int, int], None]
) -> Sequence[str]:
    rows = []
    for row in ledger_maintenance_reports.replay_all_matches(book):
        report_progress(0, 0)
        rows.append(row)
    return ledger_maintenance_reports.describe_replay_results(rows)


T = TypeVar("T")


class LedgerScreen(KeyedScreen[None]):
    """The ledger screen. If ``own`` is true, a backup can replace the ledger.

    ``cursor`` is the index of the marked backup. ``result_lines`` are the result of the last
    command, and ``succeeded`` is true if it succeeded.
    """

    commands = KEYS["ledger"]

    def __init__(self, book: Book, location: str, *, own: bool) -> None:
        super().__init__()
        self.book = book
        self.location = location
        self.own = own
        self.backups = list_backups(book.file) if book.file is not None else []
        self.cursor = 0
        self.result_lines: Sequence[str] = ()
        self.succeeded = True
        self.contents = ""
        self._backup_contents: dict[int, str] = {}
        self.update_contents_summary()
        self.parts = (PagingKeys(self._move_mark),)
        self.current_task = ""

    def compose(self) -> ComposeResult:
        yield LedgerPanel(self)
        yield from compose_screen_footer(FOOTERS["ledger"])

    def update_contents_summary(self) -> None:
        """Summarise the ledger's contents in ``contents``. Raises ``LedgerError``."""
        self.contents = str(ledger_maintenance_reports.count_book_contents(self.book))

    def describe_backup_contents(self, index: int) -> str:
        """Describe a backup's contents, which are read from the file only once."""
        if index not in self._backup_contents:
            self._backup_contents[index] = describe_ledger_contents(self.backups[index].file)
        return self._backup_contents[index]

    def get_backup_size_in_bytes(self, index: int) -> int:
        """Return a backup's size in bytes, or 0 if the file no longer exists."""
        try:
            return self.backups[index].file.stat().st_size
        except OSError:
            return 0

    def show_result(self, lines: Sequence[str], succeeded: bool) -> None:
        self.result_lines, self.succeeded = lines, succeeded
        self.redraw()

    def _call_or_show_failure(self, function: Callable[[], T]) -> T | None:
        try:
            return function()
        except (LedgerError, Refused) as error:
            self.show_result([error.message], False)
            return None

    def redraw(self) -> None:
        self.update_contents_summary()
        super().redraw()

    def run_or_start_task(
        self, description: str, task: LedgerTask, *, writes: bool = False
    ) -> None:
        """Start a task in the background. Raises ``Refused`` if another task is running.

        If the task ``writes``, or if the ledger is only in memory, run the task at once instead,
        and wait until it has finished.
        """
        if self.current_task:
            raise Refused(f"Still {self.current_task}. Please wait.")
        book, file = self.book, self.book.file
        if file is None or writes:
            self._finish_task(*_run_and_catch_errors(lambda: task(book, lambda _, __: None)))
            return
        self.current_task = description
        self.show_message(f"{description} …")
        self.run_worker(
            lambda: self._run_in_background(file, description, task),
            thread=True,
            exit_on_error=False,
        )

    def _run_in_background(self, file: Path, description: str, work: LedgerTask) -> None:
        app = self.app
        worker = get_current_worker()
        last_reported = 0

        def report_progress(done: int, total: int) -> None:
            nonlocal last_reported
            if worker.is_cancelled or not app.is_running:
                raise TaskAbandoned
            if (done - last_reported) * MAX_PROGRESS_REPORTS > total:
                last_reported = done
                progress = f"{description}: {done:,} of {total:,} events"
                app.call_from_thread(self.show_message, progress)

        def read() -> Sequence[str]:
            with open_book(file, only_reading=True) as book:
                return work(book, report_progress)

        try:
            result = _run_and_catch_errors(read)
        except TaskAbandoned:
            return
        app.call_from_thread(self._finish_task, *result)

    def _finish_task(self, lines: Sequence[str], succeeded: bool) -> None:
        self.current_task = ""
        self.show_message("")
        self.show_result(lines, succeeded)

    def do_verify_ledger(self) -> None:
        with show_errors(self):
            self.run_or_start_task("verifying", verify_ledger_and_describe)

    def do_replay_all_games(self) -> None:
        with show_errors(self):
            self.run_or_start_task("replaying games", replay_all_matches_and_describe)

    def do_check_anchor(self) -> None:
        self._ask_for_line_and_handle(
            "anchor", "as printed by verify, backup or a report", self._check_and_show_anchor
        )

    def _check_and_show_anchor(self, code: str) -> None:
        reason = self.book.explain_anchor_mismatch(code)
        self.show_result([f"{code}: {reason or 'found in this ledger'}"], not reason)

    def do_rebuild_lists(self) -> None:
        def rebuild(book: Book, report_progress: Callable[[int, int], None]) -> Sequence[str]:
            report = book.rebuild_summaries(report_progress)
            return ledger_maintenance_reports.describe_summary_rebuild(report)

        with show_errors(self):
            self.run_or_start_task("reading", rebuild, writes=True)

    def do_copy_ledger(self) -> None:
        proposed = Path.cwd() / ledger_maintenance_reports.make_todays_backup_name(self.book)
        self._ask_for_line_and_handle(
            "copy to", "a new file", self._copy_ledger, text=str(proposed)
        )

    def _copy_ledger(self, path: str) -> None:
        file = expand_home_folder(path)
        anchor, losses = ledger_restore_and_salvage.back_up_or_salvage_ledger(self.book, file)
        missing = ledger_maintenance_reports.describe_salvage_losses(losses)
        lines = (f"Copied, and every row verified: {file}", f"anchor {anchor}", *missing)
        self.show_result(lines, not missing)

    def do_import_record(self) -> None:
        self._ask_for_line_and_handle(
            "import",
            "the file of a match or league record",
            self._import_record,
            accept_word="import",
            completions=make_file_completer(Path.cwd()),
        )

    def _import_record(self, path: str) -> None:
        file = expand_home_folder(path)
        refuse_import_of_other_file(file)
        text = read_roster_file(file)
        try:
            is_league = is_league_record(text)
            result = self._import_league(text) if is_league else self._import_match(text, file)
        except record_importer.ChangedRecord as changed:
            self.call_later(self._ask_to_import_changed, changed.message, text, file)
        else:
            self.show_result(result, True)

    def _ask_to_import_changed(self, reason: str, text: str, file: Path) -> None:
        def import_anyway(answer: str | None) -> None:
            if answer:
                lines = self._call_or_show_failure(
                    lambda: self._import_match(text, file, allow_changed=True)
                )
                if lines is not None:
                    self.show_result(lines, True)

        dialog = Dialog("import this record anyway?", make_paragraphs(reason), [("y", "import it")])
        self.app.push_screen(dialog, import_anyway)

    def _import_match(self, text: str, file: Path, *, allow_changed: bool = False) -> Sequence[str]:
        imported = record_importer.import_match_record(
            self.book,
            text,
            make_roster_finder(file),
            allow_changed=allow_changed,
            readers=list_game_renderers(),
        )
        name = f"{imported.match} {imported.title}"
        message = f"{name}: {format_count(imported.lines, 'line')} imported"
        if imported.was_there:
            message = f"This match is already in the ledger as {name}. Nothing was changed"
        return [message, *imported.warnings]

    def _import_league(self, text: str) -> Sequence[str]:
        imported = import_league_record(
            self.book, text, readers=list_league_renderers(), game_readers=list_game_renderers()
        )
        return [imported.description, *imported.warnings]

    def do_export_events(self) -> None:
        proposed = Path.cwd() / make_safe_file_name("ledger", ".json")
        self._ask_for_line_and_handle(
            "export to", "a new file", self._export_events, text=str(proposed)
        )

    def _export_events(self, path: str) -> None:
        file = expand_home_folder(path)
        write_text_file_atomically(file, render_ledger_json(self.book))
        self.show_result([f"Exported every event to {file}"], True)

    def do_write_site(self) -> None:
        proposed = str(Path.cwd() / "pages")
        hint = "a folder; if used before, only changed pages are written"
        self._ask_for_line_and_handle("write pages to", hint, self._write_site, text=proposed)

    def _write_site(self, path: str) -> None:
        folder = expand_home_folder(path)

        def work(book: Book, report_progress: Callable[[int, int], None]) -> Sequence[str]:
            result = write_site(book, folder, call_before_part=lambda: report_progress(0, 0))
            return [f"{folder / INDEX_PAGE}: {describe_site_result(result)}", *result.skipped]

        self.run_or_start_task("writing pages", work)

    def _move_mark(self, step: int) -> None:
        self.cursor = max(0, min(self.cursor + step, len(self.backups) - 1))
        self.query_one(LedgerPanel).refresh()

    def do_restore_backup(self) -> None:
        if not self.backups:
            self.show_refusal(
                "There are no backups yet. Warledger makes a backup after each game, and once a"
                " day."
            )
            return
        if not self.own:
            self.show_refusal(
                "You started Warledger with a different ledger. Start warledger with this ledger"
                " first."
            )
            return
        backup = self.backups[self.cursor].file
        body = make_paragraphs(
            f"The ledger now contains {self.contents}.",
            f"The backup contains {self.describe_backup_contents(self.cursor)}.",
            (
                "The current ledger is kept in the same folder under another name. Warledger then "
                "opens the backup."
            ),
        )
        dialog = Dialog("restore this backup?", body, [("y", "restore it")])
        restore = self.warledger_app.exit_to_restore
        self.app.push_screen(dialog, lambda answer: restore(backup) if answer else None)

    def _ask_for_line_and_handle(
        self, label: str, hint: str, handle: Callable[[str], None], **settings: Any
    ) -> None:
        def accept_line(answer: str) -> None:
            if answer.strip():
                try:
                    handle(answer.strip())
                except LedgerError as error:
                    raise Refused(error.message) from error

        self.app.push_screen(LineEntryDialog(label, accept_line=accept_line, hint=hint, **settings))


class LedgerPanel(ModelPanel[LedgerScreen]):
    edges = TOP_EDGES
    heading = (("the ledger", "bold"),)

    def render_right_title(self) -> Iterable[StyledText]:
        return [(self.model.contents, "$quiet")]

    def render_body(self, width: int, height: int) -> list[Content]:
        location = cut_beginning(self.model.location, width - 2)
        head = [join_styled([" ", (location, "$secondary")]), Content("")]
        command_lines = []
        for command in MORE_KEYS["ledger"]:
            line = join_styled([" ", (command.label, "$primary bold"), f"  {command.text}"])
            command_lines.append(make_content_clickable(line, command.keys[:1]))
        result_lines = self._render_result(width)
        room = height - len(head) - len(command_lines) - len(result_lines) - 2
        backups = self._render_backups(width, max(room, 2))
        return [*head, *command_lines, Content(""), *backups, *result_lines]

    def _render_backups(self, width: int, room: int) -> list[Content]:
        backups = self.model.backups
        title: list[StyledText] = [
            (" backups", "bold"),
            (f"  {_describe_backup_retention()}", "$quiet"),
        ]
        if not backups:
            return [join_styled(title), join_styled([(" none yet", "$quiet")])]
        room -= 2
        first = find_first_shown_row(len(backups), self.model.cursor, room)
        lines = [fill_line(width, title, [])]
        for index, backup in list(enumerate(backups))[first : first + room]:
            marked = index == self.model.cursor
            time = pendulum.from_timestamp(backup.made_at.timestamp(), tz="local")
            time_piece = (time.format("ddd D MMM YYYY, HH:mm"), "bold" if marked else "")
            size = f"{self.model.get_backup_size_in_bytes(index) / KIB:>8,.0f} KiB "
            left: list[StyledText] = [draw_pointer(marked=marked), " ", time_piece]
            line = fill_line(width, left, [(size, "$quiet")])
            lines.append(make_clickable_row(line, index, self.model.cursor))
            if marked:
                lines.append(join_styled([f"   {self.model.describe_backup_contents(index)}"]))
        return lines

    def _render_result(self, width: int) -> list[Content]:
        if not self.model.result_lines:
            return []
        first, *others = self.model.result_lines
        sign, style = ("✓", "$success") if self.model.succeeded else ("×", "$error")
        lines = [Content(""), *wrap_styled(first, width - 4, style, (f" {sign} ", style))]
        for line in others:
            lines += wrap_styled(line, width - 4, style, head="   ")
        return lines


def _describe_backup_retention() -> str:
    try:
        last, days = read_backup_retention_counts()
    except Refused as refused:
        return refused.message
    if not last and not days:
        return "automatic backups are off (WARLEDGER_BACKUPS)"
    return f"the last {last}, and the last of each day for {days} days"
