"""A page to read: lines that scroll by keys, never by themselves."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.content import Content

from tui.commands import Command, named
from tui.league.base import LeagueScreen
from tui.league.commands import PAGE
from tui.panels.foot import Closing, Footer
from tui.panels.frame import Edges, Panel
from tui.panels.notice import NoticeLine
from tui.text import Piece


class Page(LeagueScreen):
    """Give ``heading`` and ``lines``; ``foot`` names the keys of the footer."""

    commands: tuple[Command, ...] = PAGE
    foot: tuple[str, ...] = ("down", "page_down", "copy", "help", "leave")
    from_below = False
    top = 0

    def compose(self) -> ComposeResult:
        yield PageBody(self)
        yield Closing()
        yield NoticeLine()
        yield Footer(named(self.commands, *self.foot))

    def heading(self) -> Iterable[Piece]:
        """What the page is about."""
        return [(self.league.title, "bold")]

    def beside(self) -> Iterable[Piece]:
        """What stands on the right of the heading."""
        return ()

    def lines(self, width: int) -> list[Content]:
        """The whole page in lines of at most ``width`` cells."""
        raise NotImplementedError

    def text(self) -> str:
        """The page to be sent."""
        return "\n".join(line.plain.rstrip() for line in self.lines(100)) + "\n"

    def called(self) -> str:
        """What the page is called in the name of its file."""
        raise NotImplementedError

    # -------------------------------------------------------------------------------- scrolling

    def on_mount(self) -> None:
        if self.from_below:
            self.call_after_refresh(self.to_the_end)
        super().on_mount()

    def to_the_end(self) -> None:
        """Scroll to the last line."""
        self.move(1_000_000)

    def move(self, lines: int) -> None:
        """So many lines down, or up when below nought."""
        body = self.query_one(PageBody)
        last = max(0, len(self.lines(body.inner)) - body.room)
        self.top = max(0, min(last, self.top + lines))
        self.show()

    def do_up(self) -> None:
        self.move(-1)

    def do_down(self) -> None:
        self.move(1)

    def do_page_up(self) -> None:
        self.move(-max(1, self.query_one(PageBody).room - 1))

    def do_page_down(self) -> None:
        self.move(max(1, self.query_one(PageBody).room - 1))

    def do_copy(self) -> None:
        self.copy_out(self.called(), self.text())


class PageBody(Panel):
    """The lines in sight; the rule says how many there are above and below."""

    def __init__(self, page: Page) -> None:
        super().__init__(Edges("┌", "┐"))
        self.page = page

    @property
    def inner(self) -> int:
        return max(self.size.width - 2, 10)

    @property
    def room(self) -> int:
        return max(self.size.height - 1, 1)

    def title(self) -> Iterable[Piece]:
        return self.page.heading()

    def aside(self) -> Iterable[Piece]:
        beside = list(self.page.beside())
        every = len(self.page.lines(self.inner))
        if every <= self.room:
            return beside
        last = min(every, self.page.top + self.room)
        return [*beside, " · " if beside else "", f"{self.page.top + 1}–{last} of {every}"]

    def body(self, width: int, height: int) -> list[Content]:
        lines = self.page.lines(width)
        top = max(0, min(self.page.top, len(lines) - height))
        return lines[top : top + height]
