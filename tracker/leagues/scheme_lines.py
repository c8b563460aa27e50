"""Where in a TOML text a key stands, for telling people which line to look at."""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w-]+)\s*\]")
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=(.*)""")
_TABLES = re.compile(r"\{")
_VALUES = re.compile(r"""\"[^"]*\"|'[^']*'|-?\d[\d./]*""")


def line_of(text: str, path: Path) -> int:
    """The line where ``path``, or as much of its beginning as can be found, stands; 0: nowhere."""
    places: dict[Path, int] = {}
    for number, mark in _marks(text):
        places.setdefault(mark, number)
    beginnings = (path[:length] for length in range(len(path), 0, -1))
    return next((places[part] for part in beginnings if part in places), 0)


def _marks(text: str) -> Iterator[tuple[int, Path]]:
    """Every header, key and element of a list, with its line."""
    table: Path = ()
    key: Path = ()
    seen: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        if header := _HEADER.match(line):
            table = key = (header[2],)
            yield number, table
            if header[1] == "[[":
                seen[table] = place = seen.get(table, -1) + 1
                table = (*table, place)
                yield number, table
            continue
        named = _KEY.match(line)
        if named:
            key = (*table, named[1])
            yield number, key
        rest = named[2] if named else line
        for _ in (_TABLES if "{" in rest else _VALUES).findall(rest):
            seen[key] = place = seen.get(key, -1) + 1
            yield number, (*key, place)
