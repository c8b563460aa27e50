"""Panels, which draw a titled rule above lines of exact width. Some scroll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rich.segment import Segment
from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions
from textual.widget import Widget

from tui.terminal_text_fitting import (
    FRAME,
    StyledText,
    draw_horizontal_rule,
    fit_content,
    join_styled,
)


@dataclass(frozen=True)
class PanelEdges:
    """A panel's corners and sides. ``joints`` are columns where other lines meet the top rule."""

    top_left: str = "├"
    top_right: str = "┤"
    left: str = "│"
    right: str = "│"
    joints: tuple[tuple[int, str], ...] = ()


TOP_EDGES = PanelEdges("┌", "┐")
BOTTOM_EDGES = PanelEdges("└", "┘")
DrawnLine = tuple[int, Style, str, tuple[object, ...]]  # position, background, text and spans


class PanelLines(Content):
    """Lines that are padded to the panel's width. ``strip_cache`` contains lines already drawn."""

    def __init__(self, lines: list[Content], strip_cache: dict[DrawnLine, Strip]) -> None:
        super().__init__("\n".join(line.plain for line in lines), strip_control_codes=False)
        self.lines = lines
        self.strip_cache = strip_cache

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        if options.selection is not None:
            return Content("\n").join(self.lines).render_strips(width, height, style, options)
        previous = self.strip_cache.copy()
        self.strip_cache.clear()
        for y, line in enumerate(self.lines[:height]):
            key = (y, style, line.plain, (*line.spans,))
            self.strip_cache[key] = previous.get(key) or _draw_line(line, y, style, options)
        return [*self.strip_cache.values()]


def _draw_line(line: Content, y: int, style: Style, options: RenderOptions) -> Strip:
    """Draw a line as a strip. Its segments store their offsets, so that text can be selected."""
    segments, x = [], 0
    for text, span_style in line.render(style, end="", parse_style=options.get_style):
        segments.append(Segment(text, (style + span_style).rich_style_with_offset(x, y)))
        x += len(text)
    return Strip(segments, line.cell_length)


M = TypeVar("M")


class Panel(Widget):
    DEFAULT_CSS = "Panel { height: 1fr; width: 1fr; }"
    can_focus = False
    edges = PanelEdges()
    heading: Sequence[StyledText] = ()

    def __init__(self, edges: PanelEdges | None = None) -> None:
        super().__init__()
        self.edges = edges or self.edges
        self._drawn: dict[DrawnLine, Strip] = {}

    def render_title(self) -> Iterable[StyledText]:
        """Render the title on the left of the rule. By default, the title is ``heading``."""
        return self.heading

    def render_right_title(self) -> Iterable[StyledText]:
        return ()

    def render_body(self, width: int, height: int) -> list[Content]:
        """Render at most ``height`` lines, each of at most ``width`` cells."""
        return []

    def render(self) -> Content:
        width, height = self.size
        edges = self.edges
        inner = width - len(edges.left) - len(edges.right)
        room = width - len(edges.top_left) - len(edges.top_right)
        top = draw_horizontal_rule(room, self.render_title(), self.render_right_title())
        rule = join_styled([(edges.top_left, FRAME), top, (edges.top_right, FRAME)])
        lines = [_draw_joints(rule, edges)]
        body = self.render_body(max(inner, 0), max(height - 1, 0))[: max(height - 1, 0)]
        body += [Content("")] * (height - 1 - len(body))
        lines += [
            join_styled([(edges.left, FRAME), fit_content(line, inner), (edges.right, FRAME)])
            for line in body
        ]
        return PanelLines(lines, self._drawn)

    def notify_style_update(self) -> None:
        """Redraw every line after the theme has changed."""
        self._drawn.clear()
        super().notify_style_update()


class ModelPanel(Panel, Generic[M]):
    def __init__(self, model: M, edges: PanelEdges | None = None) -> None:
        super().__init__(edges)
        self.model = model


class LinePanel(ModelPanel[M]):
    DEFAULT_CSS = "LinePanel { height: 1; }"


def _draw_joints(top: Content, edges: PanelEdges) -> Content:
    for x, sign in edges.joints:
        if top.plain[x : x + 1] == "─":
            top = join_styled([top[:x], (sign, FRAME), top[x + 1 :]])
    return top


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
