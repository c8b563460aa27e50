"""Removes control characters from text that users have entered, and limits its length."""

from __future__ import annotations

import unicodedata

from tracker.application.errors import Refused
from tracker.vocabulary.name_normalisation import normalise_to_nfc

MAX_TEXT_LENGTH = 200


def clean_text(text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    """Return a text on one line, normalised to NFC and without control characters.

    The text is truncated to ``max_length`` characters.
    """
    return normalise_to_nfc(" ".join(strip_control_characters(text).split()))[:max_length]


def clean_name(text: str) -> str:
    """Return a name on one line without control characters.

    Raises ``Refused`` for a name that is too long, because names are never truncated.
    """
    name = clean_text(text, len(text))
    if len(name) > MAX_TEXT_LENGTH:
        raise Refused(
            f"The name {name[:20]}… has {len(name)} characters; the limit is {MAX_TEXT_LENGTH}. "
            "Shorten it."
        )
    return name


def strip_control_characters(text: str) -> str:
    """Replace each control character with a space, so that the length stays the same."""
    if text.isprintable():  # a quick check, without a look at each character
        return text
    return "".join(" " if _is_control_character(c) else c for c in text)


def _is_control_character(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs") and character not in (
        "\u200d",  # joins emoji
        "\ufe0f",
    )
