"""A screen whose keys come from one table, with footer, help and palette."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen

from tracker.application.errors import LedgerError, Refused
from tui.key_bindings import KeyCommand, find_command_by_key
from tui.widgets.dialogs import FailureDialog
from tui.widgets.help_dialog import build_help_dialog
from tui.widgets.late_key_forwarding import forward_late_key
from tui.widgets.notice_line import NoticeLine

R = TypeVar("R")
T = TypeVar("T")


class KeyHandler(Protocol):
    """A screen with commands, which has a method ``do_<id>`` for each, or a part that has it."""

    @property
    def commands(self) -> tuple[KeyCommand, ...]: ...

    @property
    def parts(self) -> tuple[object, ...]: ...

    def handle_character(self, character: str) -> bool: ...

    def run_command(self, command: KeyCommand) -> None: ...

    def report_unknown(self, character: str) -> None: ...


def dispatch_key(screen: KeyHandler, event: events.Key) -> None:
    """Handle a key as typed text or as a command."""
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
        screen.report_unknown(character)


def run_command(screen: KeyHandler, command: KeyCommand) -> None:
    """Execute a command."""
    find_command_handler(screen, command)()


def find_command_handler(screen: KeyHandler, command: KeyCommand) -> Callable[[], None]:
    """Find the method for a command in the screen's class, then in its parts, then in its base."""
    does = f"do_{command.id}"
    own = (screen,) if does in vars(type(screen)) else ()
    whose = next(one for one in (*own, *screen.parts, screen) if hasattr(one, does))
    found: Callable[[], None] = getattr(whose, does)
    return found


class KeyedScreen(Screen[R]):
    """A screen with ``commands``, each with a method ``do_<id>``.

    ``parts`` are objects that have some of those methods. ``handle_character`` gets all other keys.
    """

    commands: tuple[KeyCommand, ...] = ()
    parts: tuple[object, ...] = ()
    AUTO_FOCUS = None

    def on_key(self, event: events.Key) -> None:
        if not forward_late_key(self, event):
            self.handle_key_press(event)

    def handle_key_press(self, event: events.Key) -> None:
        """Handle a key. Unlike ``on_key`` in Textual, this method can be overridden."""
        dispatch_key(self, event)

    def handle_character(self, character: str) -> bool:
        """Handle a character as text, or return False to leave it to the commands."""
        del character
        return False

    def run_command(self, command: KeyCommand) -> None:
        run_command(self, command)

    def report_unknown(self, character: str) -> None:
        """Report a character that is neither text nor a command here."""

    def show_message(self, text: str, *, bad: bool = False) -> None:
        """Show a sentence at the foot."""
        self.query_one(NoticeLine).show_message(text, bad=bad)

    def call_or_show_error(self, how: Callable[[], T]) -> T | None:
        """Call a function, or show why it was refused or failed and return None."""
        try:
            return how()
        except Refused as refused:
            self.show_message(refused.message, bad=True)
        except LedgerError as error:
            self.app.push_screen(FailureDialog(str(error)))
        return None

    def take_snapshot(self) -> object:
        """See ``LiveScreen.take_snapshot``."""
        return None

    def redraw_after_reload(self, stood: Any) -> None:
        """See ``LiveScreen.redraw_after_reload``."""

    def show_ledger_error(self, why: str) -> None:
        """See ``LiveScreen.show_ledger_error``."""
        self.show_message(why, bad=bool(why))

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close the screen. If another is on top of it, it closes when that is gone."""
        on_top = self.app.screen is self
        return super().dismiss(result) if on_top else AwaitComplete()

    def do_help(self) -> None:
        self.app.push_screen(build_help_dialog(self.commands))

    def do_leave(self) -> None:
        self.dismiss(None)
