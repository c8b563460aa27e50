"""Text that comes in, from files and from standard input: the one place where bytes become text."""

from __future__ import annotations

import codecs
from pathlib import Path

from tracker.application.errors import Refused
from tracker.application.folder import must_lie_there

LONGEST_FILE = 16 << 20
"""Bytes of any file that is read as text: the record of the longest games has one in a hundred."""
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks, and the encoding that each stands for."""
_LEDGER = b"SQLite format 3\0"


def read_text_file(file: Path, errors: str = "strict") -> str:
    """The text of a file. Raises ``Refused`` where it cannot be read or has no end."""
    must_lie_there(file)
    try:
        with file.open("rb") as opened:
            data = opened.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no file can be called so"
        raise Refused(f"{file} cannot be read: {why.lower()}.") from error
    return decode_text(data, str(file), errors)


def decode_text(data: bytes, name: str, errors: str = "strict") -> str:
    """The text of the bytes of what is called ``name``: UTF-8, or what their mark says.

    The mark is not part of it, and every line ends with a line feed. With ``errors="replace"`` a
    sign stands for what is no text, so that its line can be named. Raises ``Refused``.
    """
    if len(data) > LONGEST_FILE:
        raise Refused(f"{name} cannot be read: it is longer than {LONGEST_FILE >> 20} MB.")
    if data.startswith(_LEDGER):
        raise Refused(
            f"{name} is a ledger, not a text file. Open it with: warledger --db {name}"
            if name != "-"
            else "Standard input is a ledger, not text. Save it as a file and open it with --db."
        )
    mark, encoding = next((one for one in MARKS if data.startswith(one[0])), (b"", "utf-8"))
    try:
        text = data[len(mark) :].decode(encoding, errors)
    except UnicodeDecodeError as error:
        kind = encoding[:6].upper().rstrip("-")
        raise Refused(
            f"{name} cannot be read: it is not {kind} text. Save it as UTF-8, then try again."
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
