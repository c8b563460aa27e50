"""Text from people, made harmless: it is shown as typed, never as control characters."""

from __future__ import annotations

import unicodedata

LONGEST = 200


def clean(text: str, longest: int = LONGEST) -> str:
    """The text on one line without control characters, cut to ``longest`` characters."""
    plain = "".join(" " if _breaks(c) else c for c in text)
    return " ".join(plain.split())[:longest]


def _breaks(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs") and character not in (
        "\u200d",  # joins emoji
        "\ufe0f",
    )
