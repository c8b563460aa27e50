"""The links of a game or an evening, and the code of the marked one."""

from __future__ import annotations

from collections.abc import Iterable

import segno
from textual.content import Content

from tui.phones.access_links import SharedLinks
from tui.phones.server_process import Serving
from tui.screen_text import Piece, fill_line, join, wrap
from tui.widgets.clicks import marking
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import draw_pointer

CODE = "#000000 on #ffffff"
"""Phones read dark on light, whatever the theme."""
EDGE = 2  # light points around a code
HALVES = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
OVERLAY = "For OBS, add /overlay to this address."
NO_NETWORK = (
    "This machine is not in a network, so phones cannot reach it. Join a network, then "
    "press l twice."
)
LONGEST = 46


def draw_qr_code(address: str) -> list[str]:
    """An address as a code that phones read, two rows of points in a row of signs."""
    points = [list(row) for row in segno.make(address, error="l", micro=False).matrix]
    wide = len(points) + 2 * EDGE
    rows = [[0] * wide for _ in range(EDGE)]
    rows += [[0] * EDGE + [int(point) for point in row] + [0] * EDGE for row in points]
    rows += [[0] * wide for _ in range(EDGE + len(rows) % 2)]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]


class LinksPanel(Panel):
    """Drawn anew whenever something was done."""

    def __init__(self, shown: SharedLinks, serving: Serving | None) -> None:
        super().__init__(Edges("┌", "┐"))
        self.shown = shown
        self.serving = serving
        self.at = 0
        self.busy = False

    def title(self) -> Iterable[Piece]:
        return [("phones", "bold"), f" · {self.shown.title}"]

    def aside(self) -> Iterable[Piece]:
        return [(self._state(), "$quiet")]

    def _state(self) -> str:
        if self.busy:
            return "one moment"
        if self.serving is None or not self.serving.is_on:
            return "not shown"
        return "shown in your network" if self.serving.lan else "shown on this machine"

    def body(self, width: int, height: int) -> list[Content]:
        code = self._code()
        beside = width - (len(code[0]) + 3 if code else 1)
        left = self._left(min(beside, width - 2))
        if not code or beside < LONGEST // 2 or len(code) > height:
            return left
        rows = max(len(left), len(code))
        left += [Content("")] * (rows - len(left))
        return [
            fill_line(width, [words], [(code[at], CODE), " "] if at < len(code) else [])
            for at, words in enumerate(left)
        ]

    def _code(self) -> list[str]:
        serving = self.serving
        if self.busy or serving is None or not serving.links:
            return []
        if not serving.lan or serving.is_alone:
            return []
        return draw_qr_code(serving.links[self.at].address)

    def _left(self, width: int) -> list[Content]:
        lines = [Content("")]
        for place, one in enumerate(self.shown.links):
            marked = place == self.at
            link = [join([draw_pointer(marked=marked), " ", (one.name, "bold" if marked else "")])]
            link += [join([("   " + text, "$quiet")]) for text in wrap(one.does, width - 3)]
            lines += [marking(each, place, self.at) for each in link]
        lines.append(Content(""))
        return [*lines, *(join([" ", each]) for each in self._told(width - 2))]

    def _told(self, width: int) -> list[Content]:
        """The address of the marked link, or what begins it."""
        serving = self.serving
        if serving is None:
            text = (
                "This ledger is in memory only, so phones cannot show it. Open a ledger file first."
            )
        elif self.busy:
            text = "The server is starting or stopping. Wait a moment."
        elif serving.trouble:
            text = serving.trouble
        elif not serving.links:
            text = "Press Enter to show it on phones. Each role below has its own address."
        elif serving.lan and serving.is_alone:
            text = NO_NETWORK
        else:
            address = [join([(text, "$secondary")]) for text in _folded(self._address(), width)]
            notes = [OVERLAY] if self.shown.links[self.at].name == "spectator" else []
            if not serving.lan:
                notes.append(
                    "Only this machine can open it. Press l to open it to your network, with codes."
                )
            told = [join([(each, "$quiet")]) for text in notes for each in wrap(text, width)]
            return [*address, *([Content("")] if told else []), *told]
        return [join([each]) for each in wrap(text, width)]

    def _address(self) -> str:
        assert self.serving is not None
        return self.serving.links[self.at].address


def _folded(text: str, width: int) -> list[str]:
    """A text without spaces in as many rows as it needs."""
    return [text[at : at + width] for at in range(0, len(text), max(width, 1))]
