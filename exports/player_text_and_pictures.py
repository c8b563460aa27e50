"""The players' own words and pictures in a report; a picture is carried within the page."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.text_cleaning import clean_text

LARGEST = 20_000_000
"""Bytes of a picture."""

# How the files of each kind begin, and what their kind is called.
KINDS = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"))


class EmbeddedPicture(Struct, frozen=True):
    """``name`` is shown below it, ``file`` is where it came from, ``data`` a URL that holds it."""

    name: str
    file: str
    data: str


class PlayerContent(Struct, frozen=True):
    """What the players add to a report."""

    words: str = ""
    pictures: tuple[EmbeddedPicture, ...] = ()


def read_player_content(words: str = "", pictures: Sequence[str] = ()) -> PlayerContent:
    """Words as they are, pictures by their files. Raises ``Refused`` for what is no picture."""
    return PlayerContent(words, tuple(_picture(file) for file in pictures))


def _picture(file: str) -> EmbeddedPicture:
    path = Path(file)
    try:
        content = path.read_bytes()
    except OSError as error:
        why = (error.strerror or "something is wrong").lower()
        raise Refused(f"{file} cannot be read: {why}.") from error
    kind = _kind(content)
    if not kind:
        raise Refused(f"{file} is not a picture. Use PNG, JPEG, GIF or WebP.")
    if len(content) > LARGEST:
        raise Refused(f"{file} is larger than {LARGEST // 1_000_000} MB. Make it smaller.")
    data = base64.b64encode(content).decode()
    return EmbeddedPicture(clean_text(path.stem), file, f"data:image/{kind};base64,{data}")


def _kind(content: bytes) -> str:
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    return next((kind for start, kind in KINDS if content.startswith(start)), "")
