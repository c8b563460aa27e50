"""What every command shares: its options, the book it opens, its output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.coloured_log_lines import ColouredLine
from tracker.cli.command_parameters import (
    declare_argument,
    declare_option,
    declare_option_without_default,
)

if TYPE_CHECKING:
    from exports.shapes.json_base_type import Shape
    from tracker.application.book import Book


def _name_a_ledger(db: str | None) -> str | None:
    """An empty ``--db`` (from an unset variable) never means the user's own ledger."""
    if db == "":
        raise typer.BadParameter("it is empty; give a file or a URL", param_hint="--db")
    return db


Json = Annotated[bool, declare_option("Print one JSON document on stdout.", "--json")]
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar="WARLEDGER_DB",
        callback=_name_a_ledger,
        help="The ledger to use: a file or URL.",
        show_default="the one in your data folder",
        show_envvar=True,
    ),
]
Id = Annotated[
    str,
    declare_option_without_default(
        "An id for this command. If you use it again, the command does nothing.", "--id"
    ),
]
Game = Annotated[str, declare_argument("M", "A game: m3, 3, last, or part of its title.")]

FAILED = 1
_left: list[Book] = []
_told: set[str] = set()
WRONG_CALL = 2


@contextmanager
def open_book(db: str | None, *, begins: bool = False, once: str = "") -> Iterator[Book]:
    """The book of a command, with the author of its entries.

    A command with an id (``once``) is written whole or not at all, and only once. A named file that
    does not exist is created only by a command that ``begins`` something; otherwise it is taken for
    a typing error. Raises ``Refused``.
    """
    from tracker.application.book import find_ledger_file, open_book
    from tracker.application.errors import Refused

    file = find_ledger_file(db)
    if db and not begins and file is not None and not file.exists():
        raise Refused(
            f"There is no ledger {db}. Name an existing one, or begin a game in a new one with: "
            f"warledger match new."
        )
    with open_book(file or db, author=os.environ.get("WARLEDGER_AUTHOR", "")) as opened:
        _left.append(opened)
        with opened.write_in_transaction(once) if once else nullcontext():
            yield opened


def back_up_written_books() -> None:
    """Back up the changed books after the answer was printed.

    Entries are stored in any case: a failed backup, or a league that could not be updated, changes
    no exit code.
    """
    while _left:
        book = _left.pop()
        if book.unreported:
            print_message(book.unreported)
        if book.has_written_entries:
            from tracker.application.automatic_backups import back_up_if_due

            why = back_up_if_due(book)
            if why:
                print_message(why)


def mark_message_printed(text: str) -> None:
    """The command prints this message itself, so it is not printed again at the end."""
    _told.add(text)


def print_remaining_messages(texts: Iterable[str]) -> None:
    """Print the messages that a command has not printed itself."""
    for text in texts:
        if text not in _told:
            print_message(text)
    _told.clear()


def print_answer(
    shape: Shape, as_json: bool, told: Callable[[], Sequence[str]], *, empty: str = ""
) -> None:
    """Print data to stdout, as JSON or as lines. ``empty`` replaces an empty list of lines."""
    if as_json:
        import msgspec

        from exports.shapes.json_base_type import escape_control_characters

        text = msgspec.json.format(msgspec.json.encode(shape), indent=2).decode()
        sys.stdout.write(escape_control_characters(text) + "\n")
        return
    lines = told()
    for line in lines:
        text = strip_control_characters(line)
        sys.stdout.write((line.colour(text) if isinstance(line, ColouredLine) else text) + "\n")
    if empty and not lines:
        print_message(empty)


def print_message(text: str) -> None:
    """Print a message to stderr."""
    sys.stderr.write(strip_control_characters(f"warledger: {text}") + "\n")


def read_encoded_text(path: str, encoding: str) -> str:
    """Read a file in the given encoding. Raises ``Refused`` with the name of the option."""
    from tracker.application.text_file_decoding import ENCODINGS, UnknownEncoding

    try:
        return read_nonempty_text(path, encoding=encoding)
    except UnknownEncoding as error:
        kind = encoding or "UTF-8"
        raise UnknownEncoding(
            f"{path} is not {kind} text. Give its encoding, as in --encoding cp1252. Choose one "
            f"of: {ENCODINGS}."
        ) from error


def strip_control_characters(text: str) -> str:
    """Make text safe for a terminal: one line without control characters."""
    from tracker.application.text_cleaning import strip_control_characters

    return strip_control_characters(text)


def read_nonempty_text(path: str, errors: str = "strict", encoding: str = "") -> str:
    """Read a file that must have a text; see ``read_text``. Raises ``Refused``."""
    from tracker.application.errors import Refused

    text = read_text(path, errors, encoding)
    if not text.strip():
        what = "Standard input" if path == "-" else path
        raise Refused(f"{what} is empty. Choose another file.")
    return text


def parse_file_path(typed: str) -> Path:
    """The path of a file to write. Raises ``Refused`` for that of a folder: ``out/``."""
    refuse_folder_path(typed)
    return Path(typed)


def refuse_folder_path(typed: str) -> None:
    """Raises ``Refused`` for the path of a folder where a file is written, or a URL."""
    from tracker.application.errors import Refused

    if typed.endswith(("/", os.sep)) and "://" not in typed:
        raise Refused(f"{typed} names a folder, but this command writes one file. Name the file.")


def read_text(path: str, errors: str = "strict", encoding: str = "") -> str:
    """Read a file, or standard input for ``-``. Raises ``Refused``.

    With ``errors="replace"`` a replacement character marks bytes that are not text, so that an
    error can name their line.
    """
    from tracker.application.text_file_decoding import LONGEST_FILE, decode_text, read_text_file

    if path != "-":
        return read_text_file(Path(path), errors, encoding)
    if sys.stdin.isatty():  # typed, in the encoding of the terminal
        return decode_text(sys.stdin.read().encode("utf-8", "surrogateescape"), path, errors)
    return decode_text(sys.stdin.buffer.read(LONGEST_FILE + 1), path, errors, encoding)
