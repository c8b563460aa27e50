"""Finds the known word that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.65
"""The similarity, between 0 and 1, of words that differ by one or two typing errors."""


NEARER = 0.7
"""The same where a word may well be new, as in a name: laser is no misspelling of late."""


def find_closest_word(word: str, known: Iterable[str], near: float = NEAR) -> str:
    """The known word one or two typing errors away; "" if there is none."""
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=near)), "")
