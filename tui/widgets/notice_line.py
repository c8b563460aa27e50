"""A widget for messages, in one line or several."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from tui.terminal_text_fitting import fill_line, fit_content, wrap_styled


class NoticeLine(Widget):
    DEFAULT_CSS = "NoticeLine { height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.is_error = False

    def show_message(self, text: str, *, is_error: bool = False) -> None:
        """Show a message. An empty text clears the line."""
        self.text, self.is_error = text, is_error
        self.refresh(layout=True)

    def render(self) -> Content:
        if not self.text:
            return Content("")
        sign, style = ("× ", "$error") if self.is_error else ("✓ ", "$success")
        width = self.size.width or self.app.size.width
        if self.styles.height is not None and not self.styles.height.is_auto:
            return fill_line(width, [" ", (sign, f"{style} bold"), (self.text, style)])
        rows = wrap_styled(self.text, width - 4, style, head=(f" {sign}", f"{style} bold"))
        return Content("\n").join(fit_content(row, width) for row in rows)
