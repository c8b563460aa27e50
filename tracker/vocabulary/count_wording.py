"""Formats counts and needed numbers in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_NUMBER = r"[0-9]+(\+| or less)?"


def format_count(n: int, one: str, many: str = "") -> str:
    """Format a count with its noun, such as ``1 die`` or ``3 dice``."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def format_alternatives(options: Sequence[str]) -> str:
    """Format options to choose from, such as ``1 or 2``, or ``1, 2 or 3``."""
    *others, last = options
    return f"{', '.join(others)} or {last}" if others else last


def format_line_numbers(numbers: Collection[int]) -> str:
    """Format line numbers, such as ``line 12`` or ``lines 12, 14``."""
    return f"{'line' if len(numbers) == 1 else 'lines'} {', '.join(map(str, numbers))}"


def format_need(need: str) -> str:
    """Format a needed number as ``need 4+``. Any other text is returned unchanged."""
    return f"need {need}" if re.fullmatch(_NUMBER, need) else need
