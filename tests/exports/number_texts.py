"""Find numbers that JSON contains as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

NUMBER = re.compile(r"[+\-−±]?\d+(?:[.,/]\d+)?\s?%?")
TEXTS = frozenset({"need", "key", "default", "version", "ruleset_version"})
"""Keys of texts that may look like a number: what people read or type, and version names."""
STORED = "body"
"""The key of stored events, which no export changes."""


def number_texts(value: Any, where: str = "$") -> Iterator[str]:
    """Yield the paths of texts that look like numbers, except those in ``TEXTS``."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in TEXTS or not isinstance(each, str):
                yield from () if key == STORED else number_texts(each, f"{where}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from number_texts(each, f"{where}[]")
    elif isinstance(value, str) and NUMBER.fullmatch(value):
        yield f"{where}: {value}"
