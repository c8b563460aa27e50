"""Tables for a roster: plain data, or as they stand in a text with its comments."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.items import AoT


def strip_formatting(value: Any) -> Any:
    """A copy without what a text has beside it."""
    unwrapped = value.unwrap() if hasattr(value, "unwrap") else value
    return copy.deepcopy(dict(unwrapped) if isinstance(unwrapped, Mapping) else unwrapped)


def make_inline(value: Any) -> Any:
    """A value as it is written on one line of a text."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table[key] = make_inline(inner)
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for inner in value:
            array.append(make_inline(inner))
        return array
    return value


def is_text(data: Any) -> bool:
    """Whether these are the tables of a text, with all that people wrote beside them."""
    return isinstance(data, tomlkit.TOMLDocument)


def make_table(data: Any, table: Mapping[str, Any]) -> Any:
    """A table for a text, whose values stand on one line each; plain data otherwise."""
    if not is_text(data):
        return strip_formatting(table)
    made = tomlkit.table()
    for key, value in table.items():
        made[key] = make_inline(strip_formatting(value))
    return made


def list_of(table: Any, data: Any) -> Any:
    """A list of units with its first."""
    if not is_text(data):
        return [table]
    units = tomlkit.aot()
    units.append(table)
    return units


def make_shelf(name: str, table: Any, data: Any) -> Any:
    """Tables under words of one's own, with the first."""
    if not is_text(data):
        return {name: table}
    shelf = tomlkit.table(is_super_table=True)
    shelf[name] = table
    return shelf


def line_of(data: Any, lines: Any, line: Mapping[str, Any]) -> Any:
    """A line of figures for a list, on one line or under a heading as the others."""
    if not is_text(data):
        return dict(line)
    return make_table(data, line) if isinstance(lines, AoT) else make_inline(line)
