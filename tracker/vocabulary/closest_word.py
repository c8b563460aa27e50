"""Finds the known word that a person probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.65
"""The similarity, between 0 and 1, of words that differ by one or two typing errors."""


NEARER = 0.7
"""The similarity required where new words are likely, as in names: laser is not late misspelt."""


def find_closest_word(word: str, known: Iterable[str], near: float = NEAR) -> str:
    """Find the known word that differs by one or two typing errors, or return ""."""
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=near)), "")
