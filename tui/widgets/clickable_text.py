"""Clickable text. A click presses keys or types a handle; the terminal handles shift-clicks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from textual import events
from textual.content import Content
from textual.keys import _character_to_key, key_to_character
from textual.screen import Screen
from textual.style import Style

from tui.terminal_text_fitting import join_styled

KEYS, SUBJECT = "keys", "subject"
LEFT_BUTTON = 1
KEY_NAMES = {
    "Enter": "enter",
    "Esc": "escape",
    "Tab": "tab",
    "Space": "space",
    "⌫": "backspace",
    "Backspace": "backspace",
    "Del": "delete",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "PgUp": "pageup",
    "PgDn": "pagedown",
    "Home": "home",
    "End": "end",
}
_FUNCTION = re.compile(r"F\d+")


def make_content_clickable(content: Content, keys: Sequence[str]) -> Content:
    """Make content clickable. A click presses ``keys``, which are Textual key names."""
    return content.stylize(Style.from_meta({KEYS: tuple(keys)}))


def render_key_hint(label: str, words: str, keys: Sequence[str] | None = None) -> Content:
    """Render a key with its effect. A click presses ``keys``, by default the keys in ``label``."""
    hint = join_styled([(label, "$primary"), (f" {words}" if words else "", "$quiet")])
    return make_content_clickable(hint, list_keys_in_label(label) if keys is None else keys)


def render_key_hints(pairs: Iterable[tuple[str, str]], width: int, between: str = " · ") -> Content:
    """Render key hints. The last hints are dropped until the others fit into ``width`` cells.

    A pair with an empty label is rendered as plain text.
    """
    hints = [
        render_key_hint(sign, words) if sign else join_styled([(words, "$quiet")])
        for sign, words in pairs
    ]
    while hints and join_styled(hints, between).cell_length > width:
        hints.pop()
    return join_styled(hints, between).stylize_before("$quiet")


def list_keys_in_label(label: str) -> tuple[str, ...]:
    """List the keys in a label, such as ``Enter``, ``F4``, ``: ↑`` or ``c1``."""
    return tuple(key for word in label.split() for key in _list_keys_of_word(word))


def _list_keys_of_word(word: str) -> tuple[str, ...]:
    if word in KEY_NAMES:
        return (KEY_NAMES[word],)
    return (word.lower(),) if _FUNCTION.fullmatch(word) else list_keys_to_type(word)


def make_clickable_subject(content: Content, handle: str) -> Content:
    """Make a unit or figure clickable. A click types its handle."""
    return content.stylize(Style.from_meta({SUBJECT: handle}))


def press_clicked_keys_or_get_handle(event: events.Click, screen: Screen[object]) -> str:
    """Press the keys of the clicked content, or return the handle of a clicked unit or figure."""
    if event.shift or event.button != LEFT_BUTTON or screen.selections:
        return ""
    meta = event.style.meta
    press_keys(screen, meta.get(KEYS, ()))
    handle: str = meta.get(SUBJECT, "")
    return handle


def list_keys_to_type(text: str) -> tuple[str, ...]:
    return tuple(map(_character_to_key, text))


def press_keys(screen: Screen[Any], keys: Sequence[str]) -> None:
    for key in keys:
        (screen.focused or screen).post_message(events.Key(key, key_to_character(key)))
