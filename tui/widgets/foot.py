"""The last lines: the keys so far as a line of the grammar, what comes next, and six keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.content import Content
from textual.widget import Widget

from tui.commands import ENTER, TABLE, Key, named
from tui.prompt.prompt import Prompt
from tui.text import Piece, cells, ending, join, line
from tui.views.running import acts_now
from tui.widgets.clicks import pressing
from tui.widgets.frame import Edges, Panel

CLOSED = Edges("└", "┘")
IDLE = ("escape", "undo", "next", "line", "glossary", "help")
OVER = ("undo", "look_back", "score", "note", "help", "leave")
BUSY = ("escape", "undo", "edit", "line", "why", "help")
BETWEEN = ("escape", "undo", "edit", "between", "why", "help")
ROLLS = ("escape", "undo", "roll", "line", "why", "help")
CHOOSES = ("escape", "undo", "line", "note", "why", "help")
FRAMED = len("└─  ─┘")


class Closing(Panel):
    """The rule that closes the panel above it; ``says`` is what stands in it."""

    DEFAULT_CSS = "Closing { height: 1; }"

    def __init__(self, says: Callable[[], str] = str) -> None:
        super().__init__(CLOSED)
        self.says = says

    def aside(self) -> Iterable[Piece]:
        text = self.says()
        return [(text, "$quiet")] if text else []


class EchoLine(Panel):
    """The keys typed so far, as the line they stand for."""

    DEFAULT_CSS = "EchoLine { height: 1; }"

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(CLOSED)
        self.prompt = prompt

    def title(self) -> Iterable[Piece]:
        text = ending(self.prompt.saying.line(), self.size.width - FRAMED)
        return [(text, "$secondary")] if text else []

    def aside(self) -> Iterable[Piece]:
        """What will be proposed when these dice have been read, where it is known and has room."""
        prompt = self.prompt
        dice = prompt.wants_dice and prompt.free is None
        proposal = prompt.saying.afterwards() if dice else None
        if proposal is None:
            return []
        then = f"then {prompt.saying.in_words(proposal)}"
        room = self.size.width - FRAMED - cells(prompt.saying.line()) - len("  ─ ")
        return [(then, "$quiet")] if cells(then) <= room else []


class Footer(Widget):
    """At most six keys."""

    DEFAULT_CSS = "Footer { height: 1; }"

    def __init__(self, commands: tuple[Key, ...]) -> None:
        super().__init__()
        self.commands = commands

    def render(self) -> Content:
        pieces: list[Piece] = [" "]
        for command in self.now()[:6]:
            key = join([(command.sign, "$primary bold"), f" {command.word}"])
            pieces += [pressing(key, (command.keys or ENTER)[:1]), "   "]
        return line(self.size.width, pieces)

    def now(self) -> tuple[Key, ...]:
        """The keys that count now."""
        return self.commands


class TableFooter(Footer):
    """The keys of the table: ``e`` and ``i`` only where there is something to edit or interrupt."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(named(TABLE, *IDLE))
        self.prompt = prompt

    def now(self) -> tuple[Key, ...]:
        """Those of the prompt as it stands."""
        prompt = self.prompt
        if prompt.pending is None:
            return named(TABLE, *OVER) if prompt.game.match.ended else self.commands
        if prompt.free is not None or not acts_now(prompt.game):
            known = named(TABLE, *(ROLLS if prompt.wants_dice else CHOOSES))
        else:
            known = named(TABLE, *(BETWEEN if prompt.game.ruleset.keys.interrupts else BUSY))
        return tuple(key for key in known if not prompt.saying.takes(key.sign))
