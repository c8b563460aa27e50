"""Normalises typed names: ``ë`` as one character or as two, with or without capitals."""

from __future__ import annotations

import unicodedata


def compose_letters(text: str) -> str:
    """The text with composed letters (NFC), the stored form of every name."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def make_name_key(name: str) -> str:
    """A key that is equal for equal names, ignoring spacing, capitals and composition."""
    return compose_letters(compose_letters(" ".join(name.split())).casefold())
