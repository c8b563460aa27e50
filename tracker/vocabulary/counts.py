"""How many of something, in words."""

from __future__ import annotations


def plural(n: int, one: str, many: str = "") -> str:
    """``1 die``, ``3 dice``."""
    return f"{n} {one if n == 1 else many or one + 's'}"
