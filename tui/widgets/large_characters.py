"""Numbers and letters that are several terminal lines high."""

from __future__ import annotations

import unicodedata
from itertools import zip_longest

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3

from tui.terminal_text_fitting import fill_line

OR_LESS = " or less"

# The pixels of each character, in five rows of three.
SIGNS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", " # ", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "+": ("   ", " # ", "###", " # ", "   "),
    "-": ("   ", "   ", "###", "   ", "   "),
    ":": (" ", "#", " ", "#", " "),
    " ": (" ", " ", " ", " ", " "),
}
ROWS = 5
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


def draw_large_digits(text: str, scale: int) -> list[str]:
    """Draw digits as rows of blocks, enlarged by ``scale``. Return [] for other text."""
    if not text or any(sign not in SIGNS for sign in text):
        return []
    rows = [
        "  ".join(
            "".join(("█" if point == "#" else " ") * 2 * scale for point in SIGNS[sign][row])
            for sign in text
        )
        for row in range(ROWS)
    ]
    return [row.rstrip() for row in rows for _ in range(scale)]


def draw_large_text(text: str, width: int) -> list[str]:
    """Draw text in three rows, as much as fits. Return [] if a character has no glyph."""
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


def draw_big_number(number_text: str) -> list[str]:
    """Draw a number in three rows of large digits. Return [] for other text."""
    number, less = split_needed_number(number_text)
    if not number or any(c not in DIGITS for c in number):
        return []
    glyphs = [DIGITS3X3[DIGITS.index(c) * 3 : DIGITS.index(c) * 3 + 3] for c in number]
    first, *others, last = ["".join(glyph[row].ljust(3) for glyph in glyphs) for row in range(3)]
    return [first, *others, last + less]


def split_needed_number(needed_number: str) -> tuple[str, str]:
    """Split a need such as ``4 or less`` into its number and its suffix."""
    number = needed_number.removesuffix(OR_LESS)
    return number, needed_number.removeprefix(number)


def place_number_beside_text(
    text_lines: list[Content], number_lines: list[Content], width: int
) -> list[Content]:
    """Place text on the left and a large number on the right, in rows of ``width`` cells."""
    pairs = zip_longest(text_lines, number_lines, fillvalue=Content(""))
    return [fill_line(width, [a], [" ", b, " "] if b.plain else []) for a, b in pairs]
