"""Computes the lowest and highest possible value of an expression."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

from tracker.gamefile.expressions import (
    MAX_VALUE,
    OPERATIONS,
    Constant,
    Expression,
    LookupTable,
    NameReference,
    WordValue,
)

Bounds = tuple[int, int]
WIDE: Final = (-MAX_VALUE, MAX_VALUE)
BY_ENDS: Final = frozenset({"+", "-", "*", "/", "0-", "min", "max", "half"})
"""The operations whose bounds can be computed from the bounds of their arguments."""


def compute_expression_bounds(
    expression: Expression, get_name_bounds: Callable[[str], Bounds], tables: dict[str, LookupTable]
) -> Bounds:
    """Compute an expression's bounds from those of its names. The bounds may be too wide."""
    match expression:
        case Constant(value=value):
            return value, value
        case NameReference(name=name):
            return get_name_bounds(name)
        case WordValue():
            return 0, 0
    parts = [compute_expression_bounds(part, get_name_bounds, tables) for part in expression.parts]
    if expression.table:
        ends = [value for row in tables[expression.what].rows for value in row]
    elif expression.what == "if":
        low, high = parts[0]
        ends = [
            *(parts[1] if (low, high) != (0, 0) else ()),
            *(parts[2] if low <= 0 <= high else ()),
        ]
    elif expression.what not in BY_ENDS:
        ends = [0, 1] if expression.what != "abs" else [0, *map(abs, parts[0])]
    elif expression.what == "/" and parts[1][0] <= 0 <= parts[1][1]:
        ends = [*WIDE] if any(parts[1]) else [0]
    else:
        ends = [OPERATIONS[expression.what](values) for values in product(*parts)]
    return min(ends), max(ends)
