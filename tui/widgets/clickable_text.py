"""What can be clicked: a part of the screen that stands for keys, or for somebody at the table.

With Shift, or where text is marked, the mouse is the terminal's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from textual import events
from textual.content import Content
from textual.keys import _character_to_key, key_to_character
from textual.screen import Screen
from textual.style import Style

from tui.terminal_text_fitting import join_pieces

KEYS, SUBJECT = "keys", "subject"
LEFT = 1
NAMED = {
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
"""Keys that are no characters, by their signs."""
_FUNCTION = re.compile(r"F\d+")


def make_content_clickable(content: Content, keys: Sequence[str]) -> Content:
    """The content; a click on it presses these keys, named as the terminal names them."""
    return content.stylize(Style.from_meta({KEYS: tuple(keys)}))


def make_clickable_row(content: Content, place: int, at: int | None) -> Content:
    """A row of a list whose marked one is ``at``: a click marks it, one on the marked opens it."""
    return make_content_clickable(content, list_arrow_keys(place, at) or ["enter"])


def make_markable_row(content: Content, place: int, at: int | None) -> Content:
    """A row where Enter is for all of them: a click marks it, and that is all."""
    return make_content_clickable(content, list_arrow_keys(place, at))


def list_arrow_keys(place: int, at: int | None) -> list[str]:
    """The keys from the marked row to this one."""
    far = place - (at or 0)
    return ["down" if far > 0 else "up"] * abs(far)


def render_key_hint(sign: str, words: str, keys: Sequence[str] | None = None) -> Content:
    """A key and what it does, in few words; without ``keys`` those of the sign are pressed."""
    told = join_pieces([(sign, "$primary"), (f" {words}" if words else "", "$quiet")])
    return make_content_clickable(told, list_keys_of_sign(sign) if keys is None else keys)


def render_key_hints(pairs: Iterable[tuple[str, str]], room: int, between: str = " · ") -> Content:
    """Keys and what they do beside each other, as many in whole as there is room for, the most
    wanted first; what has no sign is words.
    """
    found = [
        render_key_hint(sign, words) if sign else join_pieces([(words, "$quiet")])
        for sign, words in pairs
    ]
    while found and join_pieces(found, between).cell_length > room:
        found.pop()
    return join_pieces(found, between).stylize_before("$quiet")


def list_keys_of_sign(sign: str) -> tuple[str, ...]:
    """The keys of a sign as people read it: ``Enter``, ``F4``, ``: ↑``, ``c1``."""
    return tuple(key for word in sign.split() for key in _keys(word))


def _keys(word: str) -> tuple[str, ...]:
    if word in NAMED:
        return (NAMED[word],)
    return (word.lower(),) if _FUNCTION.fullmatch(word) else list_typing_keys(word)


def make_clickable_subject(content: Content, handle: str) -> Content:
    """A unit or figure of the table: a click types it."""
    return content.stylize(Style.from_meta({SUBJECT: handle}))


def press_clicked_keys(event: events.Click, screen: Screen[object]) -> str:
    """Press the keys that were clicked; the handle of who was, if it was somebody."""
    if event.shift or event.button != LEFT or screen.selections:
        return ""
    meta = event.style.meta
    press_keys(screen, meta.get(KEYS, ()))
    found: str = meta.get(SUBJECT, "")
    return found


def list_typing_keys(text: str) -> tuple[str, ...]:
    return tuple(map(_character_to_key, text))


def press_keys(screen: Screen[Any], strikes: Sequence[str]) -> None:
    """Let a screen have these keys, as if they were pressed."""
    for key in strikes:
        (screen.focused or screen).post_message(events.Key(key, key_to_character(key)))
