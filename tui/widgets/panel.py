"""A panel: a rule with a title above its own lines, drawn to the cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content
from textual.widget import Widget

from tui.screen_text import FRAME, Piece, draw_rule, fit, join


@dataclass(frozen=True)
class Edges:
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

    def __init__(self, edges: Edges | None = None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.edges = edges or Edges()

    def title(self) -> Iterable[Piece]:
        """What stands in the rule on the left."""
        return ()

    def right_title(self) -> Iterable[Piece]:
        """What stands in the rule on the right."""
        return ()

    def body(self, width: int, height: int) -> list[Content]:
        """At most ``height`` lines, each of at most ``width`` cells."""
        del width, height
        return []

    def render(self) -> Content:
        width, height = self.size
        edges = self.edges
        inner = width - len(edges.left) - len(edges.right)
        top = draw_rule(
            width - len(edges.top_left) - len(edges.top_right), self.title(), self.right_title()
        )
        lines = [_joined(join([(edges.top_left, FRAME), top, (edges.top_right, FRAME)]), edges)]
        body = self.body(max(inner, 0), max(height - 1, 0))[: max(height - 1, 0)]
        body += [Content("")] * (height - 1 - len(body))
        lines += [
            join([(edges.left, FRAME), fit(line, inner), (edges.right, FRAME)]) for line in body
        ]
        return Content("\n").join(lines)


def _joined(top: Content, edges: Edges) -> Content:
    """The rule with its joints, where no title is in the way."""
    for at, sign in edges.joints:
        if top.plain[at : at + 1] == "─":
            top = join([top[:at], (sign, FRAME), top[at + 1 :]])
    return top
