"""Normalises the accents, capitals and spacing of typed names."""

from __future__ import annotations

import unicodedata


def compose_letters(text: str) -> str:
    """Combine letters with their accents (NFC). All names are stored in this form."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def make_name_key(name: str) -> str:
    """Make a key that ignores differences in spacing, capitals and the encoding of accents."""
    return compose_letters(compose_letters(" ".join(name.split())).casefold())
