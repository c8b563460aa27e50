"""The players' own texts and pictures in a report. Pictures are embedded in the page."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from exports.output_file_writing import explain_os_error
from tracker.application.errors import Refused
from tracker.application.text_cleaning import clean_text

MAX_PICTURE_BYTES = 20_000_000
"""The maximum size of a picture in bytes."""

# The first bytes of each kind of file, and the name of the kind.
PICTURE_SIGNATURES = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"))


class EmbeddedPicture(Struct, frozen=True):
    """A picture. ``name`` is its caption, ``file`` is its source, and ``data`` is a data URL."""

    name: str
    file: str
    data: str


class PlayerContent(Struct, frozen=True):
    """The players' own content for a report."""

    text: str = ""
    pictures: tuple[EmbeddedPicture, ...] = ()


def read_player_content(text: str = "", picture_files: Sequence[str] = ()) -> PlayerContent:
    """Read pictures from files and return them with the text. Raises ``Refused`` for unusable
    files.
    """
    return PlayerContent(text, tuple(_embed_picture(file) for file in picture_files))


def _embed_picture(file: str) -> EmbeddedPicture:
    path = Path(file)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Refused(f"{file} cannot be read: {explain_os_error(error)}.") from error
    kind = _detect_picture_kind(content)
    if not kind:
        raise Refused(f"{file} is not a picture. Use PNG, JPEG, GIF or WebP.")
    if len(content) > MAX_PICTURE_BYTES:
        raise Refused(
            f"{file} is larger than {MAX_PICTURE_BYTES // 1_000_000} MB. Use a smaller picture."
        )
    data = base64.b64encode(content).decode()
    return EmbeddedPicture(clean_text(path.stem), file, f"data:image/{kind};base64,{data}")


def _detect_picture_kind(content: bytes) -> str:
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    return next((kind for start, kind in PICTURE_SIGNATURES if content.startswith(start)), "")
