"""The characters that begin a formula in a spreadsheet, and the quote that turns it into text."""

from __future__ import annotations

FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")
"""The characters that start a formula, including their full-width forms."""


def escape_formula(text: str) -> str:
    """Return a cell's text, with a quote before it if a spreadsheet would read it as a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def unescape_formula(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text
