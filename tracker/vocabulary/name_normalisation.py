"""Normalises the accents, capitals and spacing of typed names."""

from __future__ import annotations

import unicodedata


def normalise_to_nfc(text: str) -> str:
    """Combine letters with their accents (NFC). All names are stored in this form."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def make_name_key(name: str) -> str:
    """Make a key that is the same for names that differ in spacing, capitals or accent encoding."""
    return normalise_to_nfc(normalise_to_nfc(" ".join(name.split())).casefold())
