"""The ways of pairing in words, and answers to choose from, as forms of leagues show them."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tracker.leagues.events import Way
from tui.text import join

WAYS: dict[Way, str] = {
    "": "as suits the field",
    "round robin": "round robin: everybody meets everybody",
    "Swiss": "Swiss: on like points, nobody meets twice",
}


def choices(words: Sequence[str], chosen: str) -> list[Content]:
    """One a line with its number, the chosen one marked."""
    return [
        join(
            [
                "   ",
                (f" {place if place < 10 else ' '} ", "$primary"),
                ("● " if one == chosen else "  ", "$success"),
                one,
            ]
        )
        for place, one in enumerate(words, start=1)
    ]
