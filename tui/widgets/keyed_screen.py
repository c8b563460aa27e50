"""The base class of screens that are controlled by commands, each with its own keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen

from tracker.application.errors import LedgerError, Refused
from tui.app import WarledgerApp
from tui.key_bindings import KeyCommand, find_command_by_key
from tui.widgets.dialogs import FailureDialog, forward_key_to_top_screen
from tui.widgets.help_dialog import build_help_dialog
from tui.widgets.notice_line import NoticeLine
from tui.widgets.panel import Panel

R = TypeVar("R")
T = TypeVar("T")


class CommandScreen(Protocol):
    """A screen whose commands are methods named ``do_<id>`` of the screen or of its parts."""

    @property
    def commands(self) -> tuple[KeyCommand, ...]: ...

    @property
    def parts(self) -> tuple[object, ...]: ...

    def handle_character(self, character: str) -> bool: ...

    def run_command(self, command: KeyCommand) -> None: ...

    def report_unknown_key(self, character: str) -> None: ...


def dispatch_key(screen: CommandScreen, event: events.Key) -> None:
    """Pass a key press to the screen as typed text, or run the command bound to the key."""
    character = event.character if event.is_printable else None
    if character is not None and screen.handle_character(character):
        event.stop()
        return
    command = find_command_by_key(screen.commands, event.key)
    if command is not None:
        event.stop()
        event.prevent_default()
        screen.run_command(command)
    elif character is not None:
        screen.report_unknown_key(character)


def find_command_handler(screen: CommandScreen, command: KeyCommand) -> Callable[[], None]:
    """Return a command's method from the screen's own class, its parts or its base classes."""
    method = f"do_{command.id}"
    own = (screen,) if method in vars(type(screen)) else ()
    owner = next(
        candidate for candidate in (*own, *screen.parts, screen) if hasattr(candidate, method)
    )
    handler: Callable[[], None] = getattr(owner, method)
    return handler


class KeyedScreen(Screen[R]):
    """A screen whose ``commands`` are methods named ``do_<id>``.

    ``parts`` are objects that provide more such methods. ``handle_character`` receives each
    printable character first. If ``clears_message`` is true, each command clears the message.
    """

    commands: tuple[KeyCommand, ...] = ()
    parts: tuple[object, ...] = ()
    clears_message = False
    AUTO_FOCUS = None

    @property
    def warledger_app(self) -> WarledgerApp:
        """Return the application, which has the user's books and settings."""
        assert isinstance(self.app, WarledgerApp)
        return self.app

    def on_key(self, event: events.Key) -> None:
        if not forward_key_to_top_screen(self, event):
            self.handle_key_press(event)

    def handle_key_press(self, event: events.Key) -> None:
        """Handle a key press. Unlike Textual's ``on_key``, this method can be overridden."""
        dispatch_key(self, event)

    def handle_character(self, character: str) -> bool:
        """Handle a character as text, or return False to leave it to the commands."""
        return False

    def run_command(self, command: KeyCommand) -> None:
        if self.clears_message:
            self.show_message("")
        find_command_handler(self, command)()

    def report_unknown_key(self, character: str) -> None:
        """Report a character that is neither text nor a command."""

    def show_message(self, text: str | None, *, is_error: bool = False) -> None:
        """Show a message at the bottom of the screen. An empty text or None clears it."""
        self.query_one(NoticeLine).show_message(text or "", is_error=is_error)

    def show_refusal(self, text: str) -> None:
        """Show why something was refused."""
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

    def redraw(self) -> None:
        """Redraw all panels."""
        for panel in self.query(Panel):
            panel.refresh()

    def take_reload_snapshot(self) -> object:
        """Return the state for ``redraw_after_reload`` to compare, by default None."""
        return None

    def redraw_after_reload(self, snapshot: Any) -> None:
        """Redraw the screen after a reload. By default, do nothing."""

    def show_ledger_error(self, reason: str) -> None:
        """Show why the ledger cannot be read. An empty text clears the message."""
        self.show_message(reason, is_error=bool(reason))

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close the screen, unless another screen is on top of it."""
        on_top = self.app.screen is self
        return super().dismiss(result) if on_top else AwaitComplete()

    def do_help(self) -> None:
        self.app.push_screen(build_help_dialog(self.commands))

    def do_leave(self) -> None:
        self.dismiss(None)
