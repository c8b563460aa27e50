"""A line to type at the foot of the screen: any line, a note, a reason, a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from tui.commands import ENTER
from tui.text import join, line
from tui.widgets.typed_ahead import handed_on

Completions = Callable[[str], tuple[int, Sequence[str]]]
MOST_TOLD = 12


class LineField(Input):
    """Gives its text with Enter at once: what is typed ahead belongs to the screen below."""

    async def _on_key(self, event: events.Key) -> None:
        if handed_on(self.screen, event):
            return
        if event.key in ENTER:
            event.stop()
            event.prevent_default()
            self.screen.dismiss(self.value)
            return
        if event.key == "tab" and isinstance(self.screen, LineEntry):
            event.stop()
            event.prevent_default()
            self.screen.complete()
            return
        await super()._on_key(event)


class LineEntry(ModalScreen[str | None]):
    """Asks for one line; None when it was left with Escape. ``history`` is the newest last.

    ``completions`` says where the word begins that a text ends with, and what it may be: Tab.
    What is typed takes the place of a text that is ``selected``; with an arrow key it stays.
    """

    DEFAULT_CSS = """
    LineEntry { align: left bottom; background: $background 0%; }
    LineEntry > Static { height: 1; width: 1fr; background: $panel; }
    LineEntry > Input {
        height: 1; width: 1fr; border: none; padding: 0 1; background: $panel;
    }
    LineEntry > Input:focus { border: none; background: $panel; }
    """

    def __init__(
        self,
        label: str,
        text: str = "",
        *,
        hint: str = "",
        history: Sequence[str] = (),
        completions: Completions | None = None,
        selected: bool = False,
    ) -> None:
        super().__init__()
        self.label = label
        self.text = text
        self.selected = selected
        self.hint = hint
        self.completions = completions
        self.history = [*history, text]
        self._at = len(self.history) - 1
        self.hint_now = ""

    def compose(self) -> ComposeResult:
        yield Static(self._label(), markup=False)
        field = LineField(self.text, select_on_focus=False)
        field.cursor_blink = False
        if self.selected:
            field.selection = Selection(0, len(self.text))
        yield field

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.query_one(Static).update(self._label())

    def _label(self) -> Content:
        hint = self.hint_now or self.hint or "Enter · Esc leaves it"
        words = line(
            max(self.app.size.width, 20),
            [" ", (self.label, "$primary bold")],
            [(f"{hint} ", "$quiet")],
        )
        return join([words])

    def on_key(self, event: events.Key) -> None:
        if handed_on(self, event):
            return
        if event.key == "escape":
            event.stop()
            self.dismiss(None)
        elif event.key in ENTER:  # pressed before the field had the focus
            event.stop()
            self.dismiss(self.query_one(Input).value)
        elif event.key == "tab":
            event.stop()
            self.complete()
        elif event.key in ("up", "down"):
            event.stop()
            self._recall(-1 if event.key == "up" else 1)
        elif event.is_printable and event.character is not None:
            # Typed before the field had the focus: otherwise the field takes it itself.
            event.stop()
            field = self.query_one(Input)
            field.replace(event.character, *sorted(field.selection))

    def complete(self) -> None:
        """Type on as far as only one thing can be meant, and show what there is."""
        if self.completions is None:
            return
        field = self.query_one(Input)
        typed, rest = field.value[: field.cursor_position], field.value[field.cursor_position :]
        start, found = self.completions(typed)
        more = _common(typed[start:], found)
        ends = len(found) == 1 and not more.endswith(os.sep)  # a folder goes on
        whole = typed[:start] + more + (" " if ends else "")
        field.value, field.cursor_position = whole + rest.lstrip(), len(whole)
        told = "   ".join(found[:MOST_TOLD]) if len(found) != 1 else ""
        none = "" if found else "nothing that is known here begins so"
        self.hint_now = told or none
        self.query_one(Static).update(self._label())

    def _recall(self, step: int) -> None:
        field = self.query_one(Input)
        self.history[self._at] = field.value
        self._at = max(0, min(len(self.history) - 1, self._at + step))
        field.value = self.history[self._at]
        field.cursor_position = len(field.value)


def _common(typed: str, words: Sequence[str]) -> str:
    """What is typed, and what all of these words go on with; of a single word all of it."""
    if len(words) == 1:
        return words[0]
    first = min(words, key=len, default=typed)
    heads = (first[:length] for length in range(len(first), len(typed), -1))
    return next((head for head in heads if all(one.startswith(head) for one in words)), typed)
