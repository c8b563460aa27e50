"""The characters that begin a formula in a spreadsheet, and the quote that disarms them."""

from __future__ import annotations

FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")
"""The characters that start a formula, including their wide forms."""


def escape_formula(text: str) -> str:
    """Return a cell's text. If it would be a formula, a leading quote is added."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def unescape_formula(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text
