"""A panel: a rule with a title above its own lines, drawn to the cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content
from textual.widget import Widget

from tui.terminal_text_fitting import FRAME, Piece, draw_rule, fit_content, join_pieces


@dataclass(frozen=True)
class PanelEdges:
    """The corners and sides of a panel; ``joints`` are columns where the rule meets another."""

    top_left: str = "├"
    top_right: str = "┤"
    left: str = "│"
    right: str = "│"
    joints: tuple[tuple[int, str], ...] = ()


class Panel(Widget):
    """Base of all panels: give ``title`` and ``body``; everything is cut to the cell."""

    DEFAULT_CSS = "Panel { height: 1fr; width: 1fr; }"
    can_focus = False

    def __init__(self, edges: PanelEdges | None = None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.edges = edges or PanelEdges()

    def render_title(self) -> Iterable[Piece]:
        """What stands in the rule on the left."""
        return ()

    def render_right_title(self) -> Iterable[Piece]:
        """What stands in the rule on the right."""
        return ()

    def render_body(self, width: int, height: int) -> list[Content]:
        """At most ``height`` lines, each of at most ``width`` cells."""
        del width, height
        return []

    def render(self) -> Content:
        width, height = self.size
        edges = self.edges
        inner = width - len(edges.left) - len(edges.right)
        room = width - len(edges.top_left) - len(edges.top_right)
        top = draw_rule(room, self.render_title(), self.render_right_title())
        lines = [
            _joined(join_pieces([(edges.top_left, FRAME), top, (edges.top_right, FRAME)]), edges)
        ]
        body = self.render_body(max(inner, 0), max(height - 1, 0))[: max(height - 1, 0)]
        body += [Content("")] * (height - 1 - len(body))
        lines += [
            join_pieces([(edges.left, FRAME), fit_content(line, inner), (edges.right, FRAME)])
            for line in body
        ]
        return Content("\n").join(lines)


def _joined(top: Content, edges: PanelEdges) -> Content:
    """The rule with its joints, where no title is in the way."""
    for at, sign in edges.joints:
        if top.plain[at : at + 1] == "─":
            top = join_pieces([top[:at], (sign, FRAME), top[at + 1 :]])
    return top
