"""The keys of a screen in a box: a key that stands in it does there what it does below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.widgets import Static

from tui.commands import KEYS_DIALOG, Key, find_by_key, select_commands
from tui.screen_text import join, pad_text, wrap
from tui.widgets import clicks
from tui.widgets.clicks import strike
from tui.widgets.dialogs import WIDTH, Dialog

SIGN = 11
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


class KeysDialog(Dialog):
    """Up and down mark a row, Enter does it; any other key that stands here does what it says."""

    keys = KEYS_DIALOG

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.at = -1
        self.rows = [row for _, rows in parts for row in rows if row.strikes]
        super().__init__("keys", [text for _, text in self._lines()])

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
                told = [join([(pad_text(row.sign, SIGN), style), " ", first])]
                told += [join([" " * (SIGN + 1), each]) for each in more]
                if row.strikes:
                    told = [clicks.make_row(each, self.rows.index(row), self.at) for each in told]
                yield from zip((row, *[None] * len(more)), told, strict=True)
        yield None, Content("")

    def told(self) -> tuple[Key, ...]:
        return select_commands(KEYS_DIALOG, *(("mark", "do") if self.rows else ()), "close")

    def pressed(self, event: events.Key) -> None:
        command = find_by_key(self.keys, event.key)
        if command is None and any(row.strikes[0] == event.key for row in self.rows):
            event.stop()
            self._do((event.key,))
        else:
            super().pressed(event)

    def do_up(self) -> None:
        self._mark(-1)

    def do_mark(self) -> None:
        self._mark(1)

    def _mark(self, step: int) -> None:
        if not self.rows:
            self._scroll(step)
            return
        self.at = max(0, min(self.at + step, len(self.rows) - 1))
        lines = list(self._lines())
        self.query(Static).first().update(Content("\n").join(text for _, text in lines))
        marked = [row is self.rows[self.at] for row, _ in lines].index(True)
        self.page.scroll_to(y=marked - ABOVE, animate=False, immediate=True)

    def do_do(self) -> None:
        self._do(self.rows[self.at].strikes if self.at >= 0 else ())

    def _do(self, strikes: Sequence[str]) -> None:
        """Close, and let the screen below have these keys."""
        self.dismiss("")
        strike(self.app.screen, strikes)
