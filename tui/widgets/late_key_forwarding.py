"""Keys typed ahead of the screen: those that a screen gets too late are handed to the right one."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.screen import Screen


def forward_late_key(screen: Screen[Any], event: events.Key) -> bool:
    """Whether another screen has come on top since the key was pressed; it gets the key."""
    top = screen.app.screen
    if top is screen or not screen.app.is_running:
        return False
    event.stop()
    event.prevent_default()
    (top.focused or top).post_message(events.Key(event.key, event.character))
    return True
