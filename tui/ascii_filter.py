"""The screens in ASCII, for terminals that cannot show other characters.

Every character that the screens draw has an ASCII form. Text typed by users is not changed.
"""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Mapping
from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

ENVIRONMENT = "WARLEDGER_ASCII"
OFF = ("", "0", "no", "false")

_OF_ONE_CELL = {
    "-": "─━╌┄—–−·╶╴╸╺",
    "|": "│┃╷╵▌▐▏▕▎▍▋▊▉▔",
    "+": "┌┐└┘├┤┬┴┼╭╮╯╰╋┏┓┗┛┣┫┳┻✓",
    "#": "█▄▀▇▆▅▃▂▁■▓▒",
    ":": "╎░",
    ">": "▸▶→›",
    "<": "←‹«◀",
    "^": "↑▲",
    "v": "↓▼",
    "x": "×†✗✕",
    "*": "●★▪•⚀⚁⚂⚃⚄⚅",
    "o": "○◦☆◇◌",
    "@": "◎",
    "&": "◆",
    "$": "§",
    "~": "…",
    '"': "“”„",
    "'": "’‘",
    " ": "\u00a0⠀",
}
_LONGER = {
    "±": "+-",
    "≤": "<=",
    "≥": ">=",
    "½": ".5",
    "»": ">>",
    "⌫": "BS",
    "°": " deg",
    "²": "^2",
    "φ": "phi",
}
_SIGNS: Final = str.maketrans(
    {sign: plain for plain, signs in _OF_ONE_CELL.items() for sign in signs}
)
_LONG = re.compile("|".join(_LONGER))
_GAP = re.compile("  +")


def wants_ascii(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to draw in ASCII, because the user asked for it or the locale requires it."""
    said = environ.get(ENVIRONMENT)
    if said is not None:
        return said.lower() not in OFF
    return locale.getencoding().lower().replace("-", "") not in ("utf8", "cp65001")


class AsciiFilter(LineFilter):
    """A line filter that replaces characters with their ASCII forms. A line keeps its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        del background
        texts = convert_to_ascii([segment.text for segment in segments])
        pairs = zip(texts, segments, strict=True)
        return [Segment(text, style, control) for text, (_, style, control) in pairs]


def convert_to_ascii(texts: list[str]) -> list[str]:
    """Convert the pieces of a line to ASCII. A longer form takes its extra cells from a gap in its
    own piece, in a later piece, or in an earlier one.
    """
    if all(text.isascii() for text in texts):
        return texts
    found = [text.translate(_SIGNS) for text in texts]
    for place, text in enumerate(found):
        if _LONG.search(text):
            found[place] = _LONG.sub(lambda sign: _LONGER[sign[0]], text)
            for _ in range(len(found[place]) - len(text)):
                _narrow(found, place)
    return found


def _narrow(texts: list[str], place: int) -> None:
    """Remove a space from a gap, or else any space, in this piece or a neighbouring one."""
    for at in (*range(place, len(texts)), *range(place - 1, -1, -1)):
        gaps = list(_GAP.finditer(texts[at]))
        if gaps:
            gap = gaps[0] if at >= place else gaps[-1]
            texts[at] = texts[at][: gap.start()] + texts[at][gap.start() + 1 :]
            return
    for at in (*range(place, len(texts)), *range(place - 1, -1, -1)):
        blank = texts[at].find(" ")
        if blank >= 0:
            texts[at] = texts[at][:blank] + texts[at][blank + 1 :]
            return
    texts[place] = texts[place][:-1]
