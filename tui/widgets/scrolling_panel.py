"""A panel that scrolls when its lines exceed its height."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.content import Content

from tui.terminal_text_fitting import StyledText
from tui.widgets.panel import TOP_EDGES, Panel


class ScrollingPanel(Panel):
    """A panel that shows part of a longer page. Its rule shows which lines are visible."""

    edges = TOP_EDGES

    def __init__(
        self,
        render_page_lines: Callable[[int], list[Content]],
        render_heading: Callable[[], Iterable[StyledText]],
        render_right_heading: Callable[[], Iterable[StyledText]] = tuple,
    ) -> None:
        super().__init__()
        self.render_page_lines = render_page_lines
        self.render_heading = render_heading
        self.render_right_heading = render_right_heading
        self.top = 0

    @property
    def inner_width(self) -> int:
        return max(self.size.width - 2, 10)

    @property
    def visible_line_count(self) -> int:
        return max(self.size.height - 1, 1)

    def get_page_size(self) -> int:
        """Return the number of lines by which a page key scrolls."""
        return self.visible_line_count - 1

    def scroll_lines(self, lines: int) -> None:
        """Scroll down by this number of lines, or up if it is negative."""
        last = max(0, len(self.render_page_lines(self.inner_width)) - self.visible_line_count)
        self.top = max(0, min(last, self.top + lines))
        self.refresh()

    def render_title(self) -> Iterable[StyledText]:
        return self.render_heading()

    def render_right_title(self) -> Iterable[StyledText]:
        heading = list(self.render_right_heading())
        total = len(self.render_page_lines(self.inner_width))
        if total <= self.visible_line_count:
            return heading
        top = self._find_top_line(total, self.visible_line_count)
        last = min(total, top + self.visible_line_count)
        return [*heading, " · " if heading else "", f"{top + 1}–{last} of {total}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        lines = self.render_page_lines(width)
        top = self._find_top_line(len(lines), height)
        return lines[top : top + height]

    def _find_top_line(self, total: int, height: int) -> int:
        return max(0, min(self.top, total - height))
