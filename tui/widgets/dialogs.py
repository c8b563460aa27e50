"""Dialogs: something failed, something is asked once, something is explained."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.commands import ENTER
from tui.text import Piece, join, wrap
from tui.widgets.typed_ahead import handed_on

WIDTH = 71  # of the 72 cells in the box one is the scroll bar's


class Dialog(ModalScreen[str]):
    """A box over the screen; a key of ``answers`` closes it and is its result, Escape is ""."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > VerticalScroll {
        width: 76; max-width: 100%; height: auto; max-height: 90%; background: $panel;
        border: round $primary; padding: 0 1; scrollbar-size-vertical: 1;
    }
    Dialog.-failure > VerticalScroll { border: round $error; }
    Dialog Static { width: 1fr; }
    """

    def __init__(
        self, title: str, body: Sequence[Content], answers: Sequence[tuple[str, str, str]] = ()
    ) -> None:
        super().__init__()
        self.title_text = title
        self.body = body
        self.answers = answers

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as box:
            box.border_title = Content(self.title_text)
            yield Static(Content("\n").join(self.body), markup=False)
            pieces: list[Piece] = []
            for _, sign, text in self.answers:
                pieces += [(sign, "$primary bold"), f" {text}   "]
            yield Static(join([*pieces, ("Esc", "$primary bold"), " close"]), markup=False)

    def on_key(self, event: events.Key) -> None:
        if handed_on(self, event):
            return
        event.stop()
        self.pressed(event)

    def pressed(self, event: events.Key) -> None:
        """What a key does; Textual calls every ``on_key`` there is, this one can be overridden."""
        if event.key in ("up", "down", "pageup", "pagedown"):
            box = self.query_one(VerticalScroll)
            step = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}[event.key]
            box.scroll_relative(y=step, animate=False, immediate=True)
            return
        keys = {key for key, _, _ in self.answers}
        if event.key in keys:
            self.chosen(event.key)
        elif event.key in ("escape", "q", "question_mark", "w", *ENTER):
            self.dismiss("")

    def chosen(self, key: str) -> None:
        self.dismiss(key)


class Failure(Dialog):
    """Something went wrong with the book: the text, which can be copied."""

    def __init__(self, text: str) -> None:
        lines = [join([each]) for each in wrap(text, WIDTH)]
        lines += [Content(""), join(["Nothing on the screen is lost that was saved."]), Content("")]
        super().__init__("That could not be written", lines, (("c", "c", "copy this text"),))
        self.text = text
        self.add_class("-failure")

    def chosen(self, key: str) -> None:
        self.app.copy_to_clipboard(self.text)
        self.dismiss(key)


def paragraphs(*texts: str) -> list[Content]:
    """Plain paragraphs with a blank line after each."""
    found: list[Content] = []
    for text in texts:
        found += [join([each]) for each in wrap(text, WIDTH)]
        found.append(Content(""))
    return found
