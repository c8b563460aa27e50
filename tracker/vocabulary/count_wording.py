"""Formats counts and needed numbers in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_NUMBER = r"[0-9]+(\+| or less)?"
_REGULAR = ("ay", "ey", "oy", "uy", "human", "shaman")
"""Endings with a plural in -s, although they are like those with another plural."""
_SINGULAR = ("ss", "us", "is", "os", "ops")
"""Endings of words that are no plural, although they end in an s."""
_COLLECTIVE = ("artillery", "assault", "cavalry", "command", "infantry", "mouse", "ox", "support")
"""Words that have no plural, or none that is regular."""


def format_count(count: int, singular: str, plural: str = "") -> str:
    """Format a count with its noun, such as ``1 die`` or ``3 dice``."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def pluralise_name(name: str) -> str:
    """Return a name's regular plural, such as ``riflemen``."""
    for ending, one in (("men", "man"), ("lves", "lf"), ("ies", "y")):
        if name.endswith(one) and not name.endswith(_REGULAR):
            return name.removesuffix(one) + ending
    return name + ("es" if name.endswith(("s", "x", "sh", "ch")) else "s")


def format_figure_count(n: int, kind: str) -> str:
    """Format a count of figures, such as ``3 riflemen``, or ``1 orc`` for the kind ``orcs``.

    A kind whose plural is unsure stays as it is: ``3 Rhino``, ``3 cavalry``.
    """
    unsure = kind != kind.lower() or not kind[-1:].isalpha() or kind.endswith(_COLLECTIVE)
    is_plural = kind.endswith("men") or (kind.endswith("s") and not kind.endswith(_SINGULAR))
    if unsure or is_plural is (n != 1):
        return f"{n} {kind}"
    return f"{n} {_singularise_name(kind) if is_plural else pluralise_name(kind)}"


def _singularise_name(name: str) -> str:
    endings = (("men", "man"), ("lves", "lf"), ("ies", "y"), ("es", ""), ("s", ""))
    for ending, one in endings:
        stem = name.removesuffix(ending)
        if stem != name and (ending != "es" or stem.endswith(("s", "x", "sh", "ch"))):
            return stem + one
    return name


def format_alternatives(options: Sequence[str]) -> str:
    """Format options to choose from, such as ``1 or 2``, or ``1, 2 or 3``."""
    return _join_words(options, "or")


def format_names(names: Sequence[str]) -> str:
    """Format several names, such as ``Alpha, Bravo and Hammer``."""
    return _join_words(names, "and")


def _join_words(words: Sequence[str], conjunction: str) -> str:
    *others, last = words
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def format_points(number: str) -> str:
    """Format points, which may be fractions, such as ``1 point`` or ``½ points``."""
    return f"{number} {'point' if number == '1' else 'points'}"


def format_line_numbers(numbers: Collection[int]) -> str:
    """Format line numbers, such as ``line 12`` or ``lines 12, 14``."""
    return f"{'line' if len(numbers) == 1 else 'lines'} {', '.join(map(str, numbers))}"


def format_need(need: str) -> str:
    """Format a needed number as ``need 4+``. Any other text is returned unchanged."""
    return f"need {need}" if re.fullmatch(_NUMBER, need) else need
