"""A page to read: lines that scroll by keys, never by themselves."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.content import Content

from tui.commands import Command, named
from tui.league.base import LeagueScreen
from tui.league.commands import PAGE
from tui.text import Piece
from tui.widgets.foot import Closing, Footer
from tui.widgets.frame import Edges, Panel
from tui.widgets.notice import NoticeLine


class Told(LeagueScreen):
    """One panel of text with its keys, that can be sent. ``foot`` names the keys of the footer."""

    commands: tuple[Command, ...] = ()
    foot: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        yield self.panel()
        yield Closing()
        yield NoticeLine()
        yield Footer(named(self.commands, *self.foot))

    def panel(self) -> ToldBody:
        """What shows it."""
        raise NotImplementedError

    def heading(self) -> Iterable[Piece]:
        """What the page is about."""
        return [(self.league.title, "bold")]

    def beside(self) -> Iterable[Piece]:
        """What stands on the right of the heading."""
        return ()

    def text(self) -> str:
        """The page to be sent."""
        raise NotImplementedError

    def called(self) -> str:
        """What the page is called in the name of its file."""
        raise NotImplementedError

    def do_copy(self) -> None:
        self.copy_out(self.called(), self.text())


class ToldBody(Panel):
    """The frame around it, with what the page says of itself."""

    def __init__(self, page: Told) -> None:
        super().__init__(Edges("┌", "┐"))
        self.told = page

    def title(self) -> Iterable[Piece]:
        return self.told.heading()

    def aside(self) -> Iterable[Piece]:
        return self.told.beside()


class Page(Told):
    """Give ``lines``."""

    commands: tuple[Command, ...] = PAGE
    foot: tuple[str, ...] = ("down", "page_down", "copy", "help", "leave")
    from_below = False
    top = 0

    def panel(self) -> PageBody:
        return PageBody(self)

    def lines(self, width: int) -> list[Content]:
        """The whole page in lines of at most ``width`` cells."""
        raise NotImplementedError

    def text(self) -> str:
        return "\n".join(line.plain.rstrip() for line in self.lines(100)) + "\n"

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


class PageBody(ToldBody):
    """The lines in sight; the rule says how many there are above and below."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.page = page

    @property
    def inner(self) -> int:
        return max(self.size.width - 2, 10)

    @property
    def room(self) -> int:
        return max(self.size.height - 1, 1)

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
