"""Names however they are typed: ``ë`` as one character or as two, in capitals or not."""

from __future__ import annotations

import unicodedata


def compose_letters(text: str) -> str:
    """The text with composed letters (NFC), as every name is kept."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def make_name_key(name: str) -> str:
    """What two names have in common that are one: spacing, capitals and composing aside."""
    return compose_letters(compose_letters(" ".join(name.split())).casefold())
