"""Numbers that stand in JSON as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

NUMBER = re.compile(r"[+\-−±]?\d+(?:[.,/]\d+)?\s?%?")
TEXTS = frozenset({"need", "key", "default", "version", "ruleset_version"})
"""What people read or type may look like a number, and so may the name of a version."""
STORED = "body"
"""An event as it is stored, which no export changes."""


def number_texts(value: Any, where: str = "$") -> Iterator[str]:
    """Where a text looks like a number, but for those that are read or typed."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in TEXTS or not isinstance(each, str):
                yield from () if key == STORED else number_texts(each, f"{where}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from number_texts(each, f"{where}[]")
    elif isinstance(value, str) and NUMBER.fullmatch(value):
        yield f"{where}: {value}"
