"""Reads the files that a command names, and writes its output files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tracker.application.errors import Refused


def read_nonempty_encoded_text(path: str, encoding: str) -> str:
    """Read a file in the given encoding. Raises ``Refused`` with a hint about ``--encoding``."""
    from tracker.application.text_file_decoding import ENCODINGS, UnknownEncoding

    try:
        return read_nonempty_text(path, encoding=encoding)
    except UnknownEncoding as error:
        kind = encoding or "UTF-8"
        raise UnknownEncoding(
            f"{path} is not {kind} text. Give the file's encoding, such as --encoding cp1252."
            " Choose one "
            f"of: {ENCODINGS}."
        ) from error


def read_nonempty_text(path: str, errors: str = "strict", encoding: str = "") -> str:
    """Read text as ``read_file_or_stdin`` does. Raises ``Refused`` for empty text too."""
    text = read_file_or_stdin(path, errors, encoding)
    if not text.strip():
        what = "Standard input" if path == "-" else path
        raise Refused(f"{what} is empty. Choose another file.")
    return text


def refuse_existing_file(path: Path, typed_path: str, *, overwrite: bool) -> None:
    """Raise ``Refused`` if the file exists and must not be overwritten."""
    if path.is_file() and not overwrite:
        raise Refused(
            f"{typed_path} already exists. To replace the file, use --overwrite, or name"
            " another file."
        )


def write_output_file(typed_path: str, text: str, *, overwrite: bool) -> None:
    """Write text to the named file. Raises ``Refused``."""
    from exports.output_file_writing import write_text_file_atomically

    path = parse_output_file_path(typed_path)
    refuse_existing_file(path, typed_path, overwrite=overwrite)
    write_text_file_atomically(path, text, overwrite=overwrite)


def parse_output_file_path(typed_path: str) -> Path:
    """Return an output file's path. URLs are accepted.

    Raises ``Refused`` for a folder, such as ``out/``, and for ``-``.
    """
    if typed_path == "-":
        raise Refused("This command cannot write to standard output (-). Name a file.")
    if typed_path.endswith(("/", os.sep)) and "://" not in typed_path:
        raise Refused(f"{typed_path} is a folder, but this command writes a file. Name a file.")
    return Path(typed_path)


def read_file_or_stdin(path: str, errors: str = "strict", encoding: str = "") -> str:
    """Read a file, or standard input for ``-``. Raises ``Refused``.

    With ``errors="replace"``, bytes that are not text become replacement characters, so that an
    error message can name their line.
    """
    from tracker.application.text_file_decoding import MAX_FILE_SIZE, decode_text, read_text_file

    if path != "-":
        return read_text_file(Path(path), errors, encoding)
    if sys.stdin.isatty():  # typed text, in the terminal's encoding
        return decode_text(sys.stdin.read().encode("utf-8", "surrogateescape"), path, errors)
    return decode_text(sys.stdin.buffer.read(MAX_FILE_SIZE + 1), path, errors, encoding)
