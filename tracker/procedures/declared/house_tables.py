"""A table that people bring themselves: which house rule asks for it, and what its rows may say.

>>> gives = HouseTable("orders", "ours", "benefits", ("run",), "what {} gives", {"shooting": int})
>>> gives.parse_row("steady aim, shooting 1")
{'text': 'steady aim', 'shooting': 1}
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from tracker.vocabulary.events import Scalar

_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


class HouseTable(Struct, frozen=True):
    """The ``table`` that holds where the house rule ``option`` has this ``value``.

    ``rows`` are their names. ``called`` is what a row is asked by, with ``{}`` for its name.
    ``keys`` are what a row may give: a whole number, or ``bool`` for what is given or not. Other
    words are its ``text``.
    """

    option: str
    value: Scalar
    table: str
    rows: tuple[str, ...]
    called: str
    keys: Mapping[str, type]

    def parse_row(self, typed: str) -> dict[str, Scalar | None]:
        """A row as it is ``typed``: ``steady aim, hit shooting 1, steady``; empty where nothing is.

        What is no number where one belongs stays as it was typed, for ``list_table_problems`` to
        name.
        """
        found: dict[str, Scalar | None] = {}
        words = []
        for piece in filter(None, map(str.strip, typed.split(","))):
            numbers = [word for word in piece.split() if _NUMBER.fullmatch(word)]
            key = "_".join(word for word in piece.split() if word not in numbers).lower()
            if key not in self.keys:
                words.append(piece)
            elif self.keys[key] is bool:
                found[key] = piece if numbers else True
            else:
                found[key] = int(numbers[0]) if len(numbers) == 1 else piece
        return {"text": ", ".join(words) or typed.strip(), **found} if typed.strip() else {}

    @property
    def hint(self) -> str:
        """What a row may give, in words."""
        numbers = [key.replace("_", " ") for key, kind in self.keys.items() if kind is int]
        others = [key.replace("_", " ") for key, kind in self.keys.items() if kind is bool]
        told = ", ".join(f"{key} 1" for key in numbers)
        return f"{told}; {', '.join(others)}; any other text"
