"""The terminal application, which shows a ledger's home screen and the screens of its games."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import constants, events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.driver import Driver
from textual.notifications import SeverityLevel
from textual.screen import ModalScreen, Screen
from textual.worker import get_current_worker

from tracker.application.automatic_backups import back_up_if_due, is_backup_due
from tracker.application.book import Book, describe_ledger_location, open_book
from tracker.application.demo.demo_ledger import get_default_demo_path, open_or_build_demo_ledger
from tracker.application.errors import LedgerError, Refused
from tracker.application.garbage_collection_pause import pause_garbage_collection
from tracker.application.ledger_restore_and_salvage import restore_backup
from tui.ascii_filter import AsciiFilter, wants_ascii
from tui.crash_reports import write_and_announce_crash_report
from tui.screen_routes import make_screen
from tui.theme import DARK, LIGHT
from tui.user_settings_and_drafts import (
    LastVisit,
    UnsubmittedInputStore,
    UserSettings,
    derive_user_file_path,
    find_outgoing_text_folder,
    load_user_settings,
    read_last_visit,
)
from tui.widgets.clickable_text import press_clicked_keys_or_get_handle
from tui.widgets.command_palette import Palette, PaletteCommands, list_palette_commands
from tui.widgets.live_reload import POLL_INTERVAL, TIMER_NAME, LiveReload

if TYPE_CHECKING:
    from tracker.application.match.game import Game
    from tui.phones.server_process import PhoneServer

if sys.platform != "win32":
    from tui.terminal_driver import TerminalDriver

DUMB_TERMINAL = (
    "TERM=dumb means that this terminal cannot draw screens. Set TERM to the terminal's type, such "
    "as xterm-256color, or use commands: warledger match do."
)
NO_TERMINAL = "The screens need a terminal. In scripts, use warledger match do."


class WarledgerApp(App[None]):
    """The terminal application. It keeps a game's book open while the game is played.

    If ``demo`` is true, the application starts with the demo book. New games are saved in the
    user's own book, which is opened when it is first needed. If ``watching`` is true, the
    application shows a large, read-only view of the game. ``last_visit`` holds the time of the
    user's last visit, and ``settings`` the user's choices. ``start_notice`` is shown on the home
    screen. ``copy_to_restore`` is the backup that replaces the ledger when the program ends.
    ``phone_server`` serves a game to phones.
    """

    TITLE = "Warledger"
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {PaletteCommands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", show=False, priority=True)
    ]

    def __init__(
        self,
        book: Book,
        *,
        location: str = "",
        game: str | None = None,
        demo: bool = False,
        watch: bool = False,
        last_visit: LastVisit | None = None,
        start_notice: str | LedgerError = "",
        settings: UserSettings | None = None,
    ) -> None:
        super().__init__()
        self.book = book
        self.location = location
        self.first_game = game
        self.demo = demo
        self.watching = watch
        self.phone_server: PhoneServer | None = None
        self.open_books = ExitStack()
        self.loading = ExitStack()
        self.outgoing_text_folder = find_outgoing_text_folder(location)
        self.last_visit = last_visit or LastVisit(None, book.clock)
        self.draft_input = UnsubmittedInputStore()
        self.own_book: tuple[Book, str] | None = None if demo else (book, location)
        self.demo_book: tuple[Book, str] | None = (book, location) if demo else None
        self.own_draft_input = UnsubmittedInputStore()
        self.fault: Exception | None = None
        self.copy_to_restore: Path | None = None
        self.start_notice = start_notice
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.settings = settings or UserSettings()
        self.theme = LIGHT.name if self.settings.theme == LIGHT.name else DARK.name
        if self.settings.plain:
            self._filters.append(AsciiFilter())

    def get_driver_class(self) -> type[Driver]:
        usual = super().get_driver_class()
        if sys.platform == "win32":
            return usual
        return TerminalDriver if issubclass(TerminalDriver, usual) else usual

    def on_mount(self) -> None:
        self.set_interval(POLL_INTERVAL, self.poll_changes_for_visible_screen, name=TIMER_NAME)
        if self.watching and self.first_game is not None:
            self.push_screen(make_screen("watch", self.book.open_game(self.first_game)))
            return
        home: Any = make_screen(
            "home", self.book, self.location, demo=self.demo, start_notice=self.start_notice
        )
        self.push_screen(home)
        if self.first_game is not None:
            home.open_game(self.first_game)

    def on_ready(self) -> None:
        """Resume garbage collection and check the ledger once the first screen is drawn.

        If ``watching`` is true, the ledger is not checked.
        """
        self.loading.close()
        if not self.watching:
            self._start_ledger_check(self.book)

    def _handle_exception(self, error: Exception) -> None:
        """Keep the error that ends the program, so that it can be reported once the terminal is
        restored.
        """
        self.fault = self.fault or error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    def poll_changes_for_visible_screen(self) -> None:
        """Load changes made by others into the visible screen, even if a dialog covers it."""
        for screen in reversed(self.screen_stack):
            live = getattr(screen, "live", None)
            if isinstance(live, LiveReload):
                live.poll_and_reload()
            if not isinstance(screen, ModalScreen):
                return

    def open_demo_book_and_location(self) -> tuple[Book, str]:
        """Return the demo book and its path. The first call opens it. Raises ``LedgerError`` or
        ``Refused``.
        """
        if self.demo_book is None:
            demo_book = self.open_books.enter_context(open_or_build_demo_ledger())
            self.demo_book = demo_book, str(get_default_demo_path())
        return self.demo_book

    def open_own_book_and_location(self) -> tuple[Book, str]:
        """Return the user's own book and its location. Raises ``LedgerError``.

        The first call opens the book, starts a check of its ledger, and loads the unsubmitted input
        and the last visit.
        """
        if self.own_book is None:
            location = describe_ledger_location(None)
            self.own_book = self.open_books.enter_context(open_book()), location
            self._start_ledger_check(self.own_book[0])
            if self.draft_input.file is not None:
                file = derive_user_file_path(location, "typed")
                self.own_draft_input = UnsubmittedInputStore(file)
                self.last_visit = read_last_visit(location, self.own_book[0].clock)
        return self.own_book

    def get_unsubmitted_input_store(self, game: Game) -> UnsubmittedInputStore:
        """Return the store of unsubmitted input for a game's book. The demo has its own store."""
        is_own = self.demo and self.get_book_of_game(game) is not self.book
        return self.own_draft_input if is_own else self.draft_input

    def get_book_of_game(self, game: Game) -> Book:
        """Return the open book that contains the game: the user's own book, or the demo's."""
        opened = filter(None, (self.own_book, self.demo_book))
        return next((book for book, _ in opened if book.is_ledger_of_game(game)), self.book)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a message above the screen. Unless ``markup`` is true, markup is shown as plain
        text.
        """
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def exit_to_restore(self, backup: Path) -> None:
        """Close the application, so that ``backup`` can then replace the ledger."""
        self.copy_to_restore = backup
        self.exit()

    def _start_ledger_check(self, book: Book) -> None:
        if book.file is not None:
            check = partial(self._check_ledger, book.file)
            self.run_worker(check, thread=True, exit_on_error=False)

    def _check_ledger(self, file: Path) -> None:
        from tracker.application.background_ledger_check import check_ledger_and_describe_damage

        worker = get_current_worker()
        damage = check_ledger_and_describe_damage(
            file, lambda: self.is_running and not worker.is_cancelled
        )
        if damage:
            self.call_from_thread(self.notify, damage, severity="error", timeout=60)

    def start_backup_if_due(self, book: Book) -> None:
        try:
            if is_backup_due(book):
                self.run_worker(partial(self._back_up, book), thread=True, exit_on_error=False)
        except Refused as refused:
            self.notify(refused.message, severity="error", timeout=10)

    def _back_up(self, book: Book) -> None:
        error = back_up_if_due(book)
        if error:
            self.call_from_thread(self.notify, error, severity="error", timeout=10)

    def action_command_palette(self) -> None:
        if not any(isinstance(each, Palette) for each in self.screen_stack):
            self.push_screen(Palette(id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from list_palette_commands(screen)
        yield SystemCommand(
            "Light or dark", "switch between the dark and the light theme", self.switch_theme
        )

    def on_click(self, event: events.Click) -> None:
        """Handle a click on a footer key, a list row or a unit, if no widget has handled it."""
        handle = press_clicked_keys_or_get_handle(event, self.screen)
        type_subject = getattr(self.screen, "type_clicked_subject", None)
        if handle and type_subject is not None:
            type_subject(handle)

    def action_help_quit(self) -> None:
        """Explain how to quit, because many people press Ctrl+C out of habit."""
        self.notify("Press q to quit. Every line is saved.", timeout=3)

    def switch_theme(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name
        self.settings.save_theme(self.theme)


def is_in_browser() -> bool:
    return constants.DRIVER is not None and constants.DRIVER.endswith(":WebDriver")


def run_app(
    ledger_location: str | Path | None = None,
    game: str | None = None,
    *,
    demo: bool = False,
    watch: bool = False,
    plain: bool = False,
) -> int:
    """Run the screens for a ledger and return the program's exit code.

    If ``plain`` is true, the screens are drawn in ASCII. The exit code is 2 if the terminal cannot
    show the screens, 1 if the ledger or game cannot be opened, and 70 if the program crashes.
    """
    if not (is_in_browser() or (sys.stdin.isatty() and sys.stdout.isatty())):
        sys.stderr.write(f"{NO_TERMINAL}\n")
        return 2
    if not is_in_browser():
        if os.environ.get("TERM") == "dumb":
            sys.stderr.write(f"{DUMB_TERMINAL}\n")
            return 2
        for name in ("COLUMNS", "LINES"):  # the terminal knows its size, also after a change
            os.environ.pop(name, None)
    start_notice: str | LedgerError = ""
    settings = load_user_settings()
    settings.plain = settings.plain or plain or wants_ascii()
    try:
        while True:
            app = _run_session(
                ledger_location, game, settings, demo=demo, watch=watch, start_notice=start_notice
            )
            own_book, _ = app.own_book or (app.book, "")
            if app.copy_to_restore is None or own_book.file is None:
                if app.fault is not None:
                    return write_and_announce_crash_report(app.fault, app.book.clock())
                return app.return_code or 0
            start_notice = _restore_backup_and_describe(own_book.file, app.copy_to_restore)
            game, demo = None, False
    except (LedgerError, Refused) as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _run_session(
    ledger_location: str | Path | None,
    game: str | None,
    settings: UserSettings,
    *,
    demo: bool,
    watch: bool,
    start_notice: str | LedgerError,
) -> WarledgerApp:
    """Run the screens until the user leaves. Raises ``LedgerError`` and ``Refused``."""
    path = Path(ledger_location) if ledger_location else None
    opening = (
        open_or_build_demo_ledger(path) if demo else open_book(ledger_location, only_reading=watch)
    )
    with ExitStack() as loading, opening as book:
        loading.enter_context(pause_garbage_collection())  # objects loaded now are never collected
        if game is not None:
            book.find_game_stream(game)
        location = describe_ledger_location(
            ledger_location or (get_default_demo_path() if demo else None)
        )
        app = WarledgerApp(
            book,
            location=location,
            game=game,
            demo=demo,
            watch=watch,
            last_visit=None if watch else read_last_visit(location, book.clock),
            start_notice=start_notice,
            settings=settings,
        )
        typed_file = None if watch else derive_user_file_path(location, "typed")
        app.draft_input = UnsubmittedInputStore(typed_file)
        app.loading = loading
        with app.open_books:
            app.run()
            own_book, _ = app.own_book or (book, location)
            app.last_visit.save_closing_time()
            with suppress(OSError):  # the terminal may be gone
                sys.stderr.write(back_up_if_due(own_book))
    return app


def _restore_backup_and_describe(ledger: Path, copy: Path) -> str | LedgerError:
    try:
        kept_path = restore_backup(ledger, copy)
    except LedgerError as error:
        return error
    return f"The ledger was restored from the backup. The previous ledger is kept as {kept_path}"
