"""The words of a ruleset's lines: verbs, details, and words that begin a part of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce
from operator import or_

from msgspec import Struct

HANDLE = re.compile(r"[a-z][0-9]{1,4}(?:\.[0-9]{1,4})?")
"""The pattern of the handles of units and figures in a match: ``r1``, ``b23``, ``r1.3``."""

ROLL = "roll"
"""The first word of the line of a free roll in every ruleset. Its arguments keep their quotes."""

RESERVED = frozenset({"at", "all", "rest"})
"""The words that have the same meaning in every ruleset."""

UNIT_SYNONYMS = {
    **dict.fromkeys(("inch", "inches"), "in"),
    **dict.fromkeys(("centimetre", "centimetres", "centimeter", "centimeters"), "cm"),
}
"""The symbols of length units in lines, by full name: ``in`` for ``inches``."""

_WORD = re.compile(r"[^\W\d_][\w'-]*")


class Lexicon(Struct, frozen=True):
    """The words of a ruleset that the parser needs, all in lower case.

    ``verbs`` follow the actor (``moves``), ``flags`` stand alone after the target (``soft``),
    ``options`` have one argument (``with``), ``units`` end a measure (``cm``, ``ap``), and
    ``words`` begin a part without an actor (``impetus``). If ``terms`` is true, signed numbers,
    signed words and dice are also details (``-3``, ``+pinned``, ``12d6 4+``). Raises ``ValueError``
    for words that the grammar cannot distinguish.
    """

    verbs: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    terms: bool = False

    def __post_init__(self) -> None:
        for word in sorted(self.list_known_words()):
            if not _WORD.fullmatch(word) or word != word.lower() or word in RESERVED:
                raise ValueError(f"{word!r} cannot be used as a word in a line")
            if HANDLE.fullmatch(word):
                raise ValueError(f"{word!r} would be read as the handle of a unit")
        for word in sorted(self.flags & self.options):
            raise ValueError(f"{word!r} cannot both stand alone and take an argument")

    def list_known_words(self) -> frozenset[str]:
        return self.verbs | self.flags | self.options | self.units | self.words

    def __or__(self, other: Lexicon) -> Lexicon:
        return merge_lexicons((self, other))


def merge_lexicons(lexicons: Iterable[Lexicon]) -> Lexicon:
    """Merge several lexicons into one. The check for conflicting words runs only once."""
    every = [Lexicon(), *lexicons]
    return Lexicon(
        **{
            name: reduce(or_, (getattr(one, name) for one in every))
            for name in Lexicon.__struct_fields__
        }
    )


BASE = Lexicon(
    verbs=frozenset({"again"}),
    flags=frozenset({"late"}),
    options=frozenset({"with", "before"}),
    words=frozenset({"answer", "fix", "next", ROLL, "skip", "vp"}),
)
"""The words that every ruleset uses."""
