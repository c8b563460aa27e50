"""The command palette. It finds a screen's commands by their text and by common synonyms."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.fuzzy import Matcher
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider
from textual.widgets import Input, OptionList

from tracker.vocabulary.packaged_files import read_packaged_toml
from tui.key_bindings import KEYS, KeyCommand, select_commands
from tui.widgets.clickable_text import press_keys
from tui.widgets.screen_bottom_lines import Footer

SYNONYMS = read_packaged_toml("tui.widgets", "command_palette.toml", dict[str, str])  # by command


class Palette(CommandPalette):
    """The command palette. A chosen command runs once, even if Enter is pressed repeatedly."""

    DEFAULT_CSS = "Palette > Footer { dock: bottom; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "command_list('first')", show=False, priority=True),
        Binding("end", "command_list('last')", show=False, priority=True),
    ]
    commands = KEYS["keys_dialog"]
    _is_closing = False

    def compose(self) -> ComposeResult:
        yield from super().compose()
        ids = ("mark_next_row", "page_down", "press_marked_key", "close")
        yield Footer(select_commands(self.commands, *ids))

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _chosen(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        if self._is_closing:
            event.stop()
            event.prevent_default()

    def _action_command_list(self, action: str) -> None:
        """Move the selection by a row or a page. Paging is ignored until the list is drawn."""
        drawn = bool(self.query_one(OptionList).scrollable_content_region)
        if drawn or not action.startswith("page"):
            super()._action_command_list(action)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close the palette. Further calls do nothing, so the screen below stays open."""
        if self._is_closing:
            return AwaitComplete()
        self._is_closing = True
        return super().dismiss(result)


class WordMatcher(Matcher):
    """A matcher of texts that contain every typed word, not letters scattered over a text."""

    def match(self, candidate: str) -> float:
        words, text = self.query.lower().split(), candidate.lower()
        if not all(word in text for word in words):
            return 0.0
        return sum(self.fuzzy_search.match(word, text)[0] for word in words)


class PaletteCommands(SystemCommandsProvider):
    def matcher(self, user_input: str, case_sensitive: bool = False) -> Matcher:
        return WordMatcher(user_input, match_style=self.match_style, case_sensitive=case_sensitive)


def list_palette_commands(screen: Screen[Any]) -> Iterable[SystemCommand]:
    """List a screen's commands for the palette, except for paging keys, and its other rows."""
    run: Any = getattr(screen, "run_command", None)
    for command in getattr(screen, "commands", ()):
        if command in (*KEYS["pages"], *KEYS["by_space"]):
            continue
        run_command = partial(run, command)
        yield SystemCommand(make_title_with_synonyms(command), f"key {command.label}", run_command)
    for row in getattr(screen, "list_palette_rows", tuple)():
        title = row.text[:1].upper() + row.text[1:]
        press = partial(press_keys, screen, row.list_keys_to_press())
        yield SystemCommand(title, f"keys {row.label}", press)


def make_title_with_synonyms(command: KeyCommand) -> str:
    """Return the text in which the palette searches for a command: its title and its synonyms."""
    title = command.text[:1].upper() + command.text[1:]
    words = (command.word, *SYNONYMS.get(command.id, "").split(", "))
    synonyms = [word for word in dict.fromkeys(words) if word and word.lower() not in title.lower()]
    return f"{title} ({', '.join(synonyms)})" if synonyms else title
