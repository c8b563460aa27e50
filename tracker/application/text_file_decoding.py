"""Decodes text from files and standard input. No other module does this."""

from __future__ import annotations

import codecs
from pathlib import Path

from tracker.application.browser_folder_restriction import require_in_allowed_folder
from tracker.application.errors import Refused

MAX_FILE_SIZE = 16 << 20
"""The maximum size of a text file in bytes: a hundred times that of the longest match record."""
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, because it begins with that mark
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""The byte order marks, each with its encoding."""
ENCODINGS = (
    "utf-8, utf-16, cp1252 (Windows, Western Europe), cp1250 (Central Europe), cp1251 (Cyrillic),"
    " cp1253 (Greek), cp1254 (Turkish), mac-roman"
)
"""The encodings that are suggested for text that is not UTF-8."""
_ZIP = b"PK\3\4"
_SQLITE = b"SQLite format 3\0"
_CONTROL = frozenset((*range(8), *range(14, 26), *range(28, 32)))
"""The control characters that text never contains. In UTF-16, only every second byte can be one of
them.
"""


class UnknownEncoding(Refused):
    """Raised for text that can be decoded only if the user names its encoding."""


def read_text_file(file: Path, errors: str = "strict", encoding: str = "") -> str:
    """Read the text of a file. Raises ``Refused`` if the file cannot be read or is too large."""
    return decode_text(read_file_bytes_up_to_limit(file), str(file), errors, encoding)


def expand_home_folder(typed_path: str) -> Path:
    """Return a typed path in which ``~`` is replaced by the home folder. If the home folder is
    unknown, ``~`` stays.
    """
    path = Path(typed_path.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def read_file_bytes_up_to_limit(file: Path) -> bytes:
    """Read the bytes of a file, but at most one byte more than the size limit.

    Raises ``Refused`` if the file cannot be read.
    """
    require_in_allowed_folder(file)
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_FILE_SIZE + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "a file cannot have this name"
        if isinstance(error, IsADirectoryError):
            why = "it is a folder"
        raise Refused(f"{file} cannot be read: {why.lower()}.") from error


def decode_text(data: bytes, source_name: str, errors: str = "strict", encoding: str = "") -> str:
    """Decode bytes by their byte order mark or, if there is none, as ``encoding``, which defaults
    to UTF-8.

    The mark is removed, and every line ends with a line feed. ``source_name`` is the name of the
    source in messages. With ``errors="replace"``, each invalid byte becomes a replacement
    character, so that an error can be reported with its line. Raises ``Refused`` if the bytes are
    not text.
    """
    if len(data) > MAX_FILE_SIZE:
        raise Refused(f"{source_name} cannot be read: it is larger than {MAX_FILE_SIZE >> 20} MB.")
    if data.startswith(_SQLITE):
        raise _make_database_error(data, source_name)
    if data.startswith(_ZIP):
        raise _make_binary_error(source_name)
    unmarked = (b"", encoding or "utf-8")
    mark, encoding = next((one for one in MARKS if data.startswith(one[0])), unmarked)
    try:
        text = data[len(mark) :].decode(encoding, errors)
    except LookupError as error:
        raise Refused(f"There is no encoding {encoding!r}. Choose one of: {ENCODINGS}.") from error
    except UnicodeDecodeError as error:
        raise _make_encoding_error(data, source_name, encoding) from error
    if "\0" in text and errors == "strict":
        raise _make_encoding_error(data, source_name, encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _make_database_error(data: bytes, source_name: str) -> Refused:
    from tracker.ledger.sqlite.database_file_header import has_ledger_id

    if not has_ledger_id(data):
        return Refused(f"{source_name} is an SQLite database, not a text file. Choose a text file.")
    if source_name == "-":
        return Refused(
            "Standard input is a ledger, not text. Save it as a file and open it with --db."
        )
    return Refused(
        f"{source_name} is a ledger, not a text file. Open it with --db {source_name},"
        " or import it.",
        command=f"import {source_name}",
    )


def _make_encoding_error(data: bytes, source_name: str, encoding: str) -> Refused:
    if not (_CONTROL.isdisjoint(data[::2]) or _CONTROL.isdisjoint(data[1::2])):
        return _make_binary_error(source_name)
    kind = encoding[:6].upper().rstrip("-")
    return UnknownEncoding(
        f"{source_name} cannot be read: it is not {kind} text. Save it as UTF-8, then try again."
    )


def _make_binary_error(source_name: str) -> Refused:
    if source_name.lower().endswith((".xlsx", ".xls", ".ods")):
        return Refused(f"{source_name} is a spreadsheet. Save the sheet as CSV (UTF-8).")
    return Refused(f"{source_name} is not a text file. Choose another file.")
