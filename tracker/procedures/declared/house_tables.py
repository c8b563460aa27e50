"""The tables that players supply for house rules that need one.

>>> gives = HouseTable("orders", "ours", "benefits", ("run",), "what {} gives", {"shooting": int})
>>> gives.parse_row("steady aim, shooting 1")
{'text': 'steady aim', 'shooting': 1}
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from tracker.vocabulary.events import Scalar

_NUMBER = r"[+-]?[0-9]{1,9}"


class HouseTable(Struct, frozen=True):
    """A table that players must supply if the house rule ``option`` has this ``value``.

    ``table`` is its name, and ``rows`` are the names of its rows. ``called`` is the question that
    asks for a row. In it, ``{}`` stands for the row's name. ``keys`` maps each possible key of a
    row to its type: ``int``, or ``bool`` for yes or no. All other words of a row are its ``text``.
    """

    option: str
    value: Scalar
    table: str
    rows: tuple[str, ...]
    called: str
    keys: Mapping[str, type]

    def parse_row(self, typed: str) -> dict[str, Scalar | None]:
        """Parse a ``typed`` row: ``steady aim, hit shooting 1, steady``. Returns {} for no text.

        An invalid number is kept as text, and ``list_house_table_errors`` reports it.
        """
        found: dict[str, Scalar | None] = {}
        words = []
        for piece in filter(None, map(str.strip, typed.split(","))):
            numbers = [word for word in piece.split() if re.fullmatch(_NUMBER, word)]
            key = "_".join(word for word in piece.split() if word not in numbers).lower()
            if key not in self.keys:
                words.append(piece)
            elif self.keys[key] is bool:
                found[key] = piece if numbers else True
            else:
                found[key] = int(numbers[0]) if len(numbers) == 1 else piece
        return {"text": ", ".join(words) or typed.strip(), **found} if typed.strip() else {}

    @property
    def row_hint(self) -> str:
        """A description of the possible values of a row."""
        numbers = [key.replace("_", " ") for key, kind in self.keys.items() if kind is int]
        others = [key.replace("_", " ") for key, kind in self.keys.items() if kind is bool]
        told = ", ".join(f"{key} 1" for key in numbers)
        return f"{told}; {', '.join(others)}; any other text"
