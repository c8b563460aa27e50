"""Forwarding of keys that arrive late to the screen that is now on top."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.screen import Screen


def forward_late_key(screen: Screen[Any], event: events.Key) -> bool:
    """Forward a key to the screen now on top. Return False if that is ``screen`` itself."""
    top = screen.app.screen
    if top is screen or not screen.app.is_running:
        return False
    event.stop()
    event.prevent_default()
    (top.focused or top).post_message(events.Key(event.key, event.character))
    return True
