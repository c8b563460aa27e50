"""The screens in plain signs (ASCII), for terminals that have no others.

Every sign the screens draw has a plain one; what people typed stays as it is.
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
    """Whether the terminal is to get plain signs: because somebody says so, or by its locale."""
    said = environ.get(ENVIRONMENT)
    if said is not None:
        return said.lower() not in OFF
    return locale.getencoding().lower().replace("-", "") not in ("utf8", "cp65001")


class AsciiFilter(LineFilter):
    """Gives each sign its plain one, line by line; a line keeps its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        del background
        texts = convert_to_ascii([segment.text for segment in segments])
        return [
            Segment(text, style, control)
            for text, (_, style, control) in zip(texts, segments, strict=True)
        ]


def convert_to_ascii(texts: list[str]) -> list[str]:
    """The pieces of a line in plain signs. What gets longer by that takes its room from a gap
    in its piece, in one behind it, or in one before it.
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
    """Take one blank out of a gap, else any blank, of this piece or of one near it."""
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
