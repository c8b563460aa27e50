"""A practice volley with a hint at every step. Escape leaves the volley at any time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from textual.content import Content
from textual.widget import Widget

from tracker.application.demo.demo_games import begin_practice_volley
from tracker.vocabulary.events import Rolled
from tui.key_bindings import KeyCommand
from tui.prompt.table_prompt import Prompt
from tui.table.table_screen import TableScreen
from tui.terminal_text_fitting import fill_line
from tui.widgets.clickable_text import render_key_hint
from tui.widgets.screen_bottom_lines import TableFooter

FIRST = "Roll {dice} dice: type them, or `=5` for five hits; `r` rolls them · `Esc` quits"
THEN = "A wrong die? `u` undoes it; `w` explains the roll. Now {dice} more dice · `Esc` quits"
TYPED = "All dice in? Press `Enter`; `Backspace` deletes the last die · `Esc` quits"
CHOICE = "A choice: `Enter` accepts the marked answer · `Esc` quits"
DONE = "The volley is complete. `Esc` quits; nothing is saved"
BACK = "The volley is undone. `U` redoes it, `Enter` fires again · `Esc` quits"


class PracticeHintLine(Widget):
    """A hint about what to try next. ``start_version`` is the version before the first die."""

    DEFAULT_CSS = "PracticeHintLine { height: 1; }"

    def __init__(self, prompt: Prompt, start_version: int) -> None:
        super().__init__(id="coach")
        self.prompt = prompt
        self.start_version = start_version

    def render(self) -> Content:
        pieces = self._choose_hint().split("`")
        parts = [
            render_key_hint(piece, "") if index % 2 else (piece, "$success")
            for index, piece in enumerate(pieces)
        ]
        return fill_line(self.size.width, [" ", *parts])

    def _choose_hint(self) -> str:
        prompt = self.prompt
        pending = prompt.game.pending
        if pending is None:
            return DONE if self._has_rolled() else BACK
        if not prompt.wants_dice:
            return CHOICE
        if prompt.typed_text:
            return TYPED
        return (THEN if self._has_rolled() else FIRST).format(dice=len(pending.request.dice_sizes))

    def _has_rolled(self) -> bool:
        entries = self.prompt.game.history.list_entries_after(self.start_version)
        return any(isinstance(entry.input, Rolled) for entry in entries)


class PracticeFooter(TableFooter):
    """The footer of a practice volley, in which Escape leaves the table."""

    def list_current_keys(self) -> tuple[KeyCommand, ...]:
        return tuple(
            replace(key, word="quit") if key.id == "clear_or_undo" else key
            for key in super().list_current_keys()
        )

    def has_escape_effect(self) -> bool:
        return True


def build_practice_volley_screen() -> TableScreen:
    """Build a table screen for one volley that is not saved. Raises ``Refused``."""
    game = begin_practice_volley()
    coach = partial(PracticeHintLine, start_version=game.version)
    return TableScreen(game, coach=coach, footer=PracticeFooter, leaves_at_once=True)
