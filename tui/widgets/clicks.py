"""What can be clicked: a part of the screen that stands for keys, or for somebody at the table.

With Shift, or where text is marked, the mouse is the terminal's.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.style import Style

from tui.widgets.keys_dialog import strike

KEYS, SUBJECT = "keys", "subject"
LEFT = 1


def pressing(content: Content, keys: Sequence[str]) -> Content:
    """The content; a click on it presses these keys, named as the terminal names them."""
    return content.stylize(Style.from_meta({KEYS: tuple(keys)}))


def row(content: Content, place: int, at: int | None) -> Content:
    """A row of a list whose marked one is ``at``: a click marks it, one on the marked opens it."""
    steps = place - (at or 0)
    return pressing(content, ["down" if steps > 0 else "up"] * abs(steps) or ["enter"])


def subject(content: Content, handle: str) -> Content:
    """A unit or figure of the table: a click types it."""
    return content.stylize(Style.from_meta({SUBJECT: handle}))


def clicked(event: events.Click, screen: Screen[object]) -> str:
    """Press the keys that were clicked; the handle of who was, if it was somebody."""
    if event.shift or event.button != LEFT or screen.selections:
        return ""
    meta = event.style.meta
    strike(screen, meta.get(KEYS, ()))
    found: str = meta.get(SUBJECT, "")
    return found
