"""Plain values written as TOML, one spelling for each value."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from unicodedata import category

_BREAKS = frozenset(("Cc", "Zl", "Zp"))
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def key(text: str) -> str:
    return text if _BARE.fullmatch(text) else write_string(text)


def write_string(text: str) -> str:
    """A basic string on one line."""
    encoded = json.dumps(text, ensure_ascii=False)
    return "".join(f"\\u{ord(c):04x}" if category(c) in _BREAKS else c for c in encoded)


def write_value(data: object) -> str:
    """A value on one line. Raises ``TypeError`` for what TOML cannot say, such as None."""
    match data:
        case bool():
            return "true" if data else "false"
        case int():
            return str(data)
        case str():
            return write_string(data)
        case dict():
            pairs = ", ".join(
                f"{key(name)} = {write_value(one)}" for name, one in sorted(data.items())
            )
            return f"{{ {pairs} }}" if pairs else "{}"
        case list() | tuple():
            return f"[{', '.join(map(write_value, data))}]"
    message = f"{data!r} cannot be written in TOML"
    raise TypeError(message)


def write_table(rows: Mapping[str, object]) -> list[str]:
    """``key = value`` lines by their keys; what TOML cannot say is a text of JSON."""
    return [f"{key(name)} = {_or_json(one)}" for name, one in sorted(rows.items())]


def _or_json(data: object) -> str:
    try:
        return write_value(data)
    except TypeError:
        return write_string(json.dumps(data, ensure_ascii=False, sort_keys=True))
