"""One line for what just happened, or why it did not."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from tui.text import line


class NoticeLine(Widget):
    """Empty until something is said."""

    DEFAULT_CSS = "NoticeLine { height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.bad = False

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a sentence; an empty one clears the line."""
        self.text, self.bad = text, bad
        self.refresh()

    def render(self) -> Content:
        if not self.text:
            return Content("")
        sign, style = ("× ", "$error") if self.bad else ("✓ ", "$success")
        return line(self.size.width, [" ", (sign, f"{style} bold"), (self.text, style)])
