"""Splits typed units into a name and figures: ``Horde: 10 orcs``."""

from __future__ import annotations

import re

from tracker.vocabulary.typed_numbers import convert_number_word

NO_COUNT = r"(?!\d+(?:st|nd|rd|th|mm|cm|pdr|lb)\b)"
"""Matches where a count may begin: not within a word such as ``2nd`` or ``88mm``."""
_COUNTED = re.compile(rf"{NO_COUNT}\d+\s*(?P<times>x\s+|×\s*)?(?P<noun>\D.*)", re.IGNORECASE)


def split_typed_unit(line: str) -> tuple[str, str]:
    """Split a typed unit into its name (or "") and its figures.

    A count before the colon counts figures, unless only the figures after it have a count. With an
    x, as in army lists, it always does.

    >>> split_typed_unit("Horde: 10 orcs"), split_typed_unit("10 T-34: fast")
    (('Horde', '10 orcs'), ('T-34 (fast)', '10 T-34'))
    >>> split_typed_unit("9x Trooper: 9x Lasgun")
    ('Trooper (9x Lasgun)', '9x Trooper')
    """
    name, _, figures = (part.strip() for part in line.partition(":"))
    if not name or ":" not in line:
        return "", line.strip()
    counted = _COUNTED.fullmatch(name)
    has_numbers = re.search(r"\d", convert_number_word(figures))
    if counted and figures and (counted["times"] or not has_numbers):
        noun = counted["noun"]
        return f"{noun[:1].upper()}{noun[1:]} ({figures})", name
    return name, figures
