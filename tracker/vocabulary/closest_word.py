"""The known word that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.65
"""How alike two words are, between 0 and 1, that a slip or two lie between."""


NEARER = 0.7
"""The same where a word may well be none of those known, as in a name: laser is no slip of late."""


def find_closest_word(word: str, known: Iterable[str], near: float = NEAR) -> str:
    """The known word a slip or two away; empty where none is near."""
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=near)), "")
