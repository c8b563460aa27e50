"""A page to read: lines that scroll by keys, never by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.app import ComposeResult
from textual.content import Content

from tui.commands import select_commands
from tui.league.league_screen import LeagueScreen
from tui.screen_text import Piece, join, wrap
from tui.widgets.foot import Closing, Footer
from tui.widgets.frame import Edges, Panel
from tui.widgets.notice import NoticeLine
from tui.widgets.paging import Paging

FOOT = ("down", "page_down", "copy", "help", "leave")
Lines = Callable[[int], list[Content]]


class PageBody(Paging):
    """Fills a screen with ``lines``, each of at most so many cells; ``foot`` names its keys.

    ``text`` is the page to be sent, where it is not those lines.
    """

    def __init__(
        self,
        screen: LeagueScreen,
        lines: Lines,
        *,
        foot: tuple[str, ...] = FOOT,
        from_below: bool = False,
        text: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(self.move, lambda: self.panel.room - 1)
        self.screen = screen
        self.lines = lines
        self.foot = foot
        self.from_below = from_below
        self.text = text or self._plain
        self.top = 0
        self.panel = PagePanel(self)
        screen.fill(self)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield Closing()
        yield NoticeLine()
        yield Footer(select_commands(self.screen.commands, *self.foot))

    def begin(self) -> None:
        """The screen is there."""
        if self.from_below:
            self.screen.call_after_refresh(self.scroll_to_end)

    def _plain(self) -> str:
        return "\n".join(line.plain.rstrip() for line in self.lines(100)) + "\n"

    def scroll_to_end(self) -> None:
        """Scroll to the last line."""
        self.do_last()

    def move(self, lines: int) -> None:
        """So many lines down, or up when below zero."""
        last = max(0, len(self.lines(self.panel.inner)) - self.panel.room)
        self.top = max(0, min(last, self.top + lines))
        self.screen.show()

    def do_copy(self) -> None:
        self.screen.copy_out(self.screen.called(), self.text())


class PagePanel(Panel):
    """The lines in sight; the rule says how many there are above and below."""

    def __init__(self, page: PageBody) -> None:
        super().__init__(Edges("┌", "┐"))
        self.page = page

    @property
    def inner(self) -> int:
        return max(self.size.width - 2, 10)

    @property
    def room(self) -> int:
        return max(self.size.height - 1, 1)

    def title(self) -> Iterable[Piece]:
        return self.page.screen.heading()

    def aside(self) -> Iterable[Piece]:
        beside = list(self.page.screen.beside())
        every = len(self.page.lines(self.inner))
        if every <= self.room:
            return beside
        top = self._top(every, self.room)
        last = min(every, top + self.room)
        return [*beside, " · " if beside else "", f"{top + 1}–{last} of {every}"]

    def body(self, width: int, height: int) -> list[Content]:
        lines = self.page.lines(width)
        top = self._top(len(lines), height)
        return lines[top : top + height]

    def _top(self, every: int, height: int) -> int:
        """The first line in sight: of fewer lines than there were, or on a higher screen, the last
        ones.
        """
        return max(0, min(self.page.top, every - height))


def stack_sections(parts: Iterable[tuple[str, Sequence[str]]], width: int) -> list[Content]:
    """Texts under their headings, a blank line between two."""
    found: list[Content] = []
    for heading, texts in parts:
        if found:
            found.append(Content(""))
        found.append(join([(f" {heading}", "$primary bold")]))
        for text in texts:
            first, *more = wrap(text, width - 4) or [""]
            found.append(join([f"  {first}"]))
            found += [join([f"    {each}"]) for each in wrap(" ".join(more), width - 6)]
    return found
