"""A dialog at the bottom of the screen for one line: a command, a note, a reason or a file name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from tracker.application.browser_folder_restriction import require_in_allowed_folder
from tracker.application.errors import Refused
from tui.key_bindings import KEYS, KeyCommand, find_command_by_key
from tui.terminal_text_fitting import StyledText, count_cells, fill_line, wrap_styled
from tui.widgets.dialogs import Modal, ModalFooter, forward_key_to_top_screen

Completions = Callable[[str], tuple[int, Sequence[str]]]
MAX_CANDIDATES = 12


class LineField(Input):
    """A text field that submits immediately on Enter, so that later keys reach the next screen."""

    async def _on_key(self, event: events.Key) -> None:
        screen = self.screen
        if forward_key_to_top_screen(screen, event):
            return
        assert isinstance(screen, LineEntryDialog)
        if find_command_by_key(screen.commands, event.key) is not None:
            screen.handle_key_press(event)
            return
        await super()._on_key(event)


class LineEntryDialog(Modal[str | None]):
    """A dialog that returns the entered line, or None after Escape.

    If ``accept_line`` raises ``Refused`` for the line, the dialog stays open and shows why.
    ``history`` lists earlier lines, newest last. ``accept_word`` and ``close_word`` are the labels
    of Enter and Escape. ``completions`` returns the start of the last word and its completions for
    Tab. If ``selected`` is true, typing replaces the text unless an arrow key was pressed first.
    """

    DEFAULT_CSS = """
    LineEntryDialog { align: left bottom; background: $background 0%; }
    LineEntryDialog > Static {
        height: auto; max-height: 6; width: 1fr; background: $panel;
    }
    LineEntryDialog > Input {
        height: 1; width: 1fr; border: none; padding: 0 1; background: $panel;
    }
    LineEntryDialog > Input:focus { border: none; background: $panel; }
    """

    keys: tuple[KeyCommand, ...] = KEYS["line"]

    def __init__(
        self,
        label: str,
        text: str = "",
        *,
        accept_line: Callable[[str], object] = lambda _: None,
        hint: str = "",
        accept_word: str = "accept",
        close_word: str = "cancel",
        history: Sequence[str] = (),
        completions: Completions | None = None,
        selected: bool = False,
    ) -> None:
        super().__init__()
        self.label = label
        self.text = text
        self.selected = selected
        self.accept_line = accept_line
        self.refusal = ""
        self.hint = hint
        self.accept_word, self.close_word = accept_word, close_word
        self.completions = completions
        self.history = [*history, text]
        self._history_index = len(self.history) - 1
        self.current_hint = ""
        self.do_recall_earlier_line = partial(self._recall_history_line, -1)
        self.do_recall_newer_line = partial(self._recall_history_line, 1)

    @property
    def commands(self) -> tuple[KeyCommand, ...]:
        """The keys, including Tab if there are completions, and arrows if there is a history."""
        take, complete, earlier, newer, close = self.keys
        return (
            replace(take, word=self.accept_word),
            *((complete,) if self.completions else ()),
            *((earlier, newer) if len(self.history) > 1 else ()),
            replace(close, word=self.close_word),
        )

    def list_footer_keys(self) -> tuple[KeyCommand, ...]:
        return tuple(key for key in self.commands if key.id != "recall_newer_line")

    def compose(self) -> ComposeResult:
        yield Static(self._render_label(), markup=False)
        field = LineField(self.text, select_on_focus=False)
        field.cursor_blink = False
        if self.selected:
            field.selection = Selection(0, len(self.text))
        yield field
        yield ModalFooter(self, " ")

    def on_resize(self) -> None:
        self._update_label()

    def _update_label(self) -> None:
        self.query_one(Static).update(self._render_label())

    def _render_label(self) -> Content:
        width = max(self.app.size.width, 20)
        lines = []
        if self.refusal:
            head = (" × ", "$error bold")
            lines = wrap_styled(self.refusal, max(width - 4, 20), "$error", head)
        question: list[StyledText] = [" ", (self.label, "$primary bold")]
        hint = self.current_hint or self.hint
        if count_cells(self.label) + count_cells(hint) + 3 > width:
            lines += wrap_styled(self.label, width - 2, "$primary bold", head=" ")[:3]
            question = []
        lines.append(fill_line(width, question, [(f"{hint} ", "$quiet")]))
        return Content("\n").join(lines)

    def handle_key_press(self, event: events.Key) -> None:
        known = find_command_by_key(self.commands, event.key) is not None
        if known or not event.is_printable or event.character is None:
            super().handle_key_press(event)
            return
        # The key was pressed before the field had the focus. With the focus, the field handles
        # keys.
        event.stop()
        field = self.query_one(Input)
        field.replace(event.character, *sorted(field.selection))

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        """Pass the line to ``accept_line`` and close. If the line is refused, stay open."""
        if result is not None:
            try:
                self.accept_line(result)
            except Refused as refused:
                self.refusal = refused.message
                self._update_label()
                return AwaitComplete()
        return super().dismiss(result)

    def do_accept_line(self) -> None:
        self.dismiss(self.query_one(Input).value)

    def do_close(self) -> None:
        self.dismiss(None)

    def do_complete_word(self) -> None:
        """Complete the current word as far as it is unique, and list the possible words."""
        assert self.completions is not None
        field = self.query_one(Input)
        typed, rest = field.value[: field.cursor_position], field.value[field.cursor_position :]
        start, candidates = self.completions(typed)
        completed = _extend_common_prefix(typed[start:], candidates)
        is_complete = len(candidates) == 1 and not completed.endswith(os.sep)  # a folder goes on
        whole = typed[:start] + completed + (" " if is_complete else "")
        field.value, field.cursor_position = whole + rest.lstrip(), len(whole)
        listed = "   ".join(candidates[:MAX_CANDIDATES]) if len(candidates) != 1 else ""
        none = "" if candidates else "no word begins with that"
        self.current_hint = listed or none
        self._update_label()

    def _recall_history_line(self, step: int) -> None:
        field = self.query_one(Input)
        self.history[self._history_index] = field.value
        self._history_index = max(0, min(len(self.history) - 1, self._history_index + step))
        field.value = self.history[self._history_index]
        field.cursor_position = len(field.value)


def _extend_common_prefix(typed: str, words: Sequence[str]) -> str:
    if len(words) == 1:
        return words[0]
    first = min(words, key=len, default=typed)
    heads = (first[:length] for length in range(len(first), len(typed), -1))
    return next((head for head in heads if all(word.startswith(head) for word in words)), typed)


def make_file_completer(folder: Path) -> Completions:
    """Return a function that completes the names of files and folders, by default in ``folder``."""

    def complete(text: str) -> tuple[int, Sequence[str]]:
        typed = text.lstrip()
        parent_text = typed[: typed.rfind(os.sep) + 1]
        name = typed.removeprefix(parent_text)
        try:
            directory = folder / Path(parent_text).expanduser()
            require_in_allowed_folder(directory)
            entries = list(directory.iterdir())
        except (OSError, RuntimeError, Refused):
            return 0, ()
        matches = (entry for entry in entries if entry.name.casefold().startswith(name.casefold()))
        visible = [
            entry for entry in matches if name.startswith(".") or not entry.name.startswith(".")
        ]
        names = sorted(entry.name + (os.sep if entry.is_dir() else "") for entry in visible)
        return len(text) - len(name), names

    return complete
