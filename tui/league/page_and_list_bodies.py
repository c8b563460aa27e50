"""The bodies of pages: text that scrolls, or a list with a marked row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.content import Content

from tui.key_bindings import FOOTERS, KeyCommand
from tui.screen_base_classes import LeagueScreen
from tui.terminal_text_fitting import StyledText, fit_content, join_styled, wrap_text
from tui.widgets.clickable_text import make_clickable_row
from tui.widgets.list_row_drawing import draw_pointer
from tui.widgets.paging_keys import DEFAULT_PAGE_SIZE, PagingKeys
from tui.widgets.panel import TOP_EDGES, ModelPanel, Panel
from tui.widgets.screen_footers import compose_screen_footer
from tui.widgets.scrolling_panel import ScrollingPanel


class ScreenBody(PagingKeys):
    """The base class of bodies. A body fills a screen with a panel and scrolls it."""

    panel: Panel

    def __init__(
        self,
        screen: LeagueScreen,
        footer: tuple[KeyCommand, ...],
        move_by: Callable[[int], None],
        get_page_size: Callable[[], int] = lambda: DEFAULT_PAGE_SIZE,
    ) -> None:
        super().__init__(move_by, get_page_size)
        self.screen = screen
        self.footer = footer
        screen.set_body(self)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield from compose_screen_footer(self.footer)

    def list_lines_to_copy(self) -> Iterable[Content]:
        """Return all lines of the page, as they are copied and exported."""
        raise NotImplementedError

    def do_copy_text(self) -> None:
        text = "".join(f"{line.plain.rstrip()}\n" for line in self.list_lines_to_copy())
        self.screen.copy_and_save_text(self.screen.get_export_file_stem(), text)


class PageBody(ScreenBody):
    """A screen body that scrolls the lines of ``render_page_lines``."""

    def __init__(
        self,
        screen: LeagueScreen,
        render_page_lines: Callable[[int], list[Content]],
        footer: tuple[KeyCommand, ...] = FOOTERS["page"],
    ) -> None:
        self.panel: ScrollingPanel = ScrollingPanel(
            render_page_lines, screen.render_heading, screen.render_right_heading
        )
        super().__init__(screen, footer, self.panel.scroll_lines, self.panel.get_page_size)

    def list_lines_to_copy(self) -> Iterable[Content]:
        return self.panel.render_page_lines(100)


def render_sections(sections: Iterable[tuple[str, Sequence[str]]], width: int) -> list[Content]:
    """Render the texts of each section under its heading, with a blank line between sections."""
    lines: list[Content] = []
    for heading, texts in sections:
        if lines:
            lines.append(Content(""))
        lines.append(join_styled([(f" {heading}", "$primary bold")]))
        for text in texts:
            first, *others = wrap_text(text, width - 4) or [""]
            lines.append(join_styled([f"  {first}"]))
            lines += [
                join_styled([f"    {line}"]) for line in wrap_text(" ".join(others), width - 6)
            ]
    return lines


@dataclass(frozen=True)
class ListItem:
    """A row of a list, with ``details`` while it is marked. Without ``on_open``, a title."""

    row: Content
    on_open: Callable[[], None] | None = None
    details: tuple[Content, ...] = ()
    extra_lines: tuple[Content, ...] = ()


class ListBody(ScreenBody):
    """A screen body that lists the rows from ``build_list_items``, which is given the width in
    cells.
    """

    def __init__(
        self,
        screen: LeagueScreen,
        build_list_items: Callable[[int], Sequence[ListItem]],
        footer: tuple[KeyCommand, ...],
    ) -> None:
        super().__init__(screen, footer, self.move_cursor)
        self.build_list_items = build_list_items
        self.cursor = 0
        self.panel: ListPanel = ListPanel(self)

    def list_lines_to_copy(self) -> Iterable[Content]:
        """Return all rows, including the details that are shown only below the marked row."""
        return (
            line
            for item in self.build_list_items(100)
            for line in (item.row, *item.extra_lines, *item.details)
        )

    def list_openable_items(self) -> list[ListItem]:
        return [
            item
            for item in self.build_list_items(self.panel.inner_width)
            if item.on_open is not None
        ]

    def move_cursor(self, step: int) -> None:
        """Move the mark by ``step`` rows, but not beyond the ends."""
        self.cursor = max(0, min(self.cursor + step, len(self.list_openable_items()) - 1))
        self.screen.redraw()

    def do_open_row(self) -> None:
        items = self.list_openable_items()
        if items:
            on_open = items[min(self.cursor, len(items) - 1)].on_open
            assert on_open is not None
            on_open()


class ListPanel(ModelPanel[ListBody]):
    """A panel with the visible rows. The marked row is expanded."""

    edges = TOP_EDGES

    @property
    def inner_width(self) -> int:
        return max(self.size.width - 3, 10)

    def render_title(self) -> Iterable[StyledText]:
        return self.model.screen.render_heading()

    def render_right_title(self) -> Iterable[StyledText]:
        return self.model.screen.render_right_heading()

    def render_body(self, width: int, height: int) -> list[Content]:
        lines: list[Content] = []
        first = last = index = 0
        for item in self.model.build_list_items(width - 1):
            if item.on_open is None:
                lines += [
                    fit_content(join_styled([" ", line]), width)
                    for line in (item.row, *item.extra_lines)
                ]
                continue
            is_marked = index == self.model.cursor
            if is_marked:
                first = len(lines)
            item_lines = (item.row, *item.extra_lines, *(item.details if is_marked else ()))
            first_line = fit_content(
                join_styled([draw_pointer(marked=is_marked), item_lines[0]]), width
            )
            lines.append(make_clickable_row(first_line, index, self.model.cursor))
            lines += [fit_content(join_styled([" ", line]), width) for line in item_lines[1:]]
            if is_marked:
                last = len(lines)
            index += 1
        top = max(0, min(first - height // 3, len(lines) - height))
        if last - top > height:
            top = min(first, last - height)
        if first <= height // 2 and last <= height:
            top = 0
        return lines[top : top + height]
