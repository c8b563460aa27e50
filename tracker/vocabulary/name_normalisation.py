"""Normalises typed names: composed or separate accents, capitals and spacing."""

from __future__ import annotations

import unicodedata


def compose_letters(text: str) -> str:
    """Compose letters with their accents (NFC), the stored form of every name."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def make_name_key(name: str) -> str:
    """Make a key that is equal for names that differ only in spacing, capitals or composition."""
    return compose_letters(compose_letters(" ".join(name.split())).casefold())
