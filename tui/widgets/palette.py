"""What the palette finds: every command of a screen, also by the words people look for it by."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import Input, OptionList

from tui.commands import KEYS, Key, select_commands
from tui.widgets.clicks import strike
from tui.widgets.foot import Footer

ALSO = {
    "again": "replay",
    "anchor": "proof",
    "anew": "rebuild",
    "aside": "delete, remove, hide, archive",
    "between": "overwatch, opportunity fire, snap shot",
    "carry": "experience, losses, campaign rules",
    "bring_in": "import, load",
    "check": "verify, damage",
    "copy": "export, send, save, backup",
    "correct_last": "typo, mistake, wrong",
    "draft": "pairings, check-in",
    "enrol": "army, roster, add",
    "figures": "models, miniatures",
    "find": "search",
    "force": "army, roster, list, builder",
    "glossary": "glossary, meaning",
    "go_on": "undo, back",
    "help": "help, shortcuts",
    "kept": "link",
    "ledger": "backup, verify, restore, import, export, database, file",
    "leave": "quit, exit, close, back",
    "line": "command, type",
    "link": "link, match",
    "lines": "paste, import, list",
    "log": "history",
    "look_back": "history, log, timeline, replay",
    "make": "army, roster, list, builder",
    "new": "start, match, begin",
    "next": "end turn, end phase, pass",
    "note": "comment",
    "now": "quit, leave, back",
    "options": "options, settings",
    "other_number": "how many dice, modifiers",
    "pause": "break, time",
    "play": "start, match",
    "practice": "tutorial, learn",
    "put_back": "restore, backup",
    "record": "enter a result",
    "redo": "redo",
    "report": "export, save, print, record",
    "roll": "random",
    "score": "score, who wins",
    "save": "write, keep",
    "season": "scheme, settings",
    "set_right": "fix, mend, edit",
    "sheet": "print, export",
    "standings": "table, ranking, score",
    "undo": "undo, back",
    "undo_phase": "undo, back",
    "undo_turn": "undo, back",
    "write_out": "export, save, JSON",
    "why": "explain, modifiers, rule",
}
"""Other words for a command, by its id."""


class Palette(CommandPalette):
    """The palette, which does what is chosen once, however often Enter is struck."""

    DEFAULT_CSS = "Palette > Footer { dock: bottom; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "command_list('first')", show=False, priority=True),
        Binding("end", "command_list('last')", show=False, priority=True),
    ]
    commands = KEYS["keys_dialog"]
    _gone = False

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Footer(select_commands(KEYS["keys_dialog"], "mark", "page_down", "do", "close"))

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _chosen(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        """What was still struck as the palette went chooses nothing more."""
        if self._gone:
            event.stop()
            event.prevent_default()

    def _action_command_list(self, action: str) -> None:
        """Move in the list; pages it has once it is drawn."""
        drawn = bool(self.query_one(OptionList).scrollable_content_region)
        if drawn or not action.startswith("page"):
            super()._action_command_list(action)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Leave the palette; once it is left, this leaves no screen below it."""
        if self._gone:
            return AwaitComplete()
        self._gone = True
        return super().dismiss(result)


def list_commands(screen: Screen[Any]) -> Iterable[SystemCommand]:
    """The commands of a screen but for paging, and what it offers beside them; none where it has
    no table.
    """
    does: Any = getattr(screen, "run", None)
    for command in getattr(screen, "commands", ()):
        if command in (*KEYS["pages"], *KEYS["by_space"]):
            continue
        yield SystemCommand(
            make_search_text(command), f"key {command.sign}", partial(does, command)
        )
    for row in getattr(screen, "offers", tuple)():
        title = row.text[:1].upper() + row.text[1:]
        yield SystemCommand(title, f"keys {row.sign}", partial(strike, screen, row.strikes))


def make_search_text(command: Key) -> str:
    """What the palette calls a command: its text, and the words people look for it by."""
    title = command.text[:1].upper() + command.text[1:]
    words = (command.word, *ALSO.get(command.id, "").split(", "))
    more = [one for one in dict.fromkeys(words) if one and one.lower() not in title.lower()]
    return f"{title} ({', '.join(more)})" if more else title
