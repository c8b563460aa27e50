"""Large letters drawn with half blocks, five pixels high in three terminal lines."""

from __future__ import annotations

import unicodedata

from tui.table.panels.spectator_panel import SIGNS

LINES = 3
_DRAWN = {
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": ".## #.. #.# #.# .##",
    "H": "#.# #.# ### #.# #.#",
    "I": "# # # # #",
    "J": "..# ..# ..# #.# .#.",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
    "Q": "###. #.#. #.#. #.#. ####",
    "R": "##. #.# ##. #.# #.#",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    ".": ". . . . #",
    "'": "# # . . .",
    " ": ".. .. .. .. ..",
}
GLYPHS: dict[str, tuple[str, ...]] = {
    **{sign: tuple(row.replace(" ", ".") for row in rows) for sign, rows in SIGNS.items()},
    **{sign: tuple(rows.split()) for sign, rows in _DRAWN.items()},
    "−": tuple(row.replace(" ", ".") for row in SIGNS["-"]),
}
_BLOCKS = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


def draw_large_text(text: str, width: int) -> list[str]:
    """Draw text in three lines of at most ``width`` cells. Return [] if a character has no glyph.

    Accents are removed. Letters that do not fit are omitted.
    """
    bare = unicodedata.normalize("NFD", text.upper())
    signs = [sign for sign in bare if not unicodedata.combining(sign)]
    if not signs or any(sign not in GLYPHS for sign in signs):
        return []
    rows = ["", "", ""]
    for sign in signs:
        glyph = [*GLYPHS[sign], "." * len(GLYPHS[sign][0])]
        if len(rows[0]) + len(glyph[0]) > width:
            break
        for row_index in range(LINES):
            upper, lower = glyph[2 * row_index], glyph[2 * row_index + 1]
            blocks = "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
            rows[row_index] += blocks + " "
    return [row[: max(width, 0)] for row in rows]
