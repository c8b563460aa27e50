"""A filter that draws the screens' symbols and lines in ASCII. Letters stay as they are."""

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

_ONE_CELL_FORMS = {
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
_LONGER_FORMS = {
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
    {sign: plain for plain, signs in _ONE_CELL_FORMS.items() for sign in signs}
)
_LONGER_PATTERN = re.compile("|".join(_LONGER_FORMS))
_GAP = re.compile("  +")


def wants_ascii(environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether to draw in ASCII because the user asked for it or the locale requires it."""
    setting = environ.get(ENVIRONMENT)
    if setting is not None:
        return setting.lower() not in OFF
    return locale.getencoding().lower().replace("-", "") not in ("utf8", "cp65001")


class AsciiFilter(LineFilter):
    """A line filter that replaces characters with their ASCII forms and keeps each line's width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        texts = convert_line_pieces_to_ascii([segment.text for segment in segments])
        pairs = zip(texts, segments, strict=True)
        return [Segment(text, style, control) for text, (_, style, control) in pairs]


def convert_line_pieces_to_ascii(texts: list[str]) -> list[str]:
    """Convert the pieces of a line to ASCII.

    A longer ASCII form takes the place of nearby spaces, so the line keeps its width.
    """
    if all(text.isascii() for text in texts):
        return texts
    converted = [text.translate(_SIGNS) for text in texts]
    for index, text in enumerate(converted):
        if _LONGER_PATTERN.search(text):
            converted[index] = _LONGER_PATTERN.sub(lambda sign: _LONGER_FORMS[sign[0]], text)
            for _ in range(len(converted[index]) - len(text)):
                _remove_nearest_gap_space(converted, index)
    return converted


def _remove_nearest_gap_space(texts: list[str], index: int) -> None:
    order = (*range(index, len(texts)), *range(index - 1, -1, -1))
    for i in order:
        gaps = list(_GAP.finditer(texts[i]))
        if gaps:
            gap = gaps[0] if i >= index else gaps[-1]
            texts[i] = texts[i][: gap.start()] + texts[i][gap.start() + 1 :]
            return
    for i in order:
        if " " in texts[i]:
            texts[i] = texts[i].replace(" ", "", 1)
            return
    texts[index] = texts[index][:-1]
