"""A roster's text with something changed in it; what people wrote beside it stays."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from tracker.vocabulary import toml

Change = Callable[[Any], None]
"""Changes the tables of a roster in place: those of plain data, or of a text with its comments."""


def apply_change(text: str, change: Change) -> tuple[str, bool]:
    """The text after a change, and whether its comments could be kept.

    The change is made twice: to the data, which says what must come out, and to the text with all
    that stands beside it. Where the two differ the data count, and comments are lost. Raises
    ``NotToml`` for a text that cannot be read.
    """
    data = toml.load(text)
    before = copy.deepcopy(data)
    change(data)
    if data == before and _order(data) == _order(before):
        return text, True
    try:
        document = tomlkit.parse(text)
        change(document)
        kept = tomlkit.dumps(document)
        if _order(toml.load(kept)) == _order(data):
            return kept, True
    except (TOMLKitError, toml.NotToml, TypeError, ValueError, KeyError, AttributeError):
        pass
    return tomlkit.dumps(data), "#" not in text


def _order(data: Any) -> Any:
    """What data say, and in which order where that counts: below the top of the file."""
    if isinstance(data, dict):
        return {key: _listed(value) for key, value in data.items()}
    return data


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return [(key, _listed(inner)) for key, inner in value.items()]
    if isinstance(value, list):
        return [_listed(each) for each in value]
    return value
