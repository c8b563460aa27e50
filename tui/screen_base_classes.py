"""The base classes of screens: ``KeyedScreen``, and league screens with a page or a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.css.query import NoMatches
from textual.screen import Screen

from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import FixtureGameStarter
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_log import describe_league_entry
from tracker.leagues.league_state import Fixture
from tui.app import WarledgerApp
from tui.key_bindings import FOOTERS, KeyCommand, find_command_by_key
from tui.screen_routes import make_screen
from tui.terminal_text_fitting import StyledText, cut_text, fit_content, join_styled
from tui.user_settings_and_drafts import write_outgoing_text
from tui.widgets.dialogs import FailureDialog, forward_key_to_top_screen
from tui.widgets.help_dialog import build_help_dialog
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import PagingKeys, draw_pointer, make_clickable_row
from tui.widgets.live_reload import LiveReload
from tui.widgets.panel import TOP_EDGES, ModelPanel, Panel, ScrollingPanel
from tui.widgets.screen_bottom_lines import NoticeLine, compose_screen_footer

R = TypeVar("R")
T = TypeVar("T")


@contextmanager
def show_errors(screen: KeyedScreen[Any]) -> Iterator[None]:
    """Show a refusal in the ``with`` block on the message line, and a ledger error in a dialog."""
    try:
        yield
    except Refused as refused:
        screen.show_refusal(refused.message)
    except LedgerError as error:
        screen.app.push_screen(FailureDialog(str(error)))


def find_command_handler(screen: KeyedScreen[Any], command: KeyCommand) -> Callable[[], None]:
    method = f"do_{command.id}"
    own = (screen,) if method in vars(type(screen)) else ()
    owners = (*own, *screen.parts, screen)
    owner = next(candidate for candidate in owners if hasattr(candidate, method))
    handler: Callable[[], None] = getattr(owner, method)
    return handler


class KeyedScreen(Screen[R]):
    """A screen whose ``commands`` call methods named ``do_<id>``.

    ``parts`` are objects that provide more such methods. ``handle_character`` receives each
    printable character first. If ``clears_message`` is true, each command clears the message. If
    ``redraws_after_command`` is true, the screen is redrawn after each command that leaves it open.
    """

    commands: tuple[KeyCommand, ...] = ()
    parts: tuple[object, ...] = ()
    clears_message = False
    redraws_after_command = False
    AUTO_FOCUS = None

    @property
    def warledger_app(self) -> WarledgerApp:
        """The application, which has the user's books and settings."""
        assert isinstance(self.app, WarledgerApp)
        return self.app

    def on_key(self, event: events.Key) -> None:
        if not forward_key_to_top_screen(self, event):
            self.handle_key_press(event)

    def handle_key_press(self, event: events.Key) -> None:
        """Handle a key press. Unlike Textual's ``on_key``, this method can be overridden."""
        character = event.character if event.is_printable else None
        if character is not None and self.handle_character(character):
            event.stop()
            return
        command = find_command_by_key(self.commands, event.key)
        if command is not None:
            event.stop()
            event.prevent_default()
            self.run_command(command)
        elif character is not None:
            self.handle_unknown_key(character)

    def handle_character(self, character: str) -> bool:
        """Handle a character as text. Return False to leave the character to the commands."""
        return False

    def run_command(self, command: KeyCommand) -> None:
        if self.clears_message:
            self.show_message("")
        find_command_handler(self, command)()
        if self.redraws_after_command and self.is_current:
            self.redraw()

    def handle_unknown_key(self, character: str) -> None:
        """Handle a character that is neither text nor a command. By default, ignore it."""

    def show_message(self, text: str | None, *, is_error: bool = False) -> None:
        """Show a message at the bottom of the screen. An empty text or None clears it."""
        self.query_one(NoticeLine).show_message(text or "", is_error=is_error)

    def show_refusal(self, text: str) -> None:
        self.show_message(text, is_error=True)

    def call_or_show_error(self, function: Callable[[], T]) -> T | None:
        """Call a function and return its result. If it fails, show the error and return None."""
        try:
            return function()
        except Refused as refused:
            self.show_refusal(refused.message)
        except LedgerError as error:
            self.app.push_screen(FailureDialog(str(error)))
        return None

    @contextmanager
    def show_opening_errors(self) -> Iterator[None]:
        """Show an error in the ``with`` block as the reason why something cannot be opened."""
        try:
            yield
        except (LedgerError, Refused) as error:
            self.app.push_screen(FailureDialog(str(error), "That could not be opened"))

    def open_recorded_game(self, book: Book, stream: str, screen_name: str = "table") -> None:
        with self.show_opening_errors():
            self.app.push_screen(make_screen(screen_name, book.open_game(stream)))

    def redraw(self) -> None:
        for panel in self.query(Panel):
            panel.refresh()

    def take_reload_snapshot(self) -> object:
        """Return the state for ``update_after_reload`` to compare, by default None."""
        return None

    def update_after_reload(self, snapshot: Any) -> None:
        """Update the screen after a reload. By default, do nothing."""

    def show_or_clear_ledger_error(self, reason: str) -> None:
        """Show why the ledger cannot be read. An empty text clears the message."""
        self.show_refusal(reason)

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close the screen, unless another screen is on top of it."""
        on_top = self.app.screen is self
        return super().dismiss(result) if on_top else AwaitComplete()

    def do_help(self) -> None:
        self.app.push_screen(build_help_dialog(self.commands))

    def do_leave(self) -> None:
        self.dismiss(None)


REASON = "reason · Esc: cancel"
MAX_TITLE_WIDTH = 46
READ_AGAIN = "Somebody else changed this league, so it was reloaded."


class LeagueScreen(KeyedScreen[str]):
    """The base class of league screens, which load others' changes before they handle a key.

    A screen may return a message. ``panel`` is its content if a single panel fills the screen.
    ``page_name`` appears in a page's heading and in the names of saved files.
    """

    panel: Panel
    footer: tuple[KeyCommand, ...] = ()
    page_name = ""
    clears_message = True
    DEFAULT_CSS = """
    LeagueScreen { layout: vertical; }
    LeagueScreen NoticeLine { height: auto; max-height: 3; }
    """
    _loaded_version = -1

    def __init__(self, book: Book, league: League) -> None:
        super().__init__()
        self.book = book
        self.league = league
        self.live = LiveReload(league, self, updates_when_covered=True)

    def compose(self) -> ComposeResult:
        self._load_if_changed()
        yield self.panel
        yield from compose_screen_footer(self.footer)

    def on_mount(self) -> None:
        self.redraw()
        self._show_unreported_warning()

    def on_screen_resume(self) -> None:
        self.reload_and_redraw_if_changed()
        self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    def render_heading(self) -> Iterable[StyledText]:
        return [(cut_text(self.league.title, MAX_TITLE_WIDTH), "bold"), f" · {self.page_name}"]

    def render_right_heading(self) -> Iterable[StyledText]:
        return ()

    def get_export_file_stem(self) -> str:
        return self.page_name

    def load_screen_data(self) -> None:
        """Load the screen's data when the screen opens, and after every change to the league."""

    def is_subject_in_league(self) -> bool:
        return True

    def _load_if_changed(self) -> None:
        if self._loaded_version != self.league.version:
            self.load_screen_data()
            self._loaded_version = self.league.version

    def redraw(self) -> None:
        """Redraw the screen with current data. If its subject is gone, close the screen instead."""
        if not self.is_subject_in_league():
            self.dismiss(None)
            return
        self._load_if_changed()
        super().redraw()

    def handle_key_press(self, event: events.Key) -> None:
        has_changed = self.reload_and_redraw_if_changed()
        if has_changed and not self.is_subject_in_league():
            return
        super().handle_key_press(event)
        if has_changed and self.is_current and not self.query_one(NoticeLine).text:
            self.show_message(READ_AGAIN)

    def update_after_reload(self, snapshot: Any) -> None:
        self.redraw()

    def reload_and_redraw_if_changed(self) -> bool:
        """Reload the league and redraw if others have changed it. Return whether they have."""
        return self.live.reload_and_redraw_if_changed()

    def write_and_show_entry(self, write: Callable[[], LeagueEntry | None]) -> LeagueEntry | None:
        """Call ``write`` and show its entry. If the entry is refused, show why and return None."""
        entry = self.call_or_show_error(write)
        if entry is None:
            self.redraw()  # if others have changed the league, it was reloaded
        else:
            self.show_new_entry(entry)
        return entry

    def show_new_entry(self, entry: LeagueEntry) -> None:
        self.redraw()
        self.show_message(self.describe_entry(entry))
        self._show_unreported_warning()

    def describe_entry(self, entry: LeagueEntry) -> str:
        """Describe an entry with its number, as in ``line 12: Anna enrolled``."""
        return f"line {entry.number}: {describe_league_entry(self.league.history, entry)}"

    def _show_unreported_warning(self) -> None:
        if self.book.unreported:
            self.show_refusal(self.book.unreported)

    def ask_for_line(
        self,
        label: str,
        write: Callable[[str], LeagueEntry | None],
        *,
        text: str = "",
        hint: str = "",
        accept_word: str = "accept",
        on_accept: Callable[[], None] | None = None,
    ) -> None:
        """Ask for a line and pass it to ``write``. If the line is refused, the dialog stays open.

        ``write`` returns None if another question has to be asked first.
        """

        def accept_line(typed: str) -> None:
            try:
                entry = write(typed)
            except LedgerError as error:
                self.app.push_screen(FailureDialog(str(error)))
                return
            if entry is None:
                return
            self.show_new_entry(entry)
            if on_accept is not None:
                on_accept()

        self.app.push_screen(
            LineEntryDialog(
                label, text, accept_line=accept_line, hint=hint, accept_word=accept_word
            )
        )

    def show_message(self, text: str | None, *, is_error: bool = False) -> None:
        """Show a message at the bottom of the screen. An empty text or None clears the message.

        If the screen was closed, the message is shown as a notification.
        """
        with suppress(NoMatches):
            if not text or self.is_subject_in_league():
                super().show_message(text, is_error=is_error)
                return
        if text:
            self.app.notify(text)

    def copy_and_save_lines(self, lines: Iterable[Content]) -> None:
        text = "".join(f"{line.plain.rstrip()}\n" for line in lines)
        self.copy_and_save_text(self.get_export_file_stem(), text)

    def copy_and_save_text(self, name: str, text: str) -> None:
        """Save text to a file, and copy it to the clipboard if the terminal allows it."""
        self.app.copy_to_clipboard(text)
        with show_errors(self):
            file_name = f"{self.league.title} {name}"
            folder = self.warledger_app.outgoing_text_folder
            path, is_replaced = write_outgoing_text(folder, file_name, text)
            replaced_text = ", replacing the previous file" if is_replaced else ""
            self.show_message(
                f"written to {path}{replaced_text} (and copied, if the terminal allows it)"
            )

    def open_screen(
        self, screen_name: str, *subjects: Any, on_close: Callable[[str | None], None] | None = None
    ) -> None:
        self.app.push_screen(make_screen(screen_name, self.book, self.league, *subjects), on_close)

    def begin_or_resume_pairing_game(self, fixture: Fixture) -> None:
        """Start a pairing's game, or resume it if it is recorded in this ledger."""
        if fixture.ended is not None and fixture.link is None:
            self.show_refusal("That game has already been played.")
            return
        with show_errors(self):
            if fixture.link is not None:
                screen = make_screen("table", self.book.open_game(fixture.link.match))
            else:
                start = FixtureGameStarter(self.book, self.league, fixture.id)
                screen = make_screen("new game", self.book, start)
            self.app.push_screen(screen)

    def do_undo(self) -> None:
        self.write_and_show_entry(lambda: self.league.undo(self.league.last_entry_or_redraft_cause))

    def do_redo(self) -> None:
        self.write_and_show_entry(self.league.redo)

    def do_open_report(self) -> None:
        self.open_export_dialog("league report")

    def open_export_dialog(self, screen_name: str, *subjects: Any) -> None:
        with show_errors(self):
            dialog = make_screen(screen_name, self.league, *subjects)
            self.app.push_screen(dialog, self.show_message)

    def do_open_log(self) -> None:
        self.open_screen("log")


class PageScreen(LeagueScreen):
    """A league screen with text that scrolls. ``render_page_lines`` renders the text."""

    footer = FOOTERS["page"]
    panel: ScrollingPanel

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.panel = ScrollingPanel(
            self.render_page_lines, self.render_heading, self.render_right_heading
        )
        self.parts = (PagingKeys(self.panel.scroll_lines, self.panel.get_page_size),)

    def render_page_lines(self, width: int) -> list[Content]:
        raise NotImplementedError

    def do_copy_and_save_text(self) -> None:
        self.copy_and_save_lines(self.render_page_lines(100))


@dataclass(frozen=True)
class ListItem:
    """A row of a list. It shows ``details`` while it is marked. A title has no ``on_open``."""

    row: Content
    on_open: Callable[[], None] | None = None
    details: tuple[Content, ...] = ()
    extra_lines: tuple[Content, ...] = ()


class ListScreen(LeagueScreen):
    """A league screen with a list: the rows of ``build_list_items``, one of which is marked."""

    panel: ListPanel

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.cursor = 0
        self.panel = ListPanel(self)
        self.parts = (PagingKeys(self._move_mark),)

    def build_list_items(self, width: int) -> Sequence[ListItem]:
        raise NotImplementedError

    def _list_openers(self) -> list[Callable[[], None]]:
        items = self.build_list_items(self.panel.inner_width)
        return [item.on_open for item in items if item.on_open is not None]

    def _move_mark(self, step: int) -> None:
        self.cursor = max(0, min(self.cursor + step, len(self._list_openers()) - 1))
        self.redraw()

    def do_open_row(self) -> None:
        openers = self._list_openers()
        if openers:
            openers[min(self.cursor, len(openers) - 1)]()

    def do_copy_and_save_text(self) -> None:
        """Copy all rows, including the details that are shown only below the marked row."""
        self.copy_and_save_lines(
            line
            for item in self.build_list_items(100)
            for line in (item.row, *item.extra_lines, *item.details)
        )


class ListPanel(ModelPanel[ListScreen]):
    """A panel with the visible rows. The marked row is expanded."""

    edges = TOP_EDGES

    @property
    def inner_width(self) -> int:
        return max(self.size.width - 3, 10)

    def render_title(self) -> Iterable[StyledText]:
        return self.model.render_heading()

    def render_right_title(self) -> Iterable[StyledText]:
        return self.model.render_right_heading()

    def render_body(self, width: int, height: int) -> list[Content]:
        lines: list[Content] = []
        first = last = index = 0
        for item in self.model.build_list_items(width - 1):
            if item.on_open is None:
                lines += _indent_lines((item.row, *item.extra_lines), width)
                continue
            is_marked = index == self.model.cursor
            if is_marked:
                first = len(lines)
            row = fit_content(join_styled([draw_pointer(marked=is_marked), item.row]), width)
            lines.append(make_clickable_row(row, index, self.model.cursor))
            lines += _indent_lines((*item.extra_lines, *(item.details if is_marked else ())), width)
            if is_marked:
                last = len(lines)
            index += 1
        top = max(0, min(first - height // 3, len(lines) - height))
        if last - top > height:
            top = min(first, last - height)
        if first <= height // 2 and last <= height:
            top = 0
        return lines[top : top + height]


def _indent_lines(lines: Iterable[Content], width: int) -> list[Content]:
    return [fit_content(join_styled([" ", line]), width) for line in lines]
