"""The body of a page: text that scrolls, or a list with a marked row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.content import Content

from tui.key_bindings import select_commands
from tui.league.league_screen_base import LeagueScreen
from tui.terminal_text_fitting import Piece, fit_content, join_pieces, wrap_text
from tui.widgets.clickable_text import make_clickable_row
from tui.widgets.key_footers import BottomRule, Footer
from tui.widgets.list_row_drawing import draw_pointer
from tui.widgets.notice_line import NoticeLine
from tui.widgets.paging_keys import PagingKeys
from tui.widgets.panel import Panel, PanelEdges

FOOT = ("down", "page_down", "copy_text", "help", "leave")
RenderLines = Callable[[int], list[Content]]


class PageBody(PagingKeys):
    """A screen body that scrolls ``lines`` of at most ``width`` cells. ``foot`` names its keys.
    ``text`` returns the text to send, if it differs from the lines.
    """

    def __init__(
        self,
        screen: LeagueScreen,
        lines: RenderLines,
        *,
        foot: tuple[str, ...] = FOOT,
        from_below: bool = False,
        text: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(self.scroll_lines, lambda: self.panel.visible_line_count - 1)
        self.screen = screen
        self.render_page_lines = lines
        self.foot = foot
        self.from_below = from_below
        self.text = text or self._plain
        self.top = 0
        self.panel = PagePanel(self)
        screen.set_body(self)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield BottomRule()
        yield NoticeLine()
        yield Footer(select_commands(self.screen.commands, *self.foot))

    def handle_screen_mount(self) -> None:
        """Once the screen is mounted, scroll to the end if the page starts there."""
        if self.from_below:
            self.screen.call_after_refresh(self.scroll_to_end)

    def _plain(self) -> str:
        return "\n".join(line.plain.rstrip() for line in self.render_page_lines(100)) + "\n"

    def scroll_to_end(self) -> None:
        """Scroll to the last line."""
        self.do_go_to_last()

    def scroll_lines(self, lines: int) -> None:
        """Scroll down by this number of lines, or up if it is negative."""
        last = max(
            0, len(self.render_page_lines(self.panel.inner_width)) - self.panel.visible_line_count
        )
        self.top = max(0, min(last, self.top + lines))
        self.screen.redraw()

    def do_copy_text(self) -> None:
        self.screen.copy_and_save(self.screen.get_export_file_stem(), self.text())


class PagePanel(Panel):
    """A panel with the visible lines. Its rule tells which lines they are."""

    def __init__(self, page: PageBody) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.page = page

    @property
    def inner_width(self) -> int:
        return max(self.size.width - 2, 10)

    @property
    def visible_line_count(self) -> int:
        return max(self.size.height - 1, 1)

    def render_title(self) -> Iterable[Piece]:
        return self.page.screen.render_heading()

    def render_right_title(self) -> Iterable[Piece]:
        beside = list(self.page.screen.render_right_heading())
        every = len(self.page.render_page_lines(self.inner_width))
        if every <= self.visible_line_count:
            return beside
        top = self._top(every, self.visible_line_count)
        last = min(every, top + self.visible_line_count)
        return [*beside, " · " if beside else "", f"{top + 1}–{last} of {every}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        lines = self.page.render_page_lines(width)
        top = self._top(len(lines), height)
        return lines[top : top + height]

    def _top(self, every: int, height: int) -> int:
        """Return the first visible line, so that the page's end stays in sight if sizes change."""
        return max(0, min(self.page.top, every - height))


def render_sections(parts: Iterable[tuple[str, Sequence[str]]], width: int) -> list[Content]:
    """Render texts under their headings, with a blank line between sections."""
    found: list[Content] = []
    for heading, texts in parts:
        if found:
            found.append(Content(""))
        found.append(join_pieces([(f" {heading}", "$primary bold")]))
        for text in texts:
            first, *more = wrap_text(text, width - 4) or [""]
            found.append(join_pieces([f"  {first}"]))
            found += [join_pieces([f"    {each}"]) for each in wrap_text(" ".join(more), width - 6)]
    return found


@dataclass(frozen=True)
class ListItem:
    """A row of a list. ``below`` is shown only while it is marked, and ``more`` always. A row
    without ``on_open`` is a title, which is never marked.
    """

    row: Content
    on_open: Callable[[], None] | None = None
    below: tuple[Content, ...] = ()
    more: tuple[Content, ...] = ()


class ListBody(PagingKeys):
    """A screen body that lists ``items``. Lines have ``width`` cells after the pointer."""

    def __init__(
        self,
        screen: LeagueScreen,
        items: Callable[[int], Sequence[ListItem]],
        *,
        foot: tuple[str, ...],
    ) -> None:
        super().__init__(self.move_mark)
        self.screen = screen
        self.items = items
        self.foot = foot
        self.at = 0
        self.panel = ListPanel(self)
        screen.set_body(self)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield BottomRule()
        yield NoticeLine()
        yield Footer(select_commands(self.screen.commands, *self.foot))

    def handle_screen_mount(self) -> None:
        """Do nothing, since a list starts at its first row."""

    def do_copy_text(self) -> None:
        """Copy all rows, including text that is shown only below the marked one."""
        lines = [
            line.plain.rstrip()
            for item in self.items(100)
            for line in (item.row, *item.more, *item.below)
        ]
        self.screen.copy_and_save(self.screen.get_export_file_stem(), "\n".join(lines) + "\n")

    def list_markable_items(self) -> list[ListItem]:
        """List the items that can be marked."""
        return [one for one in self.items(self.panel.inner_width) if one.on_open is not None]

    def move_mark(self, step: int) -> None:
        """Move the mark by ``step`` rows."""
        self.at = max(0, min(self.at + step, len(self.list_markable_items()) - 1))
        self.screen.redraw()

    def do_open_row(self) -> None:
        every = self.list_markable_items()
        if every:
            opens = every[min(self.at, len(every) - 1)].on_open
            assert opens is not None
            opens()


class ListPanel(Panel):
    """A panel with the visible rows. The marked one is expanded."""

    def __init__(self, page: ListBody) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.page = page

    @property
    def inner_width(self) -> int:
        return max(self.size.width - 3, 10)

    def render_title(self) -> Iterable[Piece]:
        return self.page.screen.render_heading()

    def render_right_title(self) -> Iterable[Piece]:
        return self.page.screen.render_right_heading()

    def render_body(self, width: int, height: int) -> list[Content]:
        lines: list[Content] = []
        first = last = place = 0
        for item in self.page.items(width - 1):
            if item.on_open is None:
                lines += [
                    fit_content(join_pieces([" ", each]), width) for each in (item.row, *item.more)
                ]
                continue
            here = place == self.page.at
            if here:
                first = len(lines)
            told = (item.row, *item.more, *(item.below if here else ()))
            first_line = fit_content(join_pieces([draw_pointer(marked=here), told[0]]), width)
            lines.append(make_clickable_row(first_line, place, self.page.at))
            lines += [fit_content(join_pieces([" ", each]), width) for each in told[1:]]
            if here:
                last = len(lines)
            place += 1
        top = max(0, min(first - height // 3, len(lines) - height))
        if last - top > height:
            top = min(first, last - height)
        if first <= height // 2 and last <= height:
            top = 0
        return lines[top : top + height]
