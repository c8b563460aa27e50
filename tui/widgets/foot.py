"""The last lines: the keys so far as a line of the grammar, what Enter does, and six keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.content import Content
from textual.widget import Widget

from tracker.application.match.rolls import versus_of
from tracker.scribe.reading import DiceReading
from tui.commands import ENTER, TABLE, Key, named
from tui.correcting.interrupts import watcher
from tui.prompt.prompt import Prompt
from tui.text import Piece, cells, ending, join, line
from tui.views.proposals import NEXT
from tui.views.question import question_of
from tui.views.running import acts_now
from tui.widgets.clicks import pressing
from tui.widgets.frame import Edges, Panel

CLOSED = Edges("└", "┘")
IDLE = ("escape", "undo", "next", "line", "why", "help")
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


class Hint(Widget):
    """What Enter does next."""

    DEFAULT_CSS = "Hint { height: 1; }"

    def __init__(self, prompt: Prompt) -> None:
        super().__init__()
        self.prompt = prompt

    def render(self) -> Content:
        return line(self.size.width, [" ", *self.words()])

    def words(self) -> list[Piece]:
        """What to do next."""
        prompt = self.prompt
        if prompt.game.trouble is not None:
            return ["Nothing of it is lost · u and Esc take back"]
        if prompt.wants_dice:
            return [_when_in(prompt), *self._then()]
        if prompt.pending is not None:
            return [f"{_how_to_choose(prompt)}, then Enter · Enter alone takes what is marked"]
        if prompt.game.match.ended is not None:
            return ["The game is over; everything is kept."]
        if prompt.typed:
            age = prompt.saying.said().age
            return [(age, "bold"), " · " if age else "", "Enter does it · Esc clears"]
        if prompt.asked_twice not in ("", NEXT):
            return ["Enter does it all the same · Esc lets it be"]
        proposal = prompt.saying.proposal()
        if proposal is None:
            return ["a number says who, then whom and how"]
        age = f" ({proposal.age})" if proposal.age else ""
        said: list[Piece] = ["Enter: ", (prompt.saying.in_words(proposal), "bold"), age]
        room = self.size.width - 1 - join(said).cell_length
        return [*said, (self._else(room), "$quiet")]

    def _then(self) -> list[Piece]:
        """What will be proposed when these dice have been read, as far as is known now."""
        proposal = self.prompt.saying.afterwards() if self.prompt.free is None else None
        if proposal is None:
            return []
        age = f" ({proposal.age})" if proposal.age else ""
        return [" · then proposed: ", (self.prompt.saying.in_words(proposal), "bold"), age]

    def _else(self, room: int) -> str:
        """What may be done instead of what is proposed, as much as there is room for."""
        keys, side = self.prompt.game.ruleset.keys.interrupts, watcher(self.prompt.game)
        number = "   or a number says who"
        interrupts = f" · {keys.key} = {side} interrupts" if keys and side else ""
        ways = (number + interrupts, interrupts, number)
        return next((way for way in ways if cells(way) <= room), "")


def _when_in(prompt: Prompt) -> str:
    """``Enter when 8 dice are in``; when they are, what it does."""
    if isinstance(prompt.reading(), DiceReading):
        return "Enter takes the dice"
    assert prompt.pending is not None
    size = prompt.asked().size + len(versus_of(prompt.pending))
    return f"Enter when {'the die is' if size == 1 else f'{size} dice are'} in"


def _how_to_choose(prompt: Prompt) -> str:
    if prompt.pending is not None and question_of(prompt.game.match, prompt.pending).letters:
        return "a letter"
    return "a letter or number"


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
            return named(TABLE, *(ROLLS if prompt.wants_dice else CHOOSES))
        return named(TABLE, *(BETWEEN if prompt.game.ruleset.keys.interrupts else BUSY))
