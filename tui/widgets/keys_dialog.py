"""The keys of a screen in a box: a key that stands in it does there what it does below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.containers import VerticalScroll
from textual.content import Content
from textual.keys import _character_to_key, key_to_character
from textual.screen import Screen
from textual.widgets import Static

from tui.commands import ENTER
from tui.text import join, pad, wrap
from tui.widgets.dialogs import WIDTH, Dialog

SIGN = 11
CLOSES = ("escape", "q", "question_mark", "f1")
RUNS = (("enter", "a key, or ↑ ↓ Enter", "does it"),)
STEPS = {"up": -1, "down": 1}
ABOVE = 3
"""Lines in sight above the marked one."""


@dataclass(frozen=True)
class KeyRow:
    """A sign and what it does; ``strikes`` are the keys that do it, none where it explains only."""

    sign: str
    text: str
    strikes: tuple[str, ...] = ()


Part = tuple[str, Sequence[KeyRow]]
"""Rows under a heading; the first may have none."""


def typed(text: str) -> tuple[str, ...]:
    """The keys with which a text is typed."""
    return tuple(map(_character_to_key, text))


class KeysDialog(Dialog):
    """Up and down mark a row, Enter does it; any other key that stands here does what it says."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.at = -1
        self.rows = [row for _, rows in parts for row in rows if row.strikes]
        super().__init__("keys", [text for _, text in self._lines()], RUNS if self.rows else ())

    def _lines(self) -> Iterator[tuple[KeyRow | None, Content]]:
        marked = self.rows[self.at] if self.at >= 0 else None
        for place, (title, rows) in enumerate(self.parts):
            if place:
                yield None, Content("")
            if title:
                yield None, join([(title, "$primary bold")])
            for row in rows:
                style = "reverse bold" if row is marked else "$primary"
                first, *more = wrap(row.text, WIDTH - SIGN - 1) or [""]
                yield row, join([(pad(row.sign, SIGN), style), " ", first])
                yield from ((None, join([" " * (SIGN + 1), each])) for each in more)
        yield None, Content("")

    def pressed(self, event: events.Key) -> None:
        box = self.query_one(VerticalScroll)
        if event.key in STEPS and self.rows:
            self.at = max(0, min(self.at + STEPS[event.key], len(self.rows) - 1))
            self._mark(box)
        elif event.key in ("pageup", "pagedown"):
            box.scroll_relative(
                y=-10 if event.key == "pageup" else 10, animate=False, immediate=True
            )
        elif event.key in ENTER:
            self._do(self.rows[self.at].strikes if self.at >= 0 else ())
        elif event.key in CLOSES:
            self.dismiss("")
        elif any(row.strikes[0] == event.key for row in self.rows):
            self._do((event.key,))

    def _mark(self, box: VerticalScroll) -> None:
        lines = list(self._lines())
        self.query(Static).first().update(Content("\n").join(text for _, text in lines))
        marked = [row is self.rows[self.at] for row, _ in lines].index(True)
        box.scroll_to(y=marked - ABOVE, animate=False, immediate=True)

    def _do(self, strikes: Sequence[str]) -> None:
        """Close, and let the screen below have these keys."""
        self.dismiss("")
        strike(self.app.screen, strikes)


def strike(screen: Screen[Any], strikes: Sequence[str]) -> None:
    """Let a screen have these keys, as if they were pressed."""
    for key in strikes:
        (screen.focused or screen).post_message(events.Key(key, key_to_character(key)))
