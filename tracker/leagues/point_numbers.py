"""Numbers of points as people write them, exact: ``3``, ``0.5``, ``1/2``, ``-1``."""

from __future__ import annotations

import re
from fractions import Fraction

MOST = 1_000_000
"""Points, differences and experience are below this."""
_AMOUNT = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,9}|/\d{1,6})?", re.ASCII)


def parse_amount(text: str) -> Fraction | None:
    """The number a text says; None for what is none, or is none of points."""
    said = text.strip().replace("−", "-")
    if not _AMOUNT.fullmatch(said):
        return None
    try:
        return Fraction(said.replace(",", "."))
    except ZeroDivisionError:
        return None
