"""Dialogs that show errors, questions and explanations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from tui.key_bindings import KEYS, KeyCommand, find_command_by_key, select_commands
from tui.terminal_text_fitting import join_styled, wrap_styled
from tui.widgets.list_rows import PagingKeys
from tui.widgets.screen_bottom_lines import Footer, pack_key_hints

R = TypeVar("R")
WIDTH = 71  # the box has 72 cells, one of them for the scroll bar
FRAME = 2


def forward_key_to_top_screen(screen: Screen[Any], event: events.Key) -> bool:
    """Forward a key to the screen on top. Return False if ``screen`` itself is on top."""
    top = screen.app.screen
    if top is screen or not screen.app.is_running:
        return False
    event.stop()
    event.prevent_default()
    # An event that is not marked as forwarded would return to the application if it is not handled,
    # and the application would send it once more.
    (top.focused or top)._forward_event(events.Key(event.key, event.character))
    return True


class Modal(ModalScreen[R]):
    """A window over a screen. Each command in ``keys`` runs the method ``do_<id>``."""

    keys: tuple[KeyCommand, ...] = ()

    @property
    def commands(self) -> tuple[KeyCommand, ...]:
        return self.keys

    def list_footer_keys(self) -> tuple[KeyCommand, ...]:
        return self.commands

    def on_key(self, event: events.Key) -> None:
        if not forward_key_to_top_screen(self, event):
            self.handle_key_press(event)

    def handle_key_press(self, event: events.Key) -> None:
        """Handle a key press. Unlike Textual's ``on_key``, this method can be overridden."""
        command = find_command_by_key(self.commands, event.key)
        if command is not None:
            event.stop()
            event.prevent_default()
            self.run_command(command)

    def run_command(self, command: KeyCommand) -> None:
        getattr(self, f"do_{command.id}")()


class ModalFooter(Footer):
    """The footer of a window, with all keys in as many rows as needed."""

    DEFAULT_CSS = "ModalFooter { width: 1fr; height: auto; background: $panel; }"

    def __init__(self, dialog: Modal[Any], prefix: str = "") -> None:
        super().__init__(())
        self.dialog = dialog
        self.prefix = prefix

    def list_current_keys(self) -> tuple[KeyCommand, ...]:
        return self.dialog.list_footer_keys()

    def render(self) -> Content:
        return Content("\n").join(self.render_rows(self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.render_rows(width))

    def render_rows(self, width: int) -> list[Content]:
        rows = pack_key_hints(self.list_current_keys(), width - len(self.prefix))
        return [join_styled([self.prefix, row]) for row in rows]


class Dialog(Modal[str]):
    """A box over the screen with keys at the bottom.

    If a key in ``answers`` is pressed, the box closes and returns that key. Escape returns "". Long
    contents scroll, and the frame shows which lines are visible.
    """

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: 76; max-width: 100%; height: auto; background: $panel;
        border: round $primary; padding: 0 1;
    }
    Dialog VerticalScroll { height: auto; scrollbar-size-vertical: 1; }
    Dialog.-failure > Vertical { border: round $error; }
    Dialog Static { width: 1fr; }
    Dialog > #below { dock: bottom; height: 1; background: $background; }
    """
    keys: tuple[KeyCommand, ...] = KEYS["dialog"]

    def __init__(
        self, title: str, body: Sequence[Content], answers: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__()
        self.title_text = title
        self.answers = tuple(KeyCommand("answer", (key,), key, text, text) for key, text in answers)
        self.page = VerticalScroll(can_focus=False)
        self.paging = PagingKeys(self._scroll, lambda: self.page.size.height - 1)
        # A refresh can arrive after the dialog was closed, when a query would find nothing.
        self._box, self._footer = Vertical(), ModalFooter(self)
        self._text = Static(Content("\n").join(body), markup=False)

    @property
    def commands(self) -> tuple[KeyCommand, ...]:
        return (*self.answers, *self.keys)

    def list_dialog_keys(self) -> tuple[KeyCommand, ...]:
        """List the keys at the bottom. The last key closes the dialog."""
        return (*self.answers, *select_commands(KEYS["dialog"], "close"))

    def list_footer_keys(self) -> tuple[KeyCommand, ...]:
        *first, last = self.list_dialog_keys()
        more = select_commands(KEYS["dialog"], "page_down") if self.page.max_scroll_y else ()
        return (*first, *more, last)

    def compose(self) -> ComposeResult:
        with self._box:
            self._box.border_title = Content(self.title_text)
            with self.page:
                yield from self.compose_contents()
            yield self._footer
        yield Static(id="below")  # covers the footer of the screen below

    def compose_contents(self) -> Iterator[Widget]:
        yield self._text

    def on_mount(self) -> None:
        self.watch(self.page, "scroll_y", self._show_visible_lines, init=False)
        self.watch(self.page, "virtual_size", self._show_visible_lines, init=False)
        self.fit_to_screen()

    def on_resize(self) -> None:
        self.fit_to_screen()
        self.call_after_refresh(self._show_visible_lines)

    def fit_to_screen(self) -> None:
        """Limit the height of the contents so that the keys stay visible."""
        keys = len(self._footer.render_rows(self._box.size.width or WIDTH))
        self.page.styles.max_height = max(1, self.app.size.height - 1 - FRAME - keys)

    def _show_visible_lines(self) -> None:
        page = self.page
        total, visible = page.virtual_size.height, page.size.height
        top = page.scroll_offset.y
        lines = f"{top + 1}–{top + visible} of {total}"
        self._box.border_subtitle = lines if total > visible else ""
        self._footer.refresh(layout=True)
        self.fit_to_screen()

    def _scroll(self, lines: int) -> None:
        self.page.scroll_relative(y=lines, animate=False, immediate=True)

    def run_command(self, command: KeyCommand) -> None:
        if command in self.answers:
            self.handle_answer_key(command.keys[0])
            return
        method = f"do_{command.id}"
        getattr(self if hasattr(self, method) else self.paging, method)()

    def handle_answer_key(self, key: str) -> None:
        self.dismiss(key)

    def do_close(self) -> None:
        self.dismiss("")


class FailureDialog(Dialog):
    """A dialog that shows a ledger error, with a key that copies its text."""

    def __init__(self, text: str, title: str = "That could not be saved") -> None:
        lines = make_paragraphs(text, "Everything saved before is safe.")
        super().__init__(title, lines, (("c", "copy this text"),))
        self.text = text
        self.add_class("-failure")

    def handle_answer_key(self, key: str) -> None:
        self.app.copy_to_clipboard(self.text)
        self.dismiss(key)


def make_paragraphs(*texts: str) -> list[Content]:
    lines: list[Content] = []
    for text in texts:
        lines += [*wrap_styled(text, WIDTH), Content("")]
    return lines
