"""The last lines: the keys so far as a line of the grammar, what Enter does, and six keys."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from tui.between import watcher
from tui.commands import Command
from tui.panels.frame import Edges, Panel
from tui.prompt import Prompt
from tui.seen.question import question_of
from tui.seen.running import acts_now
from tui.text import Piece, line

CLOSED = Edges("└", "┘")


class Closing(Panel):
    """The rule that closes the panel above it."""

    DEFAULT_CSS = "Closing { height: 1; }"

    def __init__(self) -> None:
        super().__init__(CLOSED)


class EchoLine(Panel):
    """The keys typed so far, as the line they stand for."""

    DEFAULT_CSS = "EchoLine { height: 1; }"

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(CLOSED)
        self.prompt = prompt

    def title(self) -> Iterable[Piece]:
        text = self.prompt.line()
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
            return ["Enter when the dice are in · r the app rolls them"]
        if prompt.pending is not None:
            return [f"{_how_to_choose(prompt)}, then Enter · Enter alone takes what is marked"]
        if prompt.game.match.ended is not None:
            return ["The game is over; everything is kept."]
        if prompt.typed:
            age = prompt.said().age
            return [(age, "bold"), " · " if age else "", "Enter does it · Esc clears"]
        proposal = prompt.proposal()
        if proposal is None:
            return ["a number says who, then whom and how"]
        age = f" ({proposal.age})" if proposal.age else ""
        return ["Enter: ", (proposal.line, "bold"), age, (self._else(), "$quiet")]

    def _else(self) -> str:
        """What may be done instead of what is proposed."""
        figures, side = self.prompt.game.ruleset.keys.figures, watcher(self.prompt.game)
        interrupts = f" · {figures.between} = {side} interrupts" if figures and side else ""
        return f"   or a number says who{interrupts}"


def _how_to_choose(prompt: Prompt) -> str:
    if prompt.pending is not None and question_of(prompt.game.match, prompt.pending).letters:
        return "a letter"
    return "a letter or number"


class Footer(Widget):
    """At most six keys."""

    DEFAULT_CSS = "Footer { height: 1; }"

    def __init__(self, commands: tuple[Command, ...]) -> None:
        super().__init__()
        self.commands = commands

    def render(self) -> Content:
        pieces: list[Piece] = [" "]
        for command in self.now()[:6]:
            pieces += [(command.sign, "$primary bold"), f" {command.word}   "]
        return line(self.size.width, pieces)

    def now(self) -> tuple[Command, ...]:
        """The keys that count now."""
        return self.commands


class TableFooter(Footer):
    """The keys of the table: while somebody does something ``e`` stands where ``n`` stood."""

    def __init__(
        self, prompt: Prompt, idle: tuple[Command, ...], busy: tuple[Command, ...]
    ) -> None:
        super().__init__(idle)
        self.prompt = prompt
        self.busy = busy

    def now(self) -> tuple[Command, ...]:
        """Those of the prompt as it stands."""
        game = self.prompt.game
        return self.busy if game.pending is not None and acts_now(game) else self.commands
