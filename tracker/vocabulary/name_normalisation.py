"""Normalises typed names: their accents, capitals and spacing."""

from __future__ import annotations

import unicodedata


def normalise_to_nfc(text: str) -> str:
    """Combine letters with their accents (NFC). All names are stored in this form."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def make_name_key(name: str) -> str:
    """Make a key that ignores differences in spacing, capitals and the encoding of accents."""
    return normalise_to_nfc(normalise_to_nfc(" ".join(name.split())).casefold())
