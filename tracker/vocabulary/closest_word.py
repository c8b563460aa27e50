"""Finds the known word that a misspelt word probably means."""

from __future__ import annotations

from collections.abc import Iterable

NEAR = 0.65
"""The least similarity, from 0 to 1, of a word to its misspelling with one or two errors."""


NEARER = 0.7
"""The least similarity where unknown words are likely: "laser" is not read as "late"."""


def find_closest_word(word: str, known: Iterable[str], min_similarity: float = NEAR) -> str:
    """Return the known word that differs by one or two typing errors, or "" if there is none."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=min_similarity)), "")
